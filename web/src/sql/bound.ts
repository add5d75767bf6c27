/**
 * Queries bound to the tables they name: functions, kept with the plan as long as the table is the one they were made
 * for. Nothing here is state: if it is lost, it is made again.
 */

import { bindCondition, bindExpr } from './bind.ts';
import type {
  BoundChange,
  BoundQuery,
  BoundSelect,
  Eval,
  Given,
  OrderBy,
  Output,
  Reader,
  Relation,
  Scope,
} from './bound-types.ts';
import type { Column, Table } from './catalog.ts';
import { coerce, settle } from './coerce.ts';
import type { StoredTuple } from './core.ts';
import type { SqlType } from './database.ts';
import { datatypeMismatch, Failure, undefinedTable } from './failure.ts';
import { keyQuals } from './index-scan.ts';
import { SQL_LIMITS } from './limits.ts';
import type { Assigned, Expr, QueryPlan, SelectPlan, SetList, Target } from './plan.ts';
import { costOf, costOfOutput } from './plan-cost.ts';
import { fetched } from './seldom.ts';
import { deformTuple } from './tuple.ts';
import { otherTypes, type Row, typeName } from './values.ts';
import { tableOid } from './view-oids.ts';

/** System columns, numbered after a table's own. */
const SYSTEM = [
  { name: 'ctid', type: 'tid' },
  { name: 'xmin', type: 'xid' },
  { name: 'cmin', type: 'cid' },
  { name: 'xmax', type: 'xid' },
  { name: 'cmax', type: 'cid' },
  // MODEL: an OID is compared and printed as an xid is.
  { name: 'tableoid', type: 'xid' },
] as const;

export function relationOf(table: Table, alias: string | undefined): Relation {
  return { name: alias ?? table.name, columns: [...table.columns, ...SYSTEM], starred: table.columns.length };
}
export function readerOf(table: Table, wanted: readonly boolean[]): Reader {
  const n = table.types.length;
  let last = -1;
  for (let i = 0; i < n; i++) if (wanted[i] === true) last = i;
  const system = wanted.length > n && wanted.slice(n).includes(true);
  return { types: table.types, wanted, last, system, missing: table.missing, oid: tableOid(table.relation) };
}
const columnsOf = ({ types, wanted }: Reader): number[] => types.flatMap((_, i) => (wanted[i] === true ? [i] : []));
/** A new row with the wanted columns. */
export function readRow(reader: Reader, tuple: StoredTuple): Row {
  const row: Row = [];
  if (reader.last >= 0) deformTuple(reader.types, reader.wanted, reader.last, tuple, row, reader.missing);
  if (reader.system) {
    const n = reader.types.length;
    const { block, offset } = tuple.ctid;
    row[n] = { block, offset };
    row[n + 1] = tuple.xmin;
    // Both return the only such field that a tuple has.
    row[n + 2] = tuple.rawCid;
    row[n + 3] = tuple.xmax;
    row[n + 4] = tuple.rawCid;
    row[n + 5] = reader.oid;
  }
  return row;
}

export function scopeOf(
  relation: Relation | undefined,
  { params, seldom, initTypes = [], rules }: Given,
  clause: string,
): Scope {
  return { relation, wanted: [], params, initTypes, aggregates: undefined, clause, grouped: undefined, seldom, rules };
}
const bindWhere = (where: Expr | undefined, scope: Scope): Eval | undefined =>
  where && (scope.seldom?.bindEffects(where, scope) ?? bindCondition(where, scope, 'WHERE'));
const qualsOf = (where: Expr | undefined, table: Table, scope: Scope, orderBy: readonly Expr[] = []) =>
  scope.seldom === null ? keyQuals(where, table, scope) : scope.seldom.readQuals(where, table, scope, orderBy);

function output(targets: readonly Target[], scope: Scope): Output {
  const columns: { name: string; type: SqlType }[] = [];
  const evals: Eval[] = [];
  for (const target of targets) {
    if (target.kind === 'expr') {
      const typed = settle(bindExpr(target.expr, scope), scope);
      columns.push({ name: target.name, type: typed.type });
      evals.push(typed.eval);
      checkTargets(evals.length);
      continue;
    }
    const { relation } = scope;
    if (relation === undefined) throw new Failure('42601', 'SELECT * with no tables specified is not valid');
    if (target.table !== undefined && target.table !== relation.name)
      throw new Failure('42P01', `missing FROM-clause entry for table "${target.table}"`);
    for (const { name, dropped } of relation.columns.slice(0, relation.starred)) {
      if (dropped) continue;
      const typed = settle(bindExpr({ kind: 'column', table: undefined, name }, scope), scope);
      columns.push({ name, type: typed.type });
      evals.push(typed.eval);
    }
    checkTargets(evals.length);
  }
  return { columns, evals };
}
/** Checked during collection: one star may stand for many columns, and there may be many stars. */
function checkTargets(count: number): void {
  if (count > SQL_LIMITS.targets)
    throw new Failure('54011', `target lists can have at most ${SQL_LIMITS.targets} entries`);
}

