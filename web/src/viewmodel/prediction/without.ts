/**
 * What explains what: two designs' throughputs when one mechanism is left out of the model, or the shared server is put
 * in, next to those of the whole model. Pure. A change is that of the same seed; it is a difference only if all of enough
 * seeds agree on its sign.
 */
import { scaleLinear } from 'd3';
import type { DesignId } from '../../base/designs.ts';
import { ms } from '../../base/units.ts';
import { MECHANISMS, type Mechanism, type ModelConfig, type ModelRow } from '../../engine/simulation/model-types.ts';
import type { Interval } from '../lab/claim.ts';
import { bySeed, FEW_SEEDS, intervalOf, SURE_SEEDS } from './model-rows.ts';
import { SHARED_BAND_NS } from './shared-server.ts';

/** The question: the same clients and idle connections for both designs. */
export interface WithoutCase {
  readonly before: DesignId;
  readonly after: DesignId;
  readonly active: number;
  readonly idle: number;
}

/** The whole model, one cause less each, and the two edges of the shared server. In the order of drawing. */
export const VARIANTS = ['whole', 'idle', ...MECHANISMS, 'sharedLow', 'sharedHigh'] as const;
export type Variant = (typeof VARIANTS)[number];
/** What can be left out: the idle connections themselves, or a mechanism. */
export type Cause = 'idle' | Mechanism;
/** Nobody is idle: nobody can be left out. */
export const variantsOf = ({ idle }: Pick<WithoutCase, 'idle'>): readonly Variant[] =>
  VARIANTS.filter((variant) => variant !== 'idle' || idle > 0);
export const isAdded = (variant: Variant): boolean => variant === 'sharedLow' || variant === 'sharedHigh';

const isCause = (variant: Variant): variant is Cause => variant !== 'whole' && !isAdded(variant);
const settingOf = (variant: Variant): Partial<Pick<ModelConfig, 'idle' | 'without' | 'sharedNs'>> => {
  if (variant === 'idle') return { idle: 0 };
  if (isCause(variant)) return { without: [variant] };
  if (variant === 'whole') return {};
  return { sharedNs: variant === 'sharedLow' ? SHARED_BAND_NS.low : SHARED_BAND_NS.high };
};

/** The points to model: both designs of each variant. */
export const withoutConfigs = ({ before, after, active, idle }: WithoutCase): readonly ModelConfig[] =>
  variantsOf({ idle }).flatMap((variant) =>
    [before, after].map((design) => ({
      design,
      active,
      idle,
      mostlyIdle: 0,
      workload: 'readonly' as const,
      thinkMs: ms(0),
      networkMs: ms(0),
      otherWorkUs: null,
      coherence: true,
      ...settingOf(variant),
    })),
  );

/** Two throughputs, and the later design's over the earlier one's. */
export const MEASURES = ['before', 'after', 'ratio'] as const;
export type Measure = (typeof MEASURES)[number];

/** As parts of the whole model's figure: 0.1 is a tenth more. */
export interface Change extends Interval {
  readonly isSure: boolean;
}

export interface AblationRow {
  readonly variant: Variant;
  readonly value: Readonly<Record<Measure, Interval>>;
  /** From the whole model; null for itself. */
  readonly change: Readonly<Record<Measure, Change>> | null;
}

export interface Ablations {
  readonly rows: readonly AblationRow[];
  readonly seeds: number;
}

type Drawn = Readonly<Record<Measure, number>>;
const each = <T>(of: (measure: Measure) => T): Readonly<Record<Measure, T>> => ({
  before: of('before'),
  after: of('after'),
  ratio: of('ratio'),
});

/** An interval of values that are there. */
function rangeOf(values: readonly number[]): Interval {
  return intervalOf(values) ?? { low: Number.NaN, median: Number.NaN, high: Number.NaN, n: 0 };
}

