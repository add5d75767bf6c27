/**
 * The model uses random numbers: when each connection starts, where its memory is. One draw says nothing about the
 * spread of others, so each point is computed from several seeds. The page shows their median with the smallest and the
 * largest; parts that add up to a whole are means. Pure.
 */
import { ns, perSecond } from '../../base/units.ts';
import type { ModelRow, ModelSubtrans } from '../../engine/simulation/model-types.ts';
import { type Interval, median } from '../lab/claim.ts';
import { totalNs } from './model-rows.ts';

/** From nine seeds on, smallest and largest contain the median with 99.6 %, whatever the distribution is: the gate of `claim.ts`. */
export const SURE_SEEDS = 9;
/** For many points when only the spread is needed. */
export const FEW_SEEDS = 5;

/** Every point with the first seed before any has a second: curves appear at once, and settle. */
export const seeded = <Point extends object>(
  points: readonly Point[],
  seeds: number,
): readonly (Point & { readonly seed: number })[] =>
  Array.from({ length: seeds }, (_, i) => points.map((point) => ({ ...point, seed: i + 1 }))).flat();

/** From rows in the order of `seeded`: those of each point that have come. */
export const bySeed = <Row>(rows: readonly (Row | null)[], points: number): readonly (readonly Row[])[] =>
  Array.from({ length: points }, (_, at) => rows.flatMap((row, i) => (row === null || i % points !== at ? [] : [row])));

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export function intervalOf(values: readonly number[]): Interval | null {
  const middle = median(values);
  return middle === undefined
    ? null
    : { low: Math.min(...values), median: middle, high: Math.max(...values), n: values.length };
}

/** A point of the model: the median of its seeds, and their spread. */
export interface SpreadRow extends ModelRow {
  readonly spread: {
    readonly tps: Interval;
    readonly nsPerSnapshot: Interval;
    /** A whole transaction's time. */
    readonly ns: Interval;
  };
}

function meanOfAll<T extends { readonly [K in keyof T]: number }>(all: readonly T[], one: T): T {
  const keys = Object.keys(one) as (keyof T)[];
  return Object.fromEntries(keys.map((key) => [key, meanOf(all.map((each) => each[key]))])) as T;
}

function meanSubtrans(all: readonly ModelSubtrans[]): ModelSubtrans | null {
  const [first] = all;
  if (first === undefined) return null;
  const { savepoints, slru, counts, parts, ...rest } = first;
  return {
    savepoints,
    slru,
    ...meanOfAll<typeof rest>(all, rest),
    counts: meanOfAll(
      all.map((one) => one.counts),
      counts,
    ),
    parts: meanOfAll(
      all.map((one) => one.parts),
      parts,
    ),
  };
}

/** Null for no rows. */
export function meanRow(rows: readonly ModelRow[]): SpreadRow | null {
  const [first] = rows;
  const tps = intervalOf(rows.map((row) => row.tps));
  const nsPerSnapshot = intervalOf(rows.map((row) => row.nsPerSnapshot));
  const whole = intervalOf(rows.map(totalNs));
  if (first === undefined || tps === null || nsPerSnapshot === null || whole === null) return null;
  const sum = (of: (row: ModelRow) => number): number => rows.reduce((all, row) => all + of(row), 0);
  return {
    ...first,
    seconds: sum((row) => row.seconds),
    transactions: sum((row) => row.transactions),
    snapshots: sum((row) => row.snapshots),
    reused: sum((row) => row.reused),
    tps: perSecond(tps.median),
    nsPerSnapshot: ns(nsPerSnapshot.median),
    breakdown: meanOfAll(
      rows.map((row) => row.breakdown),
      first.breakdown,
    ),
    perSnapshot: meanOfAll(
      rows.map((row) => row.perSnapshot),
      first.perSnapshot,
    ),
    subtrans: meanSubtrans(rows.flatMap((row) => (row.subtrans === null ? [] : [row.subtrans]))),
    spread: { tps, nsPerSnapshot, ns: whole },
  };
}

/** From rows in the order of `seeded`: the points for which any row has come. */
export const meanRows = (rows: readonly (ModelRow | null)[], points: number): readonly SpreadRow[] =>
  bySeed(rows, points).flatMap((own) => {
    const row = meanRow(own);
    return row === null ? [] : [row];
  });