const orders = ({ orderBy }: SelectPlan): readonly Expr[] => orderBy.map(({ expr }) => expr);

export function bindSelect(plan: SelectPlan, table: Table | undefined, given: Given): BoundSelect {
  const { from } = plan;
  checkTargets(Math.max(plan.targets.length, plan.groupBy.length, plan.orderBy.length));
  const source =
    from === undefined || from.kind === 'table' ? undefined : fetched(given.seldom).bindSource(from, given);
  const relation = from?.kind === 'table' && table !== undefined ? relationOf(table, from.alias) : source?.relation;
  const scope = scopeOf(relation, given, 'WHERE');
  const where = bindWhere(plan.where, scope);
  const group = given.seldom?.bindGroup(plan, scope);
  const upper: Scope = { ...scope, ...group };
  const made = output(plan.targets, upper);
  const having = plan.having === undefined ? undefined : bindCondition(plan.having, upper, 'HAVING');
  const orderBy = plan.orderBy.map(({ expr, descending, nullsFirst }): OrderBy => {
    const made = outputExpr(expr, plan.targets, 'ORDER BY');
    const typed = settle(bindExpr(made, upper), upper);
    const column = made.kind === 'column' ? (table?.columns.findIndex(({ name }) => name === made.name) ?? -1) : -1;
    return { eval: typed.eval, column, descending, nullsFirst };
  });
  const reader = table === undefined ? undefined : readerOf(table, scope.wanted);
  const count = (expr: Expr | undefined, clause: string): Eval | undefined =>
    expr === undefined ? undefined : fetched(given.seldom).bindCount(expr, clause, given);
  return {
    kind: 'select',
    params: given.params,
    table,
    reader,
    source,
    where,
    effects: given.seldom?.hasEffects(plan) ?? false,
    look: {
      quals: table === undefined ? [] : qualsOf(plan.where, table, scope, orders(plan)),
      columns: reader === undefined || reader.system || plan.locking.length > 0 ? undefined : columnsOf(reader),
    },
    output: made,
    distinct: plan.distinct,
    group: group && { ...group, having },
    orderBy,
    limit: count(plan.limit, 'LIMIT'),
    offset: count(plan.offset, 'OFFSET'),
    lock: plan.locking.length === 0 ? undefined : fetched(given.seldom).bindLock(plan, relation, group !== undefined),
    cost: {
      where: costOf(plan.where),
      row: made.evals.length + costOfOutput(plan),
    },
  };
}

/** A number is an output column's position; a name is first an output column's (findTargetlistEntrySQL92). */
export function outputExpr(expr: Expr, targets: readonly Target[], clause: string): Expr {
  if (expr.kind === 'const' && expr.type === 'int4') {
    const target = targets[Number(expr.text) - 1];
    if (target === undefined) throw new Failure('42P10', `${clause} position ${expr.text} is not in select list`);
    return target.kind === 'expr' ? target.expr : expr;
  }
  if (expr.kind === 'column' && expr.table === undefined && clause === 'ORDER BY') {
    const target = targets.find((one) => one.kind === 'expr' && one.name === expr.name);
    if (target?.kind === 'expr') return target.expr;
  }
  return expr;
}

const NULL: Eval = () => null;

/** SET …, by column. */
export function setOf(list: SetList, table: Table, scope: Scope): readonly (Eval | undefined)[] {
  const set: (Eval | undefined)[] = table.columns.map(({ dropped }) => (dropped ? NULL : undefined));
  for (const { column, value } of list) {
    const index = columnIndex(table, column, true);
    if (set[index] !== undefined) throw new Failure('42601', `multiple assignments to same column "${column}"`);
    set[index] = assignedTo(table, index, value, scope);
  }
  return set;
}

function columnIndex(table: Table, name: string, isSet: boolean): number {
  const index = table.columns.findIndex((column) => column.name === name);
  if (index < 0) {
    if (isSet && SYSTEM.some((column) => column.name === name))
      throw new Failure('0A000', `cannot assign to system column "${name}"`);
    throw new Failure('42703', `column "${name}" of relation "${table.name}" does not exist`);
  }
  return index;
}

/** A value for a column: its default, or an expression that may be assigned to it. */
function assignedTo(table: Table, index: number, value: Assigned | undefined, scope: Scope): Eval {
  const column = table.columns[index];
  if (column === undefined) throw new Failure('XX000', 'no such column');
  if (value?.kind === 'expr') refuseIdentity(column, scope);
  const expr = value?.kind === 'expr' ? value.expr : column.fallback;
  if (expr === undefined) return NULL;
  return assign(bindExpr(expr, scope), column, scope);
}
/** GENERATED ALWAYS AS IDENTITY (rewriteTargetListIU). */
function refuseIdentity({ name, serial }: Column, { clause, rules }: Scope): void {
  if (serial?.identity !== 'always') return;
  if (clause === 'UPDATE') throw new Failure('428C9', `column "${name}" can only be updated to DEFAULT`);
  const what = rules === 13 ? 'insert into column' : 'insert a non-DEFAULT value into column';
  throw new Failure('428C9', `cannot ${what} "${name}"`);
}
function assign(bound: Parameters<typeof coerce>[0], { type, name, modifier }: Column, scope: Scope): Eval {
  const typed = coerce(bound, type, scope, 'assign');
  if (typed === undefined)
    throw datatypeMismatch(
      `column "${name}" is of type ${typeName(type)} but expression is of type ${typeName(bound.type)}`,
    );
  const { eval: inner } = typed;
  return modifier === undefined ? inner : (row, context) => otherTypes().fitted(inner(row, context), modifier);
}

