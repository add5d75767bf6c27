/**
 * The scales of the race. Pure.
 * The y axis starts at 0 and ends at a round number that holds still: it grows at once when a value needs room and
 * shrinks only when more than half of it has been empty for the whole window.
 * The idle axis is a square-root scale, which is also the slider.
 */
import { scaleSqrt } from 'd3';

export const MAX_IDLE = 10_000;

const ROUND = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
const HEADROOM = 1.08;
const SHRINK_BELOW = 0.5;

/** The smallest round number with some room above `value`. */
export function roundTop(value: number): number {
  if (!(value > 0)) return 1;
  const wanted = value * HEADROOM;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const round = ROUND.find((r) => r * power >= wanted) ?? 10;
  return round * power;
}

/** The top of the y axis for data up to `value`, given the top it has had. */
export function nextTop(top: number | undefined, value: number): number {
  if (top === undefined || value > top || value * HEADROOM < top * SHRINK_BELOW) return roundTop(value);
  return top;
}

/** Position on the slider, 0 to 1, of a number of idle connections, and back. */
const slider = scaleSqrt().domain([0, MAX_IDLE]).range([0, 1]).clamp(true);
export const positionOfIdle = (idle: number): number => slider(idle);

/** How near a stop, in parts of the slider's length, the hand has to come to be caught by it. */
const CATCH = 0.012;

/** The number under the hand: two significant digits, or a stop when one is near. */
export function idleAt(position: number, stops: readonly number[]): number {
  const near = stops.find((stop) => Math.abs(positionOfIdle(stop) - position) <= CATCH);
  if (near !== undefined) return near;
  const exact = slider.invert(Math.min(1, Math.max(0, position)));
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, exact))) - 1);
  return Math.min(MAX_IDLE, Math.round(exact / unit) * unit);
}

/** The next stop above (`+1`) or below (`-1`); the value itself at the end. */
export function nextStop(idle: number, stops: readonly number[], direction: 1 | -1): number {
  const sorted = [...stops].sort((a, b) => a - b);
  const found = direction > 0 ? sorted.find((stop) => stop > idle) : sorted.findLast((stop) => stop < idle);
  return found ?? idle;
}

const FINE = 20;
/** Twenty even steps along the slider, and the stops: what the arrow keys visit. */
export const fineStops = (stops: readonly number[]): readonly number[] =>
  [...new Set([...stops, ...Array.from({ length: FINE + 1 }, (_, i) => (MAX_IDLE * i * i) / FINE ** 2)])].sort(
    (a, b) => a - b,
  );

/** What a key asks of the slider; `undefined` for keys that are none of its business. */
export function idleForKey(key: string, idle: number, stops: readonly number[]): number | undefined {
  if (/^[0-9]$/.test(key)) return Number(key) * 1000;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return nextStop(idle, fineStops(stops), 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return nextStop(idle, fineStops(stops), -1);
    case 'PageUp':
      return nextStop(idle, stops, 1);
    case 'PageDown':
      return nextStop(idle, stops, -1);
    case 'Home':
      return 0;
    case 'End':
      return MAX_IDLE;
    default:
      return undefined;
  }
}
