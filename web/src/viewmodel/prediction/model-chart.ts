/**
 * A model's curves next to published ones, and the distances between them. Pure; the figures come from `xipscope model`
 * or the page's model, the words from the view. Errors are signed shares of the published figure: +0.05 is 5 % too
 * many. Invariant: a point that was used in fitting is never counted as a prediction, and each curve's point is judged
 * separately: a fit may have used 13's figure at an x and not 14's.
 */
import type { PlainKey } from '../../base/messages/index.ts';
import type { LadderId } from '../design-style.ts';
import { claimRatio, type Interval } from '../lab/claim.ts';
import { intervalOf, SURE_SEEDS } from './model-rows.ts';

/** 13 and 14: the published tables call them pre and post. */
export interface Curves<T> {
  readonly pre: T;
  readonly post: T;
}
export type Curve = keyof Curves<unknown>;
export const CURVES = ['pre', 'post'] as const satisfies readonly Curve[];
export const CURVE_DESIGN = { pre: 'pg13', post: 'pg14' } as const satisfies Curves<LadderId>;

/** The quantity on the x axis. */
export type ComparisonAxis = 'idle' | 'mostlyIdle' | 'clients';

/** The published side. Proper names are not translated. */
export interface ComparisonTable {
  /** File of `scenarios/published`. */
  readonly file: string;
  readonly axis: ComparisonAxis;
  readonly author: string;
  readonly year: number;
  readonly title: string;
  readonly part: string;
  readonly machine: string;
  readonly machineShort: string;
  /** Clients that run all the time; null if x counts them. */
  readonly active: number | null;
}

/** One x. All figures are transactions per second. */
export interface ComparisonRow {
  readonly x: number;
  readonly published: Curves<number>;
  readonly modelled: Curves<number>;
  /** Modelled with coherence switched off: writes leave other cores' copies alone. Null: not computed. */
  readonly without: Curves<number> | null;
  /** Whether the published figure was used to fit a constant. */
  readonly fitted: Curves<boolean>;
}

/** The constants that may be fitted, by their names in a machine's file. */
export const CONSTANT_NAMES = ['otherWorkUs', 'smtSlowdown'] as const;
export type ConstantName = (typeof CONSTANT_NAMES)[number];
/** Null: somebody's own file has another name. */
export const constantName = (name: string): ConstantName | null =>
  CONSTANT_NAMES.find((known) => known === name) ?? null;

export interface ComparisonConstant {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Its meaning, and how it was found. */
  readonly how: string;
}

export interface ModelComparison {
  readonly table: ComparisonTable;
  /** The modelled machine. */
  readonly machine: { readonly id: string; readonly name: string; readonly short: string };
  /** All points of the curve, computed or not: the axes are fixed from the start. */
  readonly published: readonly Pick<ComparisonRow, 'x' | 'published'>[];
  /** In the order of x: medians of the seeds. */
  readonly rows: readonly ComparisonRow[];
  /** The rows of each complete seed. */
  readonly seeds: readonly (readonly ComparisonRow[])[];
  /** The fitted ones: all others come from the machine's file. */
  readonly constants: readonly ComparisonConstant[];
  /** Where the model misses the curve, and why. */
  readonly notes: readonly PlainKey[];
}

/** The model's error as a share of the published figure. */
export const errorOf = (modelled: number, published: number): number => (modelled - published) / published;

/** The judged run of the model's two. */
export type Run = 'modelled' | 'without';

/** One curve's error at one x; null if that run was not computed. */
export function pointError(row: ComparisonRow, curve: Curve, run: Run = 'modelled'): number | null {
  const own = row[run];
  return own === null ? null : errorOf(own[curve], row.published[curve]);
}

/** The error in 14's lead over 13 at an x. */
export function ratioError(row: ComparisonRow, run: Run = 'modelled'): number | null {
  const own = row[run];
  return own === null ? null : errorOf(own.post / own.pre, row.published.post / row.published.pre);
}

/** The mean of the absolute values, or null for none. */
function meanAbsolute(errors: readonly (number | null)[]): number | null {
  const known = errors.filter((error) => error !== null);
  return known.length === 0 ? null : known.reduce((sum, error) => sum + Math.abs(error), 0) / known.length;
}

