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
  const left = 2.4 * em;
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
