/** SET, SHOW and RESET: what a session says of itself. Few are obeyed; the others are only remembered. */

import { Failure } from './failure.ts';
import type { Session } from './session.ts';
import { isolationOption } from './settings-values.ts';

const DEFAULTS: Readonly<Record<string, string>> = {
  deadlock_timeout: '1s',
  lock_timeout: '0',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  client_min_messages: 'notice',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  default_transaction_deferrable: 'off',
  transaction_deferrable: 'off',
  application_name: '',
  search_path: '"$user", public',
  datestyle: 'Postgres, MDY',
  timezone: 'GMT',
  intervalstyle: 'postgres',
  synchronous_commit: 'on',
  enable_seqscan: 'on',
  enable_indexscan: 'off',
  enable_indexonlyscan: 'off',
  enable_bitmapscan: 'off',
  enable_sort: 'on',
  enable_hashagg: 'on',
  plan_cache_mode: 'auto',
  max_parallel_workers_per_gather: '0',
  vacuum_freeze_min_age: '50000000',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  server_encoding: 'UTF8',
  client_encoding: 'UTF8',
  autovacuum: 'off',
  fsync: 'on',
  full_page_writes: 'on',
  max_prepared_transactions: '32',
  debug_parallel_query: 'off',
  force_parallel_mode: 'off',
  jit: 'off',
  work_mem: '4MB',
};
const FIXED = ['server_version', 'server_version_num', 'server_encoding', 'max_prepared_transactions'];
const TIMES = ['deadlock_timeout', 'lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'];

/** Undefined for what is no setting. */
export function settingOf(session: Session, name: string): string | undefined {
  if (name === 'transaction_isolation') return session.isolation;
  if (name === 'transaction_read_only') return session.readOnly ? 'on' : 'off';
  return session.local[name] ?? session.settings[name] ?? DEFAULTS[name];
}

const UNITS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 };

/** "1s" and "1000" alike, in ms. */
export function milliseconds(text: string): number | undefined {
  const match = /^\s*(\d+(?:\.\d+)?)\s*(us|ms|s|min|h|d)?\s*$/.exec(text);
  return match === null ? undefined : Math.round(Number(match[1]) * (UNITS[match[2] ?? 'ms'] ?? 1));
}
/** In the largest unit that leaves a whole number, as SHOW prints it. */
function printTime(ms: number): string {
  if (ms === 0) return '0';
  for (const unit of ['d', 'h', 'min', 's'] as const) {
    const size = UNITS[unit] ?? 1;
    if (ms % size === 0) return `${ms / size}${unit}`;
  }
  return `${ms}ms`;
}

const invalid = (name: string, value: string): Failure =>
  new Failure('22023', `invalid value for parameter "${name}": "${value}"`);

/** The value as it is kept; throws where a server would refuse it. */
export function checkSetting(name: string, value: string): string {
  if (FIXED.includes(name)) throw new Failure('55P02', `parameter "${name}" cannot be changed`);
  if (TIMES.includes(name)) {
    const ms = milliseconds(value);
    if (ms === undefined) throw invalid(name, value);
    if (name === 'deadlock_timeout' && ms < 1)
      throw new Failure('22023', `${ms} ms is outside the valid range for parameter "${name}" (1 ms .. 2147483647 ms)`);
    return printTime(ms);
  }
  if (name === 'default_transaction_isolation') return isolationOption(value) ?? fail(invalid(name, value));
  if (name === 'client_min_messages') {
    const word = value.toLowerCase();
    if (!/^(debug[1-5]?|log|notice|warning|error)$/.test(word)) throw invalid(name, value);
    return word;
  }
  const fallback = DEFAULTS[name];
  if (fallback === 'on' || fallback === 'off') return onOff(value) ?? value;
  return value;
}
function fail(failure: Failure): never {
  throw failure;
}
function onOff(value: string): string | undefined {
  const word = value.toLowerCase();
  if (['on', 'true', 'yes', '1', 't', 'y'].includes(word)) return 'on';
  if (['off', 'false', 'no', '0', 'f', 'n'].includes(word)) return 'off';
  return undefined;
}