function changeOf(whole: readonly Drawn[], own: readonly Drawn[], measure: Measure): Change {
  const range = rangeOf(
    own.flatMap((drawn, seed) => {
      const base = whole[seed];
      return base === undefined ? [] : [drawn[measure] / base[measure] - 1];
    }),
  );
  return { ...range, isSure: range.n >= SURE_SEEDS && (range.low > 0 || range.high < 0) };
}

/** `rows`: in the order of `seeded(withoutConfigs(…))`, null for those to come. Null before enough seeds of all are there. */
export function withoutOf(
  rows: readonly (Pick<ModelRow, 'tps'> | null)[],
  variants: readonly Variant[] = VARIANTS,
): Ablations | null {
  const points = bySeed(rows, 2 * variants.length);
  const drawn = variants.map((_, i): readonly Drawn[] => {
    const [before = [], after = []] = [points[2 * i], points[2 * i + 1]];
    return after.flatMap(({ tps }, seed) => {
      const from = before[seed]?.tps;
      return from === undefined ? [] : [{ before: from, after: tps, ratio: tps / from }];
    });
  });
  const seeds = Math.min(...drawn.map((own) => own.length));
  const [whole = []] = drawn;
  if (seeds < FEW_SEEDS) return null;
  return {
    seeds,
    rows: variants.map((variant, i) => {
      const own = (drawn[i] ?? []).slice(0, seeds);
      return {
        variant,
        value: each((measure) => rangeOf(own.map((one) => one[measure]))),
        change: variant === 'whole' ? null : each((measure) => changeOf(whole, own, measure)),
      };
    }),
  };
}

/**
 * The cause that the ratio of both designs depends on most. `one`: surely more than on any other. `some`: on several,
 * and the largest cannot be told. `none`: on no single one. `open`: not all seeds have come.
 */
export type Finding =
  | { readonly kind: 'open' | 'none' | 'some' }
  | { readonly kind: 'one'; readonly variant: Cause; readonly ratio: number };

export function findingOf({ rows, seeds }: Ablations): Finding {
  if (seeds < SURE_SEEDS) return { kind: 'open' };
  const size = ({ low, high }: Change) => ({
    least: Math.min(Math.abs(low), Math.abs(high)),
    most: Math.max(Math.abs(low), Math.abs(high)),
  });
  const sure = rows
    .flatMap(({ variant, change, value }) =>
      isCause(variant) && change?.ratio.isSure === true
        ? [{ variant, ratio: value.ratio.median, ...size(change.ratio) }]
        : [],
    )
    .toSorted((a, b) => b.least - a.least);
  const [first, second] = sure;
  if (first === undefined) return { kind: 'none' };
  if (second !== undefined && second.most >= first.least) return { kind: 'some' };
  return { kind: 'one', variant: first.variant, ratio: first.ratio };
}

/** The axis of all throughputs, from none on, in percent of the drawing's width. */
export interface RateAxis {
  readonly at: (tps: number) => number;
  readonly ticks: readonly number[];
}
export function rateAxis(rows: readonly AblationRow[]): RateAxis {
  const most = Math.max(1, ...rows.flatMap(({ value }) => [value.before.high, value.after.high]));
  const scale = scaleLinear([0, most], [0, 100]);
  return { at: scale, ticks: scale.ticks(3) };
}

export const WITHOUT_HEADER = [
  'variant',
  'before_tps',
  'before_lowest',
  'before_highest',
  'after_tps',
  'after_lowest',
  'after_highest',
  'ratio',
  'ratio_lowest',
  'ratio_highest',
  'ratio_change',
  'ratio_change_lowest',
  'ratio_change_highest',
  'seeds',
];
/** As rows of a CSV. The whole model has no change. */
export const withoutCsv = ({ rows, seeds }: Ablations): readonly (readonly (string | number)[])[] =>
  rows.map(({ variant, value, change }) => [
    variant,
    ...MEASURES.flatMap((measure) => [value[measure].median, value[measure].low, value[measure].high]),
    ...(change === null ? ['', '', ''] : [change.ratio.median, change.ratio.low, change.ratio.high]),
    seeds,
  ]);
