/** SQL values in memory and as text. int4, xid and cid are numbers; int8 and xid8 are bigints: no bigint is needed for int4. */
import type { Ctid } from './core.ts';
import type { OtherType, SqlType } from './database.ts';
import type { DateValue } from './date.ts';
import { Failure, outOfRange } from './failure.ts';
import type { Jsonb } from './jsonb-types.ts';
import type { Numeric } from './numeric.ts';
import type { Modifier } from './plan.ts';

export type Value = null | number | bigint | string | boolean | Numeric | DateValue | Ctid | Other;
export type Row = Value[];

/** A value of such a type; smallint is a number; char, name and uuid are texts. */
export type Other =
  | { readonly of: 'float4' | 'float8'; readonly number: number }
  /** Since 2000-01-01; of a timestamptz in UTC; of a time since midnight. */
  | { readonly of: 'timestamp' | 'timestamptz' | 'time'; readonly micros: bigint }
  | { readonly of: 'interval'; readonly months: number; readonly days: number; readonly micros: bigint }
  | Jsonb;

/** How far a conversion goes without being written. */
export type How = 'implicit' | 'assign' | 'cast';
/** Values of types that few specs have. */
export type Rare = Numeric | DateValue | Other;
/** Types that few specs have. */
export interface OtherTypes {
  readonly print: (value: Rare) => string;
  /** Undefined: it is no type of these. */
  readonly parse: (text: string, type: SqlType) => Value | undefined;
  readonly compare: (a: Rare, b: Rare) => number;
  /** Undefined: neither type is one of these. */
  readonly cast: (value: Exclude<Value, null>, from: SqlType, to: SqlType) => Value | undefined;
  readonly how: (from: SqlType, to: SqlType) => How | undefined;
  /** Equal values have equal keys. */
  readonly key: (value: Rare) => string;
  /** Integers and numerics can be compared with each other. */
  readonly toNumeric: (value: Value) => Value;
  /** What a column with a length or a precision keeps of a value. */
  readonly fitted: (value: Value, modifier: Modifier) => Value;
  readonly put: (view: DataView, at: number, type: OtherType, value: Value) => void;
  readonly read: (view: DataView, at: number, type: OtherType) => Value;
  /** Writes what follows the varlena header; its length. */
  readonly putVaried: (view: DataView, at: number, value: Value) => number;
  readonly readVaried: (view: DataView, at: number, length: number, type: OtherType) => Value;
}
let others: OtherTypes | null = null;
/** exec-seldom.ts hands them in as soon as it is fetched. */
export function handIn(code: OtherTypes): void {
  others = code;
}
export function otherTypes(): OtherTypes {
  if (others === null) throw new Error('the code of seldom types was not fetched');
  return others;
}

/** Names as messages show them (format_type_be). */
const TYPE_NAMES: Readonly<Record<SqlType, string>> = {
  int4: 'integer',
  int8: 'bigint',
  text: 'text',
  bool: 'boolean',
  xid: 'xid',
  xid8: 'xid8',
  cid: 'cid',
  tid: 'tid',
  pg_snapshot: 'pg_snapshot',
  int2: 'smallint',
  float4: 'real',
  float8: 'double precision',
  bpchar: 'character',
  name: 'name',
  uuid: 'uuid',
  jsonb: 'jsonb',
  timestamp: 'timestamp without time zone',
  timestamptz: 'timestamp with time zone',
  time: 'time without time zone',
  interval: 'interval',
  numeric: 'numeric',
  date: 'date',
  void: 'void',
};
export const typeName = (type: SqlType | 'unknown'): string => (type === 'unknown' ? 'unknown' : TYPE_NAMES[type]);

export const isNumeric = (value: Value): value is Numeric =>
  typeof value === 'object' && value !== null && 'digits' in value;
export const isDate = (value: Value): value is DateValue =>
  typeof value === 'object' && value !== null && 'day' in value;
export const isOther = (value: Value): value is Other => typeof value === 'object' && value !== null && 'of' in value;
export const isRare = (value: Value): value is Rare =>
  typeof value === 'object' && value !== null && !('block' in value);
export const isTid = (value: Value): value is Ctid => typeof value === 'object' && value !== null && 'block' in value;

/** As a client gets it in text format. */
export function printValue(value: Value): string | null {
  if (value === null) return null;
  switch (typeof value) {
    case 'string':
      return value;
    case 'boolean':
      return value ? 't' : 'f';
    case 'number':
    case 'bigint':
      return String(value);
    default:
      return isTid(value) ? `(${value.block},${value.offset})` : otherTypes().print(value);
  }
}

export const badSyntax = (type: SqlType, text: string): Failure =>
  new Failure('22P02', `invalid input syntax for type ${typeName(type)}: "${text}"`);

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['off', false],
  ['1', true],
  ['0', false],
]);

function parseBool(text: string): boolean {
  const word = text.trim().toLowerCase();
  const known = BOOLEANS.get(word);
  if (known !== undefined) return known;
  // Any prefix of these words will do, except `o` of on and off.
  if (word !== '' && ('true'.startsWith(word) || 'yes'.startsWith(word))) return true;
  if (word !== '' && ('false'.startsWith(word) || 'no'.startsWith(word) || word === 'of')) return false;
  throw badSyntax('bool', text);
}

