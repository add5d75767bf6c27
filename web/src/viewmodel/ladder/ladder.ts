/**
 * The ladder as a table: what each design reads, what that costs, and what its commit claims. Pure; the figures come from the
 * engine (what is touched), the lab (measured here) and the model (modelled there), and any of them may be missing still.
 * Invariant: a missing figure is null, never 0.
 */
import type { Nanoseconds } from '../../base/units.ts';
import { LADDER_IDS, type LadderId } from '../design-style.ts';
import type { Interval } from '../lab/claim.ts';

export const LINE_BYTES = 64;

/** A region that one snapshot touches. */
export interface TouchedRegion {
  readonly region: string;
  readonly lines: number;
  /** Distinct bytes. */
  readonly bytes: number;
  /** Lines in which something was written. */
  readonly written: number;
}

/** Misses of one snapshot, on average, by why the line was gone. */
export interface LadderMisses {
  readonly trueSharing: number;
  readonly falseSharing: number;
  /** The only foreign bytes were xmins, read for the horizon. */
  readonly forHorizon: number;
  /** A first touch, no room, or ownership of what others only read. */
  readonly other: number;
}

export const COSTS = ['alone', 'snapshot', 'visibility', 'assign', 'end'] as const;
/**
 * A snapshot of one connection while nobody commits; a snapshot beside writers; one visibility check; the assignment of an xid; a transaction's
 * end. The first is measured and modelled alike; the second is modelled alone; of the rest one thread is measured, and writers are modelled.
 */
export type Cost = (typeof COSTS)[number];

export interface CostFigure {
  readonly measured: Nanoseconds | null;
  readonly modelled: Nanoseconds | null;
  /** Of the modelled one, from seed to seed; null where it draws no lots. */
  readonly seeds?: Interval | null;
}

/** What a commit of the series says of itself (`published/commit-gains.csv`). */
export interface CommitGain {
  readonly commit: string;
  readonly workload: string;
  /** 1.07: 7 % more. */
  readonly gain: number;
}

export interface LadderRow {
  readonly design: LadderId;
  /** Where it is from: versions and commits, as the C code says. */
  readonly from: string;
  /** False: designed here, from what is published about it. */
  readonly inPostgres: boolean;
  /** What one snapshot reads, in the C code's words. */
  readonly reads: string;
  /** What a snapshot touches that follows an end, so that all designs must look; in the order in which they are drawn. Null: not counted yet. */
  readonly regions: readonly TouchedRegion[] | null;
  /** What the next one touches when nobody has ended since; as `regions` where nothing is kept. */
  readonly again: readonly TouchedRegion[] | null;
  readonly misses: LadderMisses | null;
  readonly costs: Readonly<Record<Cost, CostFigure>>;
  readonly gains: readonly CommitGain[];
}

export interface Ladder {
  /** Connections of the counted and costed case. */
  readonly connections: number;
  /** Who writes while the misses are counted. */
  readonly activeWriters: number;
  /** Where the measured figures are from, in a badge's words; null: nothing is measured. */
  readonly measuredOn: string | null;
  readonly modelledOn: string | null;
  /** Oldest first. */
  readonly rows: readonly LadderRow[];
}

const sumOf = (regions: readonly TouchedRegion[] | null, what: 'lines' | 'bytes'): number | null =>
  regions === null ? null : regions.reduce((sum, region) => sum + region[what], 0);
export const linesOf = ({ regions }: LadderRow): number | null => sumOf(regions, 'lines');
/** Lines of a snapshot that nobody's end precedes; null where it is not counted, or no fewer. */
export function linesAgain(row: LadderRow): number | null {
  const again = sumOf(row.again, 'lines');
  return again === null || again >= (linesOf(row) ?? 0) ? null : again;
}
export const bytesOf = ({ regions }: LadderRow): number | null => sumOf(regions, 'bytes');

/** All misses; null where none were counted. */
export const missesOf = ({ misses }: LadderRow): number | null =>
  misses === null ? null : misses.trueSharing + misses.falseSharing + misses.forHorizon + misses.other;

/** The longest bar: all bars share its scale. */
export const longestBar = (rows: readonly LadderRow[]): number => Math.max(1, ...rows.map((row) => linesOf(row) ?? 0));

