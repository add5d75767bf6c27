/**
 * Foreign keys: which rows concern them, queued while a statement changes rows; and the triggers that handle these events
 * at its end, in order, by queries that our own executor runs. Each query takes a snapshot of its own, and counts as a
 * command. In REPEATABLE READ and SERIALIZABLE a check of a new child goes by the transaction's snapshot; whatever is
 * done for a parent's row has to find all children, so it looks through a new snapshot, and may not change what the
 * transaction's own does not see (crosscheck). Source: ri_triggers.c; AfterTriggerSaveEvent in trigger.c;
 * _SPI_execute_plan in spi.c.
 */

import type { BoundChange } from './bound-types.ts';
import { lookUp, type Table } from './catalog.ts';
import type { Ctid } from './core.ts';
import { popSnapshot, pushSnapshot } from './exec.ts';
import { runChange } from './exec-change.ts';
import { analyse, lockTable } from './exec-query.ts';
import { runSelect } from './exec-select.ts';
import { undefinedTable } from './failure.ts';
import { PRICE, WORK } from './limits.ts';
import type { QueryPlan } from './plan.ts';
import { checkPublications } from './relcache.ts';
import { noParent, queriesOf, stillReferenced } from './ri-queries.ts';
import {
  type Exec,
  isAborted,
  newRun,
  type RowEvent,
  type RowOp,
  type Session,
  type StatementRun,
  type Triggers,
} from './session.ts';
import { printValue, type Row } from './values.ts';
import { commit, end } from './xact.ts';

const ROW_SHARE = 2;
const ROW_EXCLUSIVE = 3;

const keyOf = (row: Row, columns: readonly number[]): Row => columns.map((column) => row[column] ?? null);
const isSame = (a: Row, b: Row): boolean => a.every((value, i) => printValue(value) === printValue(b[i] ?? null));

const noTriggers = (): Triggers => ({ queue: [], at: 0, step: 0, inner: undefined });

/** AfterTriggerSaveEvent: action triggers come before check triggers, by their names. */
export function queueEvents(x: Exec, { table }: BoundChange, op: RowOp): void {
  const { run, world, session } = x;
  const old = op.kind === 'update' ? op.old : op.kind === 'delete' ? op.row : undefined;
  const row = op.kind === 'delete' ? undefined : op.row;
  const ctid: Ctid = op.made;
  const queue = (event: RowEvent): void => {
    run.triggers ??= noTriggers();
    world.work.pay(WORK.changes, PRICE.change);
    if (!event.key.deferred || (event.does !== 'check' && event.does !== 'no action')) run.triggers.queue.push(event);
    else session.deferred = [...session.deferred, event];
  };
  const level = session.levels.length;
  if (old !== undefined)
    for (const { child, childRelation, key } of table.referencedBy ?? []) {
      const before = keyOf(old, key.parentColumns);
      if (before.includes(null) || (row !== undefined && isSame(before, keyOf(row, key.parentColumns)))) continue;
      queue({
        key,
        child,
        childRelation,
        does: row === undefined ? key.onDelete : key.onUpdate,
        old,
        row,
        ctid,
        level,
      });
    }
  if (row === undefined) return;
  for (const key of table.foreignKeys ?? []) {
    const now = keyOf(row, key.columns);
    if (old !== undefined) {
      if (now.includes(null)) continue;
      // The check of a row that this transaction has inserted will not find it any more.
      const before = world.core.tuple(table.relation, op.ctid);
      const isOwn = before !== undefined && world.core.isCurrentXid(session.id, before.xmin);
      if (!isOwn && isSame(keyOf(old, key.columns), now)) continue;
    }
    queue({ key, child: table.name, childRelation: table.relation, does: 'check', old: undefined, row, ctid, level });
  }
}

/** What a step has come to. */
type Step = 'wait' | 'next' | 'over';

/** AfterTriggerEndQuery; and if the statement is its own transaction, AfterTriggerFireDeferred. False: waits. */
export function fireTriggers(x: Exec): boolean {
  const { session, run } = x;
  run.triggers ??= noTriggers();
  const { triggers } = run;
  if (!fireAll(x, triggers)) return false;
  while (isCommitNext(session) && session.deferred.length > 0) {
    while (run.pushed > 0) popSnapshot(x);
    pushSnapshot(x);
    triggers.queue.push(...session.deferred);
    session.deferred = [];
    if (!fireAll(x, triggers)) return false;
  }
  return true;
}

/** The statement is its own transaction, or the last one of a query that is. */
const isCommitNext = ({ block, run }: Session): boolean =>
  block === 'started' || (block === 'implicit' && run !== undefined && run.index === run.query.statements.length - 1);

/** COMMIT with events that were put off; whatever fails from here on ends the block, too. Undefined: waits. */
export function commitDeferred(x: Exec): string | undefined {
  const { world, session, run } = x;
  if ((session.block !== 'in-progress' && session.block !== 'started') || isAborted(session))
    return end(world, session);
  if (run.triggers === undefined) {
    run.triggers = noTriggers();
    for (const _ of session.levels) world.core.subxactCommit(session.id);
    session.levels = [];
    session.block = 'started';
  }
  if (!fireTriggers(x)) return undefined;
  while (run.pushed > 0) popSnapshot(x);
  commit(world, session);
  return 'COMMIT';
}

function fireAll(x: Exec, triggers: Triggers): boolean {
  for (; triggers.at < triggers.queue.length; triggers.at++) {
    const event = triggers.queue[triggers.at];
    if (event === undefined) continue;
    const steps = STEPS[event.does];
    while (triggers.step < steps.length) {
      const done = steps[triggers.step]?.(x, triggers, event) ?? 'over';
      if (done === 'wait') return false;
      triggers.step = done === 'over' ? steps.length : triggers.step + 1;
    }
    triggers.step = 0;
  }
  return true;
}

