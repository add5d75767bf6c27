/**
 * Rows as bytes and back: heap_form_tuple's data part and null bitmap, and heap_deform_tuple. Sizes are x86-64's.
 * Source: src/backend/access/common/heaptuple.c, src/include/access/tupmacs.h, src/include/varatt.h.
 */
import type { FormedTuple, StoredTuple } from './core.ts';
import type { ColumnType } from './plan.ts';
import { otherTypes, type Row, type Value } from './values.ts';

/** Longer than a page: refused before anything is written. */
const MAX_BYTES = 1 << 16;
/** VARATT_SHORT_MAX: header of one byte, and at most 126 bytes of data. */
const SHORT_MAX = 127;
/** A number too long for the row may still be written. */
const scratch = new Uint8Array(MAX_BYTES + 1024);
const scratchView = new DataView(scratch.buffer);
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Stored with its length in a varlena header. */
export const isVaried = (type: ColumnType | undefined): type is 'text' | 'numeric' | 'bpchar' | 'jsonb' =>
  type === 'text' || type === 'numeric' || type === 'bpchar' || type === 'jsonb';
/** Bytes of the other types, where that is not their alignment. */
const LONG: Readonly<Partial<Record<ColumnType, number>>> = { interval: 16, uuid: 16, name: 64 };
const SHORT: Readonly<Partial<Record<ColumnType, number>>> = {
  ...{ bool: 1, uuid: 1, name: 1, int2: 2, int4: 4, date: 4, float4: 4, text: 4, numeric: 4, bpchar: 4, jsonb: 4 },
};
const alignOf = (type: ColumnType): number => SHORT[type] ?? 8;
/** Of a type that is not stored with its length. */
export const sizeOf = (type: ColumnType): number => LONG[type] ?? alignOf(type);
const aligned = (at: number, to: number): number => (at + to - 1) & -to;
/** The same in the row being formed, whose padding is zero. */
function padded(at: number, to: number): number {
  const start = aligned(at, to);
  for (let i = at; i < start; i++) scratch[i] = 0;
  return start;
}

/**
 * The bytes are good until the next call. A text is stored with a header of one byte and unaligned when it is short, else
 * aligned with one of four. MODEL: nothing is compressed or moved out of line, so a row must fit into its page.
 */
export function formTuple(types: readonly ColumnType[], row: Row): FormedTuple | undefined {
  let at = 0;
  let nullBitmap: Uint8Array | undefined;
  let hasVarwidth = false;
  for (let i = 0; i < types.length; i++) {
    const value = row[i] ?? null;
    if (value === null) {
      nullBitmap ??= new Uint8Array((types.length + 7) >> 3).fill(0);
      continue;
    }
    const type = types[i];
    if (type === 'int4') {
      at = padded(at, 4);
      scratchView.setInt32(at, value as number, true);
      at += 4;
    } else if (isVaried(type)) {
      hasVarwidth = true;
      at =
        typeof value === 'string'
          ? putText(at, value)
          : putVaried(at, otherTypes().putVaried(scratchView, at + 8, value));
      if (at < 0) return undefined;
    } else if (type === 'int8') {
      at = padded(at, 8);
      scratchView.setBigInt64(at, value as bigint, true);
      at += 8;
    } else if (type === 'bool') {
      scratch[at] = value === true ? 1 : 0;
      at += 1;
    } else if (type !== undefined) {
      at = padded(at, alignOf(type));
      otherTypes().put(scratchView, at, type, value);
      at += sizeOf(type);
    }
    if (at > MAX_BYTES - 64) return undefined;
  }
  if (nullBitmap !== undefined) {
    for (let i = 0; i < types.length; i++)
      if ((row[i] ?? null) !== null) nullBitmap[i >> 3] = (nullBitmap[i >> 3] ?? 0) | (1 << (i & 7));
  }
  return { data: scratch.subarray(0, at), nullBitmap, natts: types.length, hasVarwidth };
}

/** Start of the next value; -1 when the text is too long for any page. */
function putText(at: number, text: string): number {
  if (text.length > MAX_BYTES / 4) return -1;
  return putVaried(at, encoder.encodeInto(text, scratch.subarray(at + 8)).written);
}

