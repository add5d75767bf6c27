/**
 * Settings by name. Some can be set: the engine obeys them, or none of their values changes an answer here (there are
 * no dates, no workers, and nothing is written to a disk). The others are only shown: accepting a value without effect
 * would be misleading, so SET refuses them by name. None of this is used before a spec sets or shows one.
 */
import { ASKED, own } from './settings.ts';

/** The values before any SET. */
export const DEFAULTS: Readonly<Record<string, string>> = {
  ...ASKED,
  idle_in_transaction_session_timeout: '0',
  client_min_messages: 'notice',
  default_transaction_deferrable: 'off',
  transaction_deferrable: 'off',
  application_name: '',
  search_path: '"$user", public',
  datestyle: 'Postgres, MDY',
  timezone: 'GMT',
  intervalstyle: 'postgres',
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
  max_prepared_transactions: '32',
  debug_parallel_query: 'off',
  force_parallel_mode: 'off',
  jit: 'off',
  work_mem: '4MB',
};

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
  'extra_float_digits',
  'jit',
  'work_mem',
  // A server refuses to set these, and so does settings-check.ts.
  'server_version',
  'server_version_num',
  'server_encoding',
  'max_prepared_transactions',
];
const COMPUTED = ['transaction_isolation', 'transaction_read_only', 'server_version', 'server_version_num'];

export const isObeyed = (name: string): boolean => OBEYED.includes(name);
/** The value of a setting before any SET. Undefined for an unknown name. */
export const defaultOf = (name: string): string | undefined => own(DEFAULTS, name);
/** SHOW has a value for it here. */
export const isShown = (name: string): boolean => Object.hasOwn(DEFAULTS, name) || COMPUTED.includes(name);
