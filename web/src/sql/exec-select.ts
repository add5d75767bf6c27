/**
 * SELECT. Without row locks it never waits, so it runs in one go. Clauses that few specs have are in exec-select-seldom.ts.
 * Source: nodeSeqscan.c, nodeIndexscan.c.
 */

import { readRow } from './bound.ts';
import type { BoundSelect, Context, Eval } from './bound-types.ts';
import type { Ctid } from './core.ts';
import type { ResultSet } from './database.ts';
import { nextPage, printed } from './exec.ts';
import { startScan } from './index-scan.ts';
import { PRICE, WORK } from './limits.ts';
import { fetched } from './seldom.ts';
import type { Exec, Found, StatementRun } from './session.ts';
import type { Row } from './values.ts';

export const NOWHERE: Ctid = { block: 0, offset: 0 };

/** False: waits. */
export function runSelect(x: Exec, bound: BoundSelect): boolean {
  if (x.run.done === 0) {
    if (bound.limit !== undefined || bound.offset !== undefined) fetched(x.world.seldom).readLimits(x, bound);
    x.run.done = 1;
  }
  if (bound.lock !== undefined) return fetched(x.world.seldom).lockRows(x, bound);
  if (bound.effects) {
    fetched(x.world.seldom).selectRowByRow(x, bound);
    return true;
  }
  for (const row of selectRows(x, bound)) x.run.rows.push(printed(x, row));
  return true;
}

export const resultOf = ({ output }: BoundSelect, rows: ResultSet['rows']): ResultSet => ({
  kind: 'rows',
  columns: output.columns,
  rows,
});

/** Every source row that passes WHERE; at most `enough` of them. */
export function scan(x: Exec, bound: BoundSelect, enough: number): Found[] {
  const { world, context } = x;
  const found: Found[] = [];
  const { table, reader, where, cost } = bound;
  const { work } = world;
  if (bound.source !== undefined) return fetched(world.seldom).scanSource(x, bound, enough);
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

/**
 * The number from LIMIT and OFFSET, if rows are processed one by one: a planner then takes the path whose first rows
 * come soonest.
 */
export function wantedOf({ run }: Exec, { group, orderBy, distinct }: BoundSelect): number {
  const streams = group === undefined && orderBy.length === 0 && !distinct;
  return streams ? enough(run) : 0;
}

const enough = ({ limit, offset, share = 0 }: StatementRun): number =>
  Number.isFinite(limit) ? limit + offset : share;

/** Whether an index delivers the rows in ORDER BY's order, so that no sort is needed. */
export function isInOrder({ world, run, context }: Exec, bound: BoundSelect): boolean {
  const { table, orderBy, group, distinct, look } = bound;
  if (run.scan?.isOrdered === true) return true;
  const [first] = orderBy;
  if (table === undefined || first === undefined || group !== undefined || distinct || run.block >= 0) return false;
  const { descending } = first;
  const alike = orderBy.every(
    (one) => one.column >= 0 && one.descending === descending && one.nullsFirst === descending,
  );
  if (!alike) return false;
  const order = { columns: orderBy.map(({ column }) => column), descending };
  const scan = startScan(world, table, look, context, enough(run), order);
  if (scan?.isOrdered === true) run.scan = scan;
  return scan?.isOrdered === true;
}

/** All output rows, in order, between OFFSET and LIMIT. */
export function selectRows(x: Exec, bound: BoundSelect): Row[] {
  const { run, context, world } = x;
  const { group, orderBy, output, distinct } = bound;
  const end = run.offset + run.limit;
  if (end === 0 || run.limit === 0) return [];
  const streams = group === undefined && !distinct && (orderBy.length === 0 || isInOrder(x, bound));
  const found = scan(x, bound, streams ? end : Number.POSITIVE_INFINITY);
  if (!streams) return fetched(world.seldom).arrange(x, bound, found, end);
  return found.slice(run.offset).map(({ row }) => {
    world.work.pay(WORK.expressions, bound.cost.row);
    return evaluate(output.evals, row, context);
  });
}

export const evaluate = (evals: readonly Eval[], row: Row, context: Context): Row =>
  evals.map((one) => one(row, context));
