/**
 * Settings by name. Some can be set: the engine obeys them, or none of their values changes an answer here (there are
 * no dates, no workers, and nothing is written to a disk). The others are only shown: accepting a value without effect
 * would be misleading, so SET refuses them by name. None of this is used before a spec sets or shows one.
 */

import type { Rules } from './core.ts';
import { Failure } from './failure.ts';
import type { IsolationName } from './plan.ts';
import { ASKED, milliseconds, own, UNITS } from './settings.ts';

/** The values before any SET. */
const DEFAULTS: Readonly<Record<string, string>> = {
  ...ASKED,
  idle_in_transaction_session_timeout: '0',
  client_min_messages: 'notice',
  application_name: '',
  search_path: '"$user", public',
  datestyle: 'Postgres, MDY',
  timezone: 'America/Los_Angeles',
  intervalstyle: 'postgres_verbose',
  synchronous_commit: 'on',
  enable_seqscan: 'on',
  enable_indexscan: 'on',
  enable_indexonlyscan: 'on',
  enable_bitmapscan: 'on',
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
  max_connections: '100',
  max_prepared_transactions: '32',
  parallel_setup_cost: '1000',
  parallel_tuple_cost: '0.1',
  min_parallel_table_scan_size: '8MB',
  min_parallel_index_scan_size: '512kB',
  parallel_leader_participation: 'on',
  debug_parallel_query: 'off',
  force_parallel_mode: 'off',
  jit: 'off',
  work_mem: '4MB',
};

const WAYS = ['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan'];
const OBEYED = [
  'deadlock_timeout',
  'lock_timeout',
  'statement_timeout',
  'client_min_messages',
  'transaction_isolation',
  'transaction_read_only',
  'transaction_deferrable',
  'default_transaction_isolation',
  'default_transaction_read_only',
  'default_transaction_deferrable',
  'application_name',
  'search_path',
  'standard_conforming_strings',
  'datestyle',
  'timezone',
  'intervalstyle',
  'synchronous_commit',
  'max_parallel_workers_per_gather',
  // MODEL: there are no parallel workers.
  ...['parallel_setup_cost', 'parallel_tuple_cost', 'min_parallel_table_scan_size', 'min_parallel_index_scan_size'],
  ...['parallel_leader_participation', 'debug_parallel_query', 'force_parallel_mode'],
  ...WAYS,
  'extra_float_digits',
  'jit',
  'work_mem',
  // A server refuses to set these, and so does the check below.
  'server_version',
  'server_version_num',
  'server_encoding',
  'max_prepared_transactions',
  'max_connections',
];
const COMPUTED = [
  'transaction_isolation',
  'transaction_read_only',
  'transaction_deferrable',
  'server_version',
  'server_version_num',
];

export const isObeyed = (name: string): boolean => OBEYED.includes(name);
/** The value of a setting before any SET. Undefined for an unknown name. */
export const defaultOf = (name: string): string | undefined => own(DEFAULTS, name);
/** SHOW has a value for it here. */
export const isShown = (name: string): boolean => Object.hasOwn(DEFAULTS, name) || COMPUTED.includes(name);
/** A server of that major has it: force_parallel_mode is called debug_parallel_query since 16, which still takes the old name. */
export const isThere = (name: string, rules: Rules): boolean =>
  isShown(name) && (name !== 'debug_parallel_query' || rules >= 16);

const ISOLATIONS = ['read uncommitted', 'read committed', 'repeatable read', 'serializable'] as const;
/** An isolation level by its name. */
export const isolationOption = (value: string): IsolationName | undefined =>
  ISOLATIONS.find((name) => name === value.toLowerCase());

/** The values that SET accepts, as a server keeps and prints them. */

const FIXED = [
  ...['server_version', 'server_version_num', 'server_encoding'],
  ...['max_prepared_transactions', 'max_connections'],
];
const TIMES = ['deadlock_timeout', 'lock_timeout', 'statement_timeout'];

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

/** The value as the server keeps it; throws if a server would refuse it. */
export function checkSetting(name: string, value: string, rules: Rules): string {
  if (FIXED.includes(name)) throw new Failure('55P02', `parameter "${name}" cannot be changed`);
  if (TIMES.includes(name)) {
    const ms = milliseconds(value);
    if (ms === undefined) throw invalid(name, value);
    const least = name === 'deadlock_timeout' ? 1 : 0;
    if (ms < least) {
      const range = rules >= 17 ? `${least} ms .. 2147483647 ms` : `${least} .. 2147483647`;
      throw new Failure('22023', `${ms} ms is outside the valid range for parameter "${name}" (${range})`);
    }
    return printTime(ms);
  }
  if (name === 'default_transaction_isolation') return isolationOption(value) ?? fail(invalid(name, value));
  if (name === 'client_min_messages') {
    const word = value.toLowerCase();
    if (!/^(debug[1-5]?|log|notice|warning|error)$/.test(word)) throw invalid(name, value);
    return word;
  }
  if (WAYS.includes(name))
    return onOff(value) ?? fail(new Failure('22023', `parameter "${name}" requires a Boolean value`));
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
