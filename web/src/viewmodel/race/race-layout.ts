import { range, tickStep } from 'd3';
import type { RaceSample } from './race.ts';

/**
 * The y axis of the race. Pure. It starts at 0 and ends at a round number that holds still: it grows at once when a
 * value needs room and shrinks only when more than half of it has been empty for the whole window.
 */

/** End of the slider: the last published count. */
export const MAX_IDLE = 10_000;

const ROUND = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
const HEADROOM = 1.08;
const SHRINK_BELOW = 0.5;
/** A mark is no point: it needs this much more than its own height. */
const MARK_ROOM = 1.02;

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
  if (top === undefined || value * MARK_ROOM > top || value * HEADROOM < top * SHRINK_BELOW) return roundTop(value);
  return top;
}

/** Of the raw rates this share is within the axis: a burst of a few quarter seconds does not set the scale of the rest. */
const IN_SIGHT = 0.9;
type Rates = Pick<RaceSample, 'slow' | 'fast' | 'levels' | 'bands'>;

/**
 * What the axis must have room for: the levels, at which the lines and the marks are, their bands, and nine tenths of
 * the raw rates. Higher peaks are cut off at the top and marked.
 */
export function highestRate(samples: readonly Rates[]): number {
  const raw = samples.flatMap(({ slow, fast }) =>
    [slow, fast].flatMap((part) => (part === undefined ? [] : [part.tps])),
  );
  const usual = raw.toSorted((a, b) => a - b)[Math.floor(IN_SIGHT * (raw.length - 1))] ?? 0;
  const drawn = samples.flatMap(({ levels, bands }) => [
    levels?.slow ?? 0,
    levels?.fast ?? 0,
    bands?.slow.high ?? 0,
    bands?.fast.high ?? 0,
  ]);
  return Math.max(usual, ...drawn);
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

/**
 * The places of the race's words. Pure; pixels in, pixels out. Words hold still while a line quivers: they are at the
 * *level* of a design and on whole steps.
 */
export interface RacePlot {
  /** Room at the left, for the axis' numbers. */
  readonly left: number;
  /** Left edge of the ratio's column: right of the names, so that it covers no line. 0 if there is none. */
  readonly column: number;
  readonly width: number;
  readonly height: number;
  readonly compact: boolean;
}

/** Room at the right of the plot for the names with their rates, and for the ratio to the right of them, in small ems. */
const NAMES = { compact: 8.2, wide: 10.4 };
const RATIO = 9.2;

/** The plot of the live panel within its panel. A narrow one has the ratio in its heading. */
export function racePlot(width: number, height: number, em: number): RacePlot {
  const compact = width < 34 * em;
  // Three digits, and the distance to the axis.
  const left = 2.7 * em;
  const right = (compact ? NAMES.compact : NAMES.wide + RATIO) * em;
  const plot = Math.max(10, width - left - right);
  return { left, width: plot, height, compact, column: compact ? 0 : plot + NAMES.wide * em };
}

const STEP = 2;
const onStep = (y: number) => Math.round(y / STEP) * STEP;

/** Two labels next to their lines, pushed apart until they are `apart` and kept between `low` and `high`. */
export function placeLabels(
  upper: number,
  lower: number,
  apart: number,
  low: number,
  high: number,
): readonly [number, number] {
  const middle = (upper + lower) / 2;
  const half = Math.max(lower - upper, apart) / 2;
  const room = Math.max(low + half, Math.min(high - half, middle));
  return [onStep(room - half), onStep(room + half)];
}

/** The middle of a ratio of `height` between the two levels that it measures, entirely within the plot's height. */
export const placeRatio = (upper: number, lower: number, height: number, bottom: number): number =>
  onStep(Math.max(height / 2, Math.min(bottom - height / 2, (upper + lower) / 2)));

/** The dotted line of published rates, as thick as the text next to it asks for: on stage it is seen from afar. */
export const threadOf = (em: number) => {
  const strokeWidth = Math.max(1.75, 0.11 * em);
  return { strokeWidth, strokeDasharray: `${1.2 * strokeWidth} ${1.5 * strokeWidth}` };
};

/** Browsers store a scale as a 32-bit float: 1.1 is 1.10000002. A larger difference is another scale, and adds up over a screen. */
const SAME_SCALE = 4e-7;
/** A length of CSS pixels that is also whole device pixels; a single device pixel if there is no short one. */
function pixelStep(scale: number): number {
  for (let css = 1; css <= 10; css++) if (Math.abs(scale - Math.round(css * scale) / css) < SAME_SCALE) return css;
  return 1 / scale;
}

export interface CanvasBox {
  readonly at: { readonly x: number; readonly y: number };
  readonly size: { readonly width: number; readonly height: number };
  /** Where in the box the drawing begins. */
  readonly inset: { readonly x: number; readonly y: number };
}

/** A box on whole pixels, of CSS and of the device, around a drawing that begins and ends anywhere. */
export function canvasBox(
  from: { readonly x: number; readonly y: number },
  width: number,
  height: number,
  scale: number,
): CanvasBox {
  const step = pixelStep(scale);
  const down = (length: number) => Math.floor(length / step) * step;
  const up = (length: number) => Math.ceil(length / step) * step;
  const at = { x: down(from.x), y: down(from.y) };
  const inset = { x: from.x - at.x, y: from.y - at.y };
  return { at, inset, size: { width: up(inset.x + width), height: up(inset.y + height) } };
}
