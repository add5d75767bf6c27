/**
 * The reads of one snapshot: the accesses that the engine build observed, counted in bytes and in 64-byte lines. Pure.
 * Nothing is derived from struct sizes here: a line is counted because the C code touched it. An access that straddles
 * two lines touches both. A byte read twice is one byte, and a line that two regions share is one line.
 */

import type { DesignId } from '../../base/designs.ts';
import type { ObservedAccess } from '../../engine/lab/lab-types.ts';
import { LINE_BYTES, type LineLens, lensOf, type RegionPlace } from './line-lens.ts';

export { LINE_BYTES, type RegionPlace } from './line-lens.ts';

/** The history since this backend's last snapshot. It matters only for 14. */
export const READS_CASES = ['reuse', 'scan'] as const;
export type ReadsCase = (typeof READS_CASES)[number];

export interface RegionReads {
  readonly region: string;
  /** Distinct bytes touched. */
  readonly bytes: number;
  /**
   * One entry per touched line, in address order: true if something in it was written. A line on which two regions
   * meet is the one's that touched it first.
   */
  readonly written: readonly boolean[];
  /** The same lines' ranks, from 0, in the order in which the snapshot first touched any line. */
  readonly ranks: readonly number[];
  readonly accesses: number;
}

export interface SnapshotReads {
  readonly design: DesignId;
  readonly case: ReadsCase;
  readonly idle: number;
  /** Biggest first. */
  readonly regions: readonly RegionReads[];
  readonly bytes: number;
  readonly lines: number;
  /** One line of the biggest, byte by byte; null when its bytes are not known. */
  readonly lens: LineLens | null;
}

/** What one region's accesses touched. */
export interface Tally {
  readonly bytes: Set<number>;
  /** By their numbers in memory: whether something in it was written. */
  readonly lines: Map<number, boolean>;
  /** By the same numbers: how many lines of all regions were touched before it. */
  readonly ranks: Map<number, number>;
  accesses: number;
}

/** Regions whose place is not known lie apart from all others. */
const APART = 2 ** 40;

/**
 * The bytes and lines that one snapshot's accesses touch, region by region, in the order of the first access. Each byte
 * and each line counts once: a line on which two regions meet, with its bytes, is the one's that touched it first.
 */
export function tallyRegions(
  accesses: readonly ObservedAccess[],
  places: readonly Pick<RegionPlace, 'name' | 'address'>[],
): ReadonlyMap<string, Tally> {
  const tallies = new Map<string, Tally>();
  const starts = new Map(places.map((place) => [place.name, place.address]));
  const owners = new Map<number, Tally>();
  for (const { region, offset, size, kind } of accesses) {
    let tally = tallies.get(region);
    if (tally === undefined) {
      tally = { bytes: new Set(), lines: new Map(), ranks: new Map(), accesses: 0 };
      tallies.set(region, tally);
      if (!starts.has(region)) starts.set(region, APART * tallies.size);
    }
    tally.accesses += 1;
    const start = (starts.get(region) ?? 0) + offset;
    for (let byte = start; byte < start + size; byte += 1) {
      const line = Math.floor(byte / LINE_BYTES);
      const owner = owners.get(line) ?? tally;
      if (!owners.has(line)) owner.ranks.set(line, owners.size);
      owners.set(line, owner);
      owner.bytes.add(byte);
      owner.lines.set(line, (owner.lines.get(line) ?? false) || kind !== 'read');
    }
  }
  // With few connections all of pgprocnos[] lies on its header's line.
  return new Map([...tallies].filter(([, { lines }]) => lines.size > 0));
}

const byAddress = <T>(lines: ReadonlyMap<number, T>): readonly T[] =>
  [...lines].sort(([a], [b]) => a - b).map(([, of]) => of);

export function countReads(
  design: DesignId,
  readsCase: ReadsCase,
  idle: number,
  accesses: readonly ObservedAccess[],
  places: readonly RegionPlace[],
): SnapshotReads {
  const regions = [...tallyRegions(accesses, places)].map(([region, tally]) => ({
    region,
    bytes: tally.bytes.size,
    written: byAddress(tally.lines),
    ranks: byAddress(tally.ranks),
    accesses: tally.accesses,
  }));
  regions.sort((a, b) => b.written.length - a.written.length || (a.region < b.region ? -1 : 1));
  return {
    design,
    case: readsCase,
    idle,
    regions,
    bytes: regions.reduce((sum, region) => sum + region.bytes, 0),
    lines: regions.reduce((sum, region) => sum + region.written.length, 0),
    lens: lensOf(accesses, places),
  };
}

/** Cells in rows: how many fit into a width at a whole-pixel pitch, and the height of `cells` of them. */
export interface CellGrid {
  readonly pitch: number;
  readonly perRow: number;
}

/** The largest pitch, in whole pixels, at which `cells` fit into `maxRows` rows of `width`; at least 2. */
export function gridFor(cells: number, width: number, maxRows: number, maxPitch: number): CellGrid {
  for (let pitch = maxPitch; pitch > 2; pitch -= 1) {
    const perRow = Math.floor(width / pitch);
    if (perRow > 0 && Math.ceil(cells / perRow) <= maxRows) return { pitch, perRow };
  }
  return { pitch: 2, perRow: Math.max(1, Math.floor(width / 2)) };
}

/** The largest pitch, in whole pixels, at which several drawings of cells, one above another, fit into `height`. */
export function gridInHeight(cells: readonly number[], width: number, height: number, maxPitch: number): CellGrid {
  for (let pitch = maxPitch; pitch > 2; pitch -= 1) {
    const perRow = Math.floor(width / pitch);
    const rows = cells.reduce((all, one) => all + Math.ceil(one / perRow), 0);
    if (perRow > 0 && rows * pitch <= height) return { pitch, perRow };
  }
  return { pitch: 2, perRow: Math.max(1, Math.floor(width / 2)) };
}

export interface PlacedCell {
  /** Counts along the rows. */
  readonly index: number;
  readonly written: boolean;
  /** The region that it belongs to, in the order of `regions`. */
  readonly region: number;
  /** How many other lines the snapshot touched before this one. */
  readonly rank: number;
}

/** Every touched line as a cell, region after region, one cell left free between them. */
export function placeRegions(reads: SnapshotReads): readonly PlacedCell[] {
  const cells: PlacedCell[] = [];
  let index = 0;
  for (const [region, { written, ranks }] of reads.regions.entries()) {
    for (const [line, isWritten] of written.entries()) {
      cells.push({ index, written: isWritten, region, rank: ranks[line] ?? 0 });
      index += 1;
    }
    index += 1;
  }
  return cells;
}

/** Index along the rows of the line under the lens; undefined when there is none. */
export function lensCell({ regions, lens }: SnapshotReads): number | undefined {
  const at = regions.findIndex(({ region }) => region === lens?.region);
  if (lens === null || at < 0) return undefined;
  return regions.slice(0, at).reduce((sum, { written }) => sum + written.length + 1, 0) + lens.ordinal;
}
