/**
 * ALTER TABLE of a column, RENAME COLUMN, DROP INDEX, TRUNCATE. A truncated table is a new one of the same name: its old
 * rows go when the transaction commits, and whoever comes later sees none, whatever its snapshot (MVCC-unsafe, as on a
 * server). Command ids were counted on 13, 14, 16, 17 and 18.
 * Source: ATExecAddColumn, ATExecColumnDefault, ATExecSetNotNull, renameatt, ExecuteTruncate in tablecmds.c.
 */
import { bindExpr } from './bind.ts';
import { readRow, scopeOf } from './bound.ts';
import { allRelations, allTables, type Column, type Index, isPlain, lookUp, type Table, tableOf } from './catalog.ts';
import { coerce } from './coerce.ts';
import { nextPage, READ_ALL, WHOLE } from './exec.ts';
import { change, columnsOf, countCommands, refuseReadOnly, STEPS_OF_INDEX } from './exec-ddl.ts';
import { lockTable } from './exec-query.ts';
import { isSequence } from './exec-sequence.ts';
import { refuseViewed } from './exec-view.ts';
import { engineLimit, Failure } from './failure.ts';
import { mapOf } from './key-maps.ts';
import type { ColumnAction, ColumnPlan, Expr } from './plan.ts';
import type { DdlPlan } from './plan-ddl.ts';
import { dropsTable } from './serializable.ts';
import { type Exec, newRun, notice } from './session.ts';
import { otherTypes, type Value } from './values.ts';
import { needsToast } from './widths.ts';

type Of<K extends DdlPlan['kind']> = Extract<DdlPlan, { kind: K }>;
const ACCESS_EXCLUSIVE = 8;
const SHARE_UPDATE_EXCLUSIVE = 4;

const withColumns = (table: Table, columns: readonly Column[]): Table => ({
  ...table,
  ...tableOf(table.name, table.relation, columns, table.indexes),
});
/** MODEL: what other objects know a column by is its name. */
const refuseKeyed = ({ checks, foreignKeys, referencedBy }: Table, what: string): void => {
  if ((checks ?? foreignKeys ?? referencedBy) !== undefined) throw engineLimit(`${what} with CHECK or foreign keys`);
};

/** The table is locked. */
export function alterColumn(x: Exec, table: Table, action: ColumnAction): void {
  if (action.kind === 'nothing') countCommands(x, 1);
  else if (action.kind === 'add-column') addColumn(x, table, action);
  else if (action.kind === 'drop-column') dropColumn(x, table, action.name, action.ifExists);
  else if (action.kind === 'set-default') setDefault(x, table, action.name, action.fallback);
  else setNotNull(x, table, action.name, action.value);
}

const isNull = (expr: Expr): boolean =>
  expr.kind === 'cast' ? isNull(expr.arg) : expr.kind === 'const' && expr.text === null;

function addColumn(
  x: Exec,
  table: Table,
  { column, ifNotExists }: Extract<ColumnAction, { kind: 'add-column' }>,
): void {
  const { world, session } = x;
  const { name, fallback, notNull } = column;
  if (table.columns.some((one) => one.name === name)) {
    if (!ifNotExists) throw new Failure('42701', `column "${name}" of relation "${table.name}" already exists`);
    notice(world, session, 'NOTICE', `column "${name}" of relation "${table.name}" already exists, skipping`);
    return;
  }
  const columns = columnsOf(world, [...table.columns, column], []);
  const hasValue = fallback !== undefined && !isNull(fallback);
  const missing = hasValue ? missingValue(x, column, fallback) : null;
  if (notNull && !hasValue && hasRow(x, table, () => true)) throw containsNull(table, name);
  const made = columns.map((one, i) => (i < columns.length - 1 || missing === null ? one : { ...one, missing }));
  change(x, table.name, table, withColumns(table, made));
  const toast = needsToast(columns) && !needsToast(table.columns) ? 4 : 0;
  if (toast > 0) world.core.indexBuilt(session.id);
  const kept = fallback === undefined ? 0 : hasValue ? 2 : 1;
  countCommands(x, 1 + toast + kept + (notNull && world.core.rules >= 18 ? 1 : 0));
}
/** StoreAttrMissingVal: rows that are there have it without being written. */
function missingValue(x: Exec, { name, type, modifier }: ColumnPlan, fallback: Expr): Value {
  if (/"kind":"(?:call|init-plan)"/.test(JSON.stringify(fallback)) && !STABLE.test(JSON.stringify(fallback)))
    throw engineLimit('a DEFAULT of a new column that is another one for each row');
  const scope = scopeOf(undefined, { params: [], seldom: x.world.seldom }, 'DEFAULT expressions');
  const typed = coerce(bindExpr(fallback, scope), type, scope, 'assign');
  if (typed === undefined) throw engineLimit(`the DEFAULT of column "${name}"`);
  const value = typed.eval([], x.context);
  return modifier === undefined ? value : otherTypes().fitted(value, modifier);
}
/** The transaction's time, and nothing else. */
const STABLE = /^\{"kind":"call","name":"(?:now|transaction_timestamp|current_timestamp|current_date)","args":\[\]\}$/;

