/**
 * INSERT, UPDATE, DELETE: nodeModifyTable.c's flow. If another transaction has changed the row meanwhile, UPDATE or
 * DELETE locks the newest version, tests WHERE on it again and starts over with it; in REPEATABLE READ that is an
 * error.
 */
import { readRow } from './bound.ts';
import type { BoundChange } from './bound-types.ts';
import type { Table } from './catalog.ts';
import type { HeapOutcome } from './core.ts';
import { finishRow, nextPage, noMemory, notWritten, printed } from './exec.ts';
import { NOWHERE } from './exec-select.ts';
import { concurrentDelete, concurrentUpdate, deadlockDetected, engineLimit, Failure } from './failure.ts';
import { insertKeys } from './keys.ts';
import { PRICE, WORK } from './limits.ts';
import { fetched } from './seldom.ts';
import type { Exec, RowOp } from './session.ts';
import { formTuple } from './tuple.ts';
import { printValue, type Row } from './values.ts';

/** False: waits. */
export function runChange(x: Exec, bound: BoundChange): boolean {
  return bound.kind === 'insert' ? insertRows(x, bound) : changeRows(x, bound);
}

function changeRows(x: Exec, bound: BoundChange): boolean {
  const { run, context, world } = x;
  const { core, work } = world;
  const { table, where, reader, cost } = bound;
  const each = PRICE.row + cost.where + (reader.last + 1) * PRICE.column;
  if (run.op !== undefined && !goOn(x, bound, run.op)) return false;
  for (;;) {
    while (run.at < run.offsets.length) {
      const index = run.at;
      const offset = run.offsets[index] ?? 0;
      const ctid = { block: run.block, offset };
      const tuple = x.fresh ? core.scanned(index) : core.tuple(table.relation, ctid);
      const length = tuple?.length ?? 0;
      const own = tuple !== undefined && (tuple.infomask & XMIN_COMMITTED) === 0;
      work.pay(WORK.expressions, each + (length >>> 5));
      const passes = tuple !== undefined && (where === undefined || where(readRow(reader, tuple), context) === true);
      // A subquery of WHERE has read other pages.
      const read = passes && bound.initPlans !== undefined ? core.tuple(table.relation, ctid) : tuple;
      if (!passes || read === undefined) {
        run.at += 1;
        finishRow(run);
        continue;
      }
      if (bound.kind === 'delete') work.row(x.session.id, own);
      else work.newVersion(x.session.id, table.relation, own);
      work.pay(WORK.changes, cost.row + table.columns.length * PRICE.column + (length >>> 3));
      const op: RowOp = {
        kind: bound.kind === 'delete' ? 'delete' : 'update',
        stage: 'change',
        ctid,
        row: readRow(bound.full, read),
        made: ctid,
        index: 0,
        waitFor: 0,
        keyChanged: false,
      };
      start(x, bound, op);
      run.op = op;
      run.at += 1;
      finishRow(run);
      if (!goOn(x, bound, op)) return false;
    }
    if (!nextPage(x, table, bound.look, 0)) return true;
  }
}

/** HEAP_XMIN_COMMITTED: a scan has set it on every visible row that is not its own transaction's. */
const XMIN_COMMITTED = 0x100;

/**
 * heap_update or heap_delete of `op.ctid`, whose values are in `op.row`; for UPDATE the new ones are there afterwards.
 */
function start(x: Exec, bound: BoundChange, op: RowOp): void {
  const { world, session, run } = x;
  const { core } = world;
  const { table } = bound;
  if (op.kind === 'delete') {
    core.startDelete(session.id, table.relation, op.ctid);
    if (run.crosschecks) core.crosscheck(session.id);
    return;
  }
  writeUpdate(x, bound, op, op.row);
}

