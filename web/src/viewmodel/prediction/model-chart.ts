/**
 * A model's curves next to published ones, and next to a formula that knows nothing of caches. Pure; the figures come
 * from `xipscope model` or the page's model, the words from the view. `errors.ts` has the distances between them.
 */
import type { PlainKey } from '../../base/messages/index.ts';
import type { ModelBreakdown } from '../../engine/simulation/model-types.ts';
import type { PublishedSource } from '../../scenario/published.ts';
import type { LadderId } from '../design-style.ts';
import { type Part, runningNs } from './parts.ts';

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
  /** File of `scenarios/published`, or somebody's own. */
  readonly file: string;
  readonly axis: ComparisonAxis;
  /** Null: somebody's own table. */
  readonly cited: Omit<PublishedSource, 'file'> | null;
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
  /** By two lines of arithmetic without caches (`formula.ts`). Null: the machine has no fitted points to begin from. */
  readonly formula: Curves<number> | null;
  /** Whether the published figure was used to fit a constant. */
  readonly fitted: Curves<boolean>;
}

/** The answers that are held against the published figures. */
export const RUNS = ['modelled', 'without', 'formula'] as const satisfies readonly (keyof ComparisonRow)[];
export type Run = (typeof RUNS)[number];

/** Why the model is off at some points of a table, as far as anybody knows. What is left out holds for all. */
export interface Reason {
  /** Clients that run all the time. */
  readonly active?: number;
  readonly curve?: Curve;
  /** `high`: the model has more throughput than was published. */
  readonly side?: 'high' | 'low';
  /** Up to this x. */
  readonly to?: number;
  /** The parts of a transaction's time that it is about: they must be large enough to explain the error. */
  readonly parts?: readonly Part[];
  readonly why: PlainKey;
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

/** Throughput of 13, of 14, and 14's over 13's: what a band is made of. */
export const BAND_MEASURES = ['pre', 'post', 'ratio'] as const;
export type BandMeasure = (typeof BAND_MEASURES)[number];
export type PointBand = Readonly<Record<BandMeasure, { readonly low: number; readonly high: number }>>;

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
  /** The modelled machine is not the published one: what lies between the two is no error of the model. */
  readonly isOther: boolean;
  /** The fitted ones: all others come from the machine's file. */
  readonly constants: readonly ComparisonConstant[];
  /** Of a machine for which nothing was fitted: the values taken instead. */
  readonly assumed: readonly { readonly name: ConstantName; readonly value: number; readonly unit: string }[];
  /** Points below this x are drawn, but not judged. */
  readonly judgedFrom: number;
  /** What the published curve shows and the model does not have. */
  readonly notes: readonly PlainKey[];
  /** The first one that fits a point is its reason. */
  readonly reasons: readonly Reason[];
  /** What the modelled time of each x is made of: means of the seeds. */
  readonly parts: ReadonlyMap<number, Curves<ModelBreakdown>>;
  /** The band of the shared server at each x; empty: nobody asked for it, or nothing of it is there yet. */
  readonly bands: ReadonlyMap<number, PointBand>;
}

/** A part is believed to be wrong by at most this factor. */
const BELIEVED = 2;

/**
 * Whether parts of a transaction's time can be the reason for an error in throughput: it would vanish if they took at
 * most twice or at least half of what the model says. Throughput goes with the time in which a transaction has a
 * hardware thread, so waiting for one is no part of that.
 */
export function canExplain(breakdown: ModelBreakdown, parts: readonly Part[], error: number): boolean {
  const own = parts.reduce((sum, part) => sum + breakdown[part], 0);
  const needed = own + error * runningNs(breakdown);
  return needed >= own / BELIEVED && needed <= own * BELIEVED;
}

/** The likely reason for the model's error at a point; null: none is known. */
export function reasonFor(
  { table, reasons, parts }: Pick<ModelComparison, 'table' | 'reasons' | 'parts'>,
  at: { readonly x: number; readonly curve: Curve; readonly error: number },
): PlainKey | null {
  const side = at.error > 0 ? 'high' : 'low';
  const made = parts.get(at.x)?.[at.curve];
  const fits = (reason: Reason): boolean =>
    (reason.active ?? table.active) === table.active &&
    (reason.curve ?? at.curve) === at.curve &&
    (reason.side ?? side) === side &&
    at.x <= (reason.to ?? Number.POSITIVE_INFINITY) &&
    (reason.parts === undefined || (made !== undefined && canExplain(made, reason.parts, at.error)));
  return reasons.find(fits)?.why ?? null;
}

/** The model's error as a signed share of the published figure: +0.05 is 5 % too many. */
export const errorOf = (modelled: number, published: number): number => (modelled - published) / published;

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

/** The drawn figures as rows of a table or of a CSV, in full. */
export const COMPARISON_HEADER = [
  'x',
  'published_pre',
  'published_post',
  'modelled_pre',
  'modelled_post',
  'without_coherence_pre',
  'without_coherence_post',
  'formula_pre',
  'formula_post',
  'error_pre',
  'error_post',
  'fitted_pre',
  'fitted_post',
  'band_pre_lowest',
  'band_pre_highest',
  'band_post_lowest',
  'band_post_highest',
  'band_ratio_lowest',
  'band_ratio_highest',
] as const;
export const comparisonCsv = ({ rows, bands }: ModelComparison): readonly (readonly (string | number)[])[] =>
  rows.map((row) => [
    row.x,
    row.published.pre,
    row.published.post,
    row.modelled.pre,
    row.modelled.post,
    row.without?.pre ?? '',
    row.without?.post ?? '',
    row.formula?.pre ?? '',
    row.formula?.post ?? '',
    pointError(row, 'pre') ?? '',
    pointError(row, 'post') ?? '',
    row.fitted.pre ? 'yes' : 'no',
    row.fitted.post ? 'yes' : 'no',
    ...BAND_MEASURES.flatMap((measure) => {
      const band = bands.get(row.x)?.[measure];
      return [band?.low ?? '', band?.high ?? ''];
    }),
  ]);
