/**
 * Settings by name. Those that may be set: they are obeyed, or no value of theirs changes what is answered here (there are
 * no dates, no workers, and nothing is written to a disk). The others are only shown: to take a value and leave it
 * without effect would be untrue, so SET refuses them by name.
 */
import { DEFAULTS } from './settings.ts';

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
/** It has a value here. */
export const isShown = (name: string): boolean => Object.hasOwn(DEFAULTS, name) || COMPUTED.includes(name);