export function bindQuery(
  plan: QueryPlan,
  table: Table | undefined,
  source: Table | undefined,
  given: Given,
): BoundQuery {
  if (plan.kind === 'select') return bindSelect(plan, table, given);
  if (table === undefined) throw undefinedTable(plan.table);
  const relation = relationOf(table, plan.alias);
  const where = scopeOf(relation, given, 'WHERE');
  const condition = plan.kind === 'insert' ? undefined : bindWhere(plan.where, where);
  const returning = scopeOf(relation, given, 'RETURNING');
  const rest = changeOf(plan, table, source, given);
  const made = plan.returning.length === 0 ? undefined : output(plan.returning, returning);
  const all = table.columns.map(() => true);
  const full = readerOf(table, [...all, ...returning.wanted.slice(all.length)]);
  return {
    kind: plan.kind,
    params: given.params,
    table,
    where: condition,
    look: { quals: plan.kind === 'insert' ? [] : qualsOf(plan.where, table, where), columns: undefined },
    reader: readerOf(table, where.wanted),
    full,
    returning: made,
    check: table.checks && plan.kind !== 'delete' ? fetched(given.seldom).bindChecks(table, given) : undefined,
    isKeyed: table.foreignKeys !== undefined || table.referencedBy !== undefined,
    ...rest,
    ...(plan.kind === 'insert' &&
      plan.onConflict && { conflict: fetched(given.seldom).bindConflict(plan.onConflict, table, relation, given) }),
    cost: costOfChange(plan, table, made, rest),
  };
}

function costOfChange(
  plan: Exclude<QueryPlan, SelectPlan>,
  table: Table,
  returning: Output | undefined,
  { rows }: Rest,
): BoundChange['cost'] {
  const row = (returning?.evals.length ?? 0) + costOf(plan.returning) + table.columns.length;
  if (plan.kind === 'delete') return { where: costOf(plan.where), row, all: 0 };
  if (plan.kind === 'update') return { where: costOf(plan.where), row: row + costOf(plan.set), all: 0 };
  return { where: 0, row: row + costOf(table.columns), all: rows.length === 0 ? 0 : costOf(plan.source) };
}

type Rest = Pick<BoundChange, 'set' | 'rows' | 'select'>;
function changeOf(plan: Exclude<QueryPlan, SelectPlan>, table: Table, source: Table | undefined, given: Given): Rest {
  const none: Rest = { set: [], rows: [], select: undefined };
  if (plan.kind === 'delete') return none;
  if (plan.kind === 'update') {
    const scope = scopeOf(relationOf(table, plan.alias), given, 'UPDATE');
    return { ...none, set: setOf(plan.set, table, scope) };
  }
  const names = plan.columns.length > 0 ? plan.columns.map((name) => columnIndex(table, name, false)) : undefined;
  names?.forEach((index, i) => {
    if (names.indexOf(index) !== i)
      throw new Failure('42701', `column "${plan.columns[i] ?? ''}" specified more than once`);
  });
  const targets = names ?? table.columns.flatMap(({ dropped }, i) => (dropped ? [] : [i]));
  const scope = scopeOf(undefined, given, 'VALUES');
  const check = (given: number) => {
    if (given > targets.length) throw new Failure('42601', 'INSERT has more expressions than target columns');
    if (names !== undefined && given < targets.length)
      throw new Failure('42601', 'INSERT has more target columns than expressions');
  };
  if (plan.source.kind === 'select') {
    const bound = bindSelect(plan.source.select, source, given);
    check(bound.output.columns.length);
    const to = table.columns.map((column, i): Eval => {
      const at = targets.indexOf(i);
      const given = bound.output.columns[at];
      if (given === undefined) return assignedTo(table, i, undefined, scope);
      refuseIdentity(column, scope);
      return assign({ type: given.type, eval: (row) => row[at] ?? null }, column, scope);
    });
    return { ...none, select: { bound, to } };
  }
  const lists: readonly (readonly Assigned[])[] = plan.source.kind === 'values' ? plan.source.rows : [[]];
  const width = lists[0]?.length ?? 0;
  const places = table.columns.map((_, i) => targets.indexOf(i));
  const rows = lists.map((list) => {
    if (list.length !== width) throw new Failure('42601', 'VALUES lists must all be the same length');
    if (plan.source.kind === 'values') check(list.length);
    return places.map((at, i) => {
      return assignedTo(table, i, at < 0 ? undefined : list[at], scope);
    });
  });
  return { ...none, rows };
}
