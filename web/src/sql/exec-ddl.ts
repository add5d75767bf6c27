/**
 * CREATE TABLE, DROP TABLE, and the code that CREATE TABLE AS and CREATE INDEX (exec-create.ts) share with them. Names
 * and errors are PostgreSQL's.
 */

import { bindExpr } from './bind.ts';
import { scopeOf } from './bound.ts';
import { type Column, type Index, lookUp, type Table, tableOf, VIRTUAL } from './catalog.ts';
import { coerce } from './coerce.ts';
import type { Rules } from './core.ts';
import { granted } from './exec.ts';
import { lockTable } from './exec-query.ts';
import { datatypeMismatch, engineLimit, Failure, readOnlyTransaction } from './failure.ts';
import { mapOf } from './key-maps.ts';
import { PRICE, SQL_LIMITS, WORK } from './limits.ts';
import type { ColumnPlan, Expr, IndexPlan, UtilityPlan } from './plan.ts';
import { costOf } from './plan-cost.ts';
import { fetched } from './seldom.ts';
import { dropsTable } from './serializable.ts';
import type { Exec } from './session.ts';
import { notice, type World } from './session.ts';
import { typeName } from './values.ts';
import { needsToast } from './widths.ts';

type Of<K extends UtilityPlan['kind']> = Extract<UtilityPlan, { kind: K }>;
const ACCESS_EXCLUSIVE = 8;

export function refuseReadOnly({ session }: Exec, what: string): void {
  if (session.readOnly) throw readOnlyTransaction(what);
}

/** MODEL: other databases have no tables: what they share with this one is xids and snapshots. */
export function refuseElsewhere({ session }: Exec): void {
  if (session.place?.kind === 'database') throw engineLimit('tables of another database');
}

export function change(
  { world, session }: Exec,
  name: string,
  before: Table | undefined,
  after: Table | undefined,
): void {
  world.work.pay(WORK.lists, session.changes.length * PRICE.entry + (after?.columns.length ?? 0) * 2);
  session.changes = [...session.changes, { name, before, after, level: session.levels.length }];
}

/**
 * Whether a table of that name can be created: 'exists', 'free', or 'wait' while another open transaction creates or
 * drops one.
 */
