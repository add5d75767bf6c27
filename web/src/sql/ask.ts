/** Functions that ask for more than their arguments: sequences, the clock, chance. */

import { askSequence } from './exec-sequence.ts';
import { exportSnapshot } from './exec-snapshot.ts';
import { engineLimit } from './failure.ts';
import { numberOf } from './number-values.ts';
import { float, moment } from './other-types.ts';
import type { Session, World } from './session.ts';
import { milliseconds, settingOf } from './settings.ts';
import { dayOf, localOf, microsOfMs, timeOf } from './timestamp.ts';
import type { Value } from './values.ts';

/** When a database is made: Thu Jan 01 12:00:00 2026 PST. */
const START_MS = Date.UTC(2026, 0, 1, 20);

export function ask(world: World, session: Session, what: string, args: readonly Value[]): Value {
  const at = (seconds: number): bigint => microsOfMs(START_MS + seconds * 1000);
  const { begun, sent } = session.more;
  switch (what) {
    case 'now':
      return moment(at(begun), 'timestamptz');
    case 'statement_timestamp':
    case 'clock_timestamp':
      return moment(at(what === 'clock_timestamp' ? world.more.seconds : sent), 'timestamptz');
    case 'localtimestamp':
      return moment(localOf(at(begun)), 'timestamp');
    case 'localtime':
      return moment(timeOf(localOf(at(begun))), 'time');
    case 'current_date':
      return { day: dayOf(localOf(at(begun))) };
    case 'random':
      return float(drawn(session), 'float8');
    case 'pg_export_snapshot':
      return exportSnapshot(world, session);
    case 'pg_sleep':
      return slept(world, session, numberOf(args[0] ?? null));
    case 'setseed':
      session.more.seed = Number(args[0]) | 0;
      return '';
    default:
      return askSequence(world, session, what, args);
  }
}

/** Nobody else does anything in the meantime, as under isolationtester; the clock counts whole seconds. */
function slept({ more }: World, session: Session, seconds: number): Value {
  const limit = milliseconds(settingOf(session, 'statement_timeout') ?? '0') ?? 0;
  if ((limit > 0 && seconds * 1000 >= limit) || seconds >= MAX_SLEEP)
    throw engineLimit('pg_sleep that a timeout would end');
  more.seconds += Math.max(0, Math.floor(seconds));
  return '';
}
/** isolationtester cancels a step after a while. */
const MAX_SLEEP = 60;

/** The next number of a sequence of 2^32 (mulberry32). */
function drawn({ more }: Session): number {
  more.seed = (more.seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(more.seed ^ (more.seed >>> 15), more.seed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