function parseInteger(text: string, type: 'int4' | 'int8'): bigint {
  if (!/^\s*[+-]?\d+\s*$/.test(text)) throw badSyntax(type, text);
  // The exact number does not matter.
  if (text.replace(/^\s*[+-]?0*/, '').length > MAX_INTEGER_CHARS) throw tooLarge(type, text);
  const value = BigInt(text.trim().replace(/^\+/, ''));
  const bits = type === 'int4' ? 32 : 64;
  if (BigInt.asIntN(bits, value) !== value) throw tooLarge(type, text);
  return value;
}
const MAX_INTEGER_CHARS = 1000;
export const tooLarge = (type: SqlType, text: string): Failure =>
  new Failure('22003', `value "${text}" is out of range for type ${typeName(type)}`);

/** A literal or text as a value of the type: its input function. */
export function parseValue(text: string, type: SqlType): Value {
  switch (type) {
    case 'text':
      return text;
    case 'int4':
      // Keys of indexes are parsed at every scan.
      return /^\d{1,9}$/.test(text) ? Number(text) : Number(parseInteger(text, 'int4'));
    case 'int8':
      return parseInteger(text, 'int8');
    case 'bool':
      return parseBool(text);
    case 'xid':
    case 'cid':
      return Number(BigInt.asUintN(32, parseUnsigned(text, type)));
    case 'xid8':
      return BigInt.asUintN(64, parseUnsigned(text, type));
    case 'tid': {
      const match = /^\s*\((\d+),(\d+)\)$/.exec(text);
      const [block, offset] = [Number(match?.[1]), Number(match?.[2])];
      if (!(block <= 0xffffffff && offset <= 0xffff)) throw badSyntax(type, text);
      return { block, offset };
    }
    case 'pg_snapshot':
      if (readSnapshot(text) === undefined) throw badSyntax(type, text);
      return text;
    default: {
      const value = others?.parse(text, type);
      if (value === undefined) throw badSyntax(type, text);
      return value;
    }
  }
}
function parseUnsigned(text: string, type: SqlType): bigint {
  const match = /^\s*-?\d+\s*$/.exec(text);
  if (match === null) throw badSyntax(type, text);
  return BigInt(text.trim());
}

export interface ReadSnapshot {
  readonly xmin: bigint;
  readonly xmax: bigint;
  readonly xip: readonly bigint[];
}
/** xmin:xmax:xip as pg_snapshot prints it; undefined if the text is none. */
export function readSnapshot(text: string): ReadSnapshot | undefined {
  const match = /^(\d+):(\d+):((?:\d+(?:,\d+)*)?)$/.exec(text);
  if (match === null) return undefined;
  const [, low = '0', high = '0', list = ''] = match;
  const [xmin, xmax] = [BigInt(low), BigInt(high)];
  const xip = list === '' ? [] : list.split(',').map(BigInt);
  const rises = xip.every((xid, i) => xid >= xmin && xid < xmax && (i === 0 || (xip[i - 1] ?? xid) < xid));
  return xmin === 0n || xmax < xmin || !rises ? undefined : { xmin, xmax, xip };
}

/** By code points, as the C collation compares UTF-8. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}
/** Surrogates represent code points above all others. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/** Compares two values of one type, neither null. */
export function compareValues(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (isTid(a) && isTid(b)) return a.block - b.block || a.offset - b.offset;
  return isRare(a) && isRare(b) ? otherTypes().compare(a, b) : 0;
}

/** A value of one type as another; for written casts and implicit ones. */
export function castValue(value: Value, from: SqlType, to: SqlType): Value {
  if (value === null || from === to) return value;
  const other = others?.cast(value, from, to);
  if (other !== undefined) return other;
  if (to === 'text') return from === 'bool' ? (value === true ? 'true' : 'false') : printValue(value);
  if (typeof value === 'string') return parseValue(value, to);
  switch (to) {
    case 'int4':
      if (typeof value === 'bigint') return toInt4(value);
      if (typeof value === 'boolean') return value ? 1 : 0;
      break;
    case 'int8':
      if (typeof value === 'number') return BigInt(value);
      break;
    case 'bool':
      if (typeof value === 'number') return value !== 0;
      break;
    case 'xid':
      if (typeof value === 'bigint') return Number(BigInt.asUintN(32, value));
      break;
  }
  return value;
}

const toInt4 = (value: bigint): number => {
  if (BigInt.asIntN(32, value) !== value) throw outOfRange('integer');
  return Number(value);
};

/** Types that a cast can be written between, beyond those to and from text. */
const EXPLICIT: Readonly<Partial<Record<SqlType, readonly SqlType[]>>> = {
  int4: ['int8', 'numeric', 'bool'],
  int8: ['int4', 'numeric'],
  numeric: ['int4', 'int8'],
  bool: ['int4'],
  xid8: ['xid'],
};
/** Assignments widen and, checked, narrow. */
const ASSIGNMENT: Readonly<Partial<Record<SqlType, readonly SqlType[]>>> = {
  int4: ['int8', 'numeric'],
  int8: ['int4', 'numeric'],
  numeric: ['int4', 'int8'],
};

/** Anything may be assigned to text; from text it takes a written cast. */
export const canCast = (from: SqlType, to: SqlType): boolean =>
  from === to ||
  from === 'text' ||
  to === 'text' ||
  (EXPLICIT[from]?.includes(to) ?? false) ||
  others?.how(from, to) !== undefined;
export const canAssign = (from: SqlType, to: SqlType): boolean =>
  from === to ||
  to === 'text' ||
  (ASSIGNMENT[from]?.includes(to) ?? false) ||
  (others?.how(from, to) ?? 'cast') !== 'cast';
export const isImplicit = (from: SqlType, to: SqlType): boolean => others?.how(from, to) === 'implicit';
