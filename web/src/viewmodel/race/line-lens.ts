/**
 * One 64-byte cache line that a snapshot touched, byte by byte. Pure.
 * Fields are where the C code accessed them, with the bytes that it left there; nothing is derived from struct sizes.
 * The length of an entry follows from the distance between two accesses to the same field.
 */
import type { ObservedAccess } from '../../engine/lab/lab-types.ts';

export const LINE_BYTES = 64;

export interface RegionPlace {
  readonly name: string;
  /** Of its first byte. Two regions may share a line: pgprocnos[] begins on the line of its header, ProcArray. */
  readonly address: number;
  readonly size: number;
  /** Its bytes. Left out: not known. */
  readonly bytes?: (from: number, to: number) => readonly number[];
}

/** A run of bytes of the line: one field, or bytes that the snapshot did not touch. */
export interface LensSegment {
  /** From the line's start. */
  readonly offset: number;
  readonly size: number;
  /** `outside`: the region has ended, or not begun. */
  readonly kind: 'read' | 'written' | 'untouched' | 'outside';
  /** PostgreSQL's name of the field; empty for untouched bytes. */
  readonly field: string;
  /** Empty outside. */
  readonly bytes: readonly number[];
  /** Little-endian, as on both x86 and WebAssembly. Undefined for untouched bytes. */
  readonly value: number | undefined;
  /** Whether an entry begins here. */
  readonly begins: boolean;
}

export interface LineLens {
  readonly region: string;
  /** Index among the region's touched lines, from 0. */
  readonly ordinal: number;
  /** Number of touched lines in the region. */
  readonly lines: number;
  /** Bytes of an entry; null for a single struct. */
  readonly entrySize: number | null;
  /** Entries on this line that the snapshot read. */
  readonly entries: number;
  /** Whether an entry continues on another line: at the start, at the end. */
  readonly torn: { readonly start: boolean; readonly end: boolean };
  /** In order, without gaps, 64 bytes together. */
  readonly segments: readonly LensSegment[];
}

/**
 * The regions worth a closer look, the most telling first: the array that 13 scans, the one that 14 scans, and the
 * counter that 14 checks instead.
 */
const REGIONS = ['PGXACT', 'xids', 'TransamVariables'] as const;
/** Untouched bytes are shown in words of this size. */
const WORD = 8;

/** The line with a plain write, or otherwise the middle one, of the first region of `REGIONS` that was touched. */
export function lensOf(accesses: readonly ObservedAccess[], places: readonly RegionPlace[]): LineLens | null {
  const region = REGIONS.find((name) => accesses.some((access) => access.region === name));
  const place = places.find(({ name }) => name === region);
  if (region === undefined || place?.bytes === undefined) return null;
  const own = accesses.filter((access) => access.region === region);
  const lineOf = (byte: number): number => Math.floor((place.address + byte) / LINE_BYTES);

  const touched = [...new Set(own.flatMap((a) => [lineOf(a.offset), lineOf(a.offset + a.size - 1)]))].sort(
    (a, b) => a - b,
  );
  const write = own.find(({ kind }) => kind === 'write');
  const line = write === undefined ? touched[Math.floor(touched.length / 2)] : lineOf(write.offset);
  if (line === undefined) return null;

  /** Offset of the line's first byte from the region's start. */
  const start = line * LINE_BYTES - place.address;
  const entrySize = strideOf(own);
  const from = Math.max(0, start);
  const to = Math.min(place.size, start + LINE_BYTES);
  return {
    region,
    ordinal: touched.indexOf(line),
    lines: touched.length,
    entrySize,
    entries:
      entrySize === null
        ? 0
        : new Set(own.filter((a) => lineOf(a.offset) === line).map((a) => Math.floor(a.offset / entrySize))).size,
    torn: {
      start: entrySize !== null && from % entrySize !== 0,
      end: entrySize !== null && to % entrySize !== 0,
    },
    segments: segmentsOf(own, place, place.bytes(from, to), start, entrySize),
  };
}

/** The smallest distance between two accesses to one field, at different places. */
function strideOf(accesses: readonly ObservedAccess[]): number | null {
  const last = new Map<string, number>();
  let stride = Number.POSITIVE_INFINITY;
  for (const { field, offset } of accesses) {
    const before = last.get(field);
    if (before !== undefined && before !== offset) stride = Math.min(stride, Math.abs(offset - before));
    last.set(field, offset);
  }
  return Number.isFinite(stride) ? stride : null;
}

function segmentsOf(
  accesses: readonly ObservedAccess[],
  place: RegionPlace,
  bytes: readonly number[],
  start: number,
  entrySize: number | null,
): LensSegment[] {
  const fields = new Map<number, { size: number; field: string; written: boolean }>();
  for (const { offset, size, field, kind } of accesses) {
    const at = offset - start;
    if (at < 0 || at >= LINE_BYTES) continue;
    const written = kind !== 'read' || (fields.get(at)?.written ?? false);
    fields.set(at, { size: Math.max(size, fields.get(at)?.size ?? 0), field, written });
  }
  const first = Math.max(0, start);
  const inside = (at: number): boolean => start + at >= 0 && start + at < place.size;
  const begins = (at: number): boolean => entrySize !== null && inside(at) && (start + at) % entrySize === 0;

  const segments: LensSegment[] = [];
  for (let at = 0; at < LINE_BYTES; ) {
    const field = fields.get(at);
    let size = Math.min(field?.size ?? 1, LINE_BYTES - at);
    if (field === undefined) {
      const more = (next: number): boolean =>
        next % WORD !== 0 && next < LINE_BYTES && !fields.has(next) && !begins(next) && inside(next) === inside(at);
      while (more(at + size)) size += 1;
    }
    const own = inside(at) ? bytes.slice(start + at - first, start + at - first + size) : [];
    segments.push({
      offset: at,
      size,
      kind: field === undefined ? (inside(at) ? 'untouched' : 'outside') : field.written ? 'written' : 'read',
      field: field?.field ?? '',
      bytes: own,
      value: field === undefined ? undefined : own.reduceRight((value, byte) => value * 256 + byte, 0),
      begins: begins(at),
    });
    at += size;
  }
  return segments;
}
