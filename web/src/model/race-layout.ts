/**
 * Where the words of the race stand. Pure; pixels in, pixels out.
 * Words hold still while a line quivers: they stand at the *level* of a design, the median of its last two seconds,
 * and on whole steps.
 */
import { RATIO_MS, type RaceSample, type RaceState } from './race.ts';
import { median } from './race-stats.ts';

export interface Levels {
  readonly slow: number;
  readonly fast: number;
}

/** The median of each design over the samples of the present setting, as far back as the ratio reaches. */
export function levelsOf(state: RaceState): Levels | undefined {
  const last = state.samples.at(-1);
  if (last === undefined || last.generation !== state.now?.generation) return undefined;
  const recent = state.samples.filter((s) => s.generation === last.generation && s.atMs > last.atMs - RATIO_MS);
  const of = (which: 'slow' | 'fast') =>
    median(recent.flatMap((s: RaceSample) => (s[which] === undefined ? [] : [s[which].tps])));
  const slow = of('slow');
  const fast = of('fast');
  return slow === undefined || fast === undefined ? undefined : { slow, fast };
}

export interface RacePlot {
  /** Room at the left, for the axis' numbers. At the right is room for the names. */
  readonly left: number;
  readonly width: number;
  readonly height: number;
  readonly compact: boolean;
}

/** The plot of the live panel within its panel. */
export function racePlot(width: number, height: number, em: number): RacePlot {
  const compact = width < 34 * em;
  const left = 2.4 * em;
  return { left, width: Math.max(10, width - left - (compact ? 8.2 : 10.4) * em), height, compact };
}

const STEP = 2;
const onStep = (y: number) => Math.round(y / STEP) * STEP;

/** Two labels beside their lines, pushed apart until they are `apart` and kept between `low` and `high`. */
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

export interface RatioPlace {
  /** Inside the gap it measures, or under the lower line when the gap has no room. */
  readonly inside: boolean;
  readonly y: number;
}

/** The middle of the big ratio of `height`. `wasInside` keeps it from going to and fro at the border. */
export function placeRatio(
  upper: number,
  lower: number,
  height: number,
  wasInside: boolean,
  bottom: number,
): RatioPlace {
  const gap = lower - upper;
  const inside = gap >= height * (wasInside ? 0.95 : 1.1);
  const y = inside ? (upper + lower) / 2 : Math.min(bottom - height / 2, lower + height * 0.8);
  return { inside, y: onStep(y) };
}

/** A length of CSS pixels that is whole device pixels too; where there is no short one, a single device pixel. */
function pixelStep(scale: number): number {
  for (let css = 1; css <= 10; css++) if (Math.abs(css * scale - Math.round(css * scale)) < 1e-4) return css;
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
