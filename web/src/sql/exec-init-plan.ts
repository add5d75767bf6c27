/**
 * InitPlans: a subquery that does not depend on the row around it runs once for its statement, when its value is first
 * asked for, and under the statement's snapshot; a recheck uses the same value. So a statement that comes to no row
 * reads nothing of the subquery's table. Source: ExecSetParamPlan in nodeSubplan.c; EvalPlanQualStart.
 */
import type { BoundInit } from './bound-types.ts';
import type { Table } from './catalog.ts';
import { runSelect, selectRows } from './exec-select.ts';
import { readLimits } from './exec-select-seldom.ts';
import { Failure } from './failure.ts';
import { checkSerializable } from './serializable.ts';
import { type Exec, newRun } from './session.ts';
import { parseValue, type Value } from './values.ts';

export function runInitPlan(x: Exec, { select, isExists }: BoundInit, outer: Table | undefined): Value {
  const { context } = x;
  const own: Exec = { ...x, run: newRun(x.run.params) };
  readLimits(own, select);
  if (isExists) own.run.limit = Math.min(own.run.limit, 1);
  // The groups of the statement around it are not its own.
  const { aggregates } = context;
  const rows = selectRows(own, select);
  context.aggregates = aggregates;
  if (outer !== undefined) standAgain(x, outer);
  if (isExists) return rows.length > 0;
  if (rows.length > 1) throw tooMany();
  return rows[0]?.[0] ?? null;
}

const tooMany = (): Failure => new Failure('21000', 'more than one row returned by a subquery used as an expression');

/**
 * Subqueries that lock rows run before the statement's first row, since they may have to wait. False: waits.
 *
 * MODEL: a server runs them when their value is first asked for: not at all if the statement comes to no row.
 */
export function lockInitPlans(x: Exec, plans: readonly BoundInit[]): boolean {
  const { run } = x;
  for (const [number, { select, isExists }] of plans.entries()) {
    if (select.lock === undefined || run.initValues?.has(number)) continue;
    run.inner ??= newRun(run.params);
    const own: Exec = { ...x, run: run.inner };
    if (!runSelect(own, select)) return false;
    const { rows } = run.inner;
    if (!isExists && rows.length > 1) throw tooMany();
    const text = rows[0]?.[0] ?? null;
    const type = select.output.columns[0]?.type ?? 'text';
    run.initValues ??= new Map();
    run.initValues.set(number, isExists ? rows.length > 0 : text === null ? null : parseValue(text, type));
    run.inner = undefined;
  }
  return true;
}

/** The statement has a page of its table pinned, whose rows it is going through; the subquery has let it go. */
function standAgain({ world, session, run }: Exec, { relation }: Table): void {
  if (run.block < 0 || run.offsets.length === 0) return;
  const stop = run.scan?.stops[run.scan.at - 1];
  if (run.scan === undefined) world.core.scan(session.id, relation, run.block);
  else if (stop !== undefined && run.scan.kind === 'bitmap')
    world.core.scanRoots(session.id, relation, stop.block, stop.roots);
  else if (stop !== undefined)
    world.core.fetchRoot(session.id, relation, { block: stop.block, offset: stop.roots[0] ?? 0 });
  checkSerializable(world, session.id);
}
