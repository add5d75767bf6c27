/**
 * SELECT. Without row locks it never waits, so it runs in one go. With them rows are locked one by one in the order in
 * which they come out of the scan or the sort, below LIMIT. Source: nodeLockRows.c, nodeLimit.c, nodeSort.c, nodeAgg.c.
 */
import type { Context, Eval } from './bind-types.ts';
import { type BoundSelect, readRow } from './bound.ts';
import type { Table } from './catalog.ts';
import type { Ctid } from './core.ts';
import type { ResultSet } from './database.ts';
import { type Exec, nextPage, printed } from './exec.ts';
import { concurrentUpdate, deadlockDetected, engineLimit, Failure } from './failure.ts';
import { isOrderDecided } from './group-order.ts';
import { startScan } from './index-scan.ts';
import { PRICE, WORK } from './limits.ts';
import type { RowOp } from './session.ts';
import { makeSlot } from './slots.ts';
import { sortRows } from './sort.ts';
import { compareValues, isNumeric, printValue, type Row, type Value } from './values.ts';

interface Found {
  readonly ctid: Ctid;
  readonly row: Row;
}
/** What is printed of a row or group, and what it is sorted by. */
interface Projected {
  readonly out: Row;
  readonly keys: Row;
}
const NOWHERE: Ctid = { block: 0, offset: 0 };

/** False: waits. */
export function runSelect(x: Exec, bound: BoundSelect): boolean {
  if (x.run.done === 0) {
    limits(x, bound);
    x.run.done = 1;
  }
  if (bound.lock !== undefined && bound.table !== undefined) return lockRows(x, bound, bound.table, bound.lock);
  for (const row of selectRows(x, bound)) x.run.rows.push(printed(x, row));
  return true;
}

export const resultOf = ({ output }: BoundSelect, rows: ResultSet['rows']): ResultSet => ({
  kind: 'rows',
  columns: output.columns,
  rows,
});

function limits({ run, context }: Exec, bound: BoundSelect): void {
  const offset = bound.offset?.([], context) ?? null;
  if (typeof offset === 'bigint') {
    if (offset < 0n) throw new Failure('2201X', 'OFFSET must not be negative');
    run.offset = Number(offset);
  }
  const limit = bound.limit?.([], context) ?? null;
  if (typeof limit === 'bigint') {
    if (limit < 0n) throw new Failure('2201W', 'LIMIT must not be negative');
    run.limit = Number(limit);
  }
}

/** Every source row that passes WHERE; at most `enough` of them. */
function scan(x: Exec, bound: BoundSelect, enough: number): Found[] {
  const { world, context } = x;
  const found: Found[] = [];
  const { table, reader, where, cost } = bound;
  const { work } = world;
  if (bound.series !== undefined) {
    for (const value of series(bound.series, context, world.maxRows)) {
      work.pay(WORK.expressions, SERIES + cost.where);
      const row: Row = [value];
      if (where !== undefined && where(row, context) !== true) continue;
      found.push({ ctid: NOWHERE, row });
      if (found.length >= enough) break;
    }
    return found;
  }
  if (bound.slot !== undefined) {
    const row = makeSlot(bound.slot, x);
    if (row !== undefined && (where === undefined || where(row, context) === true)) found.push({ ctid: NOWHERE, row });
    return found;
  }
  if (table === undefined || reader === undefined) {
    work.pay(WORK.expressions, cost.where);
    if (where === undefined || where([], context) === true) found.push({ ctid: NOWHERE, row: [] });
    return found;
  }
  const each = PRICE.row + cost.where + (reader.last + 1) * PRICE.column;
  while (nextPage(x, table, bound.look, wantedOf(x, bound))) {
    const { offsets, block } = x.run;
    for (let i = 0; i < offsets.length; i++) {
      const tuple = world.core.scanned(i);
      work.pay(WORK.expressions, each + (tuple.length >>> 5));
      const row = readRow(reader, tuple);
      if (where !== undefined && where(row, context) !== true) continue;
      found.push({ ctid: { block, offset: offsets[i] ?? 0 }, row });
      if (found.length >= enough) {
        world.core.scanEnd(x.session.id);
        return found;
      }
    }
  }
  return found;
}

