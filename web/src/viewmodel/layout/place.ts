/**
 * Where a layout's fields lie, by the rules of C and of PostgreSQL's shared memory: each field at a multiple of its
 * alignment behind the one before it, an entry as long as the largest alignment and the padding ask for, each struct
 * behind the one before it at a multiple of its own alignment.
 */
import type { LayoutPiece } from '../../engine/replay/scene-types.ts';
import { engineRegions } from './catalogue.ts';
import {
  type Layout,
  type LayoutCode,
  type LayoutCount,
  type LayoutField,
  type LayoutStruct,
  LINE_BYTES,
  roundUp,
} from './layout.ts';

export const entriesOf = (count: LayoutCount, connections: number): number =>
  count === 'connections' ? connections : count;

export interface PlacedField {
  readonly field: LayoutField;
  /** Byte of entry 0's, from the start of the memory; and the distance to entry 1's. */
  readonly at: number;
  readonly stride: number;
}
export interface PlacedStruct {
  readonly struct: LayoutStruct;
  readonly at: number;
  /** The byte behind its last entry. */
  readonly end: number;
  /** Bytes of an entry; of arrays: of all fields' elements together. */
  readonly entry: number;
  readonly entries: number;
  readonly fields: readonly PlacedField[];
}
export interface PlacedLayout {
  readonly structs: readonly PlacedStruct[];
  readonly bytes: number;
  readonly lines: number;
}

const largestAlign = ({ fields }: LayoutStruct): number => Math.max(1, ...fields.map(({ align }) => align));

function placeStructs(struct: LayoutStruct, from: number, entries: number): PlacedStruct {
  const align = largestAlign(struct);
  const at = roundUp(from, Math.max(struct.align, align));
  let offset = 0;
  const offsets = struct.fields.map((field) => {
    const own = roundUp(offset, field.align);
    offset = own + field.size;
    return own;
  });
  const entry = roundUp(roundUp(offset, align), struct.pad);
  const fields = struct.fields.map((field, i) => ({ field, at: at + (offsets[i] ?? 0), stride: entry }));
  return { struct, at, end: at + entry * entries, entry, entries, fields };
}

function placeArrays(struct: LayoutStruct, from: number, entries: number): PlacedStruct {
  let at = from;
  const fields = struct.fields.map((field) => {
    const stride = roundUp(roundUp(field.size, field.align), struct.pad);
    const own = roundUp(at, Math.max(struct.align, field.align));
    at = own + stride * entries;
    return { field, at: own, stride };
  });
  const entry = fields.reduce((sum, { stride }) => sum + stride, 0);
  return { struct, at: fields[0]?.at ?? from, end: at, entry, entries, fields };
}

export function place(layout: Layout, connections: number): PlacedLayout {
  let bytes = 0;
  const structs = layout.structs.map((struct) => {
    const entries = entriesOf(struct.count, connections);
    const placed = (struct.way === 'arrays' ? placeArrays : placeStructs)(struct, bytes, entries);
    bytes = placed.end;
    return placed;
  });
  return { structs, bytes, lines: Math.ceil(bytes / LINE_BYTES) };
}

/** The engine's fields in the places of a layout, for the replay. Fields of the layout that the engine lacks are left out. */
export function piecesOf(replay: LayoutCode, placed: PlacedLayout): readonly LayoutPiece[] {
  const places = new Map(placed.structs.flatMap(({ fields }) => fields.map((one) => [one.field.name, one])));
  return engineRegions(replay).flatMap(({ bytes, count, fields }, region) =>
    fields.flatMap(({ name, first, size }) => {
      const own = places.get(name);
      const entry = count === 'connections' ? bytes : 0;
      return own === undefined ? [] : [{ region, entry, first, size, at: own.at, stride: own.stride }];
    }),
  );
}

/** The field that a byte of the memory belongs to; undefined: room. */
export function fieldAt(
  placed: PlacedLayout,
  at: number,
): { readonly field: LayoutField; readonly struct: LayoutStruct; readonly entry: number } | undefined {
  for (const { struct, fields, entries, at: from, end } of placed.structs) {
    if (at < from || at >= end) continue;
    for (const one of fields) {
      if (at < one.at) continue;
      const entry = Math.floor((at - one.at) / one.stride);
      if (entry < entries && at - one.at - entry * one.stride < one.field.size)
        return { field: one.field, struct, entry };
    }
  }
  return undefined;
}
