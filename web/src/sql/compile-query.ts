/** SELECT, INSERT, UPDATE, DELETE of PostgreSQL's parse tree as plans. */
import type {
  DeleteStmt,
  InsertStmt,
  Node,
  RangeFunction,
  RangeVar,
  SelectStmt,
  SortBy,
  UpdateStmt,
} from 'libpg-query';
import { compileConflict } from './compile-conflict.ts';
import { compileExpr, nameOf, plainName, stringOf } from './compile-expr.ts';
import { type Found, withoutSubqueries } from './compile-init-plans.ts';
import { withSeriesInFrom } from './compile-series.ts';
import { isAdvisory, mentionsEffects } from './effects-names.ts';
import type {
  Assigned,
  DeletePlan,
  Expr,
  From,
  InitPlan,
  InsertPlan,
  Locking,
  LockStrength,
  OrderItem,
  QueryPlan,
  SelectPlan,
  SetList,
  Target,
  UpdatePlan,
} from './plan.ts';
import { isKnown, Outside, statementName, substituteFor, withHint } from './statement-names.ts';

export const isQuery = (node: Node): boolean =>
  'SelectStmt' in node || 'InsertStmt' in node || 'UpdateStmt' in node || 'DeleteStmt' in node;

export function compileQuery(node: Node): QueryPlan {
  if ('SelectStmt' in node) return compileLocking(node.SelectStmt);
  if ('InsertStmt' in node) return compileInsert(node.InsertStmt);
  if ('UpdateStmt' in node) return compileUpdate(node.UpdateStmt);
  if ('DeleteStmt' in node) return compileDelete(node.DeleteStmt);
  throw new Outside(statementName(node), undefined);
}

/** The name of an ordinary table. */
export function tableName(relation: RangeVar | undefined): string {
  const at = relation?.location;
  const schema = relation?.schemaname;
  if (schema === 'pg_catalog' || schema === 'information_schema')
    throw new Outside(`the catalog ${schema}.${relation?.relname ?? ''}`, at);
  if (schema !== undefined && schema !== 'public') throw new Outside(`the schema ${schema}`, at);
  const name = relation?.relname ?? '';
  // pg_catalog comes first in every search path.
  if (isKnown('relation', name))
    throw new Outside(withHint(`the catalog ${name}`, substituteFor('relation', name)), at);
  if (relation?.inh !== true) throw new Outside('ONLY', at);
  if (relation.relpersistence !== 'p')
    throw new Outside('temporary and unlogged tables (use a plain table, and drop it)', at);
  return name;
}

const maybe = (node: Node | undefined): Expr | undefined => (node === undefined ? undefined : compileExpr(node));

function targets(list: readonly Node[] | undefined): Target[] {
  return (list ?? []).map((node): Target => {
    if (!('ResTarget' in node) || node.ResTarget.val === undefined) throw new Outside('this column', undefined);
    const { val, name, location } = node.ResTarget;
    if ('ColumnRef' in val && (val.ColumnRef.fields ?? []).some((field) => 'A_Star' in field)) {
      const fields = val.ColumnRef.fields ?? [];
      if (fields.length > 2) throw new Outside('this name', location);
      return { kind: 'star', table: fields.length === 2 ? stringOf(fields[0]) : undefined };
    }
    return { kind: 'expr', expr: compileExpr(val), name: name ?? nameOf(val) };
  });
}

const LOGICAL_SLOT = 'pg_create_logical_replication_slot';