/** Gives the bytes at `at + 8` their header, and moves them to where they belong. */
function putVaried(at: number, written: number): number {
  if (written < SHORT_MAX) {
    scratch[at] = ((written + 1) << 1) | 1;
    scratch.copyWithin(at + 1, at + 8, at + 8 + written);
    return at + 1 + written;
  }
  const start = aligned(at, 4);
  scratch.copyWithin(start + 4, at + 8, at + 8 + written);
  padded(at, 4);
  scratchView.setUint32(start, (written + 4) << 2, true);
  return start + 4 + written;
}

/** Reads the columns that `wanted` lists; the others stay as they are in `row`. */
export function deformTuple(
  types: readonly ColumnType[],
  wanted: readonly boolean[],
  last: number,
  tuple: StoredTuple,
  row: Row,
  missing?: Row,
): void {
  const { view, at, hoff } = tuple;
  const hasNulls = (tuple.infomask & 1) !== 0;
  const natts = tuple.natts;
  const base = at + hoff;
  let offset = 0;
  for (let i = 0; i <= last; i++) {
    if (i >= natts || (hasNulls && (view.getUint8(at + 23 + (i >> 3)) & (1 << (i & 7))) === 0)) {
      row[i] = i < natts ? null : (missing?.[i] ?? null);
      continue;
    }
    const type = types[i] ?? 'int4';
    if (isVaried(type)) {
      const header = view.getUint8(base + offset);
      if ((header & 1) === 0) offset = aligned(offset, 4);
      const isShort = (view.getUint8(base + offset) & 1) === 1;
      const head = isShort ? 1 : 4;
      const length = isShort ? view.getUint8(base + offset) >> 1 : view.getUint32(base + offset, true) >>> 2;
      if (wanted[i] === true) {
        const from = base + offset + head;
        row[i] =
          type === 'numeric' || type === 'jsonb'
            ? otherTypes().readVaried(view, from, length - head, type)
            : readText(view, from, length - head);
      }
      offset += length;
      continue;
    }
    offset = aligned(offset, alignOf(type));
    if (wanted[i] === true) row[i] = readFixed(view, base + offset, type);
    offset += sizeOf(type);
  }
}

/** The bytes of each column, including its header, counted from the tuple's beginning; null: SQL's NULL. */
export function attributeSpans(
  types: readonly ColumnType[],
  tuple: StoredTuple,
): readonly ({ readonly from: number; readonly to: number } | null)[] {
  const { view, at, hoff, natts } = tuple;
  const hasNulls = (tuple.infomask & 1) !== 0;
  let offset = 0;
  return types.map((type, i) => {
    if (i >= natts || (hasNulls && (view.getUint8(at + 23 + (i >> 3)) & (1 << (i & 7))) === 0)) return null;
    const isShort = isVaried(type) && (view.getUint8(at + hoff + offset) & 1) === 1;
    if (!isShort) offset = aligned(offset, alignOf(type));
    const from = offset;
    const here = at + hoff + offset;
    if (isVaried(type)) offset += isShort ? view.getUint8(here) >> 1 : view.getUint32(here, true) >>> 2;
    else offset += sizeOf(type);
    return { from: hoff + from, to: hoff + offset };
  });
}

function readFixed(view: DataView, at: number, type: ColumnType): Value {
  if (type === 'int4') return view.getInt32(at, true);
  if (type === 'int8') return view.getBigInt64(at, true);
  if (type === 'bool') return view.getUint8(at) !== 0;
  if (type === 'text') throw new Error('a value with a length');
  return otherTypes().read(view, at, type);
}

/** Short ASCII without a decoder: a TextDecoder costs a microsecond. */
function readText(view: DataView, at: number, length: number): string {
  if (length <= 24) {
    let text = '';
    for (let i = 0; i < length; i++) {
      const unit = view.getUint8(at + i);
      if (unit >= 0x80) return decode(view, at, length);
      text += String.fromCharCode(unit);
    }
    return text;
  }
  return decode(view, at, length);
}
const decode = (view: DataView, at: number, length: number): string =>
  decoder.decode(new Uint8Array(view.buffer, view.byteOffset + at, length));
