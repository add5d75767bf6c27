/** A session's settings made by SET. Few are obeyed; the others are only remembered. */

import type { Session } from './session.ts';

/** Defaults of those that are read while a spec runs. The others' are in settings-names.ts. */
export const ASKED: Readonly<Record<string, string>> = {
  deadlock_timeout: '1s',
  lock_timeout: '0',
  statement_timeout: '0',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  default_transaction_deferrable: 'off',
};
/** Undefined if nobody has set it and it is none of these. */
export function settingOf(session: Session, name: string): string | undefined {
  if (name === 'transaction_isolation') return session.isolation;
  if (name === 'transaction_read_only') return session.readOnly ? 'on' : 'off';
  if (name === 'transaction_deferrable') return session.deferrable ? 'on' : 'off';
  return own(session.local, name) ?? own(session.settings, name) ?? own(ASKED, name);
}
/** The name comes from the SQL: properties that every object has, for example `constructor`, are no settings. */
export const own = (values: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

export const UNITS: Readonly<Record<string, number>> = {
  us: 0.001,
  ms: 1,
  s: 1000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

const INT_MAX = 2 ** 31 - 1;
/** "1s" and "1000" alike, in ms: parse_int. Undefined if it is no time, or too long. */
export function milliseconds(text: string): number | undefined {
  const match = /^\s*([+-]?)(0[xX][\da-fA-F]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)\s*(us|ms|s|min|h|d)?\s*$/.exec(
    text,
  );
  if (match === null) return undefined;
  const [, sign = '', digits = '', unit = 'ms'] = match;
  const number = /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
  const ms = even(number * (UNITS[unit] ?? 1));
  return ms > INT_MAX ? undefined : sign === '-' ? -ms : ms;
}
/** rint: a half is rounded to the even number. */
function even(value: number): number {
  const low = Math.floor(value);
  const rest = value - low;
  return rest > 0.5 || (rest === 0.5 && low % 2 !== 0) ? low + 1 : low;
}
