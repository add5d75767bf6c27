/**
 * CHECK and foreign keys as parts of a table: what CREATE TABLE and ALTER TABLE find wrong with them, and the names that
 * they get. Source: heap.c (AddRelationNewConstraints), tablecmds.c (ATAddForeignKeyConstraint,
 * transformFkeyGetPrimaryKey, transformFkeyCheckAttrs), pg_constraint.c (ChooseConstraintName).
 */
import { bindCondition } from './bind.ts';
import { relationOf, scopeOf } from './bound.ts';
import type { BoundChange, Context, Eval, Given } from './bound-types.ts';
import { allTables, type Check, type ForeignKey, type Table } from './catalog.ts';
import { Failure } from './failure.ts';
import type { CheckPlan, Expr, ForeignKeyPlan } from './plan.ts';
import type { Exec } from './session.ts';
import { printValue, type Row, typeName } from './values.ts';

/** Whether a row violates it: NULL does not. */
function bindCheck(table: Table, expr: Expr, given: Given): Eval {
  const relation = relationOf(table, undefined);
  const scope = scopeOf({ ...relation, columns: relation.columns.slice(0, relation.starred) }, given, 'CHECK');
  return bindCondition(expr, scope, 'CHECK');
}

/** ExecConstraints */
export function bindChecks(table: Table, given: Given): BoundChange['check'] {
  const checks = (table.checks ?? []).map(({ name, expr }) => ({ name, holds: bindCheck(table, expr, given) }));
  return (row, context) => {
    for (const { name, holds } of checks)
      if (holds(row, context) === false)
        throw new Failure(
          '23514',
          `new row for relation "${table.name}" violates check constraint "${name}"`,
          `Failing row contains (${row.flatMap((one, i) => (table.columns[i]?.dropped ? [] : (printValue(one) ?? 'null'))).join(', ')}).`,
        );
  };
}

/** Whether all rows satisfy it: a test for one. */
export function testOf(table: Table, { name, expr }: Check, given: Given): (row: Row, context: Context) => void {
  const holds = bindCheck(table, expr, given);
  return (row, context) => {
    if (holds(row, context) === false)
      throw new Failure('23514', `check constraint "${name}" of relation "${table.name}" is violated by some row`);
  };
}

export const constraintNames = ({ checks = [], foreignKeys = [], indexes }: Table): string[] => [
  ...[...checks, ...foreignKeys].map(({ name }) => name),
  ...indexes.filter(({ isConstraint }) => isConstraint).map(({ name }) => name),
];

/** ChooseConstraintName: not the name of any other constraint. */
function choose({ world, session }: Exec, table: Table, middle: string, label: string): string {
  const taken = allTables(world.catalog, session.changes).flatMap(constraintNames);
  const stem = [table.name, ...(middle === '' ? [] : [middle]), label].join('_');
  let name = stem;
  for (let n = 1; taken.includes(name); n++) name = `${stem}${n}`;
  return name;
}

function given(table: Table, name: string): string {
  if (!constraintNames(table).includes(name)) return name;
  throw new Failure('42710', `constraint "${name}" for relation "${table.name}" already exists`);
}

/** The table with one more CHECK; it is named after its only column. */
export function withCheck(x: Exec, table: Table, { name, expr }: CheckPlan, valid: boolean): readonly [Table, Check] {
  bindCheck(table, expr, { params: [], seldom: x.world.seldom });
  const used = new Set(
    [...JSON.stringify(expr).matchAll(/"kind":"column"[^}]*"name":("(?:[^"\\]|\\.)*")/g)].map((m) => m[1] ?? ''),
  );
  const [only = '""'] = used;
  const middle = used.size === 1 ? String(JSON.parse(only)) : '';
  const check = {
    name: name === undefined ? choose(x, table, middle, 'check') : given(table, name),
    expr,
    valid,
  };
  const checks = [...(table.checks ?? []), check].sort((a, b) => (a.name < b.name ? -1 : 1));
  return [{ ...table, checks }, check];
}

const place = ({ columns }: Table, name: string): number => {
  const at = columns.findIndex((column) => column.name === name);
  if (at < 0) throw new Failure('42703', `column "${name}" referenced in foreign key constraint does not exist`);
  return at;
};

/** The foreign key that ALTER TABLE or CREATE TABLE asks for. */
export function foreignKeyOf(x: Exec, table: Table, parent: Table, plan: ForeignKeyPlan, valid: boolean): ForeignKey {
  const columns = plan.columns.map((name) => place(table, name));
  const parentColumns =
    plan.parentColumns.length === 0 ? primaryKey(parent) : plan.parentColumns.map((name) => place(parent, name));
  if (plan.parentColumns.length > 0) mustBeUnique(parent, parentColumns);
  if (columns.length !== parentColumns.length)
    throw new Failure('42830', 'number of referencing and referenced columns for foreign key disagree');
  const name = plan.name === undefined ? choose(x, table, plan.columns.join('_'), 'fkey') : given(table, plan.name);
  for (const [i, column] of columns.entries()) mustCompare(x, name, [table, column], [parent, parentColumns[i] ?? 0]);
  const { onDelete, onUpdate, deferred } = plan;
  return {
    name,
    columns,
    parent: parent.name,
    parentRelation: parent.relation,
    parentColumns,
    onDelete,
    onUpdate,
    deferred,
    valid,
  };
}

function primaryKey({ name, indexes }: Table): readonly number[] {
  const key = indexes.find(({ primary }) => primary);
  if (key === undefined) throw new Failure('42704', `there is no primary key for referenced table "${name}"`);
  return key.columns;
}

function mustBeUnique({ name, indexes }: Table, columns: readonly number[]): void {
  if (new Set(columns).size < columns.length)
    throw new Failure('42830', 'foreign key referenced-columns list must not contain duplicates');
  const fits = indexes.some(
    (index) =>
      index.unique && index.columns.length === columns.length && columns.every((one) => index.columns.includes(one)),
  );
  if (!fits)
    throw new Failure('42830', `there is no unique constraint matching given keys for referenced table "${name}"`);
}

const INTEGERS: readonly string[] = ['int4', 'int8'];
function mustCompare(
  { world }: Exec,
  name: string,
  [table, a]: readonly [Table, number],
  [parent, b]: readonly [Table, number],
): void {
  const [mine, its] = [table.types[a], parent.types[b]];
  if (mine === undefined || its === undefined) return;
  if (mine === its || (INTEGERS.includes(mine) && (INTEGERS.includes(its) || its === 'numeric'))) return;
  const [from, to] = [`"${table.columns[a]?.name ?? ''}"`, `"${parent.columns[b]?.name ?? ''}"`];
  const which =
    world.core.rules >= 18 ? `${from} of the referencing table and ${to} of the referenced table` : `${from} and ${to}`;
  throw new Failure(
    '42804',
    `foreign key constraint "${name}" cannot be implemented`,
    `Key columns ${which} are of incompatible types: ${typeName(mine)} and ${typeName(its)}.`,
  );
}
