/**
 * CREATE TABLE with CHECK or foreign keys, and ALTER TABLE … ADD, DROP and VALIDATE CONSTRAINT. A foreign key is part
 * of both its tables, and adding one locks the parent, too. Source: ATExecAddConstraint, addFkConstraint,
 * ATExecDropConstraint, ATExecValidateConstraint, AlterTableGetLockLevel in tablecmds.c.
 */
import { readRow } from './bound.ts';
import { type ForeignKey, lookUp, type Table } from './catalog.ts';
import { constraintNames, foreignKeyOf, testOf, withCheck } from './constraints.ts';
import { nextPage, READ_ALL, WHOLE } from './exec.ts';
import { alterColumn } from './exec-alter.ts';
import { change, countCommands, createTable, refuseReadOnly, STEPS_OF_KEY } from './exec-ddl.ts';
import { lockTable } from './exec-query.ts';
import { engineLimit, Failure, undefinedTable } from './failure.ts';
import { PRICE, WORK } from './limits.ts';
import type { CheckPlan, ForeignKeyPlan, UtilityPlan } from './plan.ts';
import { noParent } from './ri-queries.ts';
import { type Exec, newRun, notice } from './session.ts';
import { printValue, type Row } from './values.ts';

type Of<K extends UtilityPlan['kind']> = Extract<UtilityPlan, { kind: K }>;

const ROW_SHARE = 2;
const SHARE_UPDATE_EXCLUSIVE = 4;
const SHARE_ROW_EXCLUSIVE = 6;
const ACCESS_EXCLUSIVE = 8;

/** Undefined: waits. */
export function createKeyed(x: Exec, plan: Of<'create-table'>): string | undefined {
  const { run, session } = x;
  const constraints = plan.constraints ?? [];
  if (run.done === 0) {
    const before = session.changes.length;
    const tag = createTable(x, plan);
    if (tag === undefined || session.changes.length === before) return tag;
    const checks = constraints.filter((one) => one.kind === 'check');
    mustDiffer(checks);
    for (const one of checks) addCheck(x, plan.table, one, true);
    // Since 18 together with NOT NULLs, which createTable has counted.
    const isCounted = x.world.core.rules >= 18 && mine(x, plan.table).columns.some(({ notNull }) => notNull);
    if (checks.length > 0 && !isCounted) countCommands(x, 1);
    run.done = 1;
  }
  const keys = constraints.filter((one) => one.kind === 'foreign-key');
  for (; run.done <= keys.length; run.done++) {
    const key = keys[run.done - 1];
    if (key !== undefined && !addForeignKey(x, plan.table, key, true, false)) return undefined;
  }
  return 'CREATE TABLE';
}

/** Undefined: waits. */
export function alterTable(x: Exec, plan: Of<'alter-table'>): string | undefined {
  const { world, session, run } = x;
  const { action } = plan;
  refuseReadOnly(x, 'ALTER TABLE');
  if (run.done === 0) {
    if (lookUp(world.catalog, session.changes, plan.table) === undefined) {
      if (!plan.ifExists) throw undefinedTable(plan.table);
      notice(world, session, 'NOTICE', `relation "${plan.table}" does not exist, skipping`);
      return 'ALTER TABLE';
    }
    if (lockTable(x, plan.table, lockOf(plan)) === undefined) return undefined;
    mustNotBePending(x, mine(x, plan.table), 'ALTER TABLE');
    world.core.currentXid(session.id);
    run.done = 1;
  }
  switch (action.kind) {
    case 'add-constraint': {
      const { constraint } = action;
      if (constraint.kind === 'check') {
        addCheck(x, plan.table, constraint, !constraint.notValid);
        countCommands(x, 1);
      } else if (!addForeignKey(x, plan.table, constraint, !constraint.notValid, true)) return undefined;
      return 'ALTER TABLE';
    }
    case 'drop-constraint':
      return drop(x, plan.table, action.name, action.ifExists) ? 'ALTER TABLE' : undefined;
    case 'validate-constraint':
      return validate(x, plan.table, action.name) ? 'ALTER TABLE' : undefined;
    default:
      alterColumn(x, mine(x, plan.table), action);
      return 'ALTER TABLE';
  }
}

/** CheckTableNotInUse */
export function mustNotBePending({ session }: Exec, { name, relation }: Table, what: string): void {
  const isPending = session.deferred.some(
    ({ does, childRelation, key }) => (does === 'check' ? childRelation : key.parentRelation) === relation,
  );
  if (isPending) throw new Failure('55006', `cannot ${what} "${name}" because it has pending trigger events`);
}

const lockOf = ({ action }: Of<'alter-table'>): number =>
  action.kind === 'validate-constraint' || action.kind === 'nothing'
    ? SHARE_UPDATE_EXCLUSIVE
    : action.kind === 'add-constraint' && action.constraint.kind === 'foreign-key'
      ? SHARE_ROW_EXCLUSIVE
      : ACCESS_EXCLUSIVE;

function mine({ world, session }: Exec, name: string): Table {
  const table = lookUp(world.catalog, session.changes, name);
  if (table === undefined) throw undefinedTable(name);
  return table;
}

/** AddRelationNewConstraints, of one statement. */
function mustDiffer(checks: readonly CheckPlan[]): void {
  const names = checks.flatMap(({ name }) => name ?? []);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new Failure('42710', `check constraint "${twice}" already exists`);
}

function addCheck(x: Exec, name: string, plan: CheckPlan, valid: boolean): void {
  const table = mine(x, name);
  const [after, check] = withCheck(x, table, plan, valid);
  change(x, name, table, after);
  if (valid) forEachRow(x, after, testOf(after, check, { params: [], seldom: x.world.seldom }));
}

