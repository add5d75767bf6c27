/** An arc of a given length between two points: a transfer is drawn as long as its time on the ruler. Pure. */
export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Arc {
  /** The point at a share of the arc, 0 to 1. */
  readonly at: (share: number) => Point;
  readonly length: number;
}

/** Half the angle φ with sin φ / φ = chord / length, by halving. */
function halfAngle(ratio: number): number {
  let [from, to] = [0, Math.PI];
  for (let i = 0; i < 40; i++) {
    const middle = (from + to) / 2;
    if (Math.sin(middle) / middle > ratio) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}

/** Half the angle of an arc that has no length to spare: it is still visible as an arc. */
const FLAT = 0.5;

/**
 * Upwards from `from` to `to`. As long as requested, unless that is shorter than the distance, or higher than the room.
 * @param maxHeight above the higher end
 */
export function arcBetween(from: Point, to: Point, length: number, maxHeight: number): Arc {
  const chord = Math.max(1, Math.hypot(to.x - from.x, to.y - from.y));
  const wanted = length <= chord ? FLAT : halfAngle(chord / length);
  // Height of the segment: chord / 2 · tan(φ / 2).
  const highest = 2 * Math.atan((2 * maxHeight) / chord);
  const angle = Math.max(0.1, Math.min(Math.max(wanted, FLAT), highest));
  const radius = chord / (2 * Math.sin(angle));
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  // Across the chord, upwards on the screen.
  const along = { x: (to.x - from.x) / chord, y: (to.y - from.y) / chord };
  const sign = along.x >= 0 ? 1 : -1;
  const up = { x: along.y * sign, y: -along.x * sign };
  const depth = radius * Math.cos(angle);
  const centre = { x: middle.x - up.x * depth, y: middle.y - up.y * depth };
  const angleOf = (share: number): number => angle * (2 * share - 1);
  return {
    length: 2 * radius * angle,
    at: (share) => {
      const a = angleOf(share);
      return {
        x: centre.x + radius * (along.x * Math.sin(a) + up.x * Math.cos(a)),
        y: centre.y + radius * (along.y * Math.sin(a) + up.y * Math.cos(a)),
      };
    },
  };
}
