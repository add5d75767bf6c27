/** Modelled rows in the form that a figure needs: the axis they sweep over, and the parts of a transaction's time. Pure. */
import type { DesignId } from '../../base/designs.ts';
import { ns, perSecond, type Sure } from '../../base/units.ts';
import type { ModelBreakdown, ModelRow, ModelSubtrans } from '../../engine/simulation/model-types.ts';
import { claimRatio, claimShare, type Interval, median } from '../lab/claim.ts';
import { PARTS, type Part, totalNs } from './parts.ts';

export const SWEPT = ['idle', 'mostlyIdle', 'active'] as const;
/** The quantities that x may count. */
export type SweptAxis = (typeof SWEPT)[number];

/** The only axis that varies; null when none does or several do: then there is no curve to draw. */
export function sweptAxis(lists: Readonly<Record<SweptAxis, readonly number[]>>): SweptAxis | null {
  const varying = SWEPT.filter((axis) => lists[axis].length > 1);
  return varying.length === 1 ? (varying[0] ?? null) : null;
}

/** The rows by design, in the order of their first ones, each in the order of x. */
export function seriesOf<Row extends ModelRow>(
  rows: readonly Row[],
  axis: SweptAxis,
): readonly (readonly [DesignId, readonly Row[]])[] {
  const byDesign = new Map<DesignId, Row[]>();
  for (const row of rows) byDesign.set(row.design, [...(byDesign.get(row.design) ?? []), row]);
  return [...byDesign].map(([design, own]) => [design, own.toSorted((a, b) => a[axis] - b[axis])]);
}

/** Both ends first, then the middle of each gap: of a curve that is computed in this order the whole shape is there early. */
export function coarseFirst<T>(values: readonly T[]): readonly T[] {
  const order = values.length < 2 ? [...values.keys()] : [0, values.length - 1];
  for (let gaps = [order]; gaps.length > 0; ) {
    gaps = gaps.flatMap(([from = 0, to = 0]) => {
      const middle = (from + to) >> 1;
      if (middle === from) return [];
      order.push(middle);
      return [
        [from, middle],
        [middle, to],
      ];
    });
  }
  return order.flatMap((at) => values.slice(at, at + 1));
}

/** The longest bar: all bars share its scale. */
export const longestNs = (rows: readonly ModelRow[]): number => Math.max(1, ...rows.map(totalNs));

/** The parts that any row has. */
export const partsIn = (rows: readonly ModelRow[]): readonly Part[] =>
  PARTS.filter((part) => rows.some(({ breakdown }) => breakdown[part] > 0));

/**
 * The model uses random numbers: when each connection starts, where its memory is. One draw says nothing about the
 * spread of others, so each point is computed from several seeds. The page shows their median with the smallest and the
 * largest; parts that add up to a whole are means. Pure.
 */

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

/** Null for none. */
export const meanBreakdown = (all: readonly ModelBreakdown[]): ModelBreakdown | null =>
  all[0] === undefined ? null : meanOfAll(all, all[0]);

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
    fetching: ns(sum((row) => row.fetching) / rows.length),
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

/**
 * The finding of modelled rows in a sentence, and which of their figures are shown at all. Pure. A share is stated when
 * all seeds of both ends have come and their intervals support it, otherwise none (`claim.ts`).
 */

export interface Kept {
  readonly design: DesignId;
  /** Of the throughput at the smallest x, or, if `fewer`, how many times as much was done there. */
  readonly share: Sure;
  readonly fewer: boolean;
}

const over = (after: Interval, before: Interval): Interval => ({
  low: after.low / before.high,
  median: after.median / before.median,
  high: after.high / before.low,
  n: Math.min(after.n, before.n),
});

/** More clients may raise or lower throughput; other connections only lower it. */
function shareOf(first: SpreadRow, last: SpreadRow, axis: SweptAxis): Omit<Kept, 'design'> | null {
  const [before, after] = [first.spread.tps, last.spread.tps];
  if (Math.min(before.n, after.n) < SURE_SEEDS) return null;
  if (axis !== 'active') {
    const claim = claimShare(before, after);
    return claim.kind === 'keeps' ? { share: claim.share, fewer: false } : null;
  }
  const claim = claimRatio(over(after, before));
  return claim.kind === 'measuring' ? null : { share: claim.ratio, fewer: claim.kind === 'slower' };
}

/**
 * The share of its throughput at the smallest x that each design has at the largest; null with fewer than two x, or
 * when none is sure.
 */
export function keptAt(
  rows: readonly SpreadRow[],
  axis: SweptAxis,
): { readonly x: number; readonly kept: readonly Kept[] } | null {
  const xs = rows.map((row) => row[axis]);
  const [low, high] = [Math.min(...xs), Math.max(...xs)];
  if (!(high > low)) return null;
  const kept = seriesOf(rows, axis).flatMap(([design, own]) => {
    const [first, last] = [own[0], own.at(-1)];
    if (first?.[axis] !== low || last?.[axis] !== high) return [];
    const share = shareOf(first, last, axis);
    return share === null ? [] : [{ design, ...share }];
  });
  return kept.length === 0 ? null : { x: high, kept };
}

export const MODEL_ROWS_HEADER = [
  'provenance',
  'machine',
  'design',
  'active',
  'idle',
  'mostly_idle',
  'workload',
  'think_ms',
  'network_ms',
  'other_work_us',
  'coherence',
  'seconds',
  'transactions',
  'snapshots',
  'reused',
  'seeds',
  'tps',
  'tps_lowest',
  'tps_highest',
  'ns_per_snapshot',
  'ns_per_snapshot_lowest',
  'ns_per_snapshot_highest',
  ...PARTS.map((part) => `${part}_ns`),
  'accesses_per_snapshot',
  'misses_per_snapshot',
  'true_sharing',
  'false_sharing',
  'for_horizon',
  'upgrades',
  'transfers_within',
  'transfers_across',
];
/** Modelled rows as CSV: one line per point, with the spread of its seeds. Pure. */
export const modelRowsCsv = (rows: readonly SpreadRow[]): readonly (readonly (string | number)[])[] =>
  rows.map((row) => [
    row.provenance,
    row.machine.id,
    row.design,
    row.active,
    row.idle,
    row.mostlyIdle,
    row.workload,
    row.thinkMs,
    row.networkMs,
    row.otherWorkUs,
    row.coherence ? 'on' : 'off',
    row.seconds,
    row.transactions,
    row.snapshots,
    row.reused,
    row.spread.tps.n,
    row.tps,
    row.spread.tps.low,
    row.spread.tps.high,
    row.nsPerSnapshot,
    row.spread.nsPerSnapshot.low,
    row.spread.nsPerSnapshot.high,
    ...PARTS.map((part) => row.breakdown[part]),
    row.perSnapshot.accesses,
    row.perSnapshot.misses,
    row.perSnapshot.trueSharing,
    row.perSnapshot.falseSharing,
    row.perSnapshot.forHorizon,
    row.perSnapshot.upgrades,
    row.perSnapshot.transfersWithin,
    row.perSnapshot.transfersAcross,
  ]);
