/**
 * Types that few specs have: numeric, date, smallint, real, double precision, char, name, uuid, jsonb, timestamp, timestamptz,
 * time and interval, as values, as text, as bytes, and as what they convert to. values.ts and tuple.ts ask here.
 * Source: pg_cast.dat for the conversions.
 */
import type { OtherType, SqlType } from './database.ts';
import { parseDate, printDate } from './date.ts';
import { engineLimit, outOfRange } from './failure.ts';
import {
  compareFloats,
  type FloatType,
  floatOfNumeric,
  numericOfFloat,
  parseFloatText,
  printFloat,
  toReal,
  wholeOf,
} from './float.ts';
import { parseInterval, printInterval, type Span, spanOf } from './interval.ts';
import { compareJsonb, keyOfJsonb, parseJsonb, printJsonb } from './jsonb.ts';
import { putJsonb, readJsonb } from './jsonb-bytes.ts';
import { fitted } from './modifier.ts';
import { compareNumeric, type Numeric, numericOf, parseNumeric, printNumeric, roundNumeric } from './numeric.ts';
import { putNumeric, readNumeric } from './numeric-bytes.ts';
import {
  dayOf,
  localOf,
  microsOfDay,
  parseTime,
  parseTimestamp,
  printTime,
  printTimestamp,
  timeOf,
  utcOf,
} from './timestamp.ts';
import {
  badSyntax,
  type How,
  handIn,
  isDate,
  isNumeric,
  isOther,
  type Other,
  parseValue,
  printValue,
  type Rare,
  tooLarge,
  type Value,
} from './values.ts';

const NAME_BYTES = 63;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const float = (number: number, of: FloatType): Other => ({ of, number });
export const moment = (micros: bigint, of: 'timestamp' | 'timestamptz' | 'time'): Other => ({ of, micros });
export const interval = ({ months, days, micros }: Span): Other => ({ of: 'interval', months, days, micros });

function print(value: Rare): string {
  if (isNumeric(value)) return printNumeric(value);
  if (isDate(value)) return printDate(value);
  switch (value.of) {
    case 'float4':
    case 'float8':
      return printFloat(value.number, value.of);
    case 'time':
      return printTime(value.micros);
    case 'interval':
      return printInterval(value);
    case 'jsonb':
      return printJsonb(value);
    default:
      return printTimestamp(value.micros, value.of === 'timestamptz');
  }
}

/** numeric_in. */
function numeric(text: string): Numeric {
  if (/^\s*[+-]?(nan|inf|infinity)\s*$/i.test(text)) throw engineLimit('NaN and infinities of numeric');
  const value = parseNumeric(text);
  if (value === undefined) throw badSyntax('numeric', text);
  return value;
}

function parse(text: string, type: SqlType): Value | undefined {
  switch (type) {
    case 'numeric':
      return numeric(text);
    case 'date':
      return parseDate(text);
    case 'int2': {
      if (!/^\s*[+-]?\d{1,1000}\s*$/.test(text)) throw badSyntax(type, text);
      const value = Number(text);
      if (value < -32768 || value > 32767) throw tooLarge(type, text);
      return value + 0;
    }
    case 'float4':
    case 'float8':
      return float(parseFloatText(text, type), type);
    case 'bpchar':
      return text;
    case 'name':
      return shortName(text);
    case 'uuid':
      return uuid(text);
    case 'jsonb':
      return parseJsonb(text);
    case 'timestamp':
    case 'timestamptz':
      return moment(parseTimestamp(text, type === 'timestamptz'), type);
    case 'time':
      return moment(parseTime(text), type);
    case 'interval':
      return interval(parseInterval(text));
    default:
      return undefined;
  }
}

/** namein: what is too long is cut off, between two characters. */
function shortName(text: string): string {
  let bytes = 0;
  let name = '';
  for (const character of text) {
    bytes += encoder.encode(character).length;
    if (bytes > NAME_BYTES) break;
    name += character;
  }
  return name;
}

/** string_to_uuid: a hyphen may stand after each four digits, and braces around all. */
function uuid(text: string): string {
  const match = /^(?:\{((?:[\da-f]{4}-?){7}[\da-f]{4})\}|((?:[\da-f]{4}-?){7}[\da-f]{4}))$/i.exec(text);
  const digits = (match?.[1] ?? match?.[2])?.replaceAll('-', '').toLowerCase();
  if (digits === undefined) throw badSyntax('uuid', text);
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
    '-',
  );
}

