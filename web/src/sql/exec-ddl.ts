/** CREATE TABLE [AS], DROP TABLE, CREATE INDEX. Names and errors are PostgreSQL's. */

import { bindExpr } from './bind.ts';
import { coerce, type Scope } from './bind-types.ts';
import { bindSelect, readRow } from './bound.ts';
import { type Column, type Index, lookUp, type Table, tableOf } from './catalog.ts';
import type { Ctid } from './core.ts';
import { type Exec, granted, nextPage, noMemory, READ_ALL } from './exec.ts';
import { analyse, lockTable } from './exec-query.ts';
import { selectRows } from './exec-select.ts';
import { datatypeMismatch, engineLimit, Failure, readOnlyTransaction } from './failure.ts';
import { enterRow, mapOf } from './keys.ts';
import { PRICE, SQL_LIMITS, WORK } from './limits.ts';
import type { ColumnPlan, IndexPlan, UtilityPlan } from './plan.ts';
import { costOf } from './plan-cost.ts';
import { notice } from './session.ts';
import { formTuple } from './tuple.ts';
import { typeName } from './values.ts';

type Of<K extends UtilityPlan['kind']> = Extract<UtilityPlan, { kind: K }>;
const SHARE = 5;
const ACCESS_EXCLUSIVE = 8;

export function refuseReadOnly({ session }: Exec, what: string): void {
  if (session.readOnly) throw readOnlyTransaction(what);
}

/** MODEL: other databases have no tables: what they share with this one is xids and snapshots. */
function refuseElsewhere({ session }: Exec): void {
  if (session.place?.kind === 'database') throw engineLimit('tables of another database');
}

function change({ world, session }: Exec, name: string, before: Table | undefined, after: Table | undefined): void {
  world.work.pay(WORK.lists, session.changes.length * PRICE.entry + (after?.columns.length ?? 0) * 2);
  session.changes = [...session.changes, { name, before, after, level: session.levels.length }];
}

/**
 * Whether a table of that name may be made: 'exists', 'free', or 'wait' while another transaction that made one, or drops
 * one, is open.
 */
function nameIsFree(x: Exec, name: string): 'exists' | 'free' | 'wait' {
  const { world, session, run } = x;
  if (run.waitFor !== 0) {
    if (!granted(world.core.waitForXid(session.id, run.waitFor))) return 'wait';
    run.waitFor = 0;
  }
  for (;;) {
    for (const other of world.sessions.values()) world.work.pay(WORK.lists, PRICE.entry + other.changes.length);
    if (lookUp(world.catalog, session.changes, name) !== undefined) return 'exists';
    const other = [...world.sessions.values()].find(
      (one) => one !== session && one.changes.some((made) => made.name === name && made.after !== undefined),
    );
    const xid = other === undefined ? 0 : world.core.topXidIfAny(other.id);
    if (xid === 0) return 'free';
    world.core.currentXid(session.id);
    run.waitFor = xid;
    if (!granted(world.core.waitForXid(session.id, xid))) return 'wait';
    run.waitFor = 0;
  }
}

function columnsOf(plans: readonly ColumnPlan[], keys: readonly IndexPlan[]): Column[] {
  if (plans.length > SQL_LIMITS.columns)
    throw new Failure('54011', `tables can have at most ${SQL_LIMITS.columns} columns`);
  const names = plans.map(({ name }) => name);
  names.forEach((name, i) => {
    if (names.indexOf(name) !== i) throw new Failure('42701', `column "${name}" specified more than once`);
  });
  const primary = keys.filter((key) => key.primary).flatMap(({ columns }) => columns);
  return plans.map(({ name, type, notNull, fallback }) => {
    if (fallback !== undefined) checkDefault(name, type, fallback);
    return { name, type, notNull: notNull || primary.includes(name), fallback };
  });
}
function checkDefault(name: string, type: ColumnPlan['type'], fallback: NonNullable<ColumnPlan['fallback']>): void {
  const scope: Scope = {
    relation: undefined,
    wanted: [],
    params: [],
    aggregates: undefined,
    clause: 'DEFAULT expressions',
    grouped: undefined,
  };
  const bound = bindExpr(fallback, scope);
  if (coerce(bound, type, scope, 'assign') === undefined)
    throw datatypeMismatch(
      `column "${name}" is of type ${typeName(type)} but default expression is of type ${typeName(bound.type)}`,
    );
}

