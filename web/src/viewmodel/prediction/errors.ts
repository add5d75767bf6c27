/**
 * How far the modelled throughputs of a table are from the published ones, and to which side. Pure. Invariant: a point
 * that was used in fitting is never counted, and each design's point is judged by itself: a fit may have used 14's figure
 * at an x and not 13's.
 */
import { claimRatio, type Interval, median } from '../lab/claim.ts';
import {
  type ComparisonRow,
  CURVES,
  type Curve,
  type ModelComparison,
  pointError,
  type Run,
  ratioError,
} from './model-chart.ts';
import { intervalOf, SURE_SEEDS } from './model-rows.ts';

/** The parts of a comparison that are judged: below `judgedFrom` points are only drawn. */
export const judgedOf = ({
  rows,
  seeds,
  judgedFrom,
}: Pick<ModelComparison, 'rows' | 'seeds' | 'judgedFrom'>): Pick<ModelComparison, 'rows' | 'seeds'> => {
  const judged = (all: readonly ComparisonRow[]) => all.filter(({ x }) => x >= judgedFrom);
  return { rows: judged(rows), seeds: seeds.map(judged) };
};

const isKnown = (error: number | null): error is number => error !== null;
const meanOf = (errors: readonly number[]): number | null =>
  errors.length === 0 ? null : errors.reduce((sum, error) => sum + error, 0) / errors.length;

/** Means over all points that no fit has used, as shares: 0.08 is 8 %. Null: nothing to judge. */
export interface ErrorSummary {
  /** Mean absolute errors. */
  readonly pre: number | null;
  readonly post: number | null;
  /** Of both designs' points together. */
  readonly both: number | null;
  /** Of the ratio of 14 to 13, at an x where neither was fitted. */
  readonly ratio: number | null;
  /** Mean signed errors: as large as the absolute ones if a curve is off to one side. */
  readonly preBias: number | null;
  readonly postBias: number | null;
}

export function summarise(rows: readonly ComparisonRow[], run: Run = 'modelled'): ErrorSummary {
  const of = (curve: Curve): readonly number[] =>
    rows
      .filter(({ fitted }) => !fitted[curve])
      .map((row) => pointError(row, curve, run))
      .filter(isKnown);
  const [pre, post] = [of('pre'), of('post')];
  const absolute = (errors: readonly number[]) => meanOf(errors.map(Math.abs));
  const free = rows.filter(({ fitted }) => !fitted.pre && !fitted.post);
  return {
    pre: absolute(pre),
    post: absolute(post),
    both: absolute([...pre, ...post]),
    ratio: absolute(free.map((row) => ratioError(row, run)).filter(isKnown)),
    preBias: meanOf(pre),
    postBias: meanOf(post),
  };
}

/** Errors from seed to seed: the lowest, the median and the highest. Null: nothing to judge. */
export type ErrorSpread = { readonly [K in keyof ErrorSummary]: Interval | null };

export function spreadOfErrors(seeds: readonly (readonly ComparisonRow[])[], run: Run = 'modelled'): ErrorSpread {
  const each = seeds.map((rows) => summarise(rows, run));
  const of = (key: keyof ErrorSummary) => intervalOf(each.flatMap((one) => one[key] ?? []));
  return {
    pre: of('pre'),
    post: of('post'),
    both: of('both'),
    ratio: of('ratio'),
    preBias: of('preBias'),
    postBias: of('postBias'),
  };
}

/** Whether no fit used this curve: all of it is a prediction. */
export const isPredicted = (rows: readonly ComparisonRow[], curve: Curve): boolean =>
  rows.every(({ fitted }) => !fitted[curve]);

/** The side of the published curve that a design's unfitted points are on. */
export interface Bias {
  readonly points: number;
  /** Points that every seed puts above the published figure, and below it. */
  readonly fast: number;
  readonly slow: number;
  /** The smallest and the largest error of a point: medians of its seeds. */
  readonly low: number;
  readonly high: number;
}

