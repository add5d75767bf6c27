/**
 * Cursors. A cursor keeps the snapshot of its DECLARE, which is registered: until CLOSE, or its transaction's end, the
 * session's xmin does not go beyond it. It also keeps the plan of its DECLARE. FETCH reads as many rows as it returns, page by page, so what it meets on the
 * way (pruning, hint bits) comes when a server's does; between two of them the page stays pinned. Rows that are sorted,
 * and aggregates, are all made by the first FETCH.
 * Source: PerformCursorOpen and PerformPortalFetch in portalcmds.c, PortalRunFetch in pquery.c, portalmem.c.
 */
import { readRow } from './bound.ts';
import type { BoundQuery, BoundSelect, Eval, Order } from './bound-types.ts';
import { lookUp, type Table } from './catalog.ts';
import { nextPage, popSnapshot, printed, pushSnapshot } from './exec.ts';
import { analyse, bind } from './exec-query.ts';
import { evaluate, isInOrder, selectRows, wantedOf } from './exec-select.ts';
import { engineLimit, Failure } from './failure.ts';
import { PRICE, WORK } from './limits.ts';
import { lockIndexes } from './lock-tags.ts';
import type { CursorPlan, Plan } from './plan.ts';
import { indexOfPlan, plannedNow } from './plan-scan.ts';
import { readIndexRow } from './relcache-index.ts';
import { type Cursor, type Exec, newRun, type Results } from './session.ts';
import type { Row } from './values.ts';

/** XIP_MAX_CURSORS */
const MAX_CURSORS = 8;
/** cursor_tuple_fraction */
const SHARE = 0.1;
const ACCESS_SHARE = 1;
const CURSORS: readonly string[] = ['declare-cursor', 'fetch', 'close-cursor'];
export const isCursorPlan = (plan: { readonly kind: string }): plan is CursorPlan => CURSORS.includes(plan.kind);

/** Undefined: waits. */
export function runCursor(x: Exec, plan: CursorPlan): Results | undefined {
  switch (plan.kind) {
    case 'declare-cursor':
      return declare(x, plan);
    case 'fetch':
      return [fetch(x, plan)];
    case 'close-cursor':
      return close(x, plan.name);
  }
}

type Of<K extends CursorPlan['kind']> = Extract<CursorPlan, { kind: K }>;

function declare(x: Exec, { name, scrolls, query }: Of<'declare-cursor'>): Results | undefined {
  const { world, session, run } = x;
  if (run.phase === 'begin') {
    if (world.core.isFull()) throw engineLimit("the engine's fixed memory");
    world.work.pay(WORK.statements, PRICE.query);
    if (!pushSnapshot(x)) return undefined;
    run.phase = 'lock';
  }
  const bound = analyse(x, query, []);
  if (bound === undefined) return undefined;
  popSnapshot(x);
  pushSnapshot(x);
  if (session.block === 'started') throw new Failure('25P01', 'DECLARE CURSOR can only be used in transaction blocks');
  const table = bound.kind === 'select' ? bound.table : undefined;
  if (table !== undefined) lockIndexes(world, session.id, table, ACCESS_SHARE);
  if (scrolls === true) canGoBack(x, bound);
  if (session.cursors.some((one) => one.name === name)) throw new Failure('42P03', `cursor "${name}" already exists`);
  if (session.cursors.length >= MAX_CURSORS) throw engineLimit(`${MAX_CURSORS} open cursors of a session`);
  if (scrolls === undefined) canGoBack(x, bound);
  const made: Cursor = {
    name,
    query,
    snapshot: world.core.registerSnapshot(session.id, false),
    planned: table === undefined ? undefined : plannedNow(world, session, table),
    run: { ...newRun([]), share: SHARE },
    isAtEnd: false,
    hasFailed: false,
    level: session.levels.length,
  };
  session.cursors = [...session.cursors, made];
  popSnapshot(x);
  return [{ kind: 'command', tag: 'DECLARE CURSOR' }];
}

/**
 * ExecSupportsBackwardScan in executor/execAmi.c. For SCROLL the planner asks it (standard_planner in
 * optimizer/plan/planner.c), with neither SCROLL nor NO SCROLL PerformCursorOpen does. The answer does not matter here; but
 * IndexSupportsBackwardScan reads the index's row of pg_class. A Sort, an Agg and a bitmap answer for themselves.
 * MODEL: so does a WHERE that is false whatever the row, but its index is asked here.
 */
function canGoBack(x: Exec, bound: BoundQuery): void {
  if (bound.kind !== 'select' || bound.table === undefined || bound.group !== undefined) return;
  const { world, session, context } = x;
  const order = orderOf(bound);
  if (bound.orderBy.length > 0 && order === undefined) return;
  // MODEL: a limit that a subquery gives is guessed to be the cursor's share.
  const numberOf = (limit: Eval | undefined): number | undefined => {
    const value = bound.initPlans === undefined ? limit?.([], context) : undefined;
    return typeof value === 'bigint' ? Number(value) : undefined;
  };
  const limit = numberOf(bound.limit);
  const wanted = limit === undefined ? SHARE : Math.max(limit, 0) + Math.max(numberOf(bound.offset) ?? 0, 0);
  const index = indexOfPlan(world, bound.table, bound.look, context, wanted, order);
  if (index !== undefined) readIndexRow(world, session, bound.table, index.name);
}

/** As `isInOrder` asks for it. Undefined: no index has this order. */
function orderOf({ orderBy }: BoundSelect): Order | undefined {
  const [first] = orderBy;
  if (first === undefined) return undefined;
  const { descending } = first;
  const isAlike = orderBy.every(
    (one) => one.column >= 0 && one.descending === descending && one.nullsFirst === descending,
  );
  return isAlike ? { columns: orderBy.map(({ column }) => column), descending } : undefined;
}