/** ExecUpdate of `op.ctid`, whose values are the first of `old`. */
export function writeUpdate(
  { world, session, context, run }: Exec,
  bound: Pick<BoundChange, 'table' | 'set' | 'check' | 'isKeyed'>,
  op: RowOp,
  old: Row,
): void {
  const { table, set } = bound;
  const row: Row = table.columns.map((_, i) => set[i]?.(old, context) ?? (set[i] ? null : (old[i] ?? null)));
  checkNotNull(table, row);
  bound.check?.(row, context);
  let keyChanged = false;
  let indexedChanged = false;
  for (let i = 0; i < row.length; i++) {
    if (table.indexedColumn[i] !== true || printValue(row[i] ?? null) === printValue(old[i] ?? null)) continue;
    indexedChanged = true;
    keyChanged ||= table.keyColumn[i] === true;
  }
  op.row = row;
  if (bound.isKeyed) op.old = old;
  op.keyChanged = keyChanged;
  const formed = formTuple(table.types, row);
  if (formed === undefined) throw noMemory('too-long');
  world.core.startUpdate(session.id, table.relation, op.ctid, formed, keyChanged, indexedChanged);
  if (run.crosschecks) world.core.crosscheck(session.id);
}

function checkNotNull(table: Table, row: Row): void {
  for (let i = 0; i < row.length; i++)
    if (row[i] === null && table.columns[i]?.notNull === true)
      throw new Failure(
        '23502',
        `null value in column "${table.columns[i]?.name ?? ''}" of relation "${table.name}" violates not-null constraint`,
      );
}

export type Done = Extract<HeapOutcome, { status: 'done' }>;
export function done({ world, session }: Exec, outcome: HeapOutcome): Done | undefined {
  if (outcome.status === 'deadlock') throw deadlockDetected();
  if (outcome.status === 'not-available') throw new Failure('55P03', 'could not obtain lock on row');
  if (outcome.status === 'wait') return undefined;
  if (outcome.failure !== undefined) throw notWritten(world, session.id, outcome.failure);
  return outcome;
}

/** Continues the operation on one row to its end. False: waits. */
function goOn(x: Exec, bound: BoundChange, op: RowOp): boolean {
  const { world, session, run } = x;
  for (;;) {
    if (op.stage === 'unique') {
      if (!insertKeys(world, session.id, bound.table, op)) return false;
      answer(x, bound, op);
      return true;
    }
    if (op.stage === 'arbiter' || op.stage === 'conflict' || op.stage === 'speculative') {
      const next = fetched(world.seldom).goOnConflict(x, bound, op);
      if (next === 'wait') return false;
      if (next === 'again') continue;
      if (next === 'answer') answer(x, bound, op);
      else run.op = undefined;
      return true;
    }
    const outcome = op.stage === 'retest' ? undefined : done(x, world.core.runOp(session.id));
    if (outcome === undefined && op.stage !== 'retest') return false;
    const next =
      outcome === undefined
        ? retested(x, bound, op)
        : op.stage === 'recheck'
          ? rechecked(x, bound, op, outcome)
          : changed(x, bound.table, op, outcome);
    if (next === 'skip') {
      run.op = undefined;
      return true;
    }
    if (next === 'answer') {
      answer(x, bound, op);
      return true;
    }
  }
}

/** Runs after heap_update or heap_delete. */
export function changed(x: Exec, table: Table, op: RowOp, outcome: Done): 'again' | 'skip' | 'answer' {
  const { world, session } = x;
  switch (outcome.tm) {
    case 'ok':
      op.made = { block: outcome.ctid.block, offset: outcome.ctid.offset };
      if (op.kind === 'delete' || outcome.hot || table.indexes.length === 0) return 'answer';
      op.stage = 'unique';
      return 'again';
    case 'self-modified':
      return selfModified(x, op, outcome);
    case 'updated':
      if (session.isolation !== 'read committed') throw concurrentUpdate();
      world.core.startLock(session.id, table.relation, op.ctid, lockMode(op), 'block', true, false);
      op.stage = 'recheck';
      return 'again';
    case 'deleted':
      if (session.isolation !== 'read committed') throw concurrentDelete();
      return 'skip';
    default:
      throw new Failure('XX000', `attempted to ${op.kind} invisible tuple`);
  }
}
/** The lock mode that heap_update or heap_delete itself requested. */
const lockMode = (op: RowOp) => (op.kind === 'delete' || op.keyChanged ? 'update' : 'no key update');

export function selfModified({ run }: Exec, op: RowOp, outcome: Done): 'skip' {
  if (outcome.cmax !== run.cid)
    throw new Failure(
      '27000',
      `tuple to be ${op.kind === 'delete' ? 'deleted' : 'updated'} was already modified by an operation triggered by the current command`,
    );
  return 'skip';
}