const containsNull = ({ name: table }: Table, name: string): Failure =>
  new Failure('23502', `column "${name}" of relation "${table}" contains null values`);

/** Whether a visible row is such a one. */
function hasRow(x: Exec, table: Table, fits: (row: ReturnType<typeof readRow>) => boolean): boolean {
  const own: Exec = { ...x, run: newRun([]) };
  const reader = READ_ALL(table);
  let found = false;
  while (nextPage(own, table, WHOLE, 0))
    for (let i = 0; i < own.run.offsets.length; i++) found ||= fits(readRow(reader, x.world.core.scanned(i)));
  return found;
}

function numberOf(table: Table, name: string): number {
  const index = table.columns.findIndex((column) => column.name === name);
  if (index < 0) throw new Failure('42703', `column "${name}" of relation "${table.name}" does not exist`);
  return index;
}
const replaced = (table: Table, index: number, part: Partial<Column>): Table =>
  withColumns(
    table,
    table.columns.map((column, i) => (i === index ? { ...column, ...part } : column)),
  );

/** RemoveAttributeById: its place stays, its values go when rows are written again. */
function dropColumn(x: Exec, table: Table, name: string, ifExists: boolean): void {
  const { world, session } = x;
  if (ifExists && table.columns.every((one) => one.name !== name)) {
    notice(world, session, 'NOTICE', `column "${name}" of relation "${table.name}" does not exist, skipping`);
    return;
  }
  const number = numberOf(table, name);
  const column = table.columns[number];
  refuseKeyed(table, 'DROP COLUMN of a table');
  refuseViewed(x, table, 'DROP COLUMN');
  if (column === undefined || column.serial !== undefined) throw engineLimit('DROP COLUMN of a column with a sequence');
  if (!table.indexes.every(isPlain))
    throw engineLimit('DROP COLUMN of a table with partial indexes or indexes on expressions');
  const uses = ({ columns, including }: Index): boolean => columns.includes(number) || including.includes(number);
  const gone = table.indexes.filter(uses);
  if (gone.length > 0) dropsTable(world, session.id, table);
  const hidden: Column = {
    name: `........pg.dropped.${number + 1}........`,
    type: column.type,
    ...(column.modifier && { modifier: column.modifier }),
    notNull: false,
    fallback: undefined,
    dropped: true,
  };
  const columns = table.columns.map((one, i) => (i === number ? hidden : one));
  const indexes = table.indexes.filter((one) => !uses(one));
  change(x, table.name, table, { ...table, ...tableOf(table.name, table.relation, columns, indexes) });
  const keys = gone.filter(({ isConstraint }) => isConstraint).length;
  const had = column.fallback !== undefined && !isNull(column.fallback) ? 1 : 0;
  const notNull = column.notNull && world.core.rules >= 18 ? 1 : 0;
  countCommands(x, 1 + gone.length + keys + had + notNull);
}

function setDefault(x: Exec, table: Table, name: string, fallback: Expr | undefined): void {
  const index = numberOf(table, name);
  const column = table.columns[index];
  if (column?.serial?.identity !== undefined)
    throw new Failure('42601', `column "${name}" of relation "${table.name}" is an identity column`);
  if (fallback !== undefined) {
    bindExpr(fallback, scopeOf(undefined, { params: [], seldom: x.world.seldom }, 'DEFAULT expressions'));
    columnsOf(x.world, [{ ...(column ?? { name, type: 'int4', notNull: false }), fallback }], []);
  }
  const had = column?.fallback !== undefined && !isNull(column.fallback);
  change(x, table.name, table, replaced(table, index, { fallback }));
  countCommands(x, (had ? 1 : 0) + (fallback !== undefined && !isNull(fallback) ? 1 : 0));
}

function setNotNull(x: Exec, table: Table, name: string, notNull: boolean): void {
  const index = numberOf(table, name);
  const column = table.columns[index];
  if (!notNull && table.indexes.some((one) => one.primary && one.columns.includes(index)))
    throw new Failure('42P16', `column "${name}" is in a primary key`);
  if (!notNull && column?.serial?.identity !== undefined)
    throw new Failure('42601', `column "${name}" of relation "${table.name}" is an identity column`);
  if (column?.notNull === notNull) return;
  if (notNull && hasRow(x, table, (row) => (row[index] ?? null) === null)) throw containsNull(table, name);
  change(x, table.name, table, replaced(table, index, { notNull }));
  countCommands(x, 1);
}

