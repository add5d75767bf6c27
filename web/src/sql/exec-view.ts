/**
 * Views: a name for a query over tables. An evaluator says what columns it has, and how PostgreSQL itself writes it down
 * (pg_get_viewdef), so that `*` stays what it was; queries of a view are general queries (exec-general.ts).
 *
 * MODEL: a view is read, and only by queries; it is of tables, and these keep their columns' names while it is there.
 * Source: DefineView in view.c, RemoveRelations in tablecmds.c, reportDependentObjects in dependency.c.
 */

import { asking } from './ask-evaluator.ts';
import { allRelations, lookUp, type Table, tableOf, type ViewDefinition } from './catalog.ts';
import { EVALUATED } from './evaluated.ts';
import { change, countCommands, nameIsFree, refuseElsewhere, refuseReadOnly } from './exec-ddl.ts';
import { lockTable } from './exec-query.ts';
import { engineLimit, Failure } from './failure.ts';
import type { GeneralPlan } from './general.ts';
import { definitionOf } from './general-table.ts';
import { PRICE, WORK } from './limits.ts';
import type { QueryPlan, SelectPlan } from './plan.ts';
import type { DdlPlan } from './plan-ddl.ts';
import { fetched } from './seldom.ts';
import { type Exec, notice } from './session.ts';

type Of<K extends DdlPlan['kind']> = Extract<DdlPlan, { kind: K }>;
export interface View extends Table {
  readonly other: ViewDefinition;
}
export const isView = (table: Table | undefined): table is View => table?.other?.kind === 'view';

const ACCESS_SHARE = 1;
const ACCESS_EXCLUSIVE = 8;
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const viewSql = ({ name, other }: View): string => `CREATE VIEW ${quoted(name)} AS ${other.query}`;

/** Undefined: waits. */
export function createView(x: Exec, plan: Of<'create-view'>): string | undefined {
  const { world, session, run } = x;
  refuseReadOnly(x, 'CREATE VIEW');
  refuseElsewhere(x);
  const names = [...new Set(plan.relations)];
  for (; run.lockAt < names.length; run.lockAt++) {
    const name = names[run.lockAt] ?? '';
    if (run.table === undefined && lookUp(world.catalog, session.changes, name) === undefined) continue;
    if (lockTable(x, name, ACCESS_SHARE) === undefined) return undefined;
  }
  const query = definitionBy(x, plan, names);
  const state = nameIsFree(x, plan.name);
  if (state === 'wait') return undefined;
  if (state === 'exists') throw new Failure('42P07', `relation "${plan.name}" already exists`);
  world.core.currentXid(session.id);
  const relation = world.core.createRelation(false, 100);
  if (relation === undefined) throw new Failure('53200', 'limit of the simulation reached: 64 tables');
  world.work.relationMade(relation);
  world.core.relationLock(session.id, relation, ACCESS_EXCLUSIVE, false);
  const other: ViewDefinition = { kind: 'view', query, relations: names, series: plan.series };
  change(x, plan.name, undefined, { ...tableOf(plan.name, relation, [], []), other });
  countCommands(x, STEPS_OF_CREATE);
  return 'CREATE VIEW';
}
/** The relation, then its rule. */
const STEPS_OF_CREATE = 2;

function definitionBy({ world, session }: Exec, { name, sql }: Of<'create-view'>, names: readonly string[]): string {
  world.work.pay(WORK.statements, PRICE.query + PRICE.evaluator);
  const tables = names.flatMap((one) => lookUp(world.catalog, session.changes, one) ?? []);
  const ask = asking(world.evaluator);
  try {
    const known =
      lookUp(world.catalog, session.changes, name) === undefined ? [] : [`DROP TABLE IF EXISTS ${quoted(name)}`];
    ask(['BEGIN', ...tables.map((table) => definitionOf(table, 100)), ...known].join(';'));
    ask(sql);
    return ask(`SELECT pg_get_viewdef('${quoted(name).replaceAll("'", "''")}'::regclass)`).rows[0]?.[0] ?? '';
  } finally {
    fetched(world.evaluator).run('ROLLBACK');
  }
}

/** Undefined: waits. */
export function dropView(x: Exec, plan: Of<'drop-view'>): string | undefined {
  const { world, session, run } = x;
  refuseReadOnly(x, 'DROP VIEW');
  for (; run.done < plan.names.length; run.done++) {
    const name = plan.names[run.done] ?? '';
    const found = lookUp(world.catalog, session.changes, name);
    if (found === undefined) {
      if (!plan.ifExists) throw new Failure('42P01', `view "${name}" does not exist`);
      notice(world, session, 'NOTICE', `view "${name}" does not exist, skipping`);
      continue;
    }
    if (!isView(found)) throw new Failure('42809', `"${name}" is not a view`);
    if (lockTable(x, name, ACCESS_EXCLUSIVE, 'view') === undefined) return undefined;
    gone(x, found);
  }
  return 'DROP VIEW';
}
function gone(x: Exec, view: View): void {
  x.world.core.currentXid(x.session.id);
  change(x, view.name, view, undefined);
  countCommands(x, STEPS_OF_DROP);
}
/** Its rule, its two types, the relation. */
const STEPS_OF_DROP = 4;

