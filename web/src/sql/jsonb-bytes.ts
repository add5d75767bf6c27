/**
 * jsonb as it is stored: a container's header, an entry of four bytes for each element (for an object first the keys,
 * then the values), then their bytes; numbers and containers begin at a multiple of four. An entry has its length, every
 * 32nd the offset of its end.
 * Source: convertToJsonb in jsonb_util.c, jsonb.h.
 */
import { isList, isObject } from './jsonb.ts';
import type { Json } from './jsonb-types.ts';
import type { Numeric } from './numeric.ts';
import { putNumeric, readNumeric } from './numeric-bytes.ts';

const SCALAR = 0x10000000;
const OBJECT = 0x20000000;
const ARRAY = 0x40000000;
const COUNT = 0x0fffffff;
const HAS_OFFSET = 0x80000000;
const STRIDE = 32;
/** Kinds of an entry; a string has 0. */
const [NUMBER, FALSE, TRUE, NULL, CONTAINER] = [0x10000000, 0x20000000, 0x30000000, 0x40000000, 0x50000000] as const;
const KIND = 0x70000000;
/** The varlena header in front, which is part of what is aligned. */
const HEADER = 4;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Bytes after the varlena header, which make up the whole. */
export function putJsonb(view: DataView, at: number, json: Json, room: number): number {
  const made = bytesOf(json);
  if (made.length > room) return room + 1;
  new Uint8Array(view.buffer, view.byteOffset + at, made.length).set(made);
  return made.length;
}

function bytesOf(json: Json): Uint8Array {
  const out: number[] = new Array<number>(HEADER).fill(0);
  const isContainer = isList(json) || isObject(json);
  container(out, isContainer ? json : [json], isContainer ? 0 : SCALAR);
  return Uint8Array.from(out.slice(HEADER));
}

const pad = (out: number[]): void => {
  while (out.length % 4 !== 0) out.push(0);
};
function putWord(out: number[], at: number, word: number): void {
  for (let i = 0; i < 4; i++) out[at + i] = (word >>> (8 * i)) & 0xff;
}

function container(out: number[], json: Json, flags: number): void {
  const elements = isObject(json)
    ? [...json.pairs.map(([key]) => key), ...json.pairs.map(([, value]) => value)]
    : isList(json)
      ? json
      : [];
  pad(out);
  const count = isObject(json) ? json.pairs.length : elements.length;
  const head = out.length;
  for (let i = 0; i < 4 + 4 * elements.length; i++) out.push(0);
  putWord(out, head, count | (isObject(json) ? OBJECT : ARRAY) | flags);
  let total = 0;
  for (const [i, one] of elements.entries()) {
    const from = out.length;
    const kind = element(out, one);
    const length = out.length - from;
    total += length;
    putWord(out, head + 4 + 4 * i, kind | (i % STRIDE === 0 ? HAS_OFFSET | total : length));
  }
}

/** Writes it; the kind for its entry. */
function element(out: number[], json: Json): number {
  if (json === null) return NULL;
  if (typeof json === 'boolean') return json ? TRUE : FALSE;
  if (typeof json === 'string') {
    out.push(...encoder.encode(json));
    return 0;
  }
  if (isList(json) || isObject(json)) {
    container(out, json, 0);
    return CONTAINER;
  }
  pad(out);
  const bytes = new Uint8Array(NUMERIC_ROOM);
  const length = putNumeric(new DataView(bytes.buffer), 0, json);
  const at = out.length;
  out.push(0, 0, 0, 0, ...bytes.subarray(0, length));
  putWord(out, at, (length + HEADER) << 2);
  return NUMBER;
}
const NUMERIC_ROOM = 1 << 16;

/** What stands after the varlena header. */
export function readJsonb(view: DataView, at: number): Json {
  const header = view.getUint32(at, true);
  const made = readContainer(view, at);
  return (header & SCALAR) !== 0 && isList(made) ? (made[0] ?? null) : made;
}

function readContainer(view: DataView, at: number): Json {
  const header = view.getUint32(at, true);
  const count = header & COUNT;
  const isPairs = (header & OBJECT) !== 0;
  const entries = isPairs ? 2 * count : count;
  const data = at + 4 + 4 * entries;
  const elements: Json[] = [];
  let offset = 0;
  for (let i = 0; i < entries; i++) {
    const entry = view.getUint32(at + 4 + 4 * i, true);
    const value = entry & COUNT;
    const end = (entry & HAS_OFFSET) !== 0 ? value : offset + value;
    elements.push(readElement(view, data, offset, end, entry & KIND));
    offset = end;
  }
  if (!isPairs) return elements;
  return { pairs: elements.slice(0, count).map((key, i) => [String(key), elements[count + i] ?? null] as const) };
}

function readElement(view: DataView, data: number, from: number, end: number, kind: number): Json {
  const start = data + ((from + 3) & ~3);
  switch (kind) {
    case NULL:
      return null;
    case FALSE:
    case TRUE:
      return kind === TRUE;
    case CONTAINER:
      return readContainer(view, start);
    case NUMBER:
      return number(view, start);
    default:
      return decoder.decode(new Uint8Array(view.buffer, view.byteOffset + data + from, end - from));
  }
}
const number = (view: DataView, at: number): Numeric =>
  readNumeric(view, at + HEADER, (view.getUint32(at, true) >>> 2) - HEADER);
