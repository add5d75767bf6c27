/**
 * UPDATE and DELETE that our own executor does not know as a GeneralChange: which tables they lock, which ones they read
 * row by row and which in subqueries, and where RETURNING stands. What an evaluator would answer differently from a
 * server is refused as in compile-general.ts.
 */
import type { DeleteStmt, Node, RangeVar, UpdateStmt } from 'libpg-query';
import { stringOf } from './compile-expr.ts';
import { Walk } from './compile-general.ts';
import { tableName } from './compile-query.ts';
import type { GeneralChange } from './general.ts';
import { Outside } from './statement-names.ts';

/** `place`: of a node's location in `sql`. */
export type Place = (location: number) => number;

export function compileGeneralUpdate(stmt: UpdateStmt, sql: string, place: Place): GeneralChange {
  const { fromClause = [], targetList, whereClause, withClause } = stmt;
  return make('update', stmt, sql, place, fromClause, [fromClause, targetList, whereClause], withClause);
}

export function compileGeneralDelete(stmt: DeleteStmt, sql: string, place: Place): GeneralChange {
  const { usingClause = [], whereClause, withClause } = stmt;
  return make('delete', stmt, sql, place, usingClause, [usingClause, whereClause], withClause);
}

function make(
  command: GeneralChange['command'],
  { relation, returningList }: Pick<UpdateStmt, 'relation' | 'returningList'>,
  sql: string,
  place: Place,
  from: readonly Node[],
  parts: readonly unknown[],
  withClause: UpdateStmt['withClause'],
): GeneralChange {
  const table = tableName(relation);
  const walk = new Walk();
  walk.change(withClause, [...parts, returningList]);
  if (walk.isSystem) throw new Outside('a question about the server in UPDATE or DELETE', undefined);
  const sources = withClause === undefined ? sourcesOf(from) : undefined;
  const inner = { tables: new Set<string>(), columns: new Set<string>() };
  subqueries([...parts, returningList], inner);
  return {
    kind: 'general-change',
    command,
    sql,
    table,
    relations: [table, ...walk.relations],
    series: walk.series,
    isRecursive: walk.isRecursive,
    from: sources?.map((source) => ({ table: tableName(source), name: source.alias?.aliasname ?? tableName(source) })),
    inner: [...inner.tables],
    innerColumns: [...inner.columns],
    returning: returningList && returningOf(returningList, sql, place),
  };
}

/** Plain tables, joined in any way that gives each of them a row; undefined: others, too. */
function sourcesOf(from: readonly Node[]): RangeVar[] | undefined {
  const found: RangeVar[] = [];
  for (const node of from) {
    if ('RangeVar' in node) found.push(node.RangeVar);
    else if ('JoinExpr' in node) {
      const { larg, rarg, jointype, alias } = node.JoinExpr;
      const both = sourcesOf([larg, rarg].flatMap((one) => one ?? []));
      if (both === undefined || alias !== undefined || (jointype !== undefined && jointype !== 'JOIN_INNER'))
        return undefined;
      found.push(...both);
    } else return undefined;
  }
  return found;
}

function subqueries(value: unknown, inner: { tables: Set<string>; columns: Set<string> }, isInside = false): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value) as [string, unknown][]) {
    if (isInside && key === 'RangeVar') inner.tables.add(tableName(part as RangeVar));
    if (isInside && key === 'ColumnRef') inner.columns.add(stringOf((part as { fields?: Node[] }).fields?.at(-1)));
    subqueries(part, inner, isInside || key === 'SubLink' || key === 'RangeSubselect');
  }
}

/** The word stands before its list, with nothing but blanks between them. */
export function returningOf(list: readonly Node[], sql: string, place: Place): GeneralChange['returning'] {
  const [first] = list;
  const at = first !== undefined && 'ResTarget' in first ? first.ResTarget.location : undefined;
  const start = at === undefined ? 0 : place(at);
  const word = /returning\s*$/i.exec(sql.slice(0, start));
  if (word === null) throw new Outside('this RETURNING', at);
  return { at: word.index, list: start };
}
