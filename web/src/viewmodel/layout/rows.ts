/**
 * A layout as rows of 64 bytes: for each struct the lines of its first entry that an operation touches, further entries
 * beside it as far as these lines reach, and how many lines are left out. Pure.
 */
import { isQuiet } from './catalogue.ts';
import { joinsWith } from './edit.ts';
import { type Layout, type LayoutStruct, LINE_BYTES } from './layout.ts';
import { type PlacedField, type PlacedStruct, place } from './place.ts';

export interface Tile {
  readonly field: string;
  readonly entry: number;
  /** Bytes of the line. */
  readonly from: number;
  readonly to: number;
  /** The first part of entry 0's: the one that is moved. */
  readonly isMain: boolean;
}
export interface LineRow {
  readonly line: number;
  readonly tiles: readonly Tile[];
}
export interface StructRows {
  readonly index: number;
  readonly struct: LayoutStruct;
  readonly entry: number;
  readonly entries: number;
  readonly rows: readonly LineRow[];
  /** Lines of the first entry that nothing touches. */
  readonly leftOut: number;
  readonly canJoin: boolean;
}
export interface LayoutRows {
  readonly structs: readonly StructRows[];
  /** Structs none of whose fields is touched. */
  readonly quiet: readonly string[];
  readonly lines: number;
}

/** Lines of small entries that are shown; of arrays one each, since their next line looks the same. */
const MOST_LINES = 2;

/** The parts of one field's entries on a line. */
function tilesOf({ field, at, stride }: PlacedField, entries: number, line: number): readonly Tile[] {
  const [start, end] = [line * LINE_BYTES, (line + 1) * LINE_BYTES];
  const tiles: Tile[] = [];
  const first = Math.max(0, Math.floor((start - at - field.size) / stride) + 1);
  for (let entry = first; entry < entries && at + entry * stride < end; entry++) {
    const own = at + entry * stride;
    const [from, to] = [Math.max(own, start), Math.min(own + field.size, end)];
    if (to > from)
      tiles.push({ field: field.name, entry, from: from - start, to: to - start, isMain: entry === 0 && own >= start });
  }
  return tiles;
}

function linesOf({ struct, fields, entries }: PlacedStruct): {
  readonly lines: readonly number[];
  readonly leftOut: number;
} {
  const most = struct.way === 'arrays' || fields.length === 1 ? 1 : MOST_LINES;
  const lines = new Set<number>();
  const all = new Set<number>();
  for (const { field, at, stride } of fields) {
    const ends = stride < LINE_BYTES ? at + stride * (entries - 1) + field.size : at + field.size;
    const last = Math.min(
      Math.floor((ends - 1) / LINE_BYTES),
      Math.floor(at / LINE_BYTES) + (stride < LINE_BYTES ? most - 1 : 99),
    );
    for (let line = Math.floor(at / LINE_BYTES); line <= last; line++) {
      all.add(line);
      // A long field, as the cache of subtransactions, is moved by its first line.
      if (!isQuiet(field.name)) lines.add(line);
    }
  }
  return { lines: [...lines].sort((a, b) => a - b), leftOut: all.size - lines.size };
}

export function layoutRows(layout: Layout, connections: number): LayoutRows {
  const placed = place(layout, connections);
  const structs = placed.structs.map((one, index): StructRows => {
    const { lines, leftOut } = linesOf(one);
    const rows = lines.map((line) => ({
      line,
      tiles: one.fields.flatMap((field) => tilesOf(field, one.entries, line)).sort((a, b) => a.from - b.from),
    }));
    const { struct, entry, entries } = one;
    return { index, struct, entry, entries, rows, leftOut, canJoin: joinsWith(layout, index) >= 0 };
  });
  return {
    structs: structs.filter(({ rows }) => rows.length > 0),
    quiet: structs.filter(({ rows }) => rows.length === 0).map(({ struct }) => struct.name),
    lines: placed.lines,
  };
}

/** As many rows as there is room for: first one of each struct, then further ones in turn. Structs at the end give way. */
export function fitRows(all: LayoutRows, most: number): LayoutRows {
  const structs = all.structs.slice(0, most);
  const counts = structs.map(() => 1);
  let left = most - structs.length;
  for (let turn = 1; left > 0 && structs.some(({ rows }) => rows.length > turn); turn++)
    for (const [i, { rows }] of structs.entries())
      if (rows.length > turn && left > 0) {
        counts[i] = turn + 1;
        left -= 1;
      }
  return { ...all, structs: structs.map((one, i) => ({ ...one, rows: one.rows.slice(0, counts[i]) })) };
}
