/**
 * interval: months, days and microseconds, printed as isolationtester has it (IntervalStyle postgres_verbose). MODEL: a fraction is known of
 * seconds, minutes and hours alone.
 * Source: src/backend/utils/adt/timestamp.c, DecodeInterval and EncodeInterval in datetime.c.
 */
import { engineLimit, Failure } from './failure.ts';
import { dayNumber, dayOf, fieldsOf, inRange, localOf, microsOfDay, timeOf, utcOf } from './timestamp.ts';

export interface Span {
  readonly months: number;
  readonly days: number;
  readonly micros: bigint;
}

const SECOND = 1_000_000;
/** Months, days, microseconds of a unit. */
const UNITS: readonly (readonly [RegExp, number, number, number])[] = [
  [/^(?:y|yr|yrs|year|years)$/, 12, 0, 0],
  [/^(?:mon|mons|month|months)$/, 1, 0, 0],
  [/^(?:w|week|weeks)$/, 0, 7, 0],
  [/^(?:d|day|days)$/, 0, 1, 0],
  [/^(?:h|hr|hrs|hour|hours)$/, 0, 0, 3600 * SECOND],
  [/^(?:m|min|mins|minute|minutes)$/, 0, 0, 60 * SECOND],
  [/^(?:s|sec|secs|second|seconds)$/, 0, 0, SECOND],
  [/^(?:ms|msec|msecs|millisecond|milliseconds)$/, 0, 0, 1000],
];
const PART =
  /\s*(?:([+-]?)(\d{1,9}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{0,6}))?)?|([+-]?\d{1,9})(\.\d{1,6})?\s*([a-z]+)?)/iy;

export function parseInterval(text: string): Span {
  const body = text.trim().toLowerCase();
  const isAgo = /\sago$/.test(body);
  const rest = body.replace(/^@\s*/, '').replace(/\s*ago$/, '');
  const bad = new Failure('22007', `invalid input syntax for type interval: "${text}"`);
  let [months, days, micros] = [0, 0, 0n];
  PART.lastIndex = 0;
  for (let at = 0; at < rest.length; at = PART.lastIndex) {
    PART.lastIndex = at;
    const match = PART.exec(rest);
    if (match === null) throw /\d/.test(text) ? engineLimit('intervals that are not written like 1 day 02:30:00') : bad;
    const [, sign, hours, minutes = '0', secs = '0', fraction = '', whole = '0', part, word] = match;
    if (hours !== undefined) {
      const clock =
        BigInt(Number(hours) * 3600 + Number(minutes) * 60 + Number(secs)) * 1_000_000n +
        BigInt(fraction.padEnd(6, '0'));
      micros += sign === '-' ? -clock : clock;
      continue;
    }
    // A bare number is seconds, if it stands alone.
    if (word === undefined && match[0].length < rest.length) throw engineLimit('intervals without units');
    const unit = UNITS.find(([name]) => name.test(word ?? 's'));
    if (unit === undefined) throw bad;
    const [, m, d, u] = unit;
    if (part !== undefined && u === 0) throw engineLimit('fractions of a day, month or year');
    months += Number(whole) * m;
    days += Number(whole) * d;
    const below = BigInt(Math.round(Number(part ?? 0) * u));
    micros += BigInt(whole) * BigInt(u) + (whole.startsWith('-') ? -below : below);
  }
  if (rest === '') throw bad;
  return isAgo ? negateSpan({ months, days, micros }) : { months, days, micros };
}

