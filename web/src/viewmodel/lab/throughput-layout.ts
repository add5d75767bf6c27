/**
 * Geometry of the throughput figures: scales, ticks, label places. Pure numbers; React draws them.
 * Invariant: y begins at 0, always; labels at the ends of lines never overlap and stay in their order.
 */
import { type ScaleContinuousNumeric, scaleLinear, scaleSqrt } from 'd3';

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly margin: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
}

export type XScaleKind = 'sqrt' | 'linear';

export const plotWidth = (f: Frame): number => Math.max(1, f.width - f.margin.left - f.margin.right);
export const plotHeight = (f: Frame): number => Math.max(1, f.height - f.margin.top - f.margin.bottom);

/** From 0 to a little above the largest value; to 1 if there are no values. */
export function yScaleFor(frame: Frame, largest: number): ScaleContinuousNumeric<number, number> {
  const top = Number.isFinite(largest) && largest > 0 ? largest * 1.06 : 1;
  return scaleLinear()
    .domain([0, top])
    .nice(5)
    .range([frame.margin.top + plotHeight(frame), frame.margin.top]);
}

/** The top of y rises with the data at once, and falls only after a large drop: a live figure must not breathe. */
export function steadyTop(previous: number, largest: number): number {
  if (!(largest > 0)) return previous > 0 ? previous : 1;
  return largest > previous || largest < previous * 0.55 ? largest * 1.1 : previous;
}

export function connectionsScale(
  frame: Frame,
  largest: number,
  kind: XScaleKind,
): ScaleContinuousNumeric<number, number> {
  const scale = kind === 'sqrt' ? scaleSqrt() : scaleLinear();
  return scale.domain([0, Math.max(1, largest)]).range([frame.margin.left, frame.margin.left + plotWidth(frame)]);
}

/** The measured counts whose labels fit next to each other: the ends first, then from the right. */
export function ticksThatFit(
  values: readonly number[],
  place: (v: number) => number,
  gap: (v: number) => number,
): number[] {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const kept: number[] = [];
  const fits = (v: number): boolean => kept.every((k) => Math.abs(place(k) - place(v)) >= (gap(k) + gap(v)) / 2);
  const [first, last] = [sorted[0], sorted.at(-1)];
  for (const v of [last, first, ...sorted.slice(1, -1).reverse()]) {
    if (v !== undefined && !kept.includes(v) && fits(v)) kept.push(v);
  }
  return kept.sort((a, b) => a - b);
}

/**
 * Moves labels apart so that neighbours keep `gap`, none leaves [low, high], and none passes another. Returns the
 * places in the order of the input. When they cannot all fit they are spread evenly.
 */
export function spreadLabels(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const order = wanted
    .map((y, i) => ({ y: Math.min(high, Math.max(low, y)), i }))
    .sort((a, b) => a.y - b.y || a.i - b.i);
  const step = order.length > 1 ? Math.min(gap, (high - low) / (order.length - 1)) : gap;
  let floor = low;
  for (const label of order) {
    label.y = Math.max(label.y, floor);
    floor = label.y + step;
  }
  let ceiling = high;
  for (const label of order.toReversed()) {
    label.y = Math.min(label.y, ceiling);
    ceiling = label.y - step;
  }
  const places: number[] = new Array(wanted.length).fill(0);
  for (const label of order) places[label.i] = label.y;
  return places;
}
