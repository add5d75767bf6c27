/**
 * A SELECT whose WITH writes. The SELECT runs to its end first, and the other statement after it; both under the same
 * snapshot, so neither sees what the other does. Only the second may wait. Source: ExecPostprocessPlan in execMain.c.
 */
import { popSnapshot, pushSnapshot } from './exec.ts';
import { analyse, runQuery } from './exec-query.ts';
import { resultOf, runSelect } from './exec-select.ts';
import { engineLimit, readOnlyTransaction } from './failure.ts';
import { PRICE, WORK } from './limits.ts';
import type { UtilityPlan } from './plan.ts';
import { type Exec, newRun, type Results } from './session.ts';

/** Undefined: waits. */
export function runWriting(
  x: Exec,
  { change, select }: Extract<UtilityPlan, { kind: 'writing-with' }>,
): Results | undefined {
  const { world, session, run } = x;
  if (run.phase === 'begin') {
    if (world.core.isFull()) throw engineLimit("the engine's fixed memory");
    world.work.pay(WORK.statements, 2 * PRICE.query);
    if (!pushSnapshot(x)) return undefined;
    run.phase = 'lock';
  }
  run.inner ??= newRun(run.params);
  const inner: Exec = { ...x, run: run.inner };
  // WITH is analysed first.
  if (run.phase === 'lock' && analyse(inner, change, []) === undefined) return undefined;
  const bound = analyse(x, select, []);
  if (bound === undefined) return undefined;
  if (bound.kind !== 'select') throw new Error('a SELECT stays one');
  if (run.phase === 'lock') {
    popSnapshot(x);
    pushSnapshot(x);
    if (session.readOnly) throw readOnlyTransaction('SELECT');
    runSelect(x, bound);
    run.phase = 'after';
    // Nothing happens between the two: a second snapshot is the same as the first.
    run.inner.phase = 'lock';
  }
  if (runQuery(inner, change, [], true) === undefined) return undefined;
  while (run.pushed > 0) popSnapshot(x);
  return [resultOf(bound, run.rows)];
}
