/**
 * SELECT, INSERT, UPDATE, DELETE from the first snapshot to the answer. In READ COMMITTED a statement takes two
 * snapshots: one to analyse and plan, under which tables are locked, and one to execute. Source: exec_simple_query,
 * PortalStart, PortalRunMulti, ExecuteQuery.
 */
import { bindQuery, bindSelect } from './bound.ts';
import type { BoundInit, BoundQuery, Given } from './bound-types.ts';
import { lookUp, type Table } from './catalog.ts';
import type { Command, ResultSet, SqlType } from './database.ts';
import { granted, popSnapshot, pushSnapshot } from './exec.ts';
import { runChange } from './exec-change.ts';
import { resultOf, runSelect } from './exec-select.ts';
import { engineLimit, Failure, readOnlyTransaction, undefinedTable } from './failure.ts';
import { PRICE, WORK } from './limits.ts';
import { lockIndexes } from './lock-tags.ts';
import type { InitPlan, QueryPlan, SelectPlan } from './plan.ts';
import { costOfBinding } from './plan-cost.ts';
import { acceptInvalidations, checkPublications, openRelation, readCatalog } from './relcache.ts';
import { fetched } from './seldom.ts';
import type { Exec } from './session.ts';

/** The last binding of a plan, with the tables and types it was made for. */
interface Kept {
  readonly named: readonly (Locked | undefined)[];
  /** As `named` lists them. */
  readonly tables: readonly (Table | undefined)[];
  readonly types: readonly (SqlType | undefined)[];
  readonly bound: BoundQuery;
}
const kept = new WeakMap<QueryPlan, Kept>();

const ACCESS_SHARE = 1;
const ROW_SHARE = 2;
const ROW_EXCLUSIVE = 3;

interface Locked {
  readonly name: string;
  readonly mode: number;
}
function selectLock(plan: SelectPlan): Locked | undefined {
  if (plan.from?.kind !== 'table') return undefined;
  return { name: plan.from.table, mode: plan.locking.length > 0 ? ROW_SHARE : ACCESS_SHARE };
}
/** The tables of a query, in the order in which they are locked: its own, its source, those of subqueries. */
function tablesOf(plan: QueryPlan): Kept['named'] {
  const known = kept.get(plan);
  if (known !== undefined) return known.named;
  const inner = (plan.initPlans ?? []).map(({ select }) => selectLock(select));
  if (plan.kind === 'select') return [selectLock(plan), undefined, ...inner];
  const own = { name: plan.table, mode: ROW_EXCLUSIVE };
  const source = plan.kind === 'insert' && plan.source.kind === 'select' ? selectLock(plan.source.select) : undefined;
  return [own, source, ...inner];
}
const found = ({ world, session }: Exec, plan: QueryPlan): readonly (Table | undefined)[] =>
  tablesOf(plan).map((one) => one && lookUp(world.catalog, session.changes, one.name));

/** RangeVarGetRelidExtended: looks the name up and locks; after a wait it looks again. Undefined: waits. */
export function lockTable(x: Exec, name: string, mode: number, kind?: 'sequence' | 'view'): Table | undefined {
  const { world, session, run } = x;
  world.work.pay(WORK.lists, PRICE.poll + session.changes.length);
  for (;;) {
    const table = lookUp(world.catalog, session.changes, name);
    if (table === undefined) {
      run.table = undefined;
      throw undefinedTable(name);
    }
    if (table.other?.kind !== kind) throw engineLimit(`this use of the ${table.other?.kind ?? 'table'} "${name}"`);
    if (run.table === table) {
      // Woken: asking again for the awaited lock confirms that it is held.
      if (!granted(world.core.relationLock(session.id, table.relation, mode, false))) return undefined;
      run.table = undefined;
      acceptInvalidations(world, session);
      return table;
    }
    run.table = table;
    if (!granted(world.core.relationLock(session.id, table.relation, mode, false))) return undefined;
    run.table = undefined;
    acceptInvalidations(world, session);
    if (lookUp(world.catalog, session.changes, name) === table) return table;
  }
}

