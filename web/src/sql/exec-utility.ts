/**
 * The statements other than queries that nearly every spec uses: BEGIN, COMMIT, ROLLBACK, CREATE TABLE and DROP TABLE. The
 * others are in `exec-seldom.ts`, which is loaded for a spec that has one.
 */

import { popSnapshot, pushSnapshot } from './exec.ts';
import { createTable, dropTable } from './exec-ddl.ts';
import type { TransactionOption, UtilityPlan } from './plan.ts';
import { fetched } from './seldom.ts';
import type { Exec, Results } from './session.ts';
import { begin, end, isolationNamed, rollback, setIsolation } from './xact.ts';

export const tag = (text: string): Results => [{ kind: 'command', tag: text }];

/** Undefined: waits. */
export function runUtility(x: Exec, plan: UtilityPlan): Results | undefined {
  const { world, session } = x;
  if (session.cursors.length > 0) fetched(world.seldom).besideCursors(x, plan);
  switch (plan.kind) {
    case 'begin':
      begin(world, session);
      setOptions(x, plan.options);
      return tag(plan.tag);
    case 'commit':
      if (session.deferred.length > 0 || x.run.triggers !== undefined)
        return tagged(fetched(world.seldom).commitDeferred(x));
      return tag(end(world, session));
    case 'rollback':
      rollback(world, session);
      return tag('ROLLBACK');
    case 'create-table':
      if (plan.constraints !== undefined) return fetched(world.seldom).run(x, plan);
      return underSnapshot(x, () => tagged(createTable(x, plan)));
    case 'drop-table':
      return underSnapshot(x, () => tagged(dropTable(x, plan)));
    default:
      return fetched(world.seldom).run(x, plan);
  }
}

/** PlannedStmtRequiresSnapshot: some statements run under a snapshot. Undefined: waits. */
export function underSnapshot(x: Exec, make: () => Results | undefined): Results | undefined {
  const { run } = x;
  if (run.pushed === 0 && !pushSnapshot(x)) return undefined;
  const results = make();
  if (results === undefined) return undefined;
  while (run.pushed > 0) popSnapshot(x);
  return results;
}
export const tagged = (text: string | undefined): Results | undefined => (text === undefined ? undefined : tag(text));

export function setOptions({ world, session }: Exec, options: readonly TransactionOption[]): void {
  for (const option of options) {
    if (option.kind === 'isolation') setIsolation(world, session, isolationNamed(option.level));
    else fetched(world.seldom).setMode(world, session, option);
  }
}