const MAX_INDEXES = 64;
/** INDEX_MAX_KEYS. */
const MAX_KEYS = 32;

/** ChooseIndexName: t_pkey, t_a_b_key, t_a_idx, with a number where it is taken. */
function indexesOf(
  table: string,
  columns: readonly Column[],
  plans: readonly IndexPlan[],
  taken: readonly string[],
): Index[] {
  if (plans.filter(({ primary }) => primary).length > 1)
    throw new Failure('42P16', `multiple primary keys for table "${table}" are not allowed`);
  if (plans.length + taken.length > MAX_INDEXES) throw engineLimit(`${MAX_INDEXES} indexes of a table`);
  if (plans.some((plan) => plan.columns.length + plan.including.length > MAX_KEYS))
    throw new Failure('54011', `cannot use more than ${MAX_KEYS} columns in an index`);
  const used = [...taken];
  const place = (name: string, isKey: boolean): number => {
    const index = columns.findIndex((column) => column.name === name);
    if (index < 0)
      throw new Failure(
        '42703',
        isKey ? `column "${name}" named in key does not exist` : `column "${name}" does not exist`,
      );
    return index;
  };
  // The primary key is made first.
  const ordered = [...plans].sort((a, b) => Number(b.primary) - Number(a.primary));
  return ordered.map((plan) => {
    const isKey = taken.length === 0;
    const stem = plan.primary ? `${table}_pkey` : `${table}_${plan.columns.join('_')}_${isKey ? 'key' : 'idx'}`;
    let name = plan.name ?? stem;
    for (let n = 1; plan.name === undefined && used.includes(name); n++) name = `${stem}${n}`;
    if (plan.name !== undefined && used.includes(name)) throw new Failure('42P07', `relation "${name}" already exists`);
    used.push(name);
    return {
      name,
      unique: plan.unique,
      primary: plan.primary,
      columns: plan.columns.map((one) => place(one, isKey)),
      including: plan.including.map((one) => place(one, isKey)),
    };
  });
}

/** Undefined: waits. */
export function createTable(x: Exec, plan: Of<'create-table'>): string | undefined {
  const { world, session } = x;
  refuseReadOnly(x, 'CREATE TABLE');
  refuseElsewhere(x);
  const state = nameIsFree(x, plan.table);
  if (state === 'wait') return undefined;
  if (state === 'exists') {
    if (!plan.ifNotExists) throw new Failure('42P07', `relation "${plan.table}" already exists`);
    notice(world, session, 'NOTICE', `relation "${plan.table}" already exists, skipping`);
    return 'CREATE TABLE';
  }
  payForTable(x, plan.columns.length, plan.indexes.length, costOf(plan.columns));
  const columns = columnsOf(plan.columns, plan.indexes);
  make(x, plan.table, columns, indexesOf(plan.table, columns, plan.indexes, []), plan.fillfactor);
  return 'CREATE TABLE';
}

/** Names are held against one another. */
function payForTable({ world }: Exec, columns: number, indexes: number, nodes: number): void {
  const few = Math.min(columns, SQL_LIMITS.columns);
  world.work.pay(
    WORK.lists,
    (few * few) / 16 + few * (4 + Math.min(indexes, MAX_INDEXES)) + indexes * MAX_INDEXES + nodes * PRICE.bound,
  );
}

function make(x: Exec, name: string, columns: readonly Column[], indexes: readonly Index[], fillfactor: number): Table {
  const { world, session } = x;
  world.core.currentXid(session.id);
  const relation = world.core.createRelation(indexes.length > 0, fillfactor);
  if (relation === undefined) throw new Failure('53200', 'limit of the simulation reached: 64 tables');
  world.work.relationMade(relation);
  world.core.relationLock(session.id, relation, ACCESS_EXCLUSIVE, false);
  const table = tableOf(name, relation, columns, indexes);
  for (const index of indexes) if (index.unique) mapOf(world, relation, index);
  change(x, name, undefined, table);
  world.core.currentCid(session.id, true);
  world.core.commandCounterIncrement(session.id);
  return table;
}