function lock(x: Exec, triggers: Triggers, name: string, mode: number): Step {
  triggers.inner ??= newRun([]);
  const table = lockTable({ ...x, run: triggers.inner }, name, mode);
  if (table === undefined) return 'wait';
  triggers.inner = undefined;
  return 'next';
}

/** RI_FKey_check */
function begin(x: Exec, triggers: Triggers, { key, row = [], ctid, childRelation }: RowEvent): Step {
  const { world, session } = x;
  if (triggers.inner === undefined && !world.core.isLive(session.id, childRelation, ctid)) return 'over';
  const locked = lock(x, triggers, key.parent, ROW_SHARE);
  return locked === 'next' && keyOf(row, key.columns).includes(null) ? 'over' : locked;
}
function findParent(x: Exec, triggers: Triggers, event: RowEvent): Step {
  const { key, child, row = [] } = event;
  const found = query(x, triggers, event, 'parent', keyOf(row, key.columns));
  if (found === undefined) return 'wait';
  if (found === 0) throw noParent(key, tableOf(x, child), row);
  return 'over';
}

/** ri_restrict; ri_Check_Pk_Match for NO ACTION: another row may have got the old key. */
const lockChild = (x: Exec, triggers: Triggers, { child }: RowEvent): Step => lock(x, triggers, child, ROW_SHARE);
function findSubstitute(x: Exec, triggers: Triggers, event: RowEvent): Step {
  const found = query(x, triggers, event, 'substitute', oldKey(event));
  return found === undefined ? 'wait' : found > 0 ? 'over' : 'next';
}
function findChild(x: Exec, triggers: Triggers, event: RowEvent): Step {
  const { key, child, old = [] } = event;
  const found = query(x, triggers, event, 'child', oldKey(event));
  if (found === undefined) return 'wait';
  if (found > 0) throw stillReferenced(key, tableOf(x, key.parent), child, old, event.does, x.world.core.rules);
  return 'next';
}

/** RI_FKey_cascade_del, RI_FKey_cascade_upd, ri_set */
const openChild = (x: Exec, triggers: Triggers, { child }: RowEvent): Step => lock(x, triggers, child, ROW_EXCLUSIVE);
function change(x: Exec, triggers: Triggers, event: RowEvent): Step {
  const { key, row, does } = event;
  const params = does === 'cascade' && row !== undefined ? keyOf(row, key.parentColumns) : [];
  const cascades = row === undefined ? 'delete' : 'update';
  const what = does === 'set null' || does === 'set default' ? does : cascades;
  return query(x, triggers, event, what, [...params, ...oldKey(event)]) === undefined ? 'wait' : 'next';
}
const oldKey = ({ key, old = [] }: RowEvent): Row => keyOf(old, key.parentColumns);

type Does = (x: Exec, triggers: Triggers, event: RowEvent) => Step;
const RESTRICT: readonly Does[] = [lockChild, findChild];
const NO_ACTION: readonly Does[] = [lockChild, findSubstitute, findChild];
const STEPS: Readonly<Record<RowEvent['does'], readonly Does[]>> = {
  check: [begin, findParent],
  restrict: RESTRICT,
  'no action': NO_ACTION,
  cascade: [openChild, change],
  'set null': [openChild, change],
  // The default may be the very key that is gone.
  'set default': [openChild, change, ...NO_ACTION],
};

function tableOf({ world, session }: Exec, name: string): Table {
  const table = lookUp(world.catalog, session.changes, name);
  if (table === undefined) throw undefinedTable(name);
  return table;
}

/** ri_PerformCheck: how many rows it came to. Undefined: waits. */
function query(
  x: Exec,
  triggers: Triggers,
  { key, child }: RowEvent,
  what: keyof ReturnType<typeof queriesOf>,
  params: Row,
): number | undefined {
  const { world, session } = x;
  const tables = { parent: tableOf(x, key.parent), child: tableOf(x, child) };
  const { plan, types } = queriesOf(key, tables)[what];
  triggers.inner ??= innerRun(params, triggers);
  const inner = triggers.inner;
  const context = { ...x.context, params, effects: inner.effects };
  const own: Exec = { world, session, run: inner, context, fresh: false };
  const bound = analyse(own, plan, types);
  if (bound === undefined) return undefined;
  if (inner.phase === 'begin') {
    world.work.pay(WORK.statements, PRICE.query);
    openSnapshot(own, plan, what !== 'parent');
    if (bound.kind === 'update' || bound.kind === 'delete') checkPublications(world, session, bound.table);
    inner.cid = world.core.currentCid(session.id, true);
    inner.phase = 'rows';
  }
  if (!(bound.kind === 'select' ? runSelect(own, bound) : runChange(own, bound))) return undefined;
  while (inner.pushed > 0) popSnapshot(own);
  triggers.inner = undefined;
  return bound.kind === 'select' ? inner.rows.length : inner.count;
}

const innerRun = (params: Row, triggers: Triggers): StatementRun => ({ ...newRun(params), triggers, enough: 1 });

/** @param mustSeeAll whatever has been committed, also in REPEATABLE READ */
function openSnapshot(own: Exec, plan: QueryPlan, mustSeeAll: boolean): void {
  const { world, session, run } = own;
  world.core.commandCounterIncrement(session.id);
  if (session.isolation === 'read committed' || !mustSeeAll) {
    pushSnapshot(own);
    return;
  }
  world.core.pushLatestSnapshot(session.id);
  run.pushed += 1;
  run.crosschecks = plan.kind !== 'select';
}
