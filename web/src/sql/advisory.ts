/**
 * Advisory locks: SQL's functions, whose keys and queues are the C engine's (server/advisory.c). They may wait in the
 * middle of an expression; effects.ts says how that goes on. Source: src/backend/utils/adt/lockfuncs.c.
 */
import type { Context } from './bound-types.ts';
import type { AdvisoryKey, AdvisoryLock } from './core.ts';
import type { SqlType } from './database.ts';
import { once } from './effects.ts';
import { deadlockDetected } from './failure.ts';
import { WORK } from './limits.ts';
import type { Signature } from './signature.ts';
import type { Value } from './values.ts';

/** Units of a question to the server. */
const ASKED = 100;
const KEYS: readonly (readonly SqlType[])[] = [['int8'], ['int4', 'int4']];

const keyOf = ([a, b]: readonly Value[]): AdvisoryKey =>
  typeof a === 'bigint' ? a : [Number(a) >>> 0, Number(b) >>> 0];

/** Taken; false: another session is in the way; 'wait'. */
function take({ core, session, work }: Context, key: AdvisoryKey, how: AdvisoryLock): boolean | 'wait' {
  work.pay(WORK.expressions, ASKED);
  const outcome = core.advisoryLock(session, key, how);
  if (outcome === 'deadlock') throw deadlockDetected();
  return outcome === 'wait' ? 'wait' : outcome === 'done';
}

const locking = (how: AdvisoryLock): readonly Signature[] =>
  KEYS.map((args) => ({
    args,
    result: how.dontWait ? 'bool' : 'void',
    eval: (values, context) =>
      once(context, () => {
        const taken = take(context, keyOf(values), how);
        return taken === 'wait' || how.dontWait ? taken : '';
      }),
  }));

const unlocking = (shared: boolean): readonly Signature[] =>
  KEYS.map((args) => ({
    args,
    result: 'bool',
    eval: (values, context) =>
      once(context, () => {
        context.work.pay(WORK.expressions, ASKED);
        if (context.core.advisoryUnlock(context.session, keyOf(values), shared)) return true;
        context.warn(`you don't own a lock of type ${shared ? 'ShareLock' : 'ExclusiveLock'}`);
        return false;
      }),
  }));

const unlockAll: Signature = {
  args: [],
  result: 'void',
  eval: (_, context) =>
    once(context, () => {
      context.work.pay(WORK.expressions, ASKED);
      context.core.advisoryUnlockAll(context.session);
      return '';
    }),
};

const how = (ofSession: boolean, shared: boolean, dontWait: boolean): AdvisoryLock => ({ ofSession, shared, dontWait });

export const ADVISORY: Readonly<Record<string, readonly Signature[]>> = {
  pg_advisory_lock: locking(how(true, false, false)),
  pg_advisory_lock_shared: locking(how(true, true, false)),
  pg_advisory_xact_lock: locking(how(false, false, false)),
  pg_advisory_xact_lock_shared: locking(how(false, true, false)),
  pg_try_advisory_lock: locking(how(true, false, true)),
  pg_try_advisory_lock_shared: locking(how(true, true, true)),
  pg_try_advisory_xact_lock: locking(how(false, false, true)),
  pg_try_advisory_xact_lock_shared: locking(how(false, true, true)),
  pg_advisory_unlock: unlocking(false),
  pg_advisory_unlock_shared: unlocking(true),
  pg_advisory_unlock_all: [unlockAll],
};
