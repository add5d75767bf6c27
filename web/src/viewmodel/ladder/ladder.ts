/**
 * The ladder as a table: the reads of each design, their cost, and the claims of its commit. Pure; the figures come
 * from the engine (touched lines), the lab (measured here) and the model (modelled there), and any of them may still be
 * missing. Invariant: a missing figure is null, never 0.
 */
import { roundedParts } from '../../base/rounded.ts';
import type { Nanoseconds } from '../../base/units.ts';
import { COMPANIONS } from '../../engine/lab/lab-types.ts';
import { LADDER_IDS, type LadderId } from '../design-style.ts';
import type { Interval } from '../lab/claim.ts';

export const LINE_BYTES = 64;

/** A region that one snapshot touches. */
export interface TouchedRegion {
  readonly region: string;
  readonly lines: number;
  /** Distinct bytes. */
  readonly bytes: number;
  /** Lines with at least one write. */
  readonly written: number;
}

/** Misses of one snapshot, on average, by the reason for the miss. */
export interface LadderMisses {
  readonly trueSharing: number;
  readonly falseSharing: number;
  /** Only xmins, read for the horizon, were foreign. */
  readonly forHorizon: number;
  /** A first touch, no room, or ownership of a line that others only read. */
  readonly other: number;
}

export const COSTS = ['alone', 'snapshot', 'visibility', 'assign', 'end'] as const;
/**
 * A snapshot of one connection without commits; a snapshot next to writers; one visibility check; the assignment of an
 * xid; a transaction's end. The first is both measured and modelled; the second is only modelled; for the others one
 * thread is measured, and writers are modelled.
 */
export type Cost = (typeof COSTS)[number];

export interface CostFigure {
  readonly measured: Nanoseconds | null;
  readonly modelled: Nanoseconds | null;
  /** Interval of the modelled figure over its seeds; null if it uses no random numbers. */
  readonly seeds?: Interval | null;
}

/** A gain that a commit message of the series states (`published/commit-gains.csv`). */
export interface CommitGain {
  readonly commit: string;
  readonly workload: string;
  /** 1.07: 7 % more. */
  readonly gain: number;
}

export interface LadderRow {
  readonly design: LadderId;
  /** Its origin: versions and commits, as the C code names them. */
  readonly from: string;
  /** False: designed here, from published ideas. */
  readonly inPostgres: boolean;
  /** The reads of one snapshot, in the C code's words. */
  readonly reads: string;
  /**
   * Regions that a snapshot touches after a transaction's end, when all designs must scan; in drawing order. Null: not
   * counted yet.
   */
  readonly regions: readonly TouchedRegion[] | null;
  /** Regions that the next snapshot touches if no transaction has ended since; equal to `regions` if the design keeps nothing. */
  readonly again: readonly TouchedRegion[] | null;
  readonly misses: LadderMisses | null;
  readonly costs: Readonly<Record<Cost, CostFigure>>;
  readonly gains: readonly CommitGain[];
}

/** Whether somebody commits between two snapshots. */
export type LadderCase = 'quiet' | 'writers';

export interface Ladder {
  /** Connections of the counted and costed case. */
  readonly connections: number;
  /** Backends that write while the misses are counted. */
  readonly activeWriters: number;
  /** The source of the measured figures, in a badge's words; null: nothing is measured. */
  readonly measuredOn: string | null;
  readonly modelledOn: string | null;
  /** Oldest first. */
  readonly rows: readonly LadderRow[];
}

const sumOf = (regions: readonly TouchedRegion[] | null, what: 'lines' | 'bytes'): number | null =>
  regions === null ? null : regions.reduce((sum, region) => sum + region[what], 0);
export const linesOf = ({ regions }: LadderRow): number | null => sumOf(regions, 'lines');
/** Lines of a snapshot without a transaction's end before it; null if not counted, or not fewer. */
export function linesAgain(row: LadderRow): number | null {
  const again = sumOf(row.again, 'lines');
  return again === null || again >= (linesOf(row) ?? 0) ? null : again;
}
export const bytesOf = ({ regions }: LadderRow): number | null => sumOf(regions, 'bytes');

/** The misses as a cell shows them: in tenths, or whole from 100 on, and the parts add to their sum. */
export function shownMisses(misses: LadderMisses): { readonly all: number; readonly parts: LadderMisses } {
  const given = [misses.trueSharing, misses.falseSharing, misses.forHorizon, misses.other];
  const isMany = given.reduce((sum, part) => sum + part, 0) >= 100;
  const { sum: all, parts } = roundedParts(given, isMany ? 1 : 10);
  const [trueSharing = 0, falseSharing = 0, forHorizon = 0, other = 0] = parts;
  return { all, parts: { trueSharing, falseSharing, forHorizon, other } };
}

/** All misses; null if not counted. */
export const missesOf = ({ misses }: LadderRow): number | null =>
  misses === null ? null : misses.trueSharing + misses.falseSharing + misses.forHorizon + misses.other;

/** The longest bar: all bars share its scale. */
export const longestBar = (rows: readonly LadderRow[]): number => Math.max(1, ...rows.map((row) => linesOf(row) ?? 0));