export function nameIsFree(x: Exec, name: string): 'exists' | 'free' | 'wait' {
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

export function columnsOf(world: World, plans: readonly ColumnPlan[], keys: readonly IndexPlan[]): Column[] {
  if (plans.length > SQL_LIMITS.columns)
    throw new Failure('54011', `tables can have at most ${SQL_LIMITS.columns} columns`);
  const names = plans.map(({ name }) => name);
  names.forEach((name, i) => {
    if (names.indexOf(name) !== i) throw new Failure('42701', `column "${name}" specified more than once`);
  });
  const primary = keys.filter((key) => key.primary).flatMap(({ columns }) => columns);
  return plans.map((plan) => {
    const { name, type, notNull, fallback } = plan;
    if (fallback !== undefined) checkDefault(world, name, type, fallback);
    return { ...plan, notNull: notNull || primary.includes(name) };
  });
}
function checkDefault({ seldom }: World, name: string, type: ColumnPlan['type'], fallback: Expr): void {
  const scope = scopeOf(undefined, { params: [], seldom }, 'DEFAULT expressions');
  const bound = bindExpr(fallback, scope);
  if (coerce(bound, type, scope, 'assign') === undefined)
    throw datatypeMismatch(
      `column "${name}" is of type ${typeName(type)} but default expression is of type ${typeName(bound.type)}`,
    );
}

const MAX_INDEXES = 64;
/** INDEX_MAX_KEYS. */
const MAX_KEYS = 32;

/** ChooseIndexName: t_pkey, t_a_b_key, t_a_idx, with a number if the name is taken. */
export function indexesOf(
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
  // The primary key's index is created first.
  const ordered = [...plans].sort((a, b) => Number(b.primary) - Number(a.primary));
  return ordered.map((plan) => {
    const isKey = taken.length === 0;
    const stem = plan.primary
      ? `${table}_pkey`
      : `${table}_${[...plan.columns, ...plan.including].join('_')}_${isKey ? 'key' : 'idx'}`;
    let name = plan.name ?? stem;
    for (let n = 1; plan.name === undefined && used.includes(name); n++) name = `${stem}${n}`;
    if (plan.name !== undefined && used.includes(name)) throw new Failure('42P07', `relation "${name}" already exists`);
    used.push(name);
    return {
      name,
      unique: plan.unique,
      primary: plan.primary,
      isConstraint: isKey,
      columns: keyColumns(plan, (one) => place(one, isKey)),
      including: plan.including.map((one) => place(one, isKey)),
      ...(plan.expressions && { expressions: plan.expressions.flatMap((one) => one ?? []) }),
      ...(plan.where && { where: plan.where }),
      ...(plan.method && { method: plan.method }),
    };
  });
}

/** The n-th expression is column VIRTUAL + n. */
function keyColumns({ columns, expressions }: IndexPlan, place: (name: string) => number): number[] {
  let virtual = VIRTUAL;
  return columns.map((one, i) => (expressions?.[i] === undefined ? place(one) : virtual++));
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
  const hasSerial = plan.columns.some(({ serial }) => serial !== undefined);
  const given = hasSerial ? fetched(world.seldom).makeSerials(x, plan.table, plan.columns) : plan.columns;
  const columns = columnsOf(x.world, given, plan.indexes);
  const made = make(x, plan.table, columns, indexesOf(plan.table, columns, plan.indexes, []), plan.fillfactor);
  if (hasSerial) fetched(world.seldom).ownSerials(x, made);
  return 'CREATE TABLE';
}

/** Pays for comparing all names with one another. */
export function payForTable({ world }: Exec, columns: number, indexes: number, nodes: number): void {
  const few = Math.min(columns, SQL_LIMITS.columns);
  world.work.pay(
    WORK.lists,
    (few * few) / 16 + few * (4 + Math.min(indexes, MAX_INDEXES)) + indexes * MAX_INDEXES + nodes * PRICE.bound,
  );
}

/**
 * DDL changes the catalogs in steps, each with its own command id (CommandCounterIncrement): so the rows that follow in
 * the same transaction have the cmin that they have on a server. Counted on 13, 14, 17 and 18; a property
 * (web/node/pg/answers.servers.test.ts) compares generated DDL with servers. MODEL: ANALYZE without a list of tables
 * counts as if there were no catalogs, which a server analyzes, too.
 */
export function countCommands({ world, session }: Exec, steps: number): void {
  for (let i = 0; i < steps; i++) {
    world.core.currentCid(session.id, true);
    world.core.commandCounterIncrement(session.id);
  }
}
/** Values may be stored out of line, so the table gets a TOAST table, and that one an index. */
const hasToast = ({ columns }: Table): boolean => needsToast(columns);
const count = <T>(list: readonly T[], fits: (one: T) => boolean): number => list.filter(fits).length;

/** DEFAULT NULL is processed like the others, but not kept. */
const isNull = (expr: Expr | undefined): boolean =>
  expr?.kind === 'cast' ? isNull(expr.arg) : expr?.kind === 'const' && expr.text === null;

/** What an identity column has is none. */
const hasDefault = ({ fallback, serial }: Column): boolean => fallback !== undefined && serial?.identity === undefined;

/** The table; its defaults, and since 18 its NOT NULLs, all in one step; then each index. */
function stepsOfCreate(table: Table, rules: Rules): number {
  const { columns, indexes } = table;
  const defaults = columns.some(hasDefault) ? 1 : 0;
  const notNulls = rules >= 18 && columns.some(({ notNull }) => notNull) ? 1 : 0;
  return 1 + (hasToast(table) ? 4 : 0) + defaults + notNulls + STEPS_OF_INDEX * indexes.length;
}
export const STEPS_OF_INDEX = 2;

/**
 * Everything that depends on the table is dropped one by one: constraints with their index, other indexes, defaults,
 * NOT NULLs of 18.
 */
export function stepsOfDrop(table: Table, rules: Rules): number {
  const { columns, indexes } = table;
  const keys = count(indexes, ({ isConstraint }) => isConstraint);
  const notNulls = rules >= 18 ? count(columns, ({ notNull }) => notNull) : 0;
  const constraints = (table.checks?.length ?? 0) + STEPS_OF_KEY * (table.foreignKeys?.length ?? 0);
  const defaults = count(columns, (column) => hasDefault(column) && !isNull(column.fallback));
  return 3 + (hasToast(table) ? (rules >= 14 ? 2 : 3) : 0) + indexes.length + keys + defaults + notNulls + constraints;
}
/** A foreign key with its four triggers. */
export const STEPS_OF_KEY = 5;

export function make(
  x: Exec,
  name: string,
  columns: readonly Column[],
  indexes: readonly Index[],
  fillfactor: number,
): Table {
  const { world, session } = x;
  world.core.currentXid(session.id);
  const relation = world.core.createRelation(indexes.length > 0, fillfactor);
  if (relation === undefined) throw new Failure('53200', 'limit of the simulation reached: 64 tables');
  world.core.relationBorn(session.id, relation);
  world.work.relationMade(relation);
  world.core.relationLock(session.id, relation, ACCESS_EXCLUSIVE, false);
  const table = tableOf(name, relation, columns, indexes);
  for (const index of indexes) mapOf(world, relation, index);
  change(x, name, undefined, table);
  if (indexes.length > 0 || hasToast(table)) world.core.indexBuilt(session.id);
  countCommands(x, stepsOfCreate(table, world.core.rules));
  return table;
}

const isKeyed = (table: Table | undefined): boolean =>
  table?.foreignKeys !== undefined || table?.referencedBy !== undefined;

/** Undefined: waits. */
export function dropTable(x: Exec, plan: Of<'drop-table'>): string | undefined {
  const { world, session, run } = x;
  refuseReadOnly(x, 'DROP TABLE');
  if (plan.tables.some((name) => isKeyed(lookUp(world.catalog, session.changes, name))))
    return fetched(world.seldom).dropKeyed(x, plan);
  for (; run.done < plan.tables.length; run.done++) {
    const name = plan.tables[run.done] ?? '';
    world.work.pay(WORK.lists, 3 * PRICE.change + session.changes.length);
    const found = lookUp(world.catalog, session.changes, name);
    if (found?.other !== undefined) throw new Failure('42809', `"${name}" is not a table`);
    if (found === undefined) {
      if (!plan.ifExists) throw new Failure('42P01', `table "${name}" does not exist`);
      notice(world, session, 'NOTICE', `table "${name}" does not exist, skipping`);
      continue;
    }
    const table = lockTable(x, name, ACCESS_EXCLUSIVE);
    if (table === undefined) return undefined;
    world.seldom?.dropViewsOf(x, plan.tables, plan.cascade);
    world.core.currentXid(session.id);
    dropsTable(world, session.id, table);
    change(x, name, table, undefined);
    world.seldom?.dropOwned(x, table);
    countCommands(x, stepsOfDrop(table, world.core.rules));
  }
  return 'DROP TABLE';
}