function series(range: RangeFunction): From {
  const list = range.functions?.[0];
  const item = list !== undefined && 'List' in list ? list.List.items?.[0] : undefined;
  const call = item !== undefined && 'FuncCall' in item ? item.FuncCall : undefined;
  const at = call?.location;
  const name = call === undefined ? '' : plainName(call.funcname ?? [], at);
  const isSlot = name === LOGICAL_SLOT || name === 'pg_create_physical_replication_slot';
  if ((name !== 'generate_series' && !isSlot && !isAdvisory(name)) || (range.functions?.length ?? 0) !== 1)
    throw new Outside(`the function ${name} in FROM`, at);
  if (range.ordinality === true || range.lateral === true || (range.coldeflist?.length ?? 0) > 0)
    throw new Outside(`this form of ${name}`, at);
  const args = (call?.args ?? []).map(compileExpr);
  const alias = range.alias?.aliasname ?? name;
  const column = stringOf(range.alias?.colnames?.[0]) || alias;
  if (isAdvisory(name)) return { kind: 'one', call: { kind: 'call', name, args }, alias, column };
  if (isSlot) {
    if ((range.alias?.colnames?.length ?? 0) > 0) throw new Outside('column aliases', at);
    return { kind: 'slot', isLogical: name === LOGICAL_SLOT, args, alias };
  }
  return { kind: 'series', args, alias, column };
}

function from(list: readonly Node[] | undefined): From | undefined {
  const [first, second] = list ?? [];
  if (first === undefined) return undefined;
  if (second !== undefined) throw new Outside('more than one table in FROM', placeOfRange(second));
  if ('RangeVar' in first) {
    const { alias } = first.RangeVar;
    if ((alias?.colnames?.length ?? 0) > 0) throw new Outside('column aliases', first.RangeVar.location);
    return { kind: 'table', table: tableName(first.RangeVar), alias: alias?.aliasname };
  }
  if ('RangeFunction' in first) return series(first.RangeFunction);
  if ('JoinExpr' in first) throw new Outside('JOIN', placeOfRange(first));
  throw new Outside('subqueries in FROM', placeOfRange(first));
}

function placeOfRange(node: Node): number | undefined {
  if ('RangeVar' in node) return node.RangeVar.location;
  if ('JoinExpr' in node) return node.JoinExpr.larg === undefined ? undefined : placeOfRange(node.JoinExpr.larg);
  return undefined;
}

export function orderItem({ node, sortby_dir, sortby_nulls }: SortBy): OrderItem {
  if (node === undefined || sortby_dir === 'SORTBY_USING') throw new Outside('ORDER BY … USING', undefined);
  const descending = sortby_dir === 'SORTBY_DESC';
  const nullsFirst = sortby_nulls === 'SORTBY_NULLS_DEFAULT' ? descending : sortby_nulls === 'SORTBY_NULLS_FIRST';
  return { expr: compileExpr(node), descending, nullsFirst };
}

const STRENGTHS: Readonly<Record<string, LockStrength>> = {
  LCS_FORKEYSHARE: 'key share',
  LCS_FORSHARE: 'share',
  LCS_FORNOKEYUPDATE: 'no key update',
  LCS_FORUPDATE: 'update',
};

function locking(node: Node): Locking {
  if (!('LockingClause' in node)) throw new Outside('this locking clause', undefined);
  const { lockedRels = [], strength = '', waitPolicy } = node.LockingClause;
  return {
    strength: STRENGTHS[strength] ?? 'update',
    policy: waitPolicy === 'LockWaitSkip' ? 'skip' : waitPolicy === 'LockWaitError' ? 'error' : 'block',
    of: lockedRels.map((rel) => ('RangeVar' in rel ? (rel.RangeVar.relname ?? '') : '')),
  };
}

/** A statement's subqueries as plans; none: no property at all. */
const initPlansOf = (found: readonly Found[]): { readonly initPlans?: readonly InitPlan[] } =>
  found.length === 0
    ? {}
    : { initPlans: found.map(({ select, isExists }) => ({ select: compileSelect(select), isExists })) };

/** The subqueries of other SELECTs are an evaluator's business (compile-general.ts). */
function compileLocking(stmt: SelectStmt): SelectPlan {
  if (stmt.lockingClause === undefined && !mentionsEffects(stmt)) return compileSelect(stmt);
  const found: Found[] = [];
  const whereClause = withoutSubqueries(stmt.whereClause, found);
  return { ...compileSelect({ ...stmt, ...(whereClause && { whereClause }) }), ...initPlansOf(found) };
}

