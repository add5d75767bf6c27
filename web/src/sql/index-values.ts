/**
 * Indexes on expressions and partial indexes: a row's values for such an index.
 * Source: FormIndexDatum, and ExecQual of ii_Predicate, in execIndexing.c.
 */
import { bindCondition, bindExpr } from './bind.ts';
import { scopeOf } from './bound.ts';
import type { Context, Eval } from './bound-types.ts';
import { type Index, type Table, VIRTUAL } from './catalog.ts';
import { settle } from './coerce.ts';
import { PRICE, WORK } from './limits.ts';
import { costOf } from './plan-cost.ts';
import type { SeldomCode, World } from './session.ts';

interface Bound {
  readonly table: Table;
  readonly evals: readonly Eval[];
  readonly where: Eval | undefined;
  readonly cost: number;
}
const kept = new WeakMap<Index, Bound>();

/** Also what CREATE INDEX complains of. */
export function bindIndex(world: World, table: Table, index: Index): Bound {
  const known = kept.get(index);
  if (known?.table === table) return known;
  world.work.pay(WORK.expressions, costOf([index.expressions, index.where]) * PRICE.bound);
  const relation = { name: table.name, columns: table.columns, starred: table.columns.length };
  const scope = scopeOf(relation, { params: [], seldom: world.seldom }, 'index expressions');
  const made: Bound = {
    table,
    evals: (index.expressions ?? []).map(({ expr }) => settle(bindExpr(expr, scope), scope).eval),
    where: index.where && bindCondition(index.where, { ...scope, clause: 'index predicates' }, 'WHERE'),
    cost: costOf([index.expressions, index.where]),
  };
  kept.set(index, made);
  return made;
}

/** The row with the index's expressions after its columns; undefined: it has no entry. */
export const indexedRow: SeldomCode['indexedRow'] = (world, session, table, index, row) => {
  const { evals, where, cost } = bindIndex(world, table, index);
  world.work.pay(WORK.expressions, cost);
  const context = contextOf(world, session);
  if (where !== undefined && where(row, context) !== true) return undefined;
  const wide = [...row];
  for (const [i, one] of evals.entries()) wide[VIRTUAL + i] = one(row, context);
  return wide;
};

/** Its functions depend on their arguments alone. */
const contextOf = ({ core, slots, work }: World, session: number): Context => ({
  core,
  slots,
  session,
  params: [],
  setting: () => undefined,
  ask: () => null,
  initPlan: () => null,
  effects: { values: [], at: 0 },
  warn: () => undefined,
  owner: { stableXid: undefined },
  aggregates: [],
  text: 0,
  work,
});
