/**
 * The y axis of the race. Pure. It starts at 0 and ends at a round number that holds still: it grows at once when a
 * value needs room and shrinks only when more than half of it has been empty for the whole window.
 */
import { range, tickStep } from 'd3';

/** End of the slider: the last published count. */
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

/** The top of the y axis for data up to `value`, given its previous top. */
export function nextTop(top: number | undefined, value: number): number {
  if (top === undefined || value > top || value * HEADROOM < top * SHRINK_BELOW) return roundTop(value);
  return top;
}

/** Both panels share one scale: the race's top once it has one, higher if the published curve needs the room. */
export const sharedTop = (
  top: number | undefined,
  curve: readonly { readonly slow: number; readonly fast: number }[],
): number => Math.max(top ?? 0, roundTop(Math.max(0, ...curve.flatMap(({ slow, fast }) => [slow, fast]))));

/** Three to five round values from 0 to the top, with the decimals that thousands of them need. */
export function yTicks(top: number): readonly { readonly value: number; readonly digits: number }[] {
  const step = tickStep(0, top, 4);
  const digits = Math.max(0, -Math.floor(Math.log10(step / 1000) + 1e-9));
  return range(0, Math.floor(top / step + 1e-9) + 1).map((i) => ({ value: i * step, digits }));
}
