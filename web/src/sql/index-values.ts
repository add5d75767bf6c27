/**
 * Indexes on expressions and partial indexes: a row's values for such an index, and which statements a planner might
 * answer through one. Source: FormIndexDatum, ExecQual of ii_Predicate in execIndexing.c; predtest.c.
 */
import { bindCondition, bindExpr } from './bind.ts';
import { scopeOf } from './bound.ts';
import type { Context, Eval } from './bound-types.ts';
import { type Index, isPlain, type Table, VIRTUAL } from './catalog.ts';
import { settle } from './coerce.ts';
import { engineLimit } from './failure.ts';
import { PRICE, WORK } from './limits.ts';
import type { Expr } from './plan.ts';
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
  aggregates: [],
  text: 0,
  work,
});

/** A part of an AND, with names alone. */
function conjuncts(expr: Expr | undefined): readonly string[] {
  if (expr === undefined) return [];
  return expr.kind === 'and' ? expr.args.flatMap(conjuncts) : [bare(expr)];
}
/** As text, without the table's name: the same text is the same expression. */
const bare = (expr: Expr): string =>
  JSON.stringify(expr, (key, value: unknown) => (key === 'table' ? undefined : value));
const columnsIn = (text: string): readonly string[] =>
  [...text.matchAll(/"kind":"column","name":("(?:[^"\\\\]|\\\\.)*")/g)].map(([, name = '']) => name);

/** predicate_implied_by of the clauses that are there word for word; `perhaps`: of others, which a server may prove. */
export function implies(where: Expr | undefined, index: Index): 'yes' | 'no' | 'perhaps' {
  const given = conjuncts(where);
  const wanted = conjuncts(index.where);
  if (wanted.every((one) => given.includes(one))) return 'yes';
  const known = new Set(given.flatMap(columnsIn));
  const isBlind = wanted.some((one) => !given.includes(one) && !columnsIn(one).some((name) => known.has(name)));
  return isBlind ? 'no' : 'perhaps';
}

/** Whether ON CONFLICT's target is this index's expressions and no others. */
export function hasExpressions(index: Index, keys: readonly Expr[]): boolean {
  const own = (index.expressions ?? []).map(({ expr }) => bare(expr));
  const given = keys.map(bare);
  return own.every((one) => given.includes(one)) && given.every((one) => own.includes(one));
}

/**
 * MODEL: the planner here knows no partial indexes and none on expressions: a statement that a server might answer
 * through one is refused. Others never use it.
 */
export function mustPlanPlainly(table: Table, where: Expr | undefined, orderBy: readonly Expr[]): void {
  if (table.indexes.every(isPlain)) return;
  const asked = [bare({ kind: 'and', args: where === undefined ? [] : [where] }), ...orderBy.map(bare)].join();
  for (const index of table.indexes) {
    if (index.where !== undefined && implies(where, index) !== 'no')
      throw engineLimit(`a WHERE that may imply that of the partial index "${index.name}"`);
    if (index.where === undefined && index.expressions?.some(({ expr }) => asked.includes(bare(expr))))
      throw engineLimit(`a condition or order by an expression of the index "${index.name}"`);
  }
}

/** The table with the indexes that the planner knows. */
export const plainly = (table: Table): Table =>
  table.indexes.every(isPlain) ? table : { ...table, indexes: table.indexes.filter(isPlain) };