/** LIMIT and OFFSET, where rows go through one by one: a planner then takes the path whose first rows come soonest. */
function wantedOf({ run }: Exec, { group, orderBy, distinct }: BoundSelect): number {
  const streams = group === undefined && orderBy.length === 0 && !distinct;
  return streams && Number.isFinite(run.limit) ? run.limit + run.offset : 0;
}

/** Whether an index gives the rows as ORDER BY wants them, so that nothing is sorted. */
function isInOrder({ world, run, context }: Exec, bound: BoundSelect): boolean {
  const { table, orderBy, group, distinct, look } = bound;
  if (run.scan?.isOrdered === true) return true;
  const [first] = orderBy;
  if (table === undefined || first === undefined || group !== undefined || distinct || run.block >= 0) return false;
  const { descending } = first;
  const alike = orderBy.every(
    (one) => one.column >= 0 && one.descending === descending && one.nullsFirst === descending,
  );
  if (!alike) return false;
  const wanted = Number.isFinite(run.limit) ? run.limit + run.offset : 0;
  const order = { columns: orderBy.map(({ column }) => column), descending };
  const scan = startScan(world, table, look, context, wanted, order);
  if (scan?.isOrdered === true) run.scan = scan;
  return scan?.isOrdered === true;
}

/** A row that comes from no table. */
const SERIES = 12;

function* series(
  { args, type }: NonNullable<BoundSelect['series']>,
  context: Context,
  maxRows: number,
): Generator<Value> {
  const values = args.map((arg) => arg([], context));
  if (values.includes(null)) return;
  const [from = 0n, to = 0n, step = 1n] = values.map((value) =>
    typeof value === 'bigint' ? value : BigInt(Number(value)),
  );
  if (step === 0n) throw new Failure('22023', 'step size cannot equal zero');
  let made = 0;
  for (let value = from; step > 0n ? value <= to : value >= to; value += step) {
    if (++made > maxRows) throw engineLimit(`${maxRows} rows of generate_series`);
    yield type === 'int4' ? Number(value) : value;
  }
}

/** All output rows, in order, between OFFSET and LIMIT. */
export function selectRows(x: Exec, bound: BoundSelect): Row[] {
  const { run, context } = x;
  const { group, orderBy, output, distinct } = bound;
  const end = run.offset + run.limit;
  if (end === 0 || run.limit === 0) return [];
  const streams = group === undefined && !distinct && (orderBy.length === 0 || isInOrder(x, bound));
  const found = scan(x, bound, streams ? end : Number.POSITIVE_INFINITY);
  let rows: Projected[];
  const { work } = x.world;
  const project = (row: Row) => {
    work.pay(WORK.expressions, bound.cost.row);
    return { out: evaluate(output.evals, row, context), keys: orderBy.map((item) => item.eval(row, context)) };
  };
  if (group === undefined) rows = streams ? [] : found.map(({ row }) => project(row));
  else rows = grouped(group, found, context, bound.cost.row, project);
  if (streams)
    return found.slice(run.offset).map(({ row }) => {
      work.pay(WORK.expressions, bound.cost.row);
      return evaluate(output.evals, row, context);
    });
  if (distinct) {
    const seen = new Set<string>();
    rows = rows.filter(({ out }) => {
      const key = keyOf(context, out);
      return seen.has(key) ? false : seen.add(key);
    });
  }
  // DISTINCT may come after the sort, and then wants all of its rows; of groups the ties beyond LIMIT are looked at, too.
  const isGrouped = distinct || (group !== undefined && group.by.length > 0);
  const first = isGrouped || !Number.isFinite(end) ? 0 : end;
  const inOrder = orderBy.length > 0 ? sorted(context, orderBy, rows, first) : rows;
  if (isGrouped) mustBeDecided(context, orderBy, inOrder, run.offset, end);
  return inOrder.slice(run.offset, end).map(({ out }) => out);
}

