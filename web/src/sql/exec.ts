/** The state of a running statement, and its way through a table. */

import type { Look, Reader } from './bound-types.ts';
import type { Table } from './catalog.ts';
import type { Outcome } from './core.ts';
import { deadlockDetected, Failure } from './failure.ts';
import { nextStop, startScan } from './index-scan.ts';
import { PRICE, WORK } from './limits.ts';
import { dropCatalogSnapshot } from './relcache.ts';
import { checkSerializable, readIndex, readTable } from './serializable.ts';
import type { Exec, StatementRun, World } from './session.ts';
import { printValue, type Row } from './values.ts';

/**
 * RecentXmin, horizons and pruning follow from when a snapshot is taken: these two are the only places. False: the
 * session waits for a safe one.
 */
export function pushSnapshot({ world, session, run }: Exec): boolean {
  if (!session.snapshotSet && world.core.awaitSafeSnapshot(session.id) === 'wait') return false;
  world.core.pushActiveSnapshot(session.id);
  if (!session.snapshotSet) checkSerializable(world, session.id);
  if (session.isolation === 'read committed' || !session.snapshotSet) dropCatalogSnapshot(session);
  session.snapshotSet = true;
  run.pushed += 1;
  return true;
}
export function popSnapshot({ world, session, run }: Exec): void {
  world.core.popActiveSnapshot(session.id);
  run.pushed -= 1;
}

/** No conditions that a planner could use. */
export const WHOLE: Look = { quals: [], columns: undefined };

/**
 * Enters the statement's next page, which may be pruned then. False past the last one. `wanted`: how many rows are
 * enough; 0: all.
 */
export function nextPage(x: Exec, table: Table, look: Look, wanted: number): boolean {
  const { world, session, run } = x;
  const { core } = world;
  if (run.block < 0) {
    // initscan: the scan ignores blocks that are added later.
    run.blocks = core.blocks(table.relation);
    run.scan ??= startScan(world, table, look, x.context, wanted);
    if (run.scan === undefined) readTable(world, session.id, table);
    for (const name of run.scan?.leaves ?? []) {
      const index = table.indexes.find((one) => one.name === name);
      if (index !== undefined) readIndex(world, session.id, table, index);
    }
  }
  run.at = 0;
  let count = 0;
  if (run.scan !== undefined) count = nextStop(world, session.id, table, run, run.scan);
  else run.block += 1;
  if (run.scan === undefined ? run.block >= run.blocks : count === 0) {
    if (run.blocks > 0) core.scanEnd(session.id);
    run.block = run.blocks;
    run.offsets = [];
    return false;
  }
  if (run.scan === undefined) {
    world.work.page(table.relation);
    count = core.scan(session.id, table.relation, run.block);
    checkSerializable(world, session.id);
  }
  const offsets: number[] = [];
  for (let i = 0; i < count; i++) offsets.push(core.offsetAt(i));
  run.offsets = offsets;
  x.fresh = true;
  return true;
}

/** The expressions of the row at hand will not be evaluated again: effects.ts. */
export function finishRow({ effects }: StatementRun): void {
  if (effects.at === 0) return;
  effects.values.length = 0;
  effects.at = 0;
}

/** True: the lock is granted; false: the session waits. */
export function granted(outcome: Outcome): boolean {
  if (outcome === 'deadlock') throw deadlockDetected();
  return outcome !== 'wait';
}

/** Values of one row as a client gets them: paid for, because they are kept until printed. */
export function printed({ world }: Exec, values: Row): (string | null)[] {
  let units = values.length * PRICE.answer;
  const texts = values.map((value) => {
    const text = printValue(value);
    if (text !== null) units += text.length >>> 3;
    return text;
  });
  world.work.pay(WORK.answers, units);
  return texts;
}

export const READ_ALL = (table: Table): Reader => ({
  types: table.types,
  wanted: table.types.map(() => true),
  last: table.types.length - 1,
  system: false,
  missing: table.missing,
  oid: 0,
});

/** The error for data that does not fit into the engine's fixed memory. */
export const noMemory = (what: 'no-memory' | 'too-long'): Failure =>
  what === 'too-long'
    ? new Failure('54000', 'row is too big: the simulation stores nothing out of line, so a row must fit into one page')
    : new Failure('53200', "limit of the simulation reached: the engine's fixed memory is used up");

/** The C engine has not stored a row, and nothing else was changed. */
export function notWritten(world: World, session: number, why: 'no-memory' | 'too-long' | 'serialization'): Failure {
  if (why !== 'serialization') return noMemory(why);
  checkSerializable(world, session);
  throw new Error('a row that was not written has a reason');
}
