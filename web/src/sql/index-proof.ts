/**
 * Indexes on expressions and partial indexes: which statements a planner might answer through one, and which ones
 * ON CONFLICT means. Source: predicate_implied_by in predtest.c, infer_arbiter_indexes in plancat.c.
 */
import { type Index, isPlain, type Table } from './catalog.ts';
import { engineLimit } from './failure.ts';
import type { Expr } from './plan.ts';

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