/** MODEL: the order in which a server's hash table has groups is not built; where it would show, it is refused. */
function mustBeDecided(
  context: Context,
  orderBy: BoundSelect['orderBy'],
  groups: readonly Projected[],
  from: number,
  end: number,
): void {
  const isTie = (a: Projected, b: Projected): boolean => {
    context.work.pay(WORK.expressions, KEY);
    return compareKeys(orderBy, a.keys, b.keys) === 0;
  };
  const isSame = (a: Projected, b: Projected): boolean => keyOf(context, a.out) === keyOf(context, b.out);
  if (!isOrderDecided(groups, { isTie, isSame }, from, end))
    throw engineLimit('the order of groups that ORDER BY does not decide (add what tells them apart to ORDER BY)');
}

/** What tells rows apart for DISTINCT and GROUP BY. */
function keyOf({ work }: Context, values: Row): string {
  const key = JSON.stringify(values.map(printValue));
  work.pay(WORK.expressions, KEY + (key.length >>> 1));
  return key;
}
const KEY = 16;
/** Numbers with more digits behind the point are long ones. */
const SHORT_SCALE = 40;
const LONG_DIVISION = 3000;

/** Each comparison is as dear as the longest texts. @param bound so many of the first rows are wanted; 0: all */
function sorted<T extends { readonly keys: Row }>(
  { work }: Context,
  orderBy: BoundSelect['orderBy'],
  rows: T[],
  bound: number,
): readonly T[] {
  let longest = 0;
  for (const { keys } of rows)
    for (const value of keys) if (typeof value === 'string') longest = Math.max(longest, value.length);
  const price = Math.ceil(orderBy.length * (2 + longest / 32));
  const compare = (a: T, b: T): number => {
    work.pay(WORK.expressions, price);
    return compareKeys(orderBy, a.keys, b.keys);
  };
  return sortRows(rows, compare, bound);
}

const evaluate = (evals: readonly Eval[], row: Row, context: Context): Row => evals.map((one) => one(row, context));

/** In the order of their first rows. */
function grouped<T>(
  { by, aggregates, having }: NonNullable<BoundSelect['group']>,
  found: readonly Found[],
  context: Context,
  cost: number,
  project: (row: Row) => T,
): T[] {
  const groups = new Map<string, { readonly row: Row; states: unknown[] }>();
  const start = () => aggregates.map((one) => one.start());
  for (const { row } of found) {
    context.work.pay(WORK.expressions, cost);
    const key = keyOf(
      context,
      by.map((one) => one(row, context)),
    );
    let group = groups.get(key);
    if (group === undefined) {
      group = { row, states: start() };
      groups.set(key, group);
    }
    const { states } = group;
    group.states = aggregates.map((one, i) => one.add(states[i], row, context));
  }
  if (by.length === 0 && groups.size === 0) groups.set('', { row: [], states: start() });
  const results: T[] = [];
  for (const { row, states } of groups.values()) {
    context.aggregates = aggregates.map((one, i) => {
      const value = one.end(states[i]);
      // An average is a division.
      context.work.pay(WORK.expressions, isNumeric(value) && value.scale > SHORT_SCALE ? LONG_DIVISION : PRICE.change);
      return value;
    });
    if (having === undefined || having(row, context) === true) results.push(project(row));
  }
  return results;
}

function compareKeys(orderBy: BoundSelect['orderBy'], a: Row, b: Row): number {
  for (let i = 0; i < orderBy.length; i++) {
    const item = orderBy[i];
    const [x, y] = [a[i] ?? null, b[i] ?? null];
    if (item === undefined || (x === null && y === null)) continue;
    if (x === null || y === null) return (x === null) === item.nullsFirst ? -1 : 1;
    const order = compareValues(x, y);
    if (order !== 0) return item.descending ? -order : order;
  }
  return 0;
}