/** Undefined: waits. */
export function createTableAs(x: Exec, plan: Of<'create-table-as'>): string | undefined {
  const { world, session, run } = x;
  refuseReadOnly(x, 'CREATE TABLE AS');
  refuseElsewhere(x);
  const state = nameIsFree(x, plan.table);
  if (state === 'wait') return undefined;
  if (state === 'exists') {
    if (!plan.ifNotExists) throw new Failure('42P07', `relation "${plan.table}" already exists`);
    notice(world, session, 'NOTICE', `relation "${plan.table}" already exists, skipping`);
    return 'CREATE TABLE AS';
  }
  const bound = analyse(x, plan.select, []);
  if (bound === undefined) return undefined;
  const select = bindSelect(plan.select, bound.table, []);
  if (plan.columns.length > select.output.columns.length)
    throw new Failure('42601', 'too many column names were specified');
  const rows = selectRows(x, select);
  const columns = select.output.columns.map(({ name, type }, i): ColumnPlan => {
    if (type !== 'int4' && type !== 'int8' && type !== 'text' && type !== 'bool')
      throw new Failure('0A000', `not supported: columns of type ${typeName(type)}`);
    return { name: plan.columns[i] ?? name, type, notNull: false, fallback: undefined };
  });
  const table = make(x, plan.table, columnsOf(columns, []), [], 100);
  payForTable(x, columns.length, 0, 0);
  for (const row of rows) {
    world.work.newVersion(session.id, table.relation, false);
    world.work.pay(WORK.changes, columns.length * PRICE.column);
    const formed = formTuple(table.types, row);
    if (formed === undefined) throw noMemory('too-long');
    const made = world.core.insert(session.id, table.relation, formed);
    if (typeof made === 'string') throw noMemory(made);
    run.count += 1;
  }
  return `SELECT ${run.count}`;
}

/** Undefined: waits. */
export function dropTable(x: Exec, plan: Of<'drop-table'>): string | undefined {
  const { world, session, run } = x;
  refuseReadOnly(x, 'DROP TABLE');
  for (; run.done < plan.tables.length; run.done++) {
    const name = plan.tables[run.done] ?? '';
    world.work.pay(WORK.lists, 3 * PRICE.change + session.changes.length);
    if (lookUp(world.catalog, session.changes, name) === undefined) {
      if (!plan.ifExists) throw new Failure('42P01', `table "${name}" does not exist`);
      notice(world, session, 'NOTICE', `table "${name}" does not exist, skipping`);
      continue;
    }
    const table = lockTable(x, name, ACCESS_EXCLUSIVE);
    if (table === undefined) return undefined;
    world.core.currentXid(session.id);
    change(x, name, table, undefined);
    world.core.currentCid(session.id, true);
    world.core.commandCounterIncrement(session.id);
  }
  return 'DROP TABLE';
}

/** Undefined: waits. */
export function createIndex(x: Exec, plan: Of<'create-index'>): string | undefined {
  const { world, session } = x;
  refuseReadOnly(x, 'CREATE INDEX');
  const table = lockTable(x, plan.table, SHARE);
  if (table === undefined) return undefined;
  const taken = [table.name, ...table.indexes.map(({ name }) => name)];
  if (plan.ifNotExists && plan.index.name !== undefined && taken.includes(plan.index.name)) {
    notice(world, session, 'NOTICE', `relation "${plan.index.name}" already exists, skipping`);
    return 'CREATE INDEX';
  }
  payForTable(x, table.columns.length, table.indexes.length + 1, 0);
  const [index] = indexesOf(table.name, table.columns, [plan.index], taken);
  if (index === undefined) return 'CREATE INDEX';
  world.core.currentXid(session.id);
  if (index.unique) build(x, table, index);
  world.core.setHasIndex(table.relation, true);
  change(x, table.name, table, tableOf(table.name, table.relation, table.columns, [...table.indexes, index]));
  world.core.currentCid(session.id, true);
  world.core.commandCounterIncrement(session.id);
  return 'CREATE INDEX';
}

function build(x: Exec, table: Table, index: Index): void {
  const { world, run } = x;
  const reader = READ_ALL(table);
  while (nextPage(x, table)) {
    for (let i = 0; i < run.offsets.length; i++) {
      const tuple = world.core.scanned(i);
      world.work.pay(WORK.changes, PRICE.key + (reader.last + 1) * PRICE.column + (tuple.length >>> 3));
      const row = readRow(reader, tuple);
      const ctid: Ctid = { block: tuple.ctid.block, offset: tuple.ctid.offset };
      if (!enterRow(world, table.relation, index, row, ctid))
        throw new Failure('23505', `could not create unique index "${index.name}"`);
    }
  }
}
