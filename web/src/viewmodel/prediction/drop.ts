/**
 * What makes a transaction slower when more connections are open: its time at few connections and at many, part by part,
 * and the difference as a stack. Pure. The two ends are compared seed by seed. A part is said to grow or to shrink only
 * if all seeds agree; any other difference is none. Times are in ns per transaction.
 */
import type { DesignId } from '../../base/designs.ts';
import { ms } from '../../base/units.ts';
import type { ModelConfig, ModelRow } from '../../engine/simulation/model-types.ts';
import type { Interval } from '../lab/claim.ts';
import { FEW_SEEDS, intervalOf } from './model-rows.ts';
import { PARTS, type Part, totalNs } from './parts.ts';

/** The question: one design with so many active clients, next to few idle connections and to many. */
export interface DropCase {
  readonly design: DesignId;
  readonly active: number;
  readonly few: number;
  readonly many: number;
}

/** Its two points, the one with few connections first. */
export const dropConfigs = ({ design, active, few, many }: DropCase): readonly ModelConfig[] =>
  [few, many].map((idle) => ({
    design,
    active,
    idle,
    mostlyIdle: 0,
    workload: 'readonly',
    thinkMs: ms(0),
    networkMs: ms(0),
    otherWorkUs: null,
    coherence: true,
  }));

/** Mean and ends of some seeds. The means of the parts add up to the whole's mean; medians would not. */
export interface Spread {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

export interface DropPart {
  readonly part: Part;
  readonly few: number;
  readonly many: number;
  readonly more: Spread;
  /** All seeds agree on its sign. */
  readonly isSure: boolean;
}

export interface Drop {
  /** The parts that occur at either end, in the order of drawing. */
  readonly parts: readonly DropPart[];
  /** The whole transaction. */
  readonly few: Spread;
  readonly many: Spread;
  readonly more: Spread;
  readonly tps: { readonly few: Interval; readonly many: Interval };
  readonly seeds: number;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const spreadOf = (values: readonly number[]): Spread => ({
  mean: sum(values) / values.length,
  low: Math.min(...values),
  high: Math.max(...values),
});

/** What a row tells about a drop. */
type DropRow = Pick<ModelRow, 'tps' | 'breakdown'>;

/** The rows of both ends, each in the order of their seeds. Null before enough seeds of both have come. */
export function dropOf(few: readonly DropRow[], many: readonly DropRow[]): Drop | null {
  const pairs = many.flatMap((row, seed) => {
    const before = few[seed];
    return before === undefined ? [] : [{ before, row }];
  });
  if (pairs.length < FEW_SEEDS) return null;
  const [tpsFew, tpsMany] = [
    intervalOf(pairs.map(({ before }) => before.tps)),
    intervalOf(pairs.map(({ row }) => row.tps)),
  ];
  if (tpsFew === null || tpsMany === null) return null;
  const both = (of: (row: DropRow) => number) => ({
    few: spreadOf(pairs.map(({ before }) => of(before))),
    many: spreadOf(pairs.map(({ row }) => of(row))),
    more: spreadOf(pairs.map(({ before, row }) => of(row) - of(before))),
  });
  const parts = PARTS.map((part): DropPart => {
    const own = both(({ breakdown }) => breakdown[part]);
    const { more } = own;
    return { part, few: own.few.mean, many: own.many.mean, more, isSure: more.low > 0 || more.high < 0 };
  });
  return {
    ...both(totalNs),
    parts: parts.filter((own) => own.few > 0 || own.many > 0),
    tps: { few: tpsFew, many: tpsMany },
    seeds: pairs.length,
  };
}

/** The stack of the difference: parts that surely grew, and parts that surely shrank. What is unsure has no bar. */
export function stackOf({ parts }: Pick<Drop, 'parts'>): {
  readonly grown: readonly DropPart[];
  readonly shrunk: readonly DropPart[];
} {
  const sure = parts.filter(({ isSure }) => isSure);
  return { grown: sure.filter(({ more }) => more.mean > 0), shrunk: sure.filter(({ more }) => more.mean < 0) };
}

/**
 * The part that makes up most of the difference, and its share. Null if the transaction surely takes no longer, or if
 * two parts cannot be told apart as the largest.
 */
export function mainPart(drop: Drop): { readonly part: Part; readonly share: number } | null {
  if (drop.more.low <= 0) return null;
  const [first, second] = stackOf(drop).grown.toSorted((a, b) => b.more.mean - a.more.mean);
  if (first === undefined || (second !== undefined && second.more.high >= first.more.low)) return null;
  return { part: first.part, share: first.more.mean / drop.more.mean };
}

export const DROP_HEADER = ['part', 'few_ns', 'many_ns', 'more_ns', 'more_lowest_ns', 'more_highest_ns', 'seeds'];
export const dropCsv = ({ parts, seeds }: Drop): readonly (readonly (string | number)[])[] =>
  parts.map(({ part, few, many, more }) => [part, few, many, more.mean, more.low, more.high, seeds]);