function compare(a: Rare, b: Rare): number {
  if (isNumeric(a) && isNumeric(b)) return compareNumeric(a, b);
  if (isDate(a) && isDate(b)) return a.day - b.day;
  if ('json' in a && 'json' in b) return compareJsonb(a, b);
  if ('number' in a && 'number' in b) return compareFloats(a.number, b.number);
  if (!('micros' in a && 'micros' in b)) return 0;
  const [x, y] = a.of === 'interval' && b.of === 'interval' ? [spanOf(a), spanOf(b)] : [a.micros, b.micros];
  return x < y ? -1 : x > y ? 1 : 0;
}

function key(value: Rare): string {
  const text = print(value);
  // 1.0 and 1.00 are the same.
  if (isNumeric(value)) return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  if (isDate(value)) return text;
  if (value.of === 'jsonb') return keyOfJsonb(value);
  if (value.of === 'interval') return print(interval({ months: 0, days: 0, micros: spanOf(value) }));
  return 'number' in value && value.number === 0 ? '0' : text;
}

/** What a type converts to, and how far without being asked. Texts are elsewhere (canCast). */
const CASTS: Readonly<Partial<Record<SqlType, Readonly<Partial<Record<SqlType, How>>>>>> = {
  int2: { int4: 'implicit', int8: 'implicit', numeric: 'implicit', float4: 'implicit', float8: 'implicit' },
  int4: { int2: 'assign', float4: 'implicit', float8: 'implicit' },
  int8: { int2: 'assign', float4: 'implicit', float8: 'implicit' },
  numeric: { int2: 'assign', float4: 'implicit', float8: 'implicit' },
  float4: { int2: 'assign', int4: 'assign', int8: 'assign', numeric: 'assign', float8: 'implicit' },
  float8: { int2: 'assign', int4: 'assign', int8: 'assign', numeric: 'assign', float4: 'assign' },
  text: { bpchar: 'implicit', name: 'implicit' },
  bpchar: { text: 'implicit', name: 'implicit' },
  name: { text: 'implicit', bpchar: 'assign' },
  date: { timestamp: 'implicit', timestamptz: 'implicit' },
  timestamp: { date: 'assign', timestamptz: 'implicit', time: 'assign' },
  timestamptz: { date: 'assign', timestamp: 'assign', time: 'assign' },
  time: { interval: 'implicit' },
  interval: { time: 'assign' },
};
/** Anything may be assigned to a text, and be read from one by a written cast. */
const how = (from: SqlType, to: SqlType): How | undefined =>
  (from === 'jsonb' && JSONB_TO.includes(to) ? 'cast' : undefined) ??
  CASTS[from]?.[to] ??
  (TEXTS.includes(to) ? 'assign' : TEXTS.includes(from) ? 'cast' : undefined);
const TEXTS: readonly SqlType[] = ['bpchar', 'name'];

const NAMES: Readonly<Partial<Record<SqlType, string>>> = { int2: 'smallint', int4: 'integer', int8: 'bigint' };
const BITS: Readonly<Partial<Record<SqlType, number>>> = { int2: 16, int4: 32, int8: 64 };

function cast(value: Exclude<Value, null>, from: SqlType, to: SqlType): Value | undefined {
  if (TEXTS.includes(from) || TEXTS.includes(to)) {
    const text =
      from === 'bpchar' ? String(value).replace(/ +$/, '') : from === 'bool' ? `${value}` : (printValue(value) ?? '');
    return to === 'text' || to === 'bpchar' ? text : to === 'name' ? shortName(text) : parseValue(text, to);
  }
  if (from === 'jsonb' && JSONB_TO.includes(to)) throw engineLimit(`a cast of jsonb to ${to}`);
  if (to === 'text' || from === 'text') return undefined;
  const number = castNumeric(value, from, to);
  if (number !== undefined) return number;
  const way = how(from, to);
  if (way === undefined) return undefined;
  const bits = BITS[to];
  if (bits !== undefined) return toWhole(value, bits, NAMES[to] ?? to);
  if (to === 'float8' || to === 'float4') return toFloat(value, to);
  if (to === 'numeric')
    return isOther(value) && 'number' in value
      ? numericOfFloat(value.number, from === 'float4' ? 'float4' : 'float8')
      : numericOf(BigInt(Number(value)));
  return toMoment(value, to);
}

/** Between numeric and the integers that statements of a first lesson have; undefined: other types. */
function castNumeric(value: Value, from: SqlType, to: SqlType): Value | undefined {
  if (isNumeric(value) && (to === 'int4' || to === 'int8')) return toWhole(value, BITS[to] ?? 0, NAMES[to] ?? to);
  return to === 'numeric' && (from === 'int4' || from === 'int8') ? toNumeric(value) : undefined;
}