/** Null with fewer seeds than `enough` for a sentence, and where every point was fitted. */
export function biasOf(
  seeds: readonly (readonly ComparisonRow[])[],
  curve: Curve,
  enough: number = SURE_SEEDS,
): Bias | null {
  if (seeds.length < enough) return null;
  const points = (seeds[0] ?? []).flatMap((row, i) => {
    const each = row.fitted[curve]
      ? []
      : seeds.flatMap((own) => (own[i] === undefined ? [] : (pointError(own[i], curve) ?? [])));
    const middle = median(each);
    return middle === undefined ? [] : [{ middle, low: Math.min(...each), high: Math.max(...each) }];
  });
  if (points.length === 0) return null;
  const middles = points.map(({ middle }) => middle);
  return {
    points: points.length,
    fast: points.filter(({ low }) => low > 0).length,
    slow: points.filter(({ high }) => high < 0).length,
    low: Math.min(...middles),
    high: Math.max(...middles),
  };
}

/** Ratios of another run's error in 13 to the model's own, seed against the same seed. */
function besideOwn(seeds: readonly (readonly ComparisonRow[])[], run: Run): readonly number[] {
  return seeds.flatMap((rows) => {
    const [own, other] = [summarise(rows).pre, summarise(rows, run).pre];
    return own === null || other === null || own === 0 ? [] : [other / own];
  });
}

/**
 * How well another run predicts 13, next to the model: `worse` when all seeds agree on that. `unsure` while there are
 * too few for the gate of `claim.ts`, or they do not agree, or it was not computed.
 */
export type Beside = 'worse' | 'alike' | 'better' | 'unsure';
export function withoutCoherence(seeds: readonly (readonly ComparisonRow[])[]): Beside {
  const ratios = besideOwn(seeds, 'without');
  if (ratios.length < SURE_SEEDS) return 'unsure';
  const { kind } = claimRatio(intervalOf(ratios));
  return kind === 'faster' ? 'worse' : kind === 'slower' ? 'better' : kind === 'alike' ? 'alike' : 'unsure';
}

/**
 * The same for the formula without caches. It has to be beaten: once all seeds have come, it does as well as the model
 * (`alike`) unless all of them say that it does not.
 */
export function besideFormula(seeds: readonly (readonly ComparisonRow[])[]): Beside {
  const ratios = besideOwn(seeds, 'formula');
  if (ratios.length < SURE_SEEDS) return 'unsure';
  const { kind } = claimRatio(intervalOf(ratios));
  return kind === 'faster' ? 'worse' : kind === 'slower' ? 'better' : 'alike';
}

/** 13's errors with coherence and without, if their ranges overlap: then the published figures cannot tell the two apart. */
export function hardlyTests(
  seeds: readonly (readonly ComparisonRow[])[],
): { readonly own: Interval; readonly without: Interval } | null {
  const [own, without] = [spreadOfErrors(seeds).pre, spreadOfErrors(seeds, 'without').pre];
  if (own === null || without === null || without.n < SURE_SEEDS) return null;
  return own.low <= without.high && without.low <= own.high ? { own, without } : null;
}

export interface WorstPoint {
  readonly row: ComparisonRow;
  readonly curve: Curve;
  readonly error: number;
}

/** The point with the model's largest error, of those that no fit has used; null without any. */
export function worstPoint(rows: readonly ComparisonRow[]): WorstPoint | null {
  let worst: WorstPoint | null = null;
  for (const row of rows)
    for (const curve of CURVES) {
      const error = row.fitted[curve] ? null : pointError(row, curve);
      if (error !== null && (worst === null || Math.abs(error) > Math.abs(worst.error))) worst = { row, curve, error };
    }
  return worst;
}

/** The judged point that is furthest off, once all points of the curve are there. */
export const worstOf = (comparison: ModelComparison): WorstPoint | null =>
  comparison.rows.length < comparison.published.length ? null : worstPoint(judgedOf(comparison).rows);

/**
 * Length of the error's axis on both sides of zero: a round share that contains every error of the model itself, at
 * least 10 %. Without coherence it may be off by ten times as much; on an axis for that the model's own errors would be
 * invisible.
 */
export function errorReach(rows: readonly ComparisonRow[]): number {
  const largest = Math.max(0, ...rows.flatMap((row) => CURVES.map((curve) => Math.abs(pointError(row, curve) ?? 0))));
  const steps = [0.1, 0.2, 0.3, 0.5, 1, 1.5, 2, 3, 5, 10];
  return steps.find((step) => largest <= step) ?? Math.ceil(largest);
}
