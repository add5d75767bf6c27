/**
 * A layout as JSON, `xipscope-layout/1`: read with a sentence for each fault (what, where, what to do), and written so
 * that reading gives the same layout. Whoever adds a member adds it to `MEMBERS`: all others are refused by name.
 */
import '../../base/messages/en/layout.ts';
import type { Messages } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { designStyle } from '../design-style.ts';
import { engineRegions } from './catalogue.ts';
import { jsonFault } from './json-fault.ts';
import {
  ALIGNS,
  everyField,
  LAYOUT_BY,
  LAYOUT_CODES,
  LAYOUT_KINDS,
  LAYOUT_LIMITS,
  LAYOUT_WAYS,
  type Layout,
  type LayoutAccess,
  type LayoutBy,
  type LayoutCount,
  type LayoutField,
  type LayoutStruct,
  naturalAlign,
  SHMEM_ALIGN,
} from './layout.ts';

export const LAYOUT_FORMAT = 'xipscope-layout/1';
/** Bytes of a text that is read. */
export const MAX_LAYOUT_TEXT = 100_000;

const MEMBERS = {
  layout: ['format', 'replay', 'structs', 'access'],
  struct: ['name', 'count', 'fields', 'pad', 'align', 'as'],
  field: ['name', 'size', 'align'],
  access: ['field', 'kind', 'by', 'rate'],
} as const;
const NAME = /^[A-Za-z_][\w.-]{0,59}$/;

/** A struct with a member, or a member alone. */
const C_STRUCT = /\b(struct|typedef|union)\b|^\s*[A-Za-z_]\w*\s+\**\w+(\[\w*\])?\s*;/m;

type Json = Readonly<Record<string, unknown>>;
type T = Messages['t'];

/** Thrown within this file alone, so that reading is one expression; `parseLayout` hands it on as a value. */
class Fault extends Error {}

/** A value of the file and its place there, as in `structs[2].fields[0].size`. */
class Reader {
  readonly #t: T;
  constructor(t: T) {
    this.#t = t;
  }

