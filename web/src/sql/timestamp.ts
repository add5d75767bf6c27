/**
 * timestamp, timestamptz and time, printed under isolationtester's settings: DateStyle Postgres, MDY; TimeZone
 * America/Los_Angeles. MODEL: years 1 to 9999; a time zone has the rules of the United States from 1967 on; words such
 * as now and tomorrow, and infinity, are not known.
 * Source: src/backend/utils/adt/timestamp.c, datetime.c (EncodeDateTime, DetermineTimeZoneOffset).
 */
import { engineLimit, Failure } from './failure.ts';

const DAY = 86_400_000_000n;
const HOUR = 3_600_000_000n;
const EPOCH_MS = Date.UTC(2000, 0, 1);
const MS = 1000n;

/** Fields of a moment, as a calendar and a clock show it. */
export interface Fields {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  /** Of the minute. */
  readonly micros: number;
  /** 0: Sunday. */
  readonly weekday: number;
}

const floorDiv = (a: bigint, b: bigint): bigint => (a - (((a % b) + b) % b)) / b;

export function fieldsOf(micros: bigint): Fields {
  const days = floorDiv(micros, DAY);
  const date = new Date(EPOCH_MS + Number(days) * 86_400_000);
  const ofDay = Number(micros - days * DAY);
  const minutes = Math.floor(ofDay / 60_000_000);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: Math.floor(minutes / 60),
    minute: minutes % 60,
    micros: ofDay % 60_000_000,
    weekday: date.getUTCDay(),
  };
}

/** Days since 2000-01-01; undefined: there is no such day. */
export function dayNumber(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isSame = date.getUTCMonth() + 1 === month && date.getUTCDate() === day && year >= 1 && year <= 9999;
  return isSame ? Math.round((date.getTime() - EPOCH_MS) / 86_400_000) : undefined;
}
export const microsOfDay = (day: number): bigint => BigInt(day) * DAY;
export const dayOf = (micros: bigint): number => Number(floorDiv(micros, DAY));
export const timeOf = (micros: bigint): bigint => micros - floorDiv(micros, DAY) * DAY;

/** The n-th Sunday of a month, or its last one (0). */
function sunday(year: number, month: number, n: number): bigint {
  const first = dayNumber(year, month, 1) ?? 0;
  // 2000-01-01 was a Saturday.
  const ahead = (((1 - first) % 7) + 7) % 7;
  const last = (dayNumber(month === 12 ? year + 1 : year, (month % 12) + 1, 1) ?? 0) - 1;
  const day = n === 0 ? last - ((((last - 1) % 7) + 7) % 7) : first + ahead + (n - 1) * 7;
  return microsOfDay(day);
}

/** When daylight saving time begins and ends, at midnight of those days. */
function summer(year: number): readonly [bigint, bigint] {
  if (year < 1967) throw engineLimit('a time with time zone before 1967');
  if (year >= 2007) return [sunday(year, 3, 2), sunday(year, 11, 1)];
  if (year === 1974) return [microsOfDay(dayNumber(1974, 1, 6) ?? 0), sunday(year, 10, 0)];
  if (year === 1975) return [microsOfDay(dayNumber(1975, 2, 23) ?? 0), sunday(year, 10, 0)];
  return [sunday(year, 4, year >= 1987 ? 1 : 0), sunday(year, 10, 0)];
}

/** Of a time on the wall. What occurs twice, or never, is taken as standard time. */
export function utcOf(local: bigint): bigint {
  const [from, to] = summer(fieldsOf(local).year);
  const isSummer = local >= from + 3n * HOUR && local < to + HOUR;
  return local + (isSummer ? 7n : 8n) * HOUR;
}
export function isSummer(utc: bigint): boolean {
  const [from, to] = summer(fieldsOf(utc - 8n * HOUR).year);
  return utc >= from + 10n * HOUR && utc < to + 9n * HOUR;
}
export const localOf = (utc: bigint): bigint => utc - (isSummer(utc) ? 7n : 8n) * HOUR;

const two = (n: number): string => String(n).padStart(2, '0');
function seconds(micros: number): string {
  const fraction = micros % 1_000_000;
  const rest = fraction === 0 ? '' : `.${String(fraction).padStart(6, '0').replace(/0+$/, '')}`;
  return `${two(Math.floor(micros / 1_000_000))}${rest}`;
}
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
export const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

export function printTime(micros: bigint): string {
  if (micros === DAY) return '24:00:00';
  const { hour, minute, micros: rest } = fieldsOf(micros);
  return `${two(hour)}:${two(minute)}:${seconds(rest)}`;
}
function printLocal(micros: bigint): string {
  const { year, month, day, weekday } = fieldsOf(micros);
  const names = `${WEEKDAYS[weekday]?.slice(0, 3) ?? ''} ${MONTHS[month - 1]?.slice(0, 3) ?? ''}`;
  return `${names} ${two(day)} ${printTime(timeOf(micros))} ${String(year).padStart(4, '0')}`;
}
export const printTimestamp = (micros: bigint, hasZone: boolean): string =>
  hasZone ? `${printLocal(localOf(micros))} ${isSummer(micros) ? 'PDT' : 'PST'}` : printLocal(micros);

