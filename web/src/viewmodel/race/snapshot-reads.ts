/**
 * The reads of one snapshot: the accesses that the engine build observed, counted in bytes and in 64-byte lines. Pure.
 * Nothing is derived from struct sizes here: a line is counted because the C code touched it. An access that straddles
 * two lines touches both. A byte read twice is one byte.
 */

import type { DesignId } from '../../base/designs.ts';
import type { ObservedAccess } from '../../engine/lab/lab-types.ts';
import { LINE_BYTES, type LineLens, lensOf, type RegionPlace } from './line-lens.ts';

export { LINE_BYTES, type RegionPlace } from './line-lens.ts';

/** The history since this backend's last snapshot. It matters only for 14. */
export type ReadsCase = 'reuse' | 'scan';

export interface RegionReads {
  readonly region: string;
  /** Distinct bytes touched. */
  readonly bytes: number;
  /** One entry per touched line, in address order: true if something in it was written. */
  readonly written: readonly boolean[];
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

interface Tally {
  readonly touched: Set<number>;
  readonly lines: Map<number, boolean>;
  accesses: number;
}

export function countReads(
  design: DesignId,
  readsCase: ReadsCase,
  idle: number,
  accesses: readonly ObservedAccess[],
  places: readonly RegionPlace[],
): SnapshotReads {
  const base = new Map(places.map((place) => [place.name, place.baseOffset]));
  const tallies = new Map<string, Tally>();
  for (const access of accesses) {
    let tally = tallies.get(access.region);
    if (tally === undefined) {
      tally = { touched: new Set(), lines: new Map(), accesses: 0 };
      tallies.set(access.region, tally);
    }
    tally.accesses += 1;
    const start = (base.get(access.region) ?? 0) + access.offset;
    for (let byte = start; byte < start + access.size; byte += 1) {
      tally.touched.add(byte);
      const line = Math.floor(byte / LINE_BYTES);
      tally.lines.set(line, (tally.lines.get(line) ?? false) || access.kind !== 'read');
    }
  }
  const regions = [...tallies].map(([region, tally]) => ({
    region,
    bytes: tally.touched.size,
    written: [...tally.lines].sort(([a], [b]) => a - b).map(([, written]) => written),
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

export interface PlacedCell {
  /** Counts along the rows. */
  readonly index: number;
  readonly written: boolean;
  /** The region that it belongs to, in the order of `regions`. */
  readonly region: number;
}

/** Every touched line as a cell, region after region, one cell left free between them. */
export function placeRegions(reads: SnapshotReads): readonly PlacedCell[] {
  const cells: PlacedCell[] = [];
  let index = 0;
  for (const [region, { written }] of reads.regions.entries()) {
    for (const isWritten of written) {
      cells.push({ index, written: isWritten, region });
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