const toNumeric = (value: Value): Value =>
  typeof value === 'number' || typeof value === 'bigint' ? numericOf(BigInt(value)) : value;

const JSONB_TO: readonly SqlType[] = ['bool', 'int2', 'int4', 'int8', 'numeric', 'float4', 'float8'];

function toWhole(value: Value, bits: number, name: string): Value {
  const whole =
    typeof value === 'bigint' || typeof value === 'number'
      ? BigInt(value)
      : isNumeric(value)
        ? roundNumeric(value)
        : isOther(value) && 'number' in value
          ? wholeOf(value.number)
          : undefined;
  if (whole === undefined || BigInt.asIntN(bits, whole) !== whole) throw outOfRange(name);
  return bits === 64 ? whole : Number(whole);
}

function toFloat(value: Value, to: FloatType): Value {
  if (isNumeric(value)) return float(floatOfNumeric(value, to), to);
  const number = isOther(value) && 'number' in value ? value.number : Number(value);
  return float(to === 'float4' ? toReal(number) : number, to);
}

function toMoment(value: Value, to: SqlType): Value | undefined {
  if (isDate(value)) {
    const midnight = microsOfDay(value.day);
    return to === 'timestamptz' ? moment(utcOf(midnight), to) : to === 'timestamp' ? moment(midnight, to) : undefined;
  }
  if (!isOther(value) || !('micros' in value)) return undefined;
  const { of, micros } = value;
  if (to === 'interval') return interval({ months: 0, days: 0, micros });
  if (to === 'timestamptz') return moment(of === 'timestamp' ? utcOf(micros) : micros, to);
  const local = of === 'timestamptz' ? localOf(micros) : micros;
  if (to === 'date') return { day: dayOf(local) };
  if (to === 'time') return moment(timeOf(local), to);
  return to === 'timestamp' ? moment(local, to) : undefined;
}

function put(view: DataView, at: number, type: OtherType, value: Value): void {
  if (isDate(value)) view.setInt32(at, value.day, true);
  else if (type === 'int2') view.setInt16(at, Number(value), true);
  else if (type === 'name' || type === 'uuid') putBytes(view, at, type, String(value));
  else if (!isOther(value) || 'json' in value) throw new Error(`no value of type ${type}`);
  else if ('number' in value) {
    if (type === 'float4') view.setFloat32(at, value.number, true);
    else view.setFloat64(at, value.number, true);
  } else {
    view.setBigInt64(at, value.micros, true);
    if (value.of !== 'interval') return;
    view.setInt32(at + 8, value.days, true);
    view.setInt32(at + 12, value.months, true);
  }
}
function putBytes(view: DataView, at: number, type: 'name' | 'uuid', text: string): void {
  const size = type === 'name' ? NAME_BYTES + 1 : 16;
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at, size).fill(0);
  if (type === 'name') encoder.encodeInto(text, bytes);
  else bytes.set((text.replaceAll('-', '').match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
}

function read(view: DataView, at: number, type: OtherType): Value {
  switch (type) {
    case 'date':
      return { day: view.getInt32(at, true) };
    case 'int2':
      return view.getInt16(at, true);
    case 'float4':
      return float(view.getFloat32(at, true), type);
    case 'float8':
      return float(view.getFloat64(at, true), type);
    case 'name': {
      const bytes = new Uint8Array(view.buffer, view.byteOffset + at, NAME_BYTES + 1);
      return decoder.decode(bytes.slice(0, bytes.indexOf(0)));
    }
    case 'uuid': {
      const bytes = [...new Uint8Array(view.buffer, view.byteOffset + at, 16)];
      return uuid(bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(''));
    }
    case 'timestamp':
    case 'timestamptz':
    case 'time':
      return moment(view.getBigInt64(at, true), type);
    case 'interval':
      return interval({
        months: view.getInt32(at + 12, true),
        days: view.getInt32(at + 8, true),
        micros: view.getBigInt64(at, true),
      });
    case 'bpchar':
    case 'jsonb':
    case 'numeric':
      throw new Error('a value with a length');
  }
}

/** Writes what follows the varlena header; its length. */
function putVaried(view: DataView, at: number, value: Value): number {
  if (isNumeric(value)) return putNumeric(view, at, value);
  if (isOther(value) && 'json' in value) return putJsonb(view, at, value.json, view.byteLength - at);
  throw new Error('no value with a length');
}
const readVaried = (view: DataView, at: number, length: number, type: OtherType): Value =>
  type === 'jsonb' ? { of: 'jsonb', json: readJsonb(view, at) } : readNumeric(view, at, length);

handIn({ print, parse, compare, cast, how, key, toNumeric, fitted, put, read, putVaried, readVaried });