/** Locks and binds; `types` are those of the parameters known so far. Undefined: waits. */
export function analyse(x: Exec, plan: QueryPlan, types: readonly (SqlType | undefined)[]): BoundQuery | undefined {
  const { world, session, run } = x;
  const tables = tablesOf(plan);
  for (; run.lockAt < tables.length; run.lockAt++) {
    const one = tables[run.lockAt];
    if (one !== undefined && lockTable(x, one.name, one.mode) === undefined) return undefined;
  }
  const now = found(x, plan);
  for (const table of now) if (table !== undefined) openRelation(world, session, table);
  return bind(x, plan, types, now);
}

/** The planner opens the indexes of all tables but INSERT's own. The plan was analysed a moment ago. */
function openIndexes({ world, session }: Exec, plan: QueryPlan): void {
  const known = kept.get(plan);
  known?.named.forEach((one, i) => {
    const table = known.tables[i];
    if (one !== undefined && table !== undefined && (i > 0 || plan.kind !== 'insert'))
      lockIndexes(world, session.id, table, one.mode);
  });
}

/** Binds, or reuses the last binding if it still fits. */
export function bind(
  x: Exec,
  plan: QueryPlan,
  types: readonly (SqlType | undefined)[],
  tables = found(x, plan),
): BoundQuery {
  const { world } = x;
  const [table, from, ...inner] = tables;
  const known = kept.get(plan);
  if (known !== undefined && isSame(known.tables, tables) && isSame(known.types, types)) return known.bound;
  // Subqueries are paid for by themselves.
  const own = plan.initPlans === undefined ? plan : { ...plan, initPlans: [] };
  world.work.pay(WORK.expressions, costOfBinding(own, table) + (from === undefined ? 0 : costOfBinding(plan, from)));
  const given: Given = { params: [...types], seldom: world.seldom, rules: world.core.rules };
  const initPlans = (plan.initPlans ?? []).map((one, i) => {
    world.work.pay(WORK.expressions, costOfBinding(one.select, inner[i]));
    return bindInitPlan(one, inner[i], given);
  });
  const initTypes = initPlans.map(({ select, isExists }) =>
    isExists ? 'bool' : (select.output.columns[0]?.type ?? 'text'),
  );
  const made = bindQuery(plan, table, from, { ...given, initTypes });
  const bound = initPlans.length === 0 ? made : { ...made, initPlans };
  kept.set(plan, { named: tablesOf(plan), tables, types, bound });
  return bound;
}
const isSame = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a === b || (a.length === b.length && a.every((one, i) => one === b[i]));

function bindInitPlan({ select, isExists }: InitPlan, table: Table | undefined, given: Given): BoundInit {
  try {
    const bound = bindSelect(select, table, given);
    if (!isExists && bound.output.columns.length !== 1)
      throw new Failure('42601', 'subquery must return only one column');
    return { select: bound, isExists };
  } catch (cause) {
    if (!(cause instanceof Failure) || !OF_OUTSIDE.includes(cause.sqlstate)) throw cause;
    throw engineLimit('a subquery that depends on the row around it, in a statement that locks or changes rows');
  }
}
/** A column or a table that the subquery does not have itself. */
const OF_OUTSIDE: readonly string[] = ['42703', '42P01'];

/** The name of ON CONSTRAINT; publications. */
function askCatalogs({ world, session }: Exec, bound: BoundQuery): void {
  if (bound.kind === 'insert' && bound.conflict?.isNamed === true) readCatalog(world, session);
  if (bound.kind === 'update' || bound.kind === 'delete') checkPublications(world, session, bound.table);
}

