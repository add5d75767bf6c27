/**
 * Functions of moments, and of the clock: now() is when the transaction began, statement_timestamp() when its query
 * came; both count seconds of the database's clock (more.ts). Source: src/backend/utils/adt/timestamp.c, formatting.c.
 */

import type { SqlType } from './database.ts';
import { engineLimit, Failure } from './failure.ts';
import { ageOf } from './interval.ts';
import { float, interval, moment } from './other-types.ts';
import type { Signature } from './signature.ts';
import {
  dayNumber,
  fieldsOf,
  isSummer,
  localOf,
  MONTHS,
  microsOfDay,
  sinceUnix,
  timeOf,
  utcOf,
  WEEKDAYS,
} from './timestamp.ts';
import { isDate, isOther, type Value } from './values.ts';

const microsOf = (value: Value | undefined): bigint =>
  value !== undefined && isOther(value) && 'micros' in value
    ? value.micros
    : value !== undefined && isDate(value)
      ? microsOfDay(value.day)
      : 0n;

const clock = (what: string, result: SqlType): Signature => ({
  args: [],
  result,
  eval: (_, context) => context.ask(what, []),
});

/** What date_part and extract count, in microseconds where it has a fraction. */
function field(name: string, local: bigint, utc: bigint): readonly [bigint, number] {
  const { year, month, day, hour, minute, micros, weekday } = fieldsOf(local);
  switch (name) {
    case 'epoch':
      return [sinceUnix(utc), 6];
    case 'second':
    case 'seconds':
      return [BigInt(micros), 6];
    case 'millisecond':
    case 'milliseconds':
      return [BigInt(micros), 3];
    case 'microsecond':
    case 'microseconds':
      return [BigInt(micros), 0];
  }
  const whole: Readonly<Record<string, number>> = {
    ...{ year, years: year, month, months: month, day, days: day, hour, hours: hour, minute, minutes: minute },
    ...{ dow: weekday, isodow: weekday === 0 ? 7 : weekday, quarter: Math.floor((month + 2) / 3) },
    doy: (dayNumber(year, month, day) ?? 0) - (dayNumber(year, 1, 1) ?? 0) + 1,
    ...{ century: Math.ceil(year / 100), decade: Math.floor(year / 10), millennium: Math.ceil(year / 1000) },
  };
  if (!Object.hasOwn(whole, name)) throw engineLimit(`the field ${name} of a time`);
  return [BigInt(whole[name] ?? 0), 0];
}

const asLocal = (type: SqlType, micros: bigint): bigint => (type === 'timestamptz' ? localOf(micros) : micros);
const MOMENTS: readonly SqlType[] = ['timestamp', 'timestamptz', 'date'];

const parts = (result: 'numeric' | 'float8'): readonly Signature[] =>
  MOMENTS.map((type) => ({
    args: ['text', type],
    result,
    eval: ([name, value], { core }) => {
      if (result === 'numeric' && core.rules === 13) throw engineLimit('extract before 14 (use date_part)');
      const micros = microsOf(value);
      const word = String(name).toLowerCase();
      const isOfDay = /^(?:hour|minute|second|milli|micro)/.test(word);
      if (type === 'date' && isOfDay && core.rules >= 14 && result === 'numeric')
        throw new Failure('0A000', `unit "${word}" not supported for type date`);
      const [units, scale] = field(
        word,
        asLocal(type, micros),
        type === 'timestamp' || type === 'date' ? micros : micros,
      );
      if (result === 'numeric')
        return {
          digits: type === 'date' && word === 'epoch' ? units / 1_000_000n : units,
          scale: type === 'date' ? 0 : scale,
        };
      return float(Number(units) / 10 ** scale, 'float8');
    },
  }));

const STARTS = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'];
function truncated(name: string, local: bigint): bigint {
  const { year, month, weekday } = fieldsOf(local);
  const midnight = local - timeOf(local);
  const start = (m: number): bigint => microsOfDay(dayNumber(year, m, 1) ?? 0);
  const below = (unit: bigint): bigint => local - (timeOf(local) % unit);
  switch (name) {
    case 'year':
      return start(1);
    case 'quarter':
      return start(Math.floor((month - 1) / 3) * 3 + 1);
    case 'month':
      return start(month);
    case 'week':
      return midnight - BigInt((weekday + 6) % 7) * 86_400_000_000n;
    case 'day':
      return midnight;
    case 'hour':
      return below(3_600_000_000n);
    case 'minute':
      return below(60_000_000n);
    case 'second':
      return below(1_000_000n);
    default:
      throw engineLimit(`date_trunc to a ${name}`);
  }
}
/** Hours and less are cut off in UTC, where the offset stays what it is. */
const truncations: readonly Signature[] = (['timestamptz', 'timestamp'] as const).map((type) => ({
  args: ['text', type],
  result: type,
  eval: ([name, value]) => {
    const word = String(name).toLowerCase();
    const micros = microsOf(value);
    if (type === 'timestamp') return moment(truncated(word, micros), type);
    const local = truncated(word, localOf(micros));
    const isOfClock = STARTS.indexOf(word) > STARTS.indexOf('day');
    return moment(isOfClock ? micros - (localOf(micros) - local) : utcOf(local), type);
  },
}));