/** Undefined: waits. */
export function renameColumn(x: Exec, plan: Of<'rename-column'>): string | undefined {
  refuseReadOnly(x, 'ALTER TABLE');
  const table = lockTable(x, plan.table, ACCESS_EXCLUSIVE);
  if (table === undefined) return undefined;
  refuseKeyed(table, 'renaming a column of a table');
  refuseViewed(x, table, 'renaming a column');
  if (!table.indexes.every(isPlain))
    throw engineLimit('renaming a column of a table with partial indexes or indexes on expressions');
  const index = table.columns.findIndex(({ name }) => name === plan.column);
  if (index < 0) throw new Failure('42703', `column "${plan.column}" does not exist`);
  if (table.columns.some(({ name }) => name === plan.to))
    throw new Failure('42701', `column "${plan.to}" of relation "${plan.table}" already exists`);
  x.world.core.currentXid(x.session.id);
  change(x, table.name, table, replaced(table, index, { name: plan.to }));
  countCommands(x, 1);
  return 'ALTER TABLE';
}

/** CommentObject: its lock stays until the transaction ends. Undefined: waits. */
export function commentOn(x: Exec, plan: Of<'comment'>): string | undefined {
  refuseReadOnly(x, 'COMMENT');
  if (lockTable(x, plan.table, SHARE_UPDATE_EXCLUSIVE) === undefined) return undefined;
  x.world.core.currentXid(x.session.id);
  // The row in pg_description uses the command id.
  x.world.core.currentCid(x.session.id, true);
  return 'COMMENT';
}

/** Undefined: waits. */
export function dropIndex(x: Exec, plan: Of<'drop-index'>): string | undefined {
  const { world, session, run } = x;
  refuseReadOnly(x, 'DROP INDEX');
  for (; run.done < plan.names.length; run.done++) {
    const name = plan.names[run.done] ?? '';
    const tables = allTables(world.catalog, session.changes);
    const owner = tables.find(({ indexes }) => indexes.some((one) => one.name === name));
    if (owner === undefined) {
      if (lookUp(world.catalog, session.changes, name) !== undefined)
        throw new Failure('42809', `"${name}" is not an index`);
      if (!plan.ifExists) throw new Failure('42704', `index "${name}" does not exist`);
      notice(world, session, 'NOTICE', `index "${name}" does not exist, skipping`);
      continue;
    }
    const table = lockTable(x, owner.name, ACCESS_EXCLUSIVE);
    if (table === undefined) return undefined;
    if (table.indexes.some((one) => one.name === name && one.isConstraint))
      throw new Failure(
        '2BP01',
        `cannot drop index ${name} because constraint ${name} on table ${table.name} requires it`,
      );
    dropsTable(world, session.id, table);
    world.core.currentXid(session.id);
    const indexes = table.indexes.filter((one) => one.name !== name);
    change(x, table.name, table, { ...table, ...tableOf(table.name, table.relation, table.columns, indexes) });
    countCommands(x, 1);
  }
  return 'DROP INDEX';
}

/** Undefined: waits. */
export function truncate(x: Exec, plan: Of<'truncate'>): string | undefined {
  const { world, session, run } = x;
  refuseReadOnly(x, 'TRUNCATE TABLE');
  for (; run.done < plan.tables.length; run.done++)
    if (lockTable(x, plan.tables[run.done] ?? '', ACCESS_EXCLUSIVE) === undefined) return undefined;
  for (const name of new Set(plan.tables)) {
    const table = lookUp(world.catalog, session.changes, name);
    if (table !== undefined) empty(x, table);
  }
  return 'TRUNCATE TABLE';
}

function empty(x: Exec, table: Table): void {
  const { world, session } = x;
  if (table.referencedBy !== undefined)
    throw new Failure('0A000', 'cannot truncate a table referenced in a foreign key constraint');
  refuseKeyed(table, 'TRUNCATE of a table');
  dropsTable(world, session.id, table);
  world.core.currentXid(session.id);
  const relation = world.core.createRelation(table.indexes.length > 0, world.core.figures(table.relation).fillfactor);
  if (relation === undefined) throw new Failure('53200', 'limit of the simulation reached: 64 tables');
  world.work.relationMade(relation);
  world.core.relationLock(session.id, relation, ACCESS_EXCLUSIVE, false);
  // A table that this transaction has made or emptied is emptied in its place.
  const isNew = session.changes.some(
    (one) => one.after?.relation === table.relation && one.before?.relation !== table.relation,
  );
  const after = { ...table, relation };
  for (const index of table.indexes) mapOf(world, relation, index);
  for (const one of allRelations(world.catalog, session.changes)) {
    const owner = isSequence(one) ? one.other.owner : undefined;
    if (!isSequence(one) || owner?.relation !== table.relation) continue;
    change(x, one.name, one, { ...one, other: { ...one.other, owner: { ...owner, relation } } } as Table);
  }
  change(x, table.name, table, after);
  if (table.indexes.length > 0 || needsToast(table.columns)) world.core.indexBuilt(session.id);
  if (!isNew) countCommands(x, 1 + (needsToast(table.columns) ? 3 : 0) + STEPS_OF_INDEX * table.indexes.length);
}
