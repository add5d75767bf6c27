/** How many SIREAD locks does the transaction of a step hold when it has run? The engine counts, as pg_locks would. */

import '../../../base/messages/en/conflicts.ts';
import '../../../base/messages/en/exercise.ts';
import { ok } from '../../../base/result.ts';
import type { SsiTarget } from '../../../engine/server/ssi-types.ts';
import { outcomesOf } from '../events.ts';
import type { AnyQuestion, OfStep } from '../kind.ts';
import { type Seen, stepKind } from './of-step.ts';

interface SireadsQuestion extends OfStep, AnyQuestion {
  readonly kind: 'sireads';
  readonly locks: readonly SsiTarget[];
  /** Numbers, ascending. */
  readonly options: readonly number[];
  readonly key: number;
}

/** The options go this far at least, and to one lock more than there are. */
const LARGEST = 4;

/** Well posed: the step has ended without an error, in a transaction that SERIALIZABLE remembers. */
function poseSireads({ of, after }: Seen): SireadsQuestion | null {
  const outcome = outcomesOf(after.events).get(of.step);
  const { ssi } = after.state;
  const own = ssi?.transactions.findLast(({ session, ended }) => session === of.session && ended === null);
  if (ssi === undefined || own === undefined || outcome?.ended !== true || outcome.error !== null) return null;
  const locks = ssi.locks.filter(({ transaction }) => transaction === own.number).map(({ target }) => target);
  const options = Array.from({ length: Math.max(LARGEST, locks.length + 1) + 1 }, (_, count) => count);
  return { ...of, kind: 'sireads', locks, options, key: locks.length };
}

export const SIREADS_KINDS = {
  sireads: stepKind<SireadsQuestion>({
    shape: 'choice',
    canTempt: false,
    outcome: 'rows',
    isRare: null,
    pose: (seen) => ok(poseSireads(seen)),
    form: ({ options, key }) => ({
      shape: 'choice',
      ask: (t) => t('exercise.ask.sireads'),
      options: options.map((count) => ({ says: () => String(count), isCode: false })),
      key,
    }),
    facts: ({ locks, session }) => [
      (t) => t('exercise.why.sireads', { who: session, locks: locks.map((target) => t('conflicts.target', target)) }),
    ],
    paths: () => null,
  }),
};
