/** The values that SET accepts, as a server keeps and prints them. */
import type { Rules } from './core.ts';
import { Failure } from './failure.ts';
import { milliseconds, UNITS } from './settings.ts';
import { DEFAULTS } from './settings-names.ts';
import { isolationOption } from './settings-values.ts';

const FIXED = ['server_version', 'server_version_num', 'server_encoding', 'max_prepared_transactions'];
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