/** Expressions may now ask for the values of the statement's subqueries. False: one that locks rows waits. */
function answerSubqueries(x: Exec, bound: BoundQuery): boolean {
  const { world, run, context } = x;
  if (bound.initPlans === undefined) return true;
  const outer = bound.kind === 'insert' ? bound.select?.bound.table : bound.table;
  context.initPlan = (number) => {
    const plan = bound.initPlans?.[number];
    if (plan === undefined) return null;
    run.initValues ??= new Map();
    if (!run.initValues.has(number)) run.initValues.set(number, fetched(world.seldom).runInitPlan(x, plan, outer));
    return run.initValues.get(number) ?? null;
  };
  return fetched(world.seldom).lockInitPlans(x, bound.initPlans);
}

const lockName = (plan: SelectPlan): string => `SELECT FOR ${plan.locking[0]?.strength.toUpperCase() ?? 'UPDATE'}`;

/** ExecCheckXactReadOnly. */
function checkReadOnly({ session }: Exec, plan: QueryPlan, bound: BoundQuery): void {
  if (!session.readOnly) return;
  if (plan.kind !== 'select') throw readOnlyTransaction(plan.kind.toUpperCase());
  if (bound.kind === 'select' && bound.lock !== undefined) throw readOnlyTransaction(lockName(plan));
}

/** `nested`: called by EXECUTE, whose own snapshot exists already. Undefined: waits. */
export function runQuery(
  x: Exec,
  plan: QueryPlan,
  types: readonly SqlType[],
  nested: boolean,
): readonly (ResultSet | Command)[] | undefined {
  const { world, session, run } = x;
  if (run.phase === 'begin') {
    if (world.core.isFull()) throw engineLimit("the engine's fixed memory");
    world.work.pay(WORK.statements, PRICE.query);
    if (!nested && !pushSnapshot(x)) return undefined;
    run.phase = 'lock';
  }
  let bound: BoundQuery | undefined;
  if (run.phase === 'lock') {
    bound = analyse(x, plan, types);
    if (bound === undefined) return undefined;
    openIndexes(x, plan);
    if (!nested) popSnapshot(x);
    // EXECUTE of a SELECT runs with the snapshot that EXECUTE took.
    if (!nested || plan.kind !== 'select') pushSnapshot(x);
    checkReadOnly(x, plan, bound);
    askCatalogs(x, bound);
    if (bound.kind !== 'select' || bound.lock !== undefined) run.cid = world.core.currentCid(session.id, true);
    run.phase = 'rows';
  } else bound = bind(x, plan, types);
  if (world.seldom !== null && !world.seldom.lockSequences(x, plan, changed(bound))) return undefined;
  if (!answerSubqueries(x, bound)) return undefined;
  if (run.phase === 'rows' && !(bound.kind === 'select' ? runSelect(x, bound) : runChange(x, bound))) return undefined;
  if (!finishTriggers(x)) return undefined;
  while (run.pushed > 0) popSnapshot(x);
  return bound.kind === 'select' ? [resultOf(bound, run.rows)] : changeResults(bound, run.rows, run.count);
}

/** What foreign keys do at a statement's end. False: waits. */
export function finishTriggers(x: Exec): boolean {
  const { run, world, session } = x;
  if (run.triggers === undefined && session.deferred.length === 0) return true;
  run.phase = 'after';
  return fetched(world.seldom).fireTriggers(x);
}

/** Only rows that are written have defaults. */
const changed = (bound: BoundQuery): Table | undefined =>
  bound.kind === 'insert' || bound.kind === 'update' ? bound.table : undefined;

export function changeResults(
  bound: Exclude<BoundQuery, { kind: 'select' }>,
  rows: ResultSet['rows'],
  count: number,
): readonly (ResultSet | Command)[] {
  const tag = bound.kind === 'insert' ? `INSERT 0 ${count}` : `${bound.kind.toUpperCase()} ${count}`;
  if (bound.returning === undefined) return [{ kind: 'command', tag }];
  return [{ kind: 'rows', columns: bound.returning.columns, rows, tag }];
}