  fail(where: string, problem: string): never {
    throw new Fault(this.#t('layout.file.at', { where, problem }));
  }

  members(value: unknown, where: string, known: readonly string[]): Json {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return this.fail(where, this.#t('layout.file.notObject', { known }));
    const unknown = Object.keys(value).find((name) => !known.includes(name));
    if (unknown !== undefined) this.fail(where, this.#t('layout.file.unknown', { name: unknown.slice(0, 40), known }));
    return value as Json;
  }

  list(value: unknown, where: string, most: number): readonly unknown[] {
    if (!Array.isArray(value)) return this.fail(where, this.#t('layout.file.notList'));
    if (value.length > most) this.fail(where, this.#t('layout.file.tooMany', { most }));
    return value;
  }

  name(value: unknown, where: string): string {
    if (typeof value === 'string' && NAME.test(value)) return value;
    return this.fail(where, this.#t('layout.file.name'));
  }

  whole(value: unknown, where: string, max: number, fallback?: number): number {
    if (value === undefined && fallback !== undefined) return fallback;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max) return value;
    return this.fail(where, this.#t('layout.file.whole', { max }));
  }

  oneOf<V extends string | number>(value: unknown, where: string, known: readonly V[], fallback?: V): V {
    if (value === undefined && fallback !== undefined) return fallback;
    const found = known.find((each) => each === value);
    return found ?? this.fail(where, this.#t('layout.file.oneOf', { known: known.map(String) }));
  }
}

function readField(r: Reader, value: unknown, where: string): LayoutField {
  const own = r.members(value, where, MEMBERS.field);
  const size = r.whole(own.size, `${where}.size`, LAYOUT_LIMITS.size);
  const align = r.oneOf<number>(own.align, `${where}.align`, ALIGNS, naturalAlign(size));
  return { name: r.name(own.name, `${where}.name`), size, align };
}

function readStruct(r: Reader, value: unknown, where: string): LayoutStruct {
  const own = r.members(value, where, MEMBERS.struct);
  const fields = r.list(own.fields, `${where}.fields`, LAYOUT_LIMITS.fields);
  const count: LayoutCount =
    own.count === 'connections' ? 'connections' : r.whole(own.count, `${where}.count`, LAYOUT_LIMITS.count);
  return {
    name: r.name(own.name, `${where}.name`),
    count,
    fields: fields.map((field, i) => readField(r, field, `${where}.fields[${i}]`)),
    pad: r.whole(own.pad, `${where}.pad`, LAYOUT_LIMITS.pad, 1),
    align: r.oneOf<number>(own.align, `${where}.align`, ALIGNS, SHMEM_ALIGN),
    way: r.oneOf(own.as, `${where}.as`, LAYOUT_WAYS, 'structs'),
  };
}

function readAccess(r: Reader, value: unknown, where: string, t: T): LayoutAccess {
  const own = r.members(value, where, MEMBERS.access);
  const { rate } = own;
  if (typeof rate !== 'number' || !(rate > 0 && rate <= LAYOUT_LIMITS.rate))
    return r.fail(`${where}.rate`, t('layout.file.rate', { max: LAYOUT_LIMITS.rate }));
  const by: LayoutBy =
    typeof own.by === 'number'
      ? r.whole(own.by, `${where}.by`, LAYOUT_LIMITS.cores)
      : r.oneOf(own.by, `${where}.by`, LAYOUT_BY);
  return {
    field: r.name(own.field, `${where}.field`),
    kind: r.oneOf(own.kind, `${where}.kind`, LAYOUT_KINDS),
    by,
    rate,
  };
}

function readLayout(value: unknown, t: T): Layout {
  const r = new Reader(t);
  const file = r.members(value, t('layout.file.top'), MEMBERS.layout);
  if (file.format !== LAYOUT_FORMAT) r.fail('format', t('layout.file.format', { format: LAYOUT_FORMAT }));
  const structs = r
    .list(file.structs, 'structs', LAYOUT_LIMITS.structs)
    .map((struct, i) => readStruct(r, struct, `structs[${i}]`));
  const access = r
    .list(file.access ?? [], 'access', LAYOUT_LIMITS.access)
    .map((row, i) => readAccess(r, row, `access[${i}]`, t));
  const replay = file.replay === undefined ? null : r.oneOf(file.replay, 'replay', LAYOUT_CODES);
  return { replay, structs, access };
}

/** What is wrong with a layout as a whole; null: nothing. */
export function layoutFault(layout: Layout, t: T): string | null {
  const { replay, structs, access } = layout;
  const names = everyField(layout).map(({ name }) => name);
  if (names.length > LAYOUT_LIMITS.fields) return t('layout.file.tooManyFields', { most: LAYOUT_LIMITS.fields });
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) return t('layout.file.twice', { name: twice });
  const twins = structs.find(({ name }, i) => structs.findIndex((other) => other.name === name) !== i);
  if (twins !== undefined) return t('layout.file.twiceStruct', { name: twins.name });
  const empty = structs.find(({ fields }) => fields.length === 0);
  if (empty !== undefined) return t('layout.file.emptyStruct', { name: empty.name });
  if (replay === null) {
    if (access.length === 0) return t('layout.file.noAccess', { known: LAYOUT_CODES });
    const lost = access.find(({ field }) => !names.includes(field));
    return lost === undefined ? null : t('layout.file.noSuchField', { name: lost.field });
  }
  if (access.length > 0) return t('layout.file.both');
  for (const region of engineRegions(replay))
    for (const field of region.fields) {
      const home = structs.find(({ fields }) => fields.some(({ name }) => name === field.name));
      const own = home?.fields.find(({ name }) => name === field.name);
      if (home === undefined || own === undefined)
        return t('layout.file.missing', { name: field.name, code: t(designStyle(replay).shortKey) });
      if (own.size !== field.size) return t('layout.file.size', { name: field.name, size: field.size });
      if (home.count !== region.count)
        return t('layout.file.count', { name: field.name, struct: home.name, count: String(region.count) });
    }
  return null;
}

/** @returns an error as a sentence: what is wrong, where, what to do */
export function parseLayout(text: string, { t }: Pick<Messages, 't'>): Result<Layout, string> {
  if (text.length > MAX_LAYOUT_TEXT) return err(t('layout.file.tooLong', { most: MAX_LAYOUT_TEXT }));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const format = LAYOUT_FORMAT;
    if (C_STRUCT.test(text)) return err(t('layout.file.isC', { format }));
    return err(t('layout.file.notJson', { format, ...jsonFault(text) }));
  }
  try {
    const layout = readLayout(value, t);
    const fault = layoutFault(layout, t);
    return fault === null ? ok(layout) : err(fault);
  } catch (fault) {
    if (fault instanceof Fault) return err(fault.message);
    throw fault;
  }
}

const writtenStruct = ({ name, count, fields, pad, align, way }: LayoutStruct): Json => ({
  name,
  count,
  fields: fields.map((field) => ({
    name: field.name,
    size: field.size,
    ...(field.align === naturalAlign(field.size) ? {} : { align: field.align }),
  })),
  ...(pad === 1 ? {} : { pad }),
  ...(align === SHMEM_ALIGN ? {} : { align }),
  ...(way === 'structs' ? {} : { as: way }),
});

/** The value of the file. Members that have their defaults are left out. */
const written = ({ replay, structs, access }: Layout): Json => ({
  format: LAYOUT_FORMAT,
  ...(replay === null ? {} : { replay }),
  structs: structs.map(writtenStruct),
  ...(replay === null ? { access } : {}),
});
/** For an address. */
export const formatLayout = (layout: Layout): string => JSON.stringify(written(layout));
/** For a person: a field is a line. */
export const layoutFile = (layout: Layout): string =>
  `${JSON.stringify(written(layout), null, 2).replace(/\{[^{}[\]]*\}/g, (row) => row.replace(/\s+/g, ' '))}\n`;

/** A table of somebody's own, to begin with: each core counts, and all others read the sum now and then. */
export const EXAMPLE_LAYOUT: Layout = {
  replay: null,
  structs: [
    {
      name: 'worker',
      count: 'connections',
      fields: [
        { name: 'counter', size: 8, align: 8 },
        { name: 'limit', size: 8, align: 8 },
      ],
      pad: 1,
      align: SHMEM_ALIGN,
      way: 'structs',
    },
  ],
  access: [
    { field: 'counter', kind: 'write', by: 'owner', rate: 1 },
    { field: 'limit', kind: 'read', by: 'all', rate: 0.1 },
  ],
};