const viewsOf = ({ world, session }: Exec, tables: readonly string[]): readonly View[] =>
  allRelations(world.catalog, session.changes)
    .filter(isView)
    .filter(({ other }) => other.relations.some((name) => tables.includes(name)));

/** Before these tables are dropped: their views go with them, or stand against it. */
export function dropViewsOf(x: Exec, tables: readonly string[], cascade: boolean): void {
  const views = viewsOf(x, tables);
  const [first] = views;
  if (first === undefined) return;
  const table = first.other.relations.find((name) => tables.includes(name)) ?? '';
  if (!cascade) {
    const what = tables.length > 1 ? 'desired object(s)' : `table ${table}`;
    throw new Failure(
      '2BP01',
      `cannot drop ${what} because other objects depend on ${tables.length > 1 ? 'them' : 'it'}`,
    );
  }
  for (const view of views)
    if (x.world.core.relationLock(x.session.id, view.relation, ACCESS_EXCLUSIVE, true) !== 'done')
      throw engineLimit('DROP TABLE … CASCADE of a view that another transaction reads');
  const lines = views.map(({ name }) => `drop cascades to view ${name}`);
  const many = `drop cascades to ${lines.length} other objects\nDETAIL:  ${lines.join('\n')}`;
  notice(x.world, x.session, 'NOTICE', views.length === 1 ? (lines[0] ?? '') : many);
  for (const view of views) gone(x, view);
}

/** What would change a view's text with its table. */
export function refuseViewed(x: Exec, table: Table, what: string): void {
  if (viewsOf(x, [table.name]).length > 0) throw engineLimit(`${what} of a table that a view reads`);
}

interface Parts {
  /** The query itself, then its subqueries. */
  readonly all: readonly SelectPlan[];
  readonly relations: readonly string[];
}
/** Every SELECT asks, and a plan never changes. */
const parts = new WeakMap<SelectPlan, Parts>();
function partsOf(plan: SelectPlan): Parts {
  let known = parts.get(plan);
  if (known === undefined) {
    const all = [plan, ...(plan.initPlans ?? []).map(({ select }) => select)];
    known = { all, relations: all.flatMap(({ from }) => (from?.kind === 'table' ? [from.table] : [])) };
    parts.set(plan, known);
  }
  return known;
}

/** A query of views, as an evaluator answers it. Undefined: it names none. */
export function queryOfViews({ world, session }: Exec, plan: QueryPlan, sql: string): GeneralPlan | undefined {
  if (plan.kind !== 'select') return undefined;
  const { all, relations } = partsOf(plan);
  if (!relations.some((name) => isView(lookUp(world.catalog, session.changes, name)))) return undefined;
  const calls = [...JSON.stringify(plan).matchAll(/"kind":"call","name":"([^"]*)"/g)].map(([, name = '']) => name);
  const other = calls.find((name) => !EVALUATED.has(name));
  if (other !== undefined) throw engineLimit(`the function ${other} in a query of a view`);
  if (all.some(({ locking }) => locking.length > 0)) throw engineLimit('row locks in a query of a view');
  if (all.some(({ from }) => from !== undefined && from.kind !== 'table')) throw engineLimit('this query of a view');
  const isSorted = plan.orderBy.length > 0;
  return { kind: 'general', sql, relations, series: [], isSorted, isRecursive: false };
}

/** Named relations with what views among them read; the definitions of these views; and how large all is. */
export function withViews({ world, session }: Exec, plan: GeneralPlan) {
  const at = (name: string): Table | undefined => lookUp(world.catalog, session.changes, name);
  const views = [...new Set(plan.relations)].map(at).filter(isView);
  if (views.length === 0) return { names: [...new Set(plan.relations)], views, plan };
  if (plan.system !== undefined) throw engineLimit('a query about the server that reads views');
  const inner = (name: string): readonly string[] => {
    const table = at(name);
    return isView(table) ? table.other.relations : [name];
  };
  const series = [...plan.series, ...views.flatMap(({ other }) => other.series)];
  const names = [...new Set([...plan.relations, ...plan.relations.flatMap(inner)])];
  return { names, views, plan: { ...plan, series, relations: plan.relations.flatMap(inner) } };
}