/** PostgreSQL's own designs are of released servers, or between two of them. */
export const kindOf = ({ design, inPostgres }: LadderRow): 'released' | 'onTheWay' | 'proposal' =>
  !inPostgres ? 'proposal' : design.startsWith('pg') ? 'released' : 'onTheWay';

/** One line of a bar. */
export interface BarCell {
  /** Counts lines from the bar's start; regions follow each other without a gap. */
  readonly index: number;
  /** Touched share of the line, 0 to 1: the region's mean. */
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

/** How the bars of a table are drawn: cells in rows, all of one size, or, if there are too many, one long bar to scale. */
export type BarScale =
  | { readonly kind: 'cells'; readonly pitch: number; readonly perRow: number }
  /** Pixels per line, less than one. */
  | { readonly kind: 'length'; readonly perLine: number };

const MAX_ROWS = 5;
/** A smaller cell cannot show its bytes. */
const SMALLEST_PITCH = 3;

/** The largest cells, in whole pixels up to `largest`, with which the longest bar fits into a few rows of `width`. */
export function barScale(longest: number, width: number, largest = 9): BarScale {
  for (let pitch = Math.max(SMALLEST_PITCH, Math.round(largest)); pitch >= SMALLEST_PITCH; pitch--) {
    const perRow = Math.floor(width / pitch);
    if (perRow > 0 && Math.ceil(longest / perRow) <= MAX_ROWS) return { kind: 'cells', pitch, perRow };
  }
  return { kind: 'length', perLine: width / longest };
}

/** The gains whose commit is one of the design's. A gain may belong to a series: `a+b+c`. */
export const gainsFor = (from: string, gains: readonly CommitGain[]): readonly CommitGain[] =>
  gains.filter(({ commit }) => commit.split('+').some((one) => one !== '' && from.includes(one)));

/**
 * The first design with a figure, and 14, for the title's comparison. Both must scan the array there; 14's lines
 * without a scan are separate. Null if any is missing.
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

/** Scans that are counted in this project's own code, not in a released server's: with the comment MODEL: of core_cost.c. */
export const OWN_SCANS: readonly LadderId[] = ['pg9.1', 'two-pass'];

/** Modelled nanoseconds: of one connection alone if nobody commits, else next to writers, from seed to seed. */
export const modelledOf = ({ costs }: LadderRow, when: LadderCase): Interval | null => {
  const { modelled, seeds } = costs[when === 'quiet' ? 'alone' : 'snapshot'];
  return modelled === null ? null : (seeds ?? { low: modelled, median: modelled, high: modelled, n: 1 });
};

/** Where all ranges of a column are shorter than this, they are printed in nanoseconds: they can then be compared at a glance. */
const WHOLE_NS = 10_000;
export const isInNs = (rows: readonly LadderRow[], when: LadderCase): boolean =>
  rows.every((row) => (modelledOf(row, when)?.high ?? 0) < WHOLE_NS);

/** 13 and 14 by their modelled times, and the design before 14: what reuse alone adds. Null until all three are there. */
export function timesFinding(rows: readonly LadderRow[], when: LadderCase) {
  const of = (design: LadderId) => {
    const row = rows.find((one) => one.design === design);
    const [time, lines] = row === undefined ? [null, null] : [modelledOf(row, when), linesOf(row)];
    return time === null || lines === null ? null : { time, lines };
  };
  const [before, without, after] = [of('pg13'), of('dense'), of('pg14')];
  return before === null || without === null || after === null ? null : { before, without, after };
}

/** Oldest first, in whatever order they came. */
export const inOrder = (rows: readonly LadderRow[]): readonly LadderRow[] =>
  [...rows].sort((a, b) => LADDER_IDS.indexOf(a.design) - LADDER_IDS.indexOf(b.design));

/**
 * How many connections a figure of a column is for. Alone, nobody else is active; the thread that measures single
 * operations plays others beside the idle ones.
 */
export function connectionsOf(
  { connections, activeWriters }: Pick<Ladder, 'connections' | 'activeWriters'>,
  cost: Cost,
): Readonly<Record<'measured' | 'modelled', number>> {
  const one = connections - activeWriters + 1;
  if (cost === 'alone') return { measured: one, modelled: one };
  return { measured: one + COMPANIONS, modelled: connections };
}

export const LADDER_HEADER = [
  'connections',
  'connections_alone',
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
  'snapshot_modelled_lowest_ns',
  'snapshot_modelled_highest_ns',
  'published_gains',
];
/** As rows of a CSV; missing figures are empty. */
export const ladderCsv = ({ rows, ...of }: Ladder): readonly (readonly (string | number)[])[] =>
  inOrder(rows).map((row) => [
    of.connections,
    connectionsOf(of, 'alone').modelled,
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
    row.costs.snapshot.seeds?.low ?? '',
    row.costs.snapshot.seeds?.high ?? '',
    row.gains.map(({ gain, workload }) => `${gain} (${workload})`).join('; '),
  ]);