/** With the sign of the first part that is not zero; parts of the other sign say so. */
export function printInterval({ months, days, micros }: Span): string {
  const seconds = micros / 1_000_000n;
  const fraction = micros % 1_000_000n;
  const parts: readonly (readonly [number, string])[] = [
    [Math.trunc(months / 12), 'year'],
    [months % 12, 'mon'],
    [days, 'day'],
    [Number(seconds / 3600n), 'hour'],
    [Number((seconds / 60n) % 60n), 'min'],
  ];
  const first = parts.find(([value]) => value !== 0)?.[0] ?? Number(micros);
  const isBefore = first < 0;
  const words = parts.flatMap(([value, unit]) => {
    const shown = isBefore ? -value : value;
    return value === 0 ? [] : [`${shown} ${unit}${shown === 1 ? '' : 's'}`];
  });
  const rest = seconds % 60n;
  if (rest !== 0n || fraction !== 0n) {
    const [whole, part] = [rest < 0n ? -rest : rest, fraction < 0n ? -fraction : fraction];
    const tail = part === 0n ? '' : `.${String(part).padStart(6, '0').replace(/0+$/, '')}`;
    const sign = micros < 0n === isBefore ? '' : '-';
    words.push(`${sign}${whole}${tail} sec${whole === 1n && part === 0n ? '' : 's'}`);
  }
  return `@ ${words.length === 0 ? '0' : words.join(' ')}${isBefore ? ' ago' : ''}`;
}

/** interval_cmp_value: a month has 30 days, a day 24 hours. */
export const spanOf = ({ months, days, micros }: Span): bigint => micros + BigInt(months * 30 + days) * 86_400_000_000n;

export const negateSpan = ({ months, days, micros }: Span): Span => ({
  months: months === 0 ? 0 : -months,
  days: days === 0 ? 0 : -days,
  micros: -micros,
});
export const addSpans = (a: Span, b: Span): Span => ({
  months: a.months + b.months,
  days: a.days + b.days,
  micros: a.micros + b.micros,
});

/** timestamp_pl_interval: months first, the day kept within the month; then days; then time. */
function addLocal(local: bigint, { months, days }: Span): bigint {
  let day = dayOf(local);
  if (months !== 0) {
    const { year, month, day: ofMonth } = fieldsOf(local);
    const count = year * 12 + month - 1 + months;
    const [y, m] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1];
    let last = ofMonth;
    let moved = dayNumber(y, m, last);
    while (moved === undefined && last > 27) moved = dayNumber(y, m, --last);
    if (moved === undefined) throw engineLimit('times outside of the years 1 to 9999');
    day = moved;
  }
  return microsOfDay(day + days) + timeOf(local);
}
export function addToTimestamp(micros: bigint, span: Span, hasZone: boolean): bigint {
  if (span.months === 0 && span.days === 0) return inRange(micros + span.micros);
  const moved = hasZone ? utcOf(inRange(addLocal(localOf(micros), span))) : addLocal(micros, span);
  return inRange(moved + span.micros);
}

/** timestamp_mi: days and time, no months (interval_justify_hours). */
export function between(a: bigint, b: bigint): Span {
  const size = a - b;
  const days = size / 86_400_000_000n;
  return { months: 0, days: Number(days), micros: size - days * 86_400_000_000n };
}

/** timestamp_age: years, months, days and time, counted on calendar and clock. */
export function ageOf(a: bigint, b: bigint): Span {
  const isBefore = a < b;
  const [late, early] = isBefore ? [fieldsOf(b), fieldsOf(a)] : [fieldsOf(a), fieldsOf(b)];
  let months = (late.year - early.year) * 12 + late.month - early.month;
  let days = late.day - early.day;
  let micros = timeOf(isBefore ? b : a) - timeOf(isBefore ? a : b);
  if (micros < 0n) {
    micros += 86_400_000_000n;
    days -= 1;
  }
  if (days < 0) {
    // A day is borrowed from the earlier month.
    const { year, month } = early;
    const first = dayNumber(year, month, 1) ?? 0;
    const next = dayNumber(month === 12 ? year + 1 : year, (month % 12) + 1, 1) ?? 0;
    days += next - first;
    months -= 1;
  }
  const span = { months, days, micros };
  return isBefore ? negateSpan(span) : span;
}