/** EvalPlanQual: the newest version is locked; does it still pass WHERE? */
function rechecked(x: Exec, bound: BoundChange, op: RowOp, outcome: Done): 'again' | 'skip' {
  if (outcome.tm === 'self-modified') return selfModified(x, op, outcome);
  if (outcome.tm !== 'ok') return 'skip';
  op.stage = 'retest';
  op.made = { block: outcome.ctid.block, offset: outcome.ctid.offset };
  return retested(x, bound, op);
}

function retested(x: Exec, bound: BoundChange, op: RowOp): 'again' | 'skip' {
  const { world, context } = x;
  const tuple = world.core.tuple(bound.table.relation, op.made);
  if (tuple === undefined) return 'skip';
  const recheck = (world.core.faults & NO_RECHECK) === 0;
  if (recheck && bound.where !== undefined && bound.where(readRow(bound.reader, tuple), context) !== true)
    return 'skip';
  world.work.row(x.session.id, false);
  world.work.pay(WORK.changes, bound.cost.where + bound.cost.row + (tuple.length >>> 3));
  const read = bound.initPlans === undefined ? tuple : world.core.tuple(bound.table.relation, op.made);
  op.row = readRow(bound.full, read ?? tuple);
  op.ctid = op.made;
  start(x, bound, op);
  op.stage = 'change';
  finishRow(x.run);
  return 'again';
}

/** Counts the row and evaluates RETURNING. */
function answer(x: Exec, bound: BoundChange, op: RowOp): void {
  const { run, world, context } = x;
  run.op = undefined;
  run.count += 1;
  if (bound.isKeyed) fetched(world.seldom).queueEvents(x, bound, op);
  if (bound.returning === undefined) return;
  let { row } = op;
  if (bound.full.system) {
    const tuple = world.core.tuple(bound.table.relation, op.kind === 'delete' ? op.ctid : op.made);
    if (tuple !== undefined) row = readRow(bound.full, tuple);
  }
  run.rows.push(
    printed(
      x,
      bound.returning.evals.map((one) => one(row, context)),
    ),
  );
}

function insertRows(x: Exec, bound: BoundChange): boolean {
  const { run, context, world, session } = x;
  const { core, work } = world;
  const { table, select, cost } = bound;
  const each = cost.row + table.columns.length * PRICE.column;
  if (run.done === 0) work.pay(WORK.expressions, cost.all);
  // MODEL: all of SELECT's rows are collected before the first one is inserted; a server inserts row by row.
  if (select !== undefined && run.list === undefined) run.list = fetched(world.seldom).sourceRows(x, select.bound);
  if (run.op !== undefined && !goOn(x, bound, run.op)) return false;
  const total = run.list?.length ?? bound.rows.length;
  for (;;) {
    const index = run.done;
    world.seldom?.standOn(x, bound);
    if (index >= total) return true;
    work.newVersion(session.id, table.relation, false);
    work.pay(WORK.changes, each);
    const given = run.list?.[index]?.row ?? NO_ROW;
    const evals = select?.to ?? bound.rows[run.list === undefined ? index : 0] ?? [];
    const row: Row = evals.map((one) => one(given, context));
    checkNotNull(table, row);
    bound.check?.(row, context);
    if (run.count >= world.maxRows) throw engineLimit(`${world.maxRows} rows inserted by one statement`);
    const formed = formTuple(table.types, row);
    if (formed === undefined) throw noMemory('too-long');
    work.pay(WORK.text, formed.data.length >>> 3);
    const isSpeculative = bound.conflict !== undefined && table.indexes.length > 0;
    const made = isSpeculative ? NOWHERE : core.insert(session.id, table.relation, formed);
    if (typeof made === 'string') throw notWritten(world, session.id, made);
    run.done += 1;
    finishRow(run);
    const op: RowOp = {
      kind: 'insert',
      stage: isSpeculative ? 'arbiter' : 'unique',
      ctid: made,
      row,
      made,
      index: 0,
      waitFor: 0,
      keyChanged: false,
    };
    run.op = op;
    if (!goOn(x, bound, op)) return false;
  }
}
const NO_ROW: Row = [];
/** XIP_FAULT_NO_RECHECK. */
export const NO_RECHECK = 0x800;