export function compileSelect(given: SelectStmt): SelectPlan {
  const stmt = withSeriesInFrom(given);
  const place = firstPlace(stmt);
  if (stmt.op !== undefined && stmt.op !== 'SETOP_NONE')
    throw new Outside(stmt.op.replace('SETOP_', ''), placeOfSelect(stmt.larg));
  if (stmt.withClause !== undefined) throw new Outside('WITH', stmt.withClause.location);
  if (stmt.intoClause !== undefined) throw new Outside('SELECT INTO', stmt.intoClause.rel?.location);
  if ((stmt.windowClause?.length ?? 0) > 0) throw new Outside('WINDOW', place);
  if (stmt.valuesLists !== undefined) throw new Outside('VALUES as a query', place);
  if (stmt.limitOption === 'LIMIT_OPTION_WITH_TIES') throw new Outside('WITH TIES', place);
  const distinct = stmt.distinctClause ?? [];
  // Plain DISTINCT is a list of one empty node.
  if (distinct.some((node) => Object.keys(node).length > 0)) throw new Outside('DISTINCT ON', place);
  return {
    kind: 'select',
    targets: targets(stmt.targetList),
    distinct: distinct.length > 0,
    from: from(stmt.fromClause),
    where: maybe(stmt.whereClause),
    groupBy: (stmt.groupClause ?? []).map((node) => {
      if ('GroupingSet' in node) throw new Outside('grouping sets', node.GroupingSet.location);
      return compileExpr(node);
    }),
    having: maybe(stmt.havingClause),
    orderBy: sorts(stmt.sortClause),
    limit: isAll(stmt.limitCount) ? undefined : maybe(stmt.limitCount),
    offset: maybe(stmt.limitOffset),
    locking: (stmt.lockingClause ?? []).map(locking),
  };
}

const sorts = (list: readonly Node[] | undefined): OrderItem[] =>
  (list ?? []).map((node) => {
    if (!('SortBy' in node)) throw new Outside('this ORDER BY', undefined);
    return orderItem(node.SortBy);
  });

/** LIMIT ALL is a null constant. */
const isAll = (node: Node | undefined): boolean =>
  node !== undefined && 'A_Const' in node && node.A_Const.isnull === true;

const firstPlace = (stmt: SelectStmt): number | undefined => {
  const node = stmt.targetList?.[0];
  return node !== undefined && 'ResTarget' in node ? node.ResTarget.location : undefined;
};
const placeOfSelect = (stmt: SelectStmt | undefined): number | undefined =>
  stmt === undefined ? undefined : (firstPlace(stmt) ?? placeOfSelect(stmt.larg));

const assigned = (node: Node): Assigned =>
  'SetToDefault' in node ? { kind: 'default' } : { kind: 'expr', expr: compileExpr(node) };

export function compileInsert(stmt: InsertStmt): InsertPlan {
  const { relation, cols = [], selectStmt, onConflictClause, withClause, override } = stmt;
  if (withClause !== undefined) throw new Outside('WITH', withClause.location);
  if (override !== undefined && override !== 'OVERRIDING_NOT_SET') throw new Outside('OVERRIDING', undefined);
  const found: Found[] = [];
  return {
    kind: 'insert',
    table: tableName(relation),
    alias: relation?.alias?.aliasname,
    columns: cols.map((node) => {
      if (!('ResTarget' in node) || (node.ResTarget.indirection?.length ?? 0) > 0)
        throw new Outside('this column', undefined);
      return node.ResTarget.name ?? '';
    }),
    source: insertSource(selectStmt, found),
    ...(onConflictClause && { onConflict: compileConflict(withoutSubqueries(onConflictClause, found), setOf) }),
    returning: targets(stmt.returningList),
    ...initPlansOf(found),
  };
}

