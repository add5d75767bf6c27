/**
 * SELECT, INSERT, UPDATE, DELETE from the first snapshot to the answer. In READ COMMITTED a statement takes two
 * snapshots: one to analyse and plan, under which tables are locked, and one to execute. Source: exec_simple_query,
 * PortalStart, PortalRunMulti, ExecuteQuery.
 */
import { bindQuery } from './bound.ts';
import type { BoundQuery } from './bound-types.ts';
import { lookUp, type Table } from './catalog.ts';
import type { Command, ResultSet, SqlType } from './database.ts';
import { granted, popSnapshot, pushSnapshot } from './exec.ts';
import { runChange } from './exec-change.ts';
import { resultOf, runSelect } from './exec-select.ts';
import { engineLimit, readOnlyTransaction, undefinedTable } from './failure.ts';
import { PRICE, WORK } from './limits.ts';
import type { QueryPlan, SelectPlan } from './plan.ts';
import { costOfBinding } from './plan-cost.ts';
import { acceptInvalidations, checkPublications, openRelation } from './relcache.ts';
import type { Exec, Session, World } from './session.ts';

/** The last binding of a plan, with the tables and types it was made for. */
interface Kept {
  readonly table: Table | undefined;
  readonly source: Table | undefined;
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
/** The tables of a query, in the order in which they are locked: its own, then its source. */
function tablesOf(plan: QueryPlan): readonly [Locked | undefined, Locked | undefined] {
  if (plan.kind === 'select') return [selectLock(plan), undefined];
  const own = { name: plan.table, mode: ROW_EXCLUSIVE };
  return [own, plan.kind === 'insert' && plan.source.kind === 'select' ? selectLock(plan.source.select) : undefined];
}

/** RangeVarGetRelidExtended: looks the name up and locks; after a wait it looks again. Undefined: waits. */
export function lockTable(x: Exec, name: string, mode: number): Table | undefined {
  const { world, session, run } = x;
  world.work.pay(WORK.lists, PRICE.poll + session.changes.length);
  for (;;) {
    const table = lookUp(world.catalog, session.changes, name);
    if (table === undefined) {
      run.table = undefined;
      throw undefinedTable(name);
    }
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
  const [own, source] = tablesOf(plan);
  if (run.lockAt === 0) {
    if (own !== undefined && lockTable(x, own.name, own.mode) === undefined) return undefined;
    run.lockAt = 1;
  }
  if (run.lockAt === 1) {
    if (source !== undefined && lockTable(x, source.name, source.mode) === undefined) return undefined;
    run.lockAt = 2;
  }
  for (const one of [own, source]) {
    const table = one && lookUp(world.catalog, session.changes, one.name);
    if (table !== undefined) openRelation(world, session, table);
  }
  return bind(world, session, plan, types);
}

/** Binds, or reuses the last binding if it still fits. */
function bind(world: World, session: Session, plan: QueryPlan, types: readonly (SqlType | undefined)[]): BoundQuery {
  const [own, source] = tablesOf(plan);
  const table = own === undefined ? undefined : lookUp(world.catalog, session.changes, own.name);
  const from = source === undefined ? undefined : lookUp(world.catalog, session.changes, source.name);
  const known = kept.get(plan);
  if (known !== undefined && known.table === table && known.source === from && sameTypes(known.types, types))
    return known.bound;
  world.work.pay(WORK.expressions, costOfBinding(plan, table) + (from === undefined ? 0 : costOfBinding(plan, from)));
  const bound = bindQuery(plan, table, from, { params: [...types], seldom: world.seldom });
  kept.set(plan, { table, source: from, types, bound });
  return bound;
}
const sameTypes = (a: readonly (SqlType | undefined)[], b: readonly (SqlType | undefined)[]): boolean =>
  a === b || (a.length === b.length && a.every((type, i) => type === b[i]));

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
    if (!nested) popSnapshot(x);
    // EXECUTE of a SELECT runs with the snapshot that EXECUTE took.
    if (!nested || plan.kind !== 'select') pushSnapshot(x);
    checkReadOnly(x, plan, bound);
    if (bound.kind === 'update' || bound.kind === 'delete') checkPublications(world, session, bound.table);
    if (bound.kind !== 'select' || bound.lock !== undefined) run.cid = world.core.currentCid(session.id, true);
    run.phase = 'rows';
  } else bound = bind(world, session, plan, types);
  if (!(bound.kind === 'select' ? runSelect(x, bound) : runChange(x, bound))) return undefined;
  while (run.pushed > 0) popSnapshot(x);
  return bound.kind === 'select' ? [resultOf(bound, run.rows)] : changeResults(bound, run.rows, run.count);
}

function changeResults(
  bound: Exclude<BoundQuery, { kind: 'select' }>,
  rows: ResultSet['rows'],
  count: number,
): readonly (ResultSet | Command)[] {
  const tag = bound.kind === 'insert' ? `INSERT 0 ${count}` : `${bound.kind.toUpperCase()} ${count}`;
  if (bound.returning === undefined) return [{ kind: 'command', tag }];
  return [{ kind: 'rows', columns: bound.returning.columns, rows }];
}