const DATE = String.raw`(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})[-/](\d{1,2})[-/](\d{4}))`;
const TIME = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{0,6}))?)?(?: *([ap]m))?`;
const ZONE = String.raw`(?: *(z|utc|gmt|pst|pdt|[+-]\d{1,2}(?::?\d{2})?))?`;
const WRITTEN = new RegExp(String.raw`^\s*${DATE}(?:[ t]+${TIME}${ZONE})?\s*$`, 'i');
const PRINTED = new RegExp(
  String.raw`^\s*[a-z]{3} ([a-z]{3}) (\d{1,2}) ${TIME} (\d{4})(?: (utc|gmt|pst|pdt))?\s*$`,
  'i',
);
const CLOCK = new RegExp(String.raw`^\s*${TIME}\s*$`, 'i');

const outside = (text: string): Failure => new Failure('22008', `date/time field value out of range: "${text}"`);
const BEFORE: readonly string[] = [];

/** The five groups of TIME. */
function clock(groups: readonly (string | undefined)[], text: string): bigint {
  const [hours = '0', minutes = '0', secs = '0', fraction = '', half] = groups;
  let hour = Number(hours);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) throw outside(text);
    hour = (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  }
  const [minute, second] = [Number(minutes), Number(secs)];
  const rest = Number(fraction.padEnd(6, '0'));
  const isMidnight = hour === 24 && minute + second + rest === 0;
  if ((hour > 23 && !isMidnight) || minute > 59 || second > 60) throw outside(text);
  return BigInt(hour * 60 + minute) * 60_000_000n + BigInt(second * 1_000_000 + rest);
}

/** Hours and minutes west of Greenwich, as microseconds to add. Undefined: none was given. */
function zone(word: string | undefined): bigint | undefined {
  if (word === undefined) return undefined;
  const named = { z: 0n, utc: 0n, gmt: 0n, pst: 8n, pdt: 7n }[word.toLowerCase()];
  if (named !== undefined) return named * HOUR;
  const match = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(word);
  const minutes = Number(match?.[2] ?? 0) * 60 + Number(match?.[3] ?? 0);
  return BigInt(minutes) * 60_000_000n * (match?.[1] === '-' ? 1n : -1n);
}

interface Read {
  readonly local: bigint;
  readonly zone: bigint | undefined;
}

function read(text: string, name: string): Read {
  const written = WRITTEN.exec(text);
  const printed = written === null ? PRINTED.exec(text) : null;
  const found = written ?? printed;
  if (found === null) {
    if (!/\d|now|today|tomorrow|yesterday|epoch|infinity|allballs/i.test(text))
      throw new Failure('22007', `invalid input syntax for type ${name}: "${text}"`);
    throw engineLimit('times that are not written like 2010-04-01 13:30:00');
  }
  const groups: readonly (string | undefined)[] = [...found].slice(1);
  const [a, b, c, d, e, f] = groups;
  const month = MONTHS.findIndex((name) => name.slice(0, 3).toLowerCase() === (a ?? '').toLowerCase()) + 1;
  const date: readonly number[] =
    written === null ? [Number(groups[7]), month, Number(b)] : [Number(a ?? f), Number(b ?? d), Number(c ?? e)];
  const day = dayNumber(date[0] ?? 0, date[1] ?? 0, date[2] ?? 0);
  if (day === undefined) throw outside(text);
  const time = written === null ? groups.slice(2, 7) : groups.slice(6, 11);
  return {
    local: microsOfDay(day) + clock(time[0] === undefined ? BEFORE : time, text),
    zone: zone(written === null ? groups[8] : groups[11]),
  };
}

/** A zone in the text means nothing to a timestamp without one. */
export function parseTimestamp(text: string, hasZone: boolean): bigint {
  const { local, zone } = read(text, hasZone ? 'timestamp with time zone' : 'timestamp');
  if (!hasZone) return local;
  return zone === undefined ? utcOf(local) : local + zone;
}

export function parseTime(text: string): bigint {
  const match = CLOCK.exec(text);
  if (match === null) {
    if (!/\d/.test(text)) throw new Failure('22007', `invalid input syntax for type time: "${text}"`);
    throw engineLimit('times that are not written like 13:30:00');
  }
  return clock([...match].slice(1), text);
}

/** A clock's microseconds since 2000-01-01 from milliseconds since 1970. */
export const microsOfMs = (ms: number): bigint => BigInt(Math.round(ms - EPOCH_MS)) * MS;
/** extract(epoch): of a moment in UTC. */
export const sinceUnix = (micros: bigint): bigint => micros + BigInt(EPOCH_MS) * MS;

export const inRange = (micros: bigint): bigint => {
  const year = micros < -BigInt(EPOCH_MS) * MS * 100n || micros > 10n ** 18n ? 0 : fieldsOf(micros).year;
  if (year < 1 || year > 9999) throw engineLimit('times outside of the years 1 to 9999');
  return micros;
};