const PIECES =
  /YYYY|YY|MM|DDD|DD|HH24|HH12|HH|MI|SS|MS|US|MONTH|Month|month|MON|Mon|mon|DAY|Day|day|DY|Dy|dy|AM|PM|am|pm|TZ|"[^"]*"|[^A-Za-z"]/y;
/** to_char of the forms that people use; a month's or a day's name is padded to nine characters. */
function formatted(format: string, local: bigint, zone: string): string {
  const { year, month, day, hour, minute, micros, weekday } = fieldsOf(local);
  const two = (n: number): string => String(n).padStart(2, '0');
  const half = two(hour % 12 === 0 ? 12 : hour % 12);
  const fraction = String(micros % 1_000_000).padStart(6, '0');
  const cased = (piece: string, name: string): string =>
    piece === piece.toUpperCase() ? name.toUpperCase() : piece === piece.toLowerCase() ? name.toLowerCase() : name;
  let text = '';
  for (let at = 0; at < format.length; at = PIECES.lastIndex) {
    PIECES.lastIndex = at;
    const piece = PIECES.exec(format)?.[0];
    if (piece === undefined) throw engineLimit(`this format of to_char`);
    const fixed: Readonly<Record<string, string>> = {
      ...{ YYYY: String(year).padStart(4, '0'), YY: two(year % 100), MM: two(month), DD: two(day) },
      DDD: String((dayNumber(year, month, day) ?? 0) - (dayNumber(year, 1, 1) ?? 0) + 1).padStart(3, '0'),
      ...{ HH24: two(hour), HH12: half, HH: half, MI: two(minute), SS: two(Math.floor(micros / 1_000_000)) },
      ...{ MS: fraction.slice(0, 3), US: fraction, TZ: zone },
    };
    const upper = piece.toUpperCase();
    if (piece === upper && Object.hasOwn(fixed, piece)) text += fixed[piece] ?? '';
    else if (upper === 'MONTH') text += cased(piece, MONTHS[month - 1] ?? '').padEnd(9);
    else if (upper === 'MON') text += cased(piece, (MONTHS[month - 1] ?? '').slice(0, 3));
    else if (upper === 'DAY') text += cased(piece, WEEKDAYS[weekday] ?? '').padEnd(9);
    else if (upper === 'DY') text += cased(piece, (WEEKDAYS[weekday] ?? '').slice(0, 3));
    else if (upper === 'AM' || upper === 'PM') text += cased(piece, hour < 12 ? 'am' : 'pm');
    else text += piece.startsWith('"') ? piece.slice(1, -1) : piece;
  }
  return text;
}
const MAX_FORMAT = 200;
const toChar = (type: 'timestamp' | 'timestamptz'): Signature => ({
  args: [type, 'text'],
  result: 'text',
  eval: ([value, format]) => {
    const form = String(format);
    if (form.length > MAX_FORMAT) throw engineLimit('so long a format of to_char');
    const micros = microsOf(value);
    const zone = type === 'timestamp' ? '' : isSummer(micros) ? 'PDT' : 'PST';
    return formatted(form, asLocal(type, micros), zone);
  },
});

const ages = (['timestamptz', 'timestamp'] as const).map(
  (type): Signature => ({
    args: [type, type],
    result: 'interval',
    eval: ([a, b]) => interval(ageOf(asLocal(type, microsOf(a)), asLocal(type, microsOf(b)))),
  }),
);

export const TIME_CALLS: Readonly<Record<string, readonly Signature[]>> = {
  now: [clock('now', 'timestamptz')],
  transaction_timestamp: [clock('now', 'timestamptz')],
  current_timestamp: [clock('now', 'timestamptz')],
  statement_timestamp: [clock('statement_timestamp', 'timestamptz')],
  clock_timestamp: [clock('clock_timestamp', 'timestamptz')],
  localtimestamp: [clock('localtimestamp', 'timestamp')],
  localtime: [clock('localtime', 'time')],
  current_date: [clock('current_date', 'date')],
  date_part: parts('float8'),
  extract: parts('numeric'),
  date_trunc: truncations,
  to_char: [toChar('timestamptz'), toChar('timestamp')],
  age: ages,
};
