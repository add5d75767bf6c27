/**
 * A SELECT whose expressions do something to the server (effects.ts), so that it matters in which order they are
 * evaluated: row by row, WHERE and then the target list; with a sort, first WHERE for all rows, then the target list for
 * those within LIMIT, in order (make_sort_input_target). Each row is evaluated where the statement stands, with its page
 * pinned, also after a wait. Source: execScan.c, nodeSort.c, nodeLimit.c.
 */
import { readRow } from './bound.ts';
import type { BoundSelect } from './bound-types.ts';
import { finishRow, nextPage, printed } from './exec.ts';
import { evaluate, isInOrder, NOWHERE, wantedOf } from './exec-select.ts';
import { scanSource, sortFound } from './exec-select-seldom.ts';
import { PRICE, WORK } from './limits.ts';
import type { Exec, Found } from './session.ts';

/** run.done of a statement that sorts: WHERE has been evaluated for all rows. */
const COLLECTED = 2;

/** The rows of the statement that pass WHERE, sorted, in run.list. */
export function collectSorted(x: Exec, bound: BoundSelect): void {
  const { run, context } = x;
  if (run.done === COLLECTED) return;
  run.list ??= [];
  for (let found = nextRow(x, bound); found !== undefined; found = nextRow(x, bound)) {
    run.list.push(found);
    step(x);
  }
  run.list = sortFound(context, bound, run.list);
  run.at = 0;
  run.done = COLLECTED;
}

export function selectRowByRow(x: Exec, bound: BoundSelect): void {
  const { run, context, world, session } = x;
  if (run.limit === 0) return;
  const sorts = run.done === COLLECTED || (bound.orderBy.length > 0 && !isInOrder(x, bound));
  if (sorts) collectSorted(x, bound);
  for (;;) {
    if (run.rows.length >= run.limit) {
      if (bound.table !== undefined && !sorts) world.core.scanEnd(session.id);
      return;
    }
    const found = sorts ? run.list?.[run.at] : nextRow(x, bound);
    if (found === undefined) return;
    world.work.pay(WORK.expressions, bound.cost.row);
    const out = evaluate(bound.output.evals, found.row, context);
    step(x);
    if (run.skipped < run.offset) run.skipped += 1;
    else run.rows.push(printed(x, out));
  }
}

/** Where the statement stands is behind it. */
function step({ run }: Exec): void {
  run.at += 1;
  finishRow(run);
}

/** The row that the statement stands on, or the next one that passes WHERE; it goes on standing on it. */
function nextRow(x: Exec, bound: BoundSelect): Found | undefined {
  const { run, context, world } = x;
  const { table, reader, where, cost } = bound;
  if (table === undefined || reader === undefined) {
    // One row at most comes of a function that does something: it is not called again for the next one.
    if (run.at > 0 && bound.source?.kind !== 'series') return undefined;
    const all = bound.source === undefined ? [NOTHING] : scanSource(x, { ...bound, where: undefined }, Infinity);
    for (; run.at < all.length; step(x)) {
      const found = all[run.at];
      world.work.pay(WORK.expressions, cost.where);
      if (found !== undefined && (where === undefined || where(found.row, context) === true)) return found;
    }
    return undefined;
  }
  const each = PRICE.row + cost.where + (reader.last + 1) * PRICE.column;
  do {
    for (; run.at < run.offsets.length; step(x)) {
      const ctid = { block: run.block, offset: run.offsets[run.at] ?? 0 };
      const tuple = world.core.tuple(table.relation, ctid);
      if (tuple === undefined) continue;
      world.work.pay(WORK.expressions, each + (tuple.length >>> 5));
      const row = readRow(reader, tuple);
      if (where === undefined || where(row, context) === true) return { ctid, row };
    }
  } while (nextPage(x, table, bound.look, wantedOf(x, bound)));
  return undefined;
}
const NOTHING: Found = { ctid: NOWHERE, row: [] };
