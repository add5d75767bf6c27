/**
 * Indexes on expressions and partial indexes: which statements a planner might answer through one, and which ones
 * ON CONFLICT means. Source: predicate_implied_by in predtest.c, infer_arbiter_indexes in plancat.c.
 */
import type { Qual } from './bound-types.ts';
import { type Index, isPlain, type Table } from './catalog.ts';
import { engineLimit } from './failure.ts';
import type { Expr } from './plan.ts';

/** The parts of an AND. */
export function conjuncts(expr: Expr | undefined): readonly Expr[] {
  if (expr === undefined) return [];
  return expr.kind === 'and' ? expr.args.flatMap(conjuncts) : [expr];
}
const texts = (expr: Expr | undefined): readonly string[] => conjuncts(expr).map(textOf);
/** As text, without the table's name: the same text is the same expression. */
export const textOf = (expr: Expr): string =>
  JSON.stringify(expr, (key, value: unknown) => (key === 'table' ? undefined : value));
const columnsIn = (text: string): readonly string[] =>
  [...text.matchAll(/"kind":"column","name":("(?:[^"\\\\]|\\\\.)*")/g)].map(([, name = '']) => name);

/** predicate_implied_by of the clauses that are there word for word; `perhaps`: of others, which a server may prove. */
export function implies(where: Expr | undefined, index: Index): 'yes' | 'no' | 'perhaps' {
  const given = texts(where);
  const wanted = texts(index.where);
  if (wanted.every((one) => given.includes(one))) return 'yes';
  const known = new Set(given.flatMap(columnsIn));
  const isBlind = wanted.some((one) => !given.includes(one) && !columnsIn(one).some((name) => known.has(name)));
  return isBlind ? 'no' : 'perhaps';
}

/** Whether ON CONFLICT's target is this index's expressions and no others. */
export function hasExpressions(index: Index, keys: readonly Expr[]): boolean {
  const own = (index.expressions ?? []).map(({ expr }) => textOf(expr));
  const given = keys.map(textOf);
  return own.every((one) => given.includes(one)) && given.every((one) => own.includes(one));
}

/**
 * MODEL: the planner here knows no indexes on expressions, and a partial index only if WHERE has each part of its WHERE
 * word for word: a statement that a server might answer through another one is refused. Others never use it.
 */
export function mustPlanPlainly(table: Table, where: Expr | undefined, orderBy: readonly Expr[]): void {
  if (table.indexes.every(isPlain)) return;
  const asked = [textOf({ kind: 'and', args: where === undefined ? [] : [where] }), ...orderBy.map(textOf)].join();
  for (const index of table.indexes) {
    const proof = index.where === undefined ? 'no' : implies(where, index);
    if (proof === 'perhaps' || (proof === 'yes' && !isSimple(index)))
      throw engineLimit(`a WHERE that may imply that of the partial index "${index.name}"`);
    if (index.where === undefined && index.expressions?.some(({ expr }) => asked.includes(textOf(expr))))
      throw engineLimit(`a condition or order by an expression of the index "${index.name}"`);
  }
}

/** Each part of its WHERE is one condition to a planner. */
const isSimple = ({ where, expressions }: Index): boolean =>
  expressions === undefined && conjuncts(where).every(({ kind }) => kind === 'binary' || kind === 'is-null');

/** The conditions that say what a partial index's WHERE says. */
export function saidBy({ where }: Index, quals: readonly Qual[]): readonly Qual[] {
  const parts = texts(where);
  return quals.filter(({ clause }) => clause !== undefined && parts.includes(clause));
}

/** The table with the indexes that a planner considers (check_index_predicates). */
export function plainly(table: Table, quals: readonly Qual[]): Table {
  if (table.indexes.every(isPlain)) return table;
  const clauses = quals.map(({ clause }) => clause);
  const isProven = (index: Index): boolean =>
    isSimple(index) && texts(index.where).every((one) => clauses.includes(one));
  return {
    ...table,
    indexes: table.indexes.filter((index) => isPlain(index) || (index.where !== undefined && isProven(index))),
  };
}