function lockRows(x: Exec, bound: BoundSelect, table: Table, lock: NonNullable<BoundSelect['lock']>): boolean {
  const { run, session, context, world } = x;
  const { core } = world;
  const { reader, where, orderBy } = bound;
  if (reader === undefined) return true;
  const each = PRICE.row + bound.cost.where + bound.cost.row + (reader.last + 1) * PRICE.column;
  if (orderBy.length > 0 && run.list === undefined && !isInOrder(x, bound)) {
    const found = scan(x, bound, Number.POSITIVE_INFINITY);
    const keyed = found.map((one) => ({ one, keys: orderBy.map((item) => item.eval(one.row, context)) }));
    run.list = sorted(context, orderBy, keyed, 0).map(({ one }) => one);
    run.at = 0;
  }
  if (run.op !== undefined && !finishLock(x, bound, table, run.op)) return false;
  for (;;) {
    if (run.rows.length >= run.limit) {
      core.scanEnd(session.id);
      return true;
    }
    let ctid: Ctid;
    let row: Row;
    if (run.list !== undefined) {
      const next = run.list[run.at++];
      if (next === undefined) return true;
      ({ ctid, row } = next);
    } else if (run.at < run.offsets.length) {
      const index = run.at++;
      ctid = { block: run.block, offset: run.offsets[index] ?? 0 };
      const tuple = x.fresh ? core.scanned(index) : core.tuple(table.relation, ctid);
      if (tuple === undefined) continue;
      world.work.pay(WORK.expressions, each + (tuple.length >>> 5));
      row = readRow(reader, tuple);
      if (where !== undefined && where(row, context) !== true) continue;
    } else if (nextPage(x, table, bound.look, wantedOf(x, bound))) continue;
    else return true;
    world.work.row(session.id, false);
    core.startLock(
      session.id,
      table.relation,
      ctid,
      lock.mode,
      lock.policy,
      session.isolation === 'read committed',
      true,
    );
    run.op = { kind: 'lock', stage: 'change', ctid, row, made: ctid, index: 0, waitFor: 0, keyChanged: false };
    if (!finishLock(x, bound, table, run.op)) return false;
  }
}

/** ExecLockRows for one row. False: waits. */
function finishLock(x: Exec, bound: BoundSelect, table: Table, op: RowOp): boolean {
  const { run, session, context, world } = x;
  const outcome = world.core.runOp(session.id);
  if (outcome.status === 'wait') return false;
  run.op = undefined;
  if (outcome.status === 'deadlock') throw deadlockDetected();
  if (outcome.status === 'not-available')
    throw new Failure('55P03', `could not obtain lock on row in relation "${table.name}"`);
  switch (outcome.tm) {
    case 'ok':
      break;
    case 'updated':
    case 'deleted':
      if (session.isolation !== 'read committed') throw concurrentUpdate();
      if (outcome.tm === 'updated') throw new Failure('XX000', 'unexpected table_tuple_lock status: 3');
      return true;
    case 'invisible':
      throw new Failure('XX000', 'attempted to lock invisible tuple');
    default:
      return true;
  }
  let { row } = op;
  if (outcome.traversed && bound.reader !== undefined) {
    // EvalPlanQual: the newest version has to pass WHERE too, and is what is answered.
    const tuple = world.core.tuple(table.relation, outcome.ctid);
    if (tuple === undefined) return true;
    row = readRow(bound.reader, tuple);
    const recheck = (world.core.faults & NO_RECHECK) === 0;
    if (recheck && bound.where !== undefined && bound.where(row, context) !== true) return true;
  }
  if (run.skipped < run.offset) run.skipped += 1;
  else run.rows.push(printed(x, evaluate(bound.output.evals, row, context)));
  return true;
}
/** XIP_FAULT_NO_RECHECK. */
export const NO_RECHECK = 0x800;