function insertSource(node: Node | undefined, found: Found[]): InsertPlan['source'] {
  if (node === undefined) return { kind: 'defaults' };
  if (!('SelectStmt' in node)) throw new Outside('this source of INSERT', undefined);
  const select = node.SelectStmt;
  if (select.valuesLists === undefined) {
    // Without FROM there is no row that a subquery could depend on.
    const isAlone = (select.fromClause ?? []).length === 0 && select.op === 'SETOP_NONE';
    return { kind: 'select', select: compileSelect(isAlone ? withoutSubqueries(select, found) : select) };
  }
  if (select.sortClause !== undefined || select.limitCount !== undefined || select.withClause !== undefined)
    throw new Outside('VALUES with ORDER BY, LIMIT or WITH', undefined);
  const rows = withoutSubqueries(select.valuesLists, found).map((list) =>
    'List' in list ? (list.List.items ?? []).map(assigned) : [],
  );
  return { kind: 'values', rows };
}

/** A subquery that names the table around it depends on its row: InitPlans do not. */
function mustBeAlone(relation: RangeVar | undefined, part: unknown): void {
  const name = relation?.alias?.aliasname ?? relation?.relname ?? '';
  if (!isCorrelated(part, name, false)) return;
  throw new Outside('a subquery that depends on the row around it', relation?.location);
}
function isCorrelated(part: unknown, name: string, isInside: boolean): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return (Object.entries(part) as [string, unknown][]).some(([key, value]) => {
    if (!isInside || key !== 'ColumnRef') return isCorrelated(value, name, isInside || key === 'SubLink');
    const { fields = [] } = value as { fields?: Node[] };
    return fields.length === 2 && stringOf(fields[0]) === name;
  });
}

function compileUpdate(stmt: UpdateStmt): UpdatePlan {
  const { relation, targetList = [], fromClause = [], withClause } = stmt;
  if (withClause !== undefined) throw new Outside('WITH', withClause.location);
  const [other] = fromClause;
  if (other !== undefined) throw new Outside('UPDATE … FROM', placeOfRange(other));
  const found: Found[] = [];
  mustBeAlone(relation, [targetList, stmt.whereClause]);
  return {
    kind: 'update',
    table: tableName(relation),
    alias: relation?.alias?.aliasname,
    set: setOf(withoutSubqueries(targetList, found)),
    where: maybe(withoutSubqueries(stmt.whereClause, found)),
    returning: targets(stmt.returningList),
    ...initPlansOf(found),
  };
}

const setOf = (list: readonly Node[]): SetList =>
  list.map((node) => {
    if (!('ResTarget' in node) || node.ResTarget.val === undefined) throw new Outside('this SET', undefined);
    const { name = '', val, indirection = [], location } = node.ResTarget;
    if (indirection.length > 0) throw new Outside('SET of a part of a column', location);
    if ('MultiAssignRef' in val) {
      const { source, colno = 1, ncolumns } = val.MultiAssignRef;
      const row = source !== undefined && 'RowExpr' in source ? (source.RowExpr.args ?? []) : [];
      const value = row.length === ncolumns ? row[colno - 1] : undefined;
      if (value === undefined) throw new Outside('SET of several columns', location);
      return { column: name, value: assigned(value) };
    }
    return { column: name, value: assigned(val) };
  });

function compileDelete(stmt: DeleteStmt): DeletePlan {
  const { relation, usingClause = [], withClause } = stmt;
  if (withClause !== undefined) throw new Outside('WITH', withClause.location);
  const [other] = usingClause;
  if (other !== undefined) throw new Outside('DELETE … USING', placeOfRange(other));
  const found: Found[] = [];
  mustBeAlone(relation, stmt.whereClause);
  return {
    kind: 'delete',
    table: tableName(relation),
    alias: relation?.alias?.aliasname,
    where: maybe(withoutSubqueries(stmt.whereClause, found)),
    returning: targets(stmt.returningList),
    ...initPlansOf(found),
  };
}