/** One line of a bar. */
export interface BarCell {
  /** Counts lines from the bar's start; regions follow each other without a gap. */
  readonly index: number;
  /** How much of the line is touched, 0 to 1: the region's mean. */
  readonly share: number;
  readonly written: boolean;
  /** Whether a region begins here. */
  readonly begins: boolean;
}

/**
 * A cell for each touched line, in the order of the regions; the written lines of a region come first.
 * MODEL: within a region each line shows the region's mean share of touched bytes.
 */
export function barCells(regions: readonly TouchedRegion[]): readonly BarCell[] {
  const cells: BarCell[] = [];
  for (const { lines, bytes, written } of regions)
    for (let i = 0; i < lines; i++)
      cells.push({
        index: cells.length,
        share: Math.min(1, bytes / (lines * LINE_BYTES)),
        written: i < written,
        begins: i === 0,
      });
  return cells;
}

/** How the bars of a table are drawn: cells in rows, all of one size, or, where they are too many, one long bar to scale. */
export type BarScale =
  | { readonly kind: 'cells'; readonly pitch: number; readonly perRow: number }
  /** Pixels a line, less than one. */
  | { readonly kind: 'length'; readonly perLine: number };

const MAX_ROWS = 5;
/** Below it a cell shows nothing of its bytes. */
const SMALLEST_PITCH = 3;

/** The largest cells, in whole pixels up to `largest`, with which the longest bar stays within a few rows of `width`. */
export function barScale(longest: number, width: number, largest = 9): BarScale {
  for (let pitch = Math.max(SMALLEST_PITCH, Math.round(largest)); pitch >= SMALLEST_PITCH; pitch--) {
    const perRow = Math.floor(width / pitch);
    if (perRow > 0 && Math.ceil(longest / perRow) <= MAX_ROWS) return { kind: 'cells', pitch, perRow };
  }
  return { kind: 'length', perLine: width / longest };
}

/** The gains whose commit is one of those that a design is from. A gain may belong to a series: `a+b+c`. */
export const gainsFor = (from: string, gains: readonly CommitGain[]): readonly CommitGain[] =>
  gains.filter(({ commit }) => commit.split('+').some((one) => one !== '' && from.includes(one)));

/**
 * The first design with a figure, and 14: what the title compares. Both must look at the array there; what 14 touches when it need not is told
 * apart. Null unless all are there.
 */
export function linesFinding(rows: readonly LadderRow[]): {
  readonly from: LadderId;
  readonly before: number;
  readonly to: LadderId;
  readonly after: number;
  readonly again: number;
} | null {
  const first = rows.find((row) => linesOf(row) !== null);
  const last = rows.find(({ design }) => design === 'pg14');
  const before = first === undefined ? null : linesOf(first);
  const after = last === undefined ? null : linesOf(last);
  const again = last === undefined ? null : sumOf(last.again, 'lines');
  if (first === undefined || last === undefined || first === last) return null;
  if (before === null || after === null || again === null) return null;
  return { from: first.design, before, to: last.design, after, again };
}

/** Oldest first, whatever the order they came in. */
export const inOrder = (rows: readonly LadderRow[]): readonly LadderRow[] =>
  [...rows].sort((a, b) => LADDER_IDS.indexOf(a.design) - LADDER_IDS.indexOf(b.design));

export const LADDER_HEADER = [
  'design',
  'from',
  'bytes',
  'lines',
  'lines_again',
  'true_sharing',
  'false_sharing',
  'for_horizon',
  'other_misses',
  ...COSTS.flatMap((cost) => [`${cost}_measured_ns`, `${cost}_modelled_ns`]),
  'published_gains',
];
/** As rows of a CSV; what is missing is empty. */
export const ladderCsv = ({ rows }: Ladder): readonly (readonly (string | number)[])[] =>
  inOrder(rows).map((row) => [
    row.design,
    row.from,
    bytesOf(row) ?? '',
    linesOf(row) ?? '',
    sumOf(row.again, 'lines') ?? '',
    row.misses?.trueSharing ?? '',
    row.misses?.falseSharing ?? '',
    row.misses?.forHorizon ?? '',
    row.misses?.other ?? '',
    ...COSTS.flatMap((cost) => [row.costs[cost].measured ?? '', row.costs[cost].modelled ?? '']),
    row.gains.map(({ gain, workload }) => `${gain} (${workload})`).join('; '),
  ]);
