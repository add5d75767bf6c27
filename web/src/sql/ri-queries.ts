/** The queries of a foreign key's triggers, as plans, and what the triggers complain of. Source: ri_triggers.c. */
import type { ForeignKey, Table } from './catalog.ts';
import type { Rules } from './core.ts';
import type { SqlType } from './database.ts';
import { Failure } from './failure.ts';
import type { DeletePlan, Expr, KeyAction, QueryPlan, SelectPlan, UpdatePlan } from './plan.ts';
import { printValue, type Row } from './values.ts';

export interface KeyQuery {
  readonly plan: QueryPlan;
  /** Of its parameters. */
  readonly types: readonly SqlType[];
}
/** `child` is the table of the foreign key. */
interface Tables {
  readonly parent: Table;
  readonly child: Table;
}
type Name = 'parent' | 'substitute' | 'child' | 'delete' | 'update' | 'set null' | 'set default';

const made = new WeakMap<ForeignKey, Readonly<Record<Name, KeyQuery>>>();

/** Made once for a key; nothing of them is state. */
export function queriesOf(key: ForeignKey, tables: Tables): Readonly<Record<Name, KeyQuery>> {
  const known = made.get(key);
  if (known !== undefined) return known;
  const queries = make(key, tables);
  made.set(key, queries);
  return queries;
}

const column = (name: string): Expr => ({ kind: 'column', table: undefined, name });
const param = (number: number): Expr => ({ kind: 'param', number });
const namesOf = ({ columns }: Table, numbers: readonly number[]): string[] =>
  numbers.map((number) => columns[number]?.name ?? '');
const typesOf = ({ types }: Table, numbers: readonly number[]): SqlType[] =>
  numbers.map((number) => types[number] ?? 'text');

/** `first`: the number of the first parameter. The parameter stands on the left where the child is searched. */
function equal(names: readonly string[], first: number, isParamLeft: boolean): Expr {
  const all = names.map((name, i): Expr => {
    const sides = [column(name), param(first + i)] as const;
    const [left, right] = isParamLeft ? [sides[1], sides[0]] : sides;
    return { kind: 'binary', op: '=', left, right };
  });
  const [one, ...others] = all;
  return one !== undefined && others.length === 0 ? one : { kind: 'and', args: all };
}

const select = (table: Table, where: Expr): SelectPlan => ({
  kind: 'select',
  targets: [{ kind: 'expr', expr: { kind: 'const', type: 'int4', text: '1' }, name: '?column?' }],
  distinct: false,
  from: { kind: 'table', table: table.name, alias: 'x' },
  where,
  groupBy: [],
  having: undefined,
  orderBy: [],
  limit: undefined,
  offset: undefined,
  locking: [{ strength: 'key share', policy: 'block', of: [] }],
});

const update = (table: Table, where: Expr, set: UpdatePlan['set']): UpdatePlan => ({
  kind: 'update',
  table: table.name,
  alias: undefined,
  set,
  where,
  returning: [],
});

function make(key: ForeignKey, { parent, child }: Tables): Readonly<Record<Name, KeyQuery>> {
  const names = namesOf(child, key.columns);
  const parentNames = namesOf(parent, key.parentColumns);
  const types = typesOf(parent, key.parentColumns);
  const ofChild = equal(names, 1, true);
  const NULL: Expr = { kind: 'const', type: 'unknown', text: null };
  const deleted: DeletePlan = { kind: 'delete', table: child.name, alias: undefined, where: ofChild, returning: [] };
  const cascaded = update(
    child,
    equal(names, names.length + 1, true),
    names.map((name, i) => ({ column: name, value: { kind: 'expr', expr: param(i + 1) } })),
  );
  const set = (value: UpdatePlan['set'][number]['value']): UpdatePlan =>
    update(
      child,
      ofChild,
      names.map((name) => ({ column: name, value })),
    );
  return {
    parent: { plan: select(parent, equal(parentNames, 1, false)), types: typesOf(child, key.columns) },
    substitute: { plan: select(parent, equal(parentNames, 1, false)), types },
    child: { plan: select(child, ofChild), types },
    delete: { plan: deleted, types },
    update: { plan: cascaded, types: [...types, ...types] },
    'set null': { plan: set({ kind: 'expr', expr: NULL }), types },
    'set default': { plan: set({ kind: 'default' }), types },
  };
}

/** "Key (a, b)=(1, 2)" */
const keyText = (table: Table, columns: readonly number[], row: Row): string =>
  `Key (${namesOf(table, columns).join(', ')})=(${columns.map((one) => printValue(row[one] ?? null) ?? 'null').join(', ')})`;

/** ri_ReportViolation, about a row of the child. */
export const noParent = ({ name, columns, parent }: ForeignKey, child: Table, row: Row): Failure =>
  new Failure(
    '23503',
    `insert or update on table "${child.name}" violates foreign key constraint "${name}"`,
    `${keyText(child, columns, row)} is not present in table "${parent}".`,
  );

/** The same about a row of the parent; RESTRICT has an error of its own since 18. */
export function stillReferenced(
  { name, parentColumns }: ForeignKey,
  parent: Table,
  child: string,
  row: Row,
  does: 'check' | KeyAction,
  rules: Rules,
): Failure {
  const isRestrict = rules >= 18 && does === 'restrict';
  return new Failure(
    isRestrict ? '23001' : '23503',
    `update or delete on table "${parent.name}" violates ${isRestrict ? 'RESTRICT setting of ' : ''}foreign key constraint "${name}" on table "${child}"`,
    `${keyText(parent, parentColumns, row)} is ${isRestrict ? '' : 'still '}referenced from table "${child}".`,
  );
}
