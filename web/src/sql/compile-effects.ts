/**
 * Where functions that do something to the server may stand (effects.ts). Everywhere else they are refused: when a
 * server would evaluate them there depends on its plan.
 */
import { hasEffects } from './effects-names.ts';
import type { InitPlan, Plan, QueryPlan, SelectPlan } from './plan.ts';
import { Outside } from './statement-names.ts';

const TABLEOID = 'tableoid';
/** MODEL: no expression knows the type oid; a bare output column needs none. */
function checkTableoid(plan: Plan): void {
  const uses = JSON.stringify(plan).split('"name":"tableoid"').length - 1;
  if (uses === 0) return;
  const targets =
    plan.kind === 'select'
      ? plan.distinct || plan.groupBy.length > 0
        ? []
        : plan.targets
      : plan.kind === 'insert' || plan.kind === 'update' || plan.kind === 'delete'
        ? plan.returning
        : [];
  const bare = targets.filter(
    (one) => one.kind === 'expr' && one.expr.kind === 'column' && one.expr.name === 'tableoid',
  );
  // Each stands for its column and its title.
  if (uses > bare.reduce((sum, one) => sum + (one.kind === 'expr' && one.name === 'tableoid' ? 2 : 1), 0))
    throw new Outside(`the system column ${TABLEOID} in an expression`, undefined);
}

export function checkEffects(plan: Plan): void {
  checkTableoid(plan);
  if (!hasEffects(plan)) return;
  const refused = placeOf(plan);
  if (refused !== undefined) throw new Outside(`advisory locks in ${refused}`, undefined);
}

function placeOf(plan: Plan): string | undefined {
  switch (plan.kind) {
    case 'select':
      return placeInSelect(plan);
    case 'insert':
    case 'update':
    case 'delete':
      return placeInChange(plan);
    case 'prepare':
      return placeOf(plan.query);
    default:
      return 'this statement';
  }
}

function placeInSelect(plan: SelectPlan): string | undefined {
  const { distinct, groupBy, having, orderBy, limit, offset, from, targets, initPlans = [] } = plan;
  if (distinct || groupBy.length > 0 || having !== undefined || JSON.stringify(targets).includes('"kind":"aggregate"'))
    return 'a query that gathers its rows';
  if (hasEffects([orderBy, limit, offset])) return 'ORDER BY, LIMIT and OFFSET';
  if (from?.kind === 'series' && hasEffects(from)) return 'the arguments of generate_series';
  return initPlans.some(isOutside) ? 'such a subquery' : undefined;
}

/** After a wait a subquery begins anew: it must not have read anything. */
const isOutside = ({ select }: InitPlan): boolean =>
  hasEffects(select) && (select.from !== undefined || placeInSelect(select) !== undefined);

function placeInChange(plan: Exclude<QueryPlan, SelectPlan>): string | undefined {
  if (hasEffects([plan.returning])) return 'RETURNING';
  if ((plan.initPlans ?? []).some(isOutside)) return 'such a subquery';
  return plan.kind === 'insert' && plan.source.kind === 'select' && hasEffects([plan.source])
    ? 'INSERT … SELECT'
    : undefined;
}
