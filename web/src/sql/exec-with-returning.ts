/**
 * A SELECT of nothing but what a WITH that writes returns: our executor writes, and an evaluator answers of the rows that
 * come back. Errors of the SELECT come before anything is written. Source: ModifyTable under a CteScan.
 */

import { asking } from './ask-evaluator.ts';
import { popSnapshot, pushSnapshot } from './exec.ts';
import { explained, TYPES } from './exec-general.ts';
import { analyse, runQuery } from './exec-query.ts';
import { engineLimit, readOnlyTransaction } from './failure.ts';
import { insertText, isGrouped, type Texts } from './general-table.ts';
import { PRICE, WORK } from './limits.ts';
import type { NestedPlan } from './plan.ts';
import { fetched } from './seldom.ts';
import { type Exec, newRun, type Results } from './session.ts';

type WithReturning = Extract<NestedPlan, { kind: 'with-returning' }>;
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Undefined: waits. */
export function runWithReturning(x: Exec, plan: WithReturning): Results | undefined {
  const { world, session, run } = x;
  if (run.phase === 'begin') {
    if (world.core.isFull()) throw engineLimit("the engine's fixed memory");
    world.work.pay(WORK.statements, 2 * PRICE.query + PRICE.evaluator);
    if (!pushSnapshot(x)) return undefined;
    run.phase = 'lock';
  }
  run.inner ??= newRun(run.params);
  const inner: Exec = { ...x, run: run.inner };
  if (run.phase === 'lock') {
    const bound = analyse(inner, plan.change, []);
    if (bound === undefined) return undefined;
    const columns = bound.kind === 'select' ? [] : (bound.returning?.columns ?? []);
    if (new Set(columns.map(({ name }) => name)).size < columns.length)
      throw engineLimit('WITH … RETURNING of two columns of the same name');
    run.rows = [
      [`CREATE TABLE ${quoted(plan.name)} (${columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ')})`],
    ];
    answerOf(x, plan, []);
    popSnapshot(x);
    pushSnapshot(x);
    if (session.readOnly) throw readOnlyTransaction('SELECT');
    run.phase = 'after';
    run.inner.phase = 'lock';
  }
  const [returned] = runQuery(inner, plan.change, [], true) ?? [];
  if (returned === undefined) return undefined;
  while (run.pushed > 0) popSnapshot(x);
  return answerOf(x, plan, returned.kind === 'rows' ? returned.rows : []);
}

function answerOf({ world, run }: Exec, { name, sql }: WithReturning, rows: readonly Texts[]): Results {
  const ask = asking(world.evaluator);
  world.work.pay(WORK.expressions, rows.length * (rows[0]?.length ?? 0) * PRICE.handed);
  try {
    ask(`BEGIN; ${run.rows[0]?.[0] ?? ''}`);
    if (rows.length > 0) ask(insertText(quoted(name), rows));
    const json = explained({ sql }, '', ask);
    const answer = ask(sql);
    // The order of groups depends on what a planner expects.
    if (isGrouped(json) && answer.rows.length > 1) throw engineLimit('groups of what WITH … RETURNING returns');
    const columns = answer.columns.map((one) => ({ name: one.name, type: TYPES.get(one.type) ?? ('text' as const) }));
    return [{ kind: 'rows', columns, rows: answer.rows }];
  } finally {
    fetched(world.evaluator).run('ROLLBACK');
  }
}
