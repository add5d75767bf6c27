/**
 * INSERT … ON CONFLICT, one row: looks for a duplicate of its keys under SnapshotDirty, waiting for whoever may yet
 * decide; if there is one, DO UPDATE locks and updates it, in READ COMMITTED also when the statement's snapshot does not
 * see it. If there is none, the row is inserted speculatively: with a token that others wait for, until its keys stand
 * in all indexes. If a duplicate has come in between, the row is taken back and all begins again.
 * Source: ExecInsert, ExecOnConflictUpdate in nodeModifyTable.c; ExecCheckIndexConstraints,
 * check_exclusion_or_unique_constraint in execIndexing.c.
 */
import { readRow } from './bound.ts';
import type { BoundChange, BoundConflict } from './bound-types.ts';
import type { Index, Table } from './catalog.ts';
import type { Ctid, HeapOutcome, StoredTuple } from './core.ts';
import { noMemory, notWritten, READ_ALL } from './exec.ts';
import { done, writeUpdate } from './exec-change.ts';
import { concurrentDelete, concurrentUpdate, Failure } from './failure.ts';
import { mapOf } from './key-maps.ts';
import { duplicate, hasNull, hasWaited, indexed, insertKeys, keyOf, waitForFate } from './keys.ts';
import { PRICE, WORK } from './limits.ts';
import type { Exec, RowOp } from './session.ts';
import { formTuple } from './tuple.ts';
import type { Row } from './values.ts';

type Next = 'wait' | 'again' | 'skip' | 'answer';

export function goOnConflict(x: Exec, bound: BoundChange, op: RowOp): Next {
  const { conflict } = bound;
  if (conflict === undefined) throw new Error('an INSERT without ON CONFLICT looks for no duplicates beforehand');
  switch (op.stage) {
    case 'arbiter':
      return look(x, bound.table, conflict, op);
    case 'conflict':
      return locked(x, bound, conflict, op);
    default:
      return speculate(x, bound.table, conflict, op);
  }
}

const isArbiter = ({ arbiters }: BoundConflict, index: Index): boolean => arbiters?.includes(index) ?? index.unique;

/** ExecCheckIndexConstraints, and what follows from it. */
function look(x: Exec, table: Table, conflict: BoundConflict, op: RowOp): Next {
  const { world, session } = x;
  const { core } = world;
  const found = findDuplicate(x, table, conflict, op);
  if (found === 'wait') return 'wait';
  if (found === undefined) {
    const formed = formTuple(table.types, op.row);
    if (formed === undefined) throw noMemory('too-long');
    const made = core.insertSpeculative(session.id, table.relation, formed);
    if (typeof made === 'string') throw notWritten(world, session.id, made);
    op.made = made;
    op.index = 0;
    op.isTaken = false;
    op.stage = 'speculative';
    return 'again';
  }
  const { update } = conflict;
  if (update === undefined) {
    const tuple = core.tuple(table.relation, found);
    if (tuple !== undefined) mustBeVisible(x, table, tuple);
    return 'skip';
  }
  op.ctid = found;
  core.startLock(session.id, table.relation, found, update.mode, 'block', false, false);
  op.stage = 'conflict';
  return 'again';
}

function findDuplicate({ world, session }: Exec, table: Table, conflict: BoundConflict, op: RowOp) {
  for (; op.index < table.indexes.length; op.index++) {
    const index = table.indexes[op.index];
    if (index === undefined || !isArbiter(conflict, index)) continue;
    const row = indexed(world, session.id, table, index, op.row);
    if (row === undefined || hasNull(index, row)) continue;
    const key = keyOf(index, row);
    const map = mapOf(world, table.relation, index);
    const entries = map.get(key)?.length ?? 0;
    world.work.pay(WORK.changes, PRICE.key * (1 + entries) + (key.length >>> 2) + entries * table.columns.length);
    for (;;) {
      if (!hasWaited(world, session.id, op)) return 'wait';
      const found = duplicate(world, session.id, table, index, map, key, undefined);
      if (found === undefined) break;
      // The scan's slot holds the version.
      world.core.pin(session.id, table.relation, found.ctid);
      if (found.waitFor === 0) return found.ctid;
      waitForFate(op, found);
    }
  }
  return undefined;
}

/** ExecCheckTupleVisible: a row of its own transaction may be one that the snapshot does not see. */
function mustBeVisible({ world, session }: Exec, table: Table, { ctid, xmin }: StoredTuple): void {
  const { core } = world;
  if (session.isolation === 'read committed' || core.satisfies(session.id, table.relation, ctid)) return;
  // Nobody else's row in progress is taken for a duplicate without a wait.
  if (core.xidStatus(session.id, xmin) !== 'in progress') throw concurrentUpdate();
}

type Done = Extract<HeapOutcome, { status: 'done' }>;

/** ExecOnConflictUpdate, after the request for the row's lock. */
function locked(x: Exec, bound: BoundChange, { update }: BoundConflict, op: RowOp): Next {
  const { world, session, context } = x;
  const { table } = bound;
  const outcome = done(x, world.core.runOp(session.id));
  if (outcome === undefined || update === undefined) return 'wait';
  if (outcome.tm !== 'ok') return notLocked(x, outcome, op);
  const tuple = world.core.tuple(table.relation, op.ctid);
  if (tuple === undefined) throw new Failure('XX000', 'attempted to lock invisible tuple');
  mustBeVisible(x, table, tuple);
  // As bound-conflict.ts counts: the columns that are there, with system columns, then those proposed.
  const row: Row = [...readRow({ ...READ_ALL(table), system: true }, tuple), ...op.row];
  world.work.pay(WORK.changes, bound.cost.row + (tuple.length >>> 3));
  if (update.where !== undefined && update.where(row, context) !== true) return 'skip';
  op.kind = 'update';
  op.stage = 'change';
  op.index = 0;
  writeUpdate(x, { ...bound, set: update.set }, op, row);
  return 'again';
}

function notLocked({ session }: Exec, { tm }: Done, op: RowOp): Next {
  // A version that this very command has made.
  if (tm === 'invisible') throw new Failure('21000', 'ON CONFLICT DO UPDATE command cannot affect row a second time');
  if (tm === 'self-modified') throw new Failure('XX000', 'unexpected self-updated tuple');
  if (session.isolation !== 'read committed') throw tm === 'deleted' ? concurrentDelete() : concurrentUpdate();
  op.stage = 'arbiter';
  op.index = 0;
  return 'again';
}

/** ExecInsertIndexTuples with noDupErr, and the word that others wait for. */
function speculate({ world, session }: Exec, table: Table, conflict: BoundConflict, op: RowOp): Next {
  if (!insertKeys(world, session.id, table, op, (index) => isArbiter(conflict, index))) return 'wait';
  const isTaken = op.isTaken === true;
  const made: Ctid = op.made;
  world.core.endSpeculative(session.id, table.relation, made, !isTaken);
  if (!isTaken) return 'answer';
  op.stage = 'arbiter';
  op.index = 0;
  return 'again';
}
