/** CREATE EXTENSION and DROP EXTENSION of those whose functions system-pages.ts has. */
import { refuseReadOnly } from './exec-ddl.ts';
import { Failure } from './failure.ts';
import type { UtilityPlan } from './plan.ts';
import { type Exec, notice } from './session.ts';

export function changeExtensions(x: Exec, plan: Extract<UtilityPlan, { kind: 'extension' }>): string {
  const { world, session } = x;
  const { extensions } = world;
  const what = plan.drops ? 'DROP EXTENSION' : 'CREATE EXTENSION';
  refuseReadOnly(x, what);
  for (const name of plan.names) {
    if (extensions.has(name) === plan.drops) {
      world.core.currentXid(session.id);
      if (plan.drops) extensions.delete(name);
      else extensions.add(name);
      continue;
    }
    const problem = plan.drops ? 'does not exist' : 'already exists';
    if (!plan.isLenient) throw new Failure(plan.drops ? '42704' : '42710', `extension "${name}" ${problem}`);
    notice(world, session, 'NOTICE', `extension "${name}" ${problem}, skipping`);
  }
  return what;
}
