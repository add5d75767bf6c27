/**
 * InitPlans: a subquery that does not depend on the row around it runs once for its statement, when its value is first
 * asked for, and under the statement's snapshot; a recheck uses the same value. So a statement that comes to no row
 * reads nothing of the subquery's table. Source: ExecSetParamPlan in nodeSubplan.c; EvalPlanQualStart.
 */
import type { BoundInit } from './bound-types.ts';
import type { Table } from './catalog.ts';
import { selectRows } from './exec-select.ts';
import { Failure } from './failure.ts';
import { checkSerializable } from './serializable.ts';
import { type Exec, newRun } from './session.ts';
import type { Value } from './values.ts';

export function runInitPlan(x: Exec, { select, isExists }: BoundInit, outer: Table | undefined): Value {
  const { context } = x;
  const own: Exec = { ...x, run: newRun(x.run.params) };
  if (isExists) own.run.limit = 1;
  // The groups of the statement around it are not its own.
  const { aggregates } = context;
  const rows = selectRows(own, select);
  context.aggregates = aggregates;
  if (outer !== undefined) standAgain(x, outer);
  if (isExists) return rows.length > 0;
  if (rows.length > 1) throw new Failure('21000', 'more than one row returned by a subquery used as an expression');
  return rows[0]?.[0] ?? null;
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
