/**
 * Clauses of SELECT that few specs have: functions in FROM, groups, DISTINCT, a sort, LIMIT. Row locks: exec-lock-rows.ts.
 * Source: nodeLimit.c, nodeSort.c, nodeAgg.c.
 */
import { makeSlot } from './bound-seldom.ts';
import type { BoundSelect, Context } from './bound-types.ts';
import { evaluate, NOWHERE } from './exec-select.ts';
import { engineLimit, Failure } from './failure.ts';
import { PRICE, WORK } from './limits.ts';
import type { Exec, Found } from './session.ts';
import { sortRows } from './sort.ts';
import { compareValues, isNumeric, printValue, type Row, type Value } from './values.ts';

/**
 * Whether ORDER BY determines the order of groups, of GROUP BY or of SELECT DISTINCT. A server collects them in a hash
 * table (HashAggregate) and prints them in its order, or sorts the rows first (GroupAggregate, Unique), whichever it
 * considers cheaper; the order of the hash table depends on the hashes of the keys, on the number of groups that the
 * planner expected, and on the server's version. None of that is built here. So if the output would show an order of
 * groups that ORDER BY leaves open, the statement is refused rather than answered in an order of our own.
 * Source: create_grouping_paths and create_distinct_paths in planner.c, execGrouping.c, simplehash.h.
 */

/** Questions about two rows that are equal for ORDER BY. */
interface Asked<T> {
  /** ORDER BY ranks neither of the two first. */
  readonly isTie: (a: T, b: T) => boolean;
  /** They print the same, so nobody sees which of them came first. */
  readonly isSame: (a: T, b: T) => boolean;
}

/**
 * Rows sorted by ORDER BY, of which those from `from` up to `end` are printed (OFFSET and LIMIT). True if the output is
 * the same for every order that the rows had before the sort.
 */
export function isOrderDecided<T extends object>(
  rows: readonly T[],
  { isTie, isSame }: Asked<T>,
  from: number,
  end: number,
): boolean {
  const [first] = rows;
  if (first === undefined || from >= end) return true;
  // Ties are adjacent: for each run of them its first row, its start, and whether all of it prints the same.
  let [head, start, isUniform] = [first, 0, true];
  for (const [i, row] of rows.entries()) {
    if (i === 0) continue;
    if (isTie(head, row)) isUniform = isUniform && isSame(head, row);
    else {
      if (i >= end) return true;
      [head, start, isUniform] = [row, i, true];
    }
    const isShown = i >= from && start < end;
    if (isShown && !isUniform) return false;
  }
  return true;
}

/** The printed values of a row or group, and its sort keys. */
interface Projected {
  readonly out: Row;
  readonly keys: Row;
}

/** Evaluates LIMIT and OFFSET, once for a statement. */
export function readLimits({ run, context }: Exec, bound: BoundSelect): void {
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

/** Every row of a function in FROM that passes WHERE; at most `enough` of them. */
export function scanSource(x: Exec, { source, where, cost }: BoundSelect, enough: number): Found[] {
  const { world, context } = x;
  const found: Found[] = [];
  if (source?.kind === 'series')
    for (const value of series(source, context, world.maxRows)) {
      world.work.pay(WORK.expressions, SERIES + cost.where);
      const row: Row = [value];
      if (where !== undefined && where(row, context) !== true) continue;
      found.push({ ctid: NOWHERE, row });
      if (found.length >= enough) break;
    }
  else if (source !== undefined) {
    const row = source.kind === 'one' ? [source.eval([], context)] : makeSlot(source, x);
    if (row !== undefined && (where === undefined || where(row, context) === true)) found.push({ ctid: NOWHERE, row });
  }
  return found;
}

/** Price of a row that comes from no table. */
const SERIES = 12;

function* series(
  { args, type }: Extract<BoundSelect['source'], { kind: 'series' }>,
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

/** Rows or groups as printed, in order, between OFFSET and LIMIT. */
export function arrange(x: Exec, bound: BoundSelect, found: readonly Found[], end: number): Row[] {
  const { run, context } = x;
  const { group, orderBy, output, distinct } = bound;
  const project = (row: Row) => {
    context.work.pay(WORK.expressions, bound.cost.row);
    return { out: evaluate(output.evals, row, context), keys: orderBy.map((item) => item.eval(row, context)) };
  };
  let rows: Projected[] =
    group === undefined
      ? found.map(({ row }) => project(row))
      : grouped(group, found, context, bound.cost.row, project);
  if (distinct) {
    const seen = new Set<string>();
    rows = rows.filter(({ out }) => {
      const key = keyOf(context, out);
      return seen.has(key) ? false : seen.add(key);
    });
  }
  // DISTINCT may come after the sort, and then needs all of its rows; for groups, ties beyond LIMIT matter, too.
  const isGrouped = distinct || (group !== undefined && group.by.length > 0);
  const first = isGrouped || !Number.isFinite(end) ? 0 : end;
  const inOrder = orderBy.length > 0 ? sorted(context, orderBy, rows, first) : rows;
  if (isGrouped) mustBeDecided(context, orderBy, inOrder, run.offset, end);
  return inOrder.slice(run.offset, end).map(({ out }) => out);
}

/** MODEL: the order of groups in a server's hash table is not built; if it would show, the statement is refused. */
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

/** The key by which DISTINCT and GROUP BY distinguish rows. */
function keyOf({ work }: Context, values: Row): string {
  const key = JSON.stringify(values.map(printValue));
  work.pay(WORK.expressions, KEY + (key.length >>> 1));
  return key;
}
const KEY = 16;
/** Numbers with more digits after the point count as long. */
const SHORT_SCALE = 40;
const LONG_DIVISION = 3000;

/**
 * Each comparison costs as much as for the longest texts. @param bound how many of the first rows are wanted; 0: all
 */
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

/** Source rows in ORDER BY's order. */
export function sortFound(context: Context, { orderBy }: BoundSelect, found: readonly Found[]): Found[] {
  const keyed = found.map((one) => ({ one, keys: orderBy.map((item) => item.eval(one.row, context)) }));
  return sorted(context, orderBy, keyed, 0).map(({ one }) => one);
}

/** Groups in the order of their first rows. */
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
      // avg includes a division.
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
