/**
 * Row locks: rows are locked one by one in the order in which they come out of the scan or the sort, below LIMIT.
 * Source: nodeLockRows.c.
 */
import { readRow } from './bound.ts';
import type { BoundSelect } from './bound-types.ts';
import type { Table } from './catalog.ts';
import type { Ctid, HeapOutcome } from './core.ts';
import { finishRow, nextPage, printed } from './exec.ts';
import { NO_RECHECK } from './exec-change.ts';
import { collectSorted } from './exec-row-by-row.ts';
import { evaluate, isInOrder, scan, wantedOf } from './exec-select.ts';
import { sortFound } from './exec-select-seldom.ts';
import { concurrentUpdate, deadlockDetected, Failure } from './failure.ts';
import { PRICE, WORK } from './limits.ts';
import type { Exec, Found, RowOp } from './session.ts';
import type { Row } from './values.ts';

/** False: waits. */
export function lockRows(x: Exec, bound: BoundSelect): boolean {
  const { run, session, context, world } = x;
  const { core } = world;
  const { table, lock, reader, orderBy } = bound;
  if (table === undefined || lock === undefined || reader === undefined) return true;
  if (orderBy.length > 0 && (bound.effects || run.list === undefined) && !isInOrder(x, bound)) sortAll(x, bound);
  if (run.op !== undefined && !finishLock(x, bound, table, run.op)) return false;
  for (;;) {
    if (run.rows.length >= run.limit || run.rows.length >= run.enough) {
      core.scanEnd(session.id);
      return true;
    }
    const next = nextRow(x, bound);
    if (next === undefined) return true;
    if (next === 'none') continue;
    const { ctid, row } = next;
    // The target list is below LockRows.
    const out = bound.effects ? { out: evaluate(bound.output.evals, row, context) } : {};
    run.at += 1;
    if (bound.effects) finishRow(run);
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
    run.op = { kind: 'lock', stage: 'change', ctid, row, made: ctid, index: 0, waitFor: 0, keyChanged: false, ...out };
    if (!finishLock(x, bound, table, run.op)) return false;
  }
}

function sortAll(x: Exec, bound: BoundSelect): void {
  if (bound.effects) {
    collectSorted(x, bound);
    return;
  }
  x.run.list = sortFound(x.context, bound, scan(x, bound, Number.POSITIVE_INFINITY));
  x.run.at = 0;
}

/** The row that run.at stands on; 'none': it is not locked, or there is none on this page any more. */
function nextRow(x: Exec, bound: BoundSelect): Found | 'none' | undefined {
  const { run, context, world } = x;
  const { table, reader, where, cost } = bound;
  if (run.list !== undefined || table === undefined || reader === undefined) return run.list?.[run.at];
  if (run.at >= run.offsets.length) return nextPage(x, table, bound.look, wantedOf(x, bound)) ? 'none' : undefined;
  const ctid: Ctid = { block: run.block, offset: run.offsets[run.at] ?? 0 };
  const tuple = x.fresh ? world.core.scanned(run.at) : world.core.tuple(table.relation, ctid);
  if (tuple !== undefined) {
    const each = PRICE.row + cost.where + cost.row + (reader.last + 1) * PRICE.column;
    world.work.pay(WORK.expressions, each + (tuple.length >>> 5));
    const row = readRow(reader, tuple);
    if (where === undefined || where(row, context) === true) return { ctid, row };
  }
  run.at += 1;
  if (bound.effects) finishRow(run);
  return 'none';
}

/** ExecLockRows for one row. False: waits. */
function finishLock(x: Exec, bound: BoundSelect, table: Table, op: RowOp): boolean {
  const { run, world, session, context } = x;
  if (op.stage !== 'retest') {
    const outcome = world.core.runOp(session.id);
    if (outcome.status === 'wait') return false;
    run.op = undefined;
    if (!isLocked(x, table, outcome)) return true;
    if (!outcome.traversed) {
      emit(x, op.out ?? evaluate(bound.output.evals, op.row, context));
      return true;
    }
    op.stage = 'retest';
    op.made = { block: outcome.ctid.block, offset: outcome.ctid.offset };
    run.op = op;
  }
  const out = retested(x, bound, table, op);
  run.op = undefined;
  if (bound.effects) finishRow(run);
  if (out !== undefined) emit(x, out);
  return true;
}

type Done = Extract<HeapOutcome, { status: 'done' }>;
function isLocked({ session }: Exec, table: Table, outcome: Exclude<HeapOutcome, { status: 'wait' }>): outcome is Done {
  if (outcome.status === 'deadlock') throw deadlockDetected();
  if (outcome.status === 'not-available')
    throw new Failure('55P03', `could not obtain lock on row in relation "${table.name}"`);
  switch (outcome.tm) {
    case 'ok':
      return true;
    case 'updated':
    case 'deleted':
      if (session.isolation !== 'read committed') throw concurrentUpdate();
      if (outcome.tm === 'updated') throw new Failure('XX000', 'unexpected table_tuple_lock status: 3');
      return false;
    case 'invisible':
      throw new Failure('XX000', 'attempted to lock invisible tuple');
    default:
      return false;
  }
}

/** EvalPlanQual: the newest version must pass WHERE too, and is the one returned. */
function retested(x: Exec, bound: BoundSelect, table: Table, op: RowOp): Row | undefined {
  const { context, world } = x;
  const tuple = world.core.tuple(table.relation, op.made);
  if (tuple === undefined || bound.reader === undefined) return undefined;
  const row = readRow(bound.reader, tuple);
  const recheck = (world.core.faults & NO_RECHECK) === 0;
  if (recheck && bound.where !== undefined && bound.where(row, context) !== true) return undefined;
  return evaluate(bound.output.evals, row, context);
}

function emit(x: Exec, out: Row): void {
  const { run } = x;
  if (run.skipped < run.offset) run.skipped += 1;
  else run.rows.push(printed(x, out));
}
