/**
 * PostgreSQL's date, as far as its DateStyle here can say it: years 1 to 9999. Sessions have isolationtester's DateStyle
 * (Postgres, MDY), under which 2008-12-22 is printed as 12-22-2008 and both are read.
 */
import { engineLimit, Failure } from './failure.ts';

export interface DateValue {
  /** Days since 2000-01-01, as stored. */
  readonly day: number;
}

const DAY_MS = 86_400_000;
const EPOCH_MS = Date.UTC(2000, 0, 1);

export function parseDate(text: string): DateValue {
  const match = /^\s*(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})-(\d{1,2})-(\d{4}))\s*$/.exec(text);
  if (match === null) throw engineLimit('dates that are not written like 2008-12-22');
  const [year, month, day] = [match[1] ?? match[6], match[2] ?? match[4], match[3] ?? match[5]].map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year ?? 0, (month ?? 0) - 1, day);
  const isSame = date.getUTCMonth() + 1 === month && date.getUTCDate() === day && year !== 0;
  if (!isSame) throw new Failure('22008', `date/time field value out of range: "${text}"`);
  return { day: Math.round((date.getTime() - EPOCH_MS) / DAY_MS) };
}

export function printDate({ day }: DateValue): string {
  const date = new Date(EPOCH_MS + day * DAY_MS);
  const two = (n: number): string => String(n).padStart(2, '0');
  const year = String(date.getUTCFullYear()).padStart(4, '0');
  return `${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}-${year}`;
}