function named({ session }: Exec, name: string): Cursor {
  const found = session.cursors.find((one) => one.name === name);
  if (found === undefined) throw new Failure('34000', `cursor "${name}" does not exist`);
  return found;
}

function close({ world, session, ...others }: Exec, name: string | undefined): Results {
  const x = { world, session, ...others };
  const closed = name === undefined ? session.cursors : [named(x, name)];
  session.cursors = session.cursors.filter((one) => !closed.includes(one));
  for (const { snapshot, hasFailed } of closed) if (!hasFailed) world.core.releaseRegistered(session.id, snapshot);
  return [{ kind: 'command', tag: name === undefined ? 'CLOSE CURSOR ALL' : 'CLOSE CURSOR' }];
}

function fetch(x: Exec, { name, moves, count = Number.POSITIVE_INFINITY }: Of<'fetch'>): Results[number] {
  const { world, session } = x;
  const cursor = named(x, name);
  if (cursor.hasFailed) throw new Failure('55000', `portal "${name}" cannot be run`);
  world.work.pay(WORK.statements, PRICE.query);
  world.core.pushRegistered(session.id, cursor.snapshot);
  world.core.cursorGoesOn(session.id, cursor.snapshot);
  const rows: (readonly (string | null)[])[] = [];
  let columns: BoundSelect['output']['columns'];
  try {
    const { planned } = cursor;
    const context = planned === undefined ? x.context : { ...x.context, planned };
    const own: Exec = { ...x, run: cursor.run, fresh: false, context };
    const bound = boundAgain(own, cursor);
    columns = bound.output.columns;
    while (rows.length < count) {
      const row = next(own, bound, cursor);
      if (row === undefined) break;
      rows.push(row);
    }
  } catch (cause) {
    cursor.hasFailed = true;
    throw cause;
  }
  world.core.cursorRests(session.id, cursor.snapshot);
  world.core.popActiveSnapshot(session.id);
  if (moves) return { kind: 'command', tag: `MOVE ${rows.length}` };
  return { kind: 'rows', columns, rows };
}

/** A server keeps what it has bound. */
function boundAgain(x: Exec, { query }: Cursor): BoundSelect {
  const bound = bind(x, query, []);
  if (bound.kind !== 'select') throw new Error('a cursor is a query');
  return bound;
}

/** Undefined: there are no more. */
function next(x: Exec, bound: BoundSelect, cursor: Cursor): readonly (string | null)[] | undefined {
  const { run } = x;
  if (cursor.isAtEnd) return undefined;
  if (run.done === 0) begin(x, bound, cursor);
  const row = cursor.rows === undefined ? nextOfTable(x, bound) : cursor.rows[run.at++];
  if (row === undefined) cursor.isAtEnd = true;
  return row;
}

function begin(x: Exec, bound: BoundSelect, cursor: Cursor): void {
  const { run, world } = x;
  if (bound.limit !== undefined || bound.offset !== undefined) world.seldom?.readLimits(x, bound);
  run.done = 1;
  const streams = bound.table !== undefined && bound.group === undefined;
  if (streams && (bound.orderBy.length === 0 || isInOrder(x, bound))) return;
  cursor.rows = selectRows(x, bound).map((row) => printed(x, row));
  run.at = 0;
}

function nextOfTable(x: Exec, bound: BoundSelect): readonly (string | null)[] | undefined {
  const { run } = x;
  while (run.count < run.offset + run.limit) {
    const row = nextPassing(x, bound);
    if (row === undefined) return undefined;
    run.count += 1;
    if (run.count > run.offset) return printed(x, evaluate(bound.output.evals, row, x.context));
  }
  return undefined;
}

/** The next row of the table that passes WHERE. */
function nextPassing(x: Exec, { table, reader, where, look, cost, ...others }: BoundSelect): Row | undefined {
  const { run, world, context } = x;
  if (table === undefined || reader === undefined) return undefined;
  const bound = { table, reader, where, look, cost, ...others };
  for (;;) {
    if (run.at >= run.offsets.length && !nextPage(x, table, look, wantedOf(x, bound))) return undefined;
    const offset = run.offsets[run.at++];
    const tuple = offset === undefined ? undefined : world.core.tuple(table.relation, { block: run.block, offset });
    if (tuple === undefined) continue;
    world.work.pay(WORK.expressions, PRICE.row + cost.where + cost.row + (tuple.length >>> 5));
    const row = readRow(reader, tuple);
    if (where === undefined || where(row, context) === true) return row;
  }
}

const CHANGES: readonly Plan['kind'][] = [
  ...(['drop-table', 'alter-table', 'truncate', 'create-index', 'drop-index', 'rename-column', 'reindex'] as const),
];

/** CheckTableNotInUse. MODEL: of DROP TABLE alone; other changes of tables wait until the session has no cursor. */
export function besideCursors({ world, session }: Exec, plan: Plan): void {
  if (!CHANGES.includes(plan.kind)) return;
  if (plan.kind !== 'drop-table')
    throw engineLimit('a change of tables while the session has a cursor (close it first)');
  const read = session.cursors.flatMap(({ query }) => (query.from?.kind === 'table' ? [query.from.table] : []));
  const inUse = plan.tables.find((name) => read.includes(name));
  const table: Table | undefined = inUse === undefined ? undefined : lookUp(world.catalog, session.changes, inUse);
  if (table !== undefined)
    throw new Failure(
      '55006',
      `cannot DROP TABLE "${table.name}" because it is being used by active queries in this session`,
    );
}