/** Mean absolute percentage errors of one run, as shares: 0.08 is 8 %. Null: nothing to judge. */
export interface ErrorSummary {
  readonly pre: number | null;
  readonly post: number | null;
  /** Of both curves' points together. */
  readonly both: number | null;
  /** The same without the points that were used in fitting. */
  readonly predictions: number | null;
  /** Of the ratio of 14 to 13. */
  readonly ratio: number | null;
}

export function summarise(rows: readonly ComparisonRow[], run: Run = 'modelled'): ErrorSummary {
  const of = (curve: Curve, predictionsOnly = false) =>
    rows.filter((row) => !(predictionsOnly && row.fitted[curve])).map((row) => pointError(row, curve, run));
  return {
    pre: meanAbsolute(of('pre')),
    post: meanAbsolute(of('post')),
    both: meanAbsolute([...of('pre'), ...of('post')]),
    predictions: meanAbsolute([...of('pre', true), ...of('post', true)]),
    ratio: meanAbsolute(rows.map((row) => ratioError(row, run))),
  };
}

/** Errors from seed to seed: the lowest, the median and the highest. Null: nothing to judge. */
export type ErrorSpread = { readonly [K in keyof ErrorSummary]: Interval | null };

export function spreadOfErrors(seeds: readonly (readonly ComparisonRow[])[], run: Run = 'modelled'): ErrorSpread {
  const each = seeds.map((rows) => summarise(rows, run));
  const of = (key: keyof ErrorSummary) => intervalOf(each.flatMap((one) => one[key] ?? []));
  return { pre: of('pre'), post: of('post'), both: of('both'), predictions: of('predictions'), ratio: of('ratio') };
}

/** Whether no fit used this curve: all of it is a prediction. */
export const isPredicted = (rows: readonly ComparisonRow[], curve: Curve): boolean =>
  rows.every(({ fitted }) => !fitted[curve]);

/**
 * The effect of leaving coherence out on 13's error, seed against the same seed: `worse` when all seeds agree on that.
 * `unsure` while there are too few for the gate of `claim.ts`, or they do not agree, or it was not computed.
 */
export type WithoutCoherence = 'worse' | 'alike' | 'better' | 'unsure';
export function withoutCoherence(seeds: readonly (readonly ComparisonRow[])[]): WithoutCoherence {
  const ratios = seeds.flatMap((rows) => {
    const [own, without] = [summarise(rows).pre, summarise(rows, 'without').pre];
    return own === null || without === null || own === 0 ? [] : [without / own];
  });
  if (ratios.length < SURE_SEEDS) return 'unsure';
  const { kind } = claimRatio(intervalOf(ratios));
  return kind === 'faster' ? 'worse' : kind === 'slower' ? 'better' : kind === 'alike' ? 'alike' : 'unsure';
}

/** The point with the model's largest error; null without points. */
export function worstPoint(
  rows: readonly ComparisonRow[],
): { readonly row: ComparisonRow; readonly curve: Curve; readonly error: number } | null {
  let worst: ReturnType<typeof worstPoint> = null;
  for (const row of rows)
    for (const curve of CURVES) {
      const error = pointError(row, curve);
      if (error !== null && (worst === null || Math.abs(error) > Math.abs(worst.error))) worst = { row, curve, error };
    }
  return worst;
}

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

/** The drawn figures as rows of a table or of a CSV, in full. */
export const COMPARISON_HEADER = [
  'x',
  'published_pre',
  'published_post',
  'modelled_pre',
  'modelled_post',
  'without_coherence_pre',
  'without_coherence_post',
  'error_pre',
  'error_post',
  'fitted_pre',
  'fitted_post',
] as const;
export const comparisonCsv = ({ rows }: ModelComparison): readonly (readonly (string | number)[])[] =>
  rows.map((row) => [
    row.x,
    row.published.pre,
    row.published.post,
    row.modelled.pre,
    row.modelled.post,
    row.without?.pre ?? '',
    row.without?.post ?? '',
    pointError(row, 'pre') ?? '',
    pointError(row, 'post') ?? '',
    row.fitted.pre ? 'yes' : 'no',
    row.fitted.post ? 'yes' : 'no',
  ]);