/** False: waits. */
function addForeignKey(x: Exec, name: string, plan: ForeignKeyPlan, valid: boolean, isTested: boolean): boolean {
  if (lockTable(x, plan.parent, SHARE_ROW_EXCLUSIVE) === undefined) return false;
  const table = mine(x, name);
  const key = foreignKeyOf(x, table, mine(x, plan.parent), plan, valid);
  const news = new Set([table, mine(x, plan.parent)].filter((one) => !hasTriggers(one)));
  const after = { ...table, foreignKeys: [...(table.foreignKeys ?? []), key] };
  change(x, name, table, after);
  const parent = mine(x, plan.parent);
  const reference = { child: name, childRelation: table.relation, key };
  change(x, parent.name, parent, { ...parent, referencedBy: [...(parent.referencedBy ?? []), reference] });
  countCommands(x, STEPS_OF_NEW_KEY + news.size);
  if (valid && isTested) testKey(x, after, key);
  return true;
}
/** The constraint and its triggers; and relhastriggers of a table that had none before. */
const STEPS_OF_NEW_KEY = 4;
const hasTriggers = ({ foreignKeys, referencedBy }: Table): boolean =>
  foreignKeys !== undefined || referencedBy !== undefined;

/** RI_Initial_Check: through a new snapshot. */
function testKey(x: Exec, table: Table, key: ForeignKey): void {
  const texts = (row: Row, columns: readonly number[]): string =>
    JSON.stringify(columns.map((column) => printValue(row[column] ?? null)));
  const known = new Set<string>();
  x.world.core.pushLatestSnapshot(x.session.id);
  forEachRow(x, mine(x, key.parent), (row) => known.add(texts(row, key.parentColumns)));
  forEachRow(x, table, (row) => {
    const isNull = key.columns.some((column) => (row[column] ?? null) === null);
    if (!isNull && !known.has(texts(row, key.columns))) throw noParent(key, table, row);
  });
  x.world.core.popActiveSnapshot(x.session.id);
}

function forEachRow(x: Exec, table: Table, test: (row: Row, context: Exec['context']) => void): void {
  const { world, context } = x;
  const own: Exec = { ...x, run: newRun([]) };
  const reader = READ_ALL(table);
  while (nextPage(own, table, WHOLE, 0))
    for (let i = 0; i < own.run.offsets.length; i++) {
      const tuple = world.core.scanned(i);
      world.work.pay(WORK.expressions, PRICE.row + (reader.last + 1) * PRICE.column + (tuple.length >>> 3));
      test(readRow(reader, tuple), context);
    }
}

const noConstraint = (table: string, name: string): Failure =>
  new Failure('42704', `constraint "${name}" of relation "${table}" does not exist`);

/** False: waits. */
function drop(x: Exec, name: string, constraint: string, ifExists: boolean): boolean {
  const { world, session } = x;
  const table = mine(x, name);
  if (!constraintNames(table).includes(constraint)) {
    if (!ifExists) throw noConstraint(name, constraint);
    notice(world, session, 'NOTICE', `constraint "${constraint}" of relation "${name}" does not exist, skipping`);
    return true;
  }
  const key = table.foreignKeys?.find((one) => one.name === constraint);
  if (key !== undefined) {
    if (lockTable(x, key.parent, ACCESS_EXCLUSIVE) === undefined) return false;
    withoutKey(x, name, constraint);
    countCommands(x, STEPS_OF_KEY);
    return true;
  }
  const checks = table.checks?.filter((one) => one.name !== constraint) ?? [];
  if (checks.length === (table.checks?.length ?? 0))
    throw engineLimit('DROP CONSTRAINT of a PRIMARY KEY or UNIQUE constraint');
  change(x, name, table, { ...table, checks });
  countCommands(x, 1);
  return true;
}

/** Takes the key from both its tables. */
export function withoutKey(x: Exec, child: string, name: string): void {
  const table = mine(x, child);
  const key = table.foreignKeys?.find((one) => one.name === name);
  if (key === undefined) return;
  change(x, child, table, { ...table, foreignKeys: table.foreignKeys?.filter((one) => one !== key) ?? [] });
  const parent = mine(x, key.parent);
  const referencedBy = (parent.referencedBy ?? []).filter(
    (one) => one.childRelation !== table.relation || one.key.name !== name,
  );
  change(x, parent.name, parent, { ...parent, referencedBy });
}

/** False: waits. */
function validate(x: Exec, name: string, constraint: string): boolean {
  const table = mine(x, name);
  const check = table.checks?.find((one) => one.name === constraint);
  const key = table.foreignKeys?.find((one) => one.name === constraint);
  if (check === undefined && key === undefined) {
    if (!constraintNames(table).includes(constraint)) throw noConstraint(name, constraint);
    throw new Failure(
      '42809',
      `constraint "${constraint}" of relation "${name}" is not a foreign key or check constraint`,
    );
  }
  if (check?.valid === true || key?.valid === true) return true;
  if (key !== undefined && lockTable(x, key.parent, ROW_SHARE) === undefined) return false;
  if (key !== undefined) testKey(x, table, key);
  if (check !== undefined) forEachRow(x, table, testOf(table, check, { params: [], seldom: x.world.seldom }));
  const valid = <T extends { readonly name: string }>(one: T): T =>
    one.name === constraint ? { ...one, valid: true } : one;
  change(x, name, table, {
    ...table,
    ...(table.checks && { checks: table.checks.map(valid) }),
    ...(table.foreignKeys && { foreignKeys: table.foreignKeys.map(valid) }),
  });
  countCommands(x, 1);
  return true;
}
