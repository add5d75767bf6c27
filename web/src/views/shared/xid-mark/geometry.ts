/**
 * The lines of a hatched disc, as a path: no pattern with an id, so that a mark can be placed anywhere and be exported
 * alone.
 */

const ANGLE = -Math.PI / 4;

/** Parallel chords of the circle (cx, cy, r), about `gap` apart. */
export function hatching(cx: number, cy: number, r: number, gap: number): string {
  const count = Math.max(1, Math.floor(r / gap));
  const [ux, uy] = [Math.cos(ANGLE), Math.sin(ANGLE)];
  const chords: string[] = [];
  for (let i = -count; i <= count; i++) {
    const away = i * gap;
    const half = Math.sqrt(Math.max(0, r * r - away * away));
    if (half === 0) continue;
    const [mx, my] = [cx - away * uy, cy + away * ux];
    chords.push(`M${round(mx - half * ux)} ${round(my - half * uy)}L${round(mx + half * ux)} ${round(my + half * uy)}`);
  }
  return chords.join('');
}

/** The lower half of the circle, closed. */
export const lowerHalf = (cx: number, cy: number, r: number): string =>
  `M${round(cx - r)} ${round(cy)}A${round(r)} ${round(r)} 0 0 0 ${round(cx + r)} ${round(cy)}Z`;

const round = (n: number): number => Math.round(n * 100) / 100;
