/**
 * Transaction blocks: the state that xact.c keeps above the transactions themselves. Errors, warnings
 * and states are PostgreSQL's. Source: src/backend/access/transam/xact.c, twophase.c.
 */
import type { Change, Table } from './catalog.ts';
import type { Isolation } from './core.ts';
import { engineLimit, Failure } from './failure.ts';
import { acceptInvalidations, dropCatalogSnapshot, invalidate } from './relcache.ts';
import { checkSerializable } from './serializable.ts';
import { isAborted, type Level, notice, type RowEvent, type Session, type World } from './session.ts';
import { settingOf } from './settings.ts';

const ISOLATIONS: Readonly<Record<string, Isolation>> = {
  'read uncommitted': 'read committed',
  'read committed': 'read committed',
  'repeatable read': 'repeatable read',
  serializable: 'serializable',
};

export const isolationNamed = (name: string): Isolation =>
  (Object.hasOwn(ISOLATIONS, name) ? ISOLATIONS[name] : undefined) ?? 'read committed';

/** StartTransactionCommand. `many`: the query has several statements (BeginImplicitTransactionBlock). */
export function startCommand(world: World, session: Session, many: boolean): void {
  if (session.block === 'default') {
    session.isolation = isolationNamed(settingOf(session, 'default_transaction_isolation') ?? '');
    session.readOnly =
      session.place?.kind === 'standby' || settingOf(session, 'default_transaction_read_only') === 'on';
    session.deferrable = settingOf(session, 'default_transaction_deferrable') === 'on';
    session.snapshotSet = false;
    session.settingsBefore = session.settings;
    session.block = 'started';
    session.more.begun = session.more.sent;
    world.core.xactStart(session.id, session);
    dropCatalogSnapshot(session);
    acceptInvalidations(world, session);
  }
  if (many && session.block === 'started') session.block = 'implicit';
}

/** CommitTransactionCommand after a statement that is no transaction control. */
export function finishCommand(world: World, session: Session): void {
  if (session.block === 'started') commit(world, session);
  else if (session.block === 'implicit' || (session.block === 'in-progress' && !isAborted(session)))
    world.core.commandCounterIncrement(session.id);
}

export function applyChanges(world: World, changes: readonly Change[]): void {
  for (const { name, before, after } of changes) {
    if (after === undefined) world.catalog.tables.delete(name);
    else world.catalog.tables.set(name, after);
    if (before !== undefined && before.relation !== after?.relation) dropRelation(world, before.relation);
    else if (after !== undefined) {
      if (before !== undefined) dropMaps(world, before, after);
      invalidate(world, after.relation);
    }
  }
}
export function undoChanges(world: World, changes: readonly Change[]): void {
  for (const { before, after } of [...changes].reverse()) {
    if (after !== undefined && after.relation !== before?.relation) dropRelation(world, after.relation);
    else if (before !== undefined && after !== undefined) {
      world.core.setHasIndex(before.relation, before.indexes.length > 0);
      dropMaps(world, after, before);
    }
  }
}
/** Of the indexes that only the first has. No transaction uses such a name again for another index of the table. */
function dropMaps(world: World, { relation, indexes }: Table, other: Table): void {
  if (indexes === other.indexes) return;
  const keys = world.keys.get(relation);
  for (const { name } of indexes) if (!other.indexes.some((one) => one.name === name)) keys?.delete(name);
}
function dropRelation(world: World, relation: number): void {
  world.core.dropRelation(relation);
  world.keys.delete(relation);
  world.counted.delete(relation);
}

export function over(session: Session): void {
  session.block = 'default';
  session.levels = NO_LEVELS;
  session.changes = NO_CHANGES;
  session.deferred = NO_EVENTS;
  session.cursors = NO_CURSORS;
  session.exported = NO_EXPORTS;
  session.local = NO_SETTINGS;
  session.stableXid = undefined;
}
// Never modified: each is replaced before something is added.
const NO_LEVELS: Level[] = [];
const NO_CHANGES: Change[] = [];
const NO_EVENTS: RowEvent[] = [];
const NO_CURSORS: Session['cursors'] = [];
const NO_EXPORTS: Session['exported'] = [];
const NO_SETTINGS = {};

/** PreCommit_CheckForSerializationFailure: what fails here has no block any more. */
export function preCommit(world: World, session: Session): void {
  if (world.core.preCommit(session.id)) return;
  try {
    checkSerializable(world, session.id);
  } finally {
    session.levels = NO_LEVELS;
    abort(world, session);
    over(session);
  }
}

/** CommitTransaction with all its levels. */
export function commit(world: World, session: Session): void {
  if (session.deferred.length > 0)
    throw engineLimit('a deferred foreign key in a query of several statements that ends with no query');
  for (const { aborted } of session.levels) if (!aborted) world.core.subxactCommit(session.id);
  preCommit(world, session);
  if (session.changes.length > 0) applyChanges(world, session.changes);
  world.core.xactCommit(session.id);
  over(session);
}

/** AbortTransaction; the caller handles the block. `isIdle`: no snapshot was active. */
export function abort(world: World, session: Session, isIdle = false): void {
  if (isIdle) world.core.xactFail(session.id);
  else world.core.xactAbort(session.id);
  if (session.changes.length > 0) undoChanges(world, session.changes);
  session.settings = session.settingsBefore;
  session.levels = NO_LEVELS;
  session.changes = NO_CHANGES;
  session.deferred = NO_EVENTS;
  session.local = NO_SETTINGS;
}

/** Undoes the catalog changes made at `depth` open savepoints and deeper. */
export function undoLevel(world: World, session: Session, depth: number): void {
  const undone = session.changes.filter(({ level }) => level >= depth);
  if (undone.length > 0) undoChanges(world, undone);
  session.changes = session.changes.filter(({ level }) => level < depth);
  session.deferred = session.deferred.filter(({ level }) => level < depth);
  session.cursors = session.cursors.filter(({ level }) => level < depth);
  const level = session.levels[depth - 1];
  if (level === undefined) return;
  session.settings = level.settings;
  session.local = level.local;
  session.readOnly = level.readOnly;
}

/** AbortCurrentTransaction: an error ended the statement. */
export function abortCurrent(world: World, session: Session, isIdle = false): void {
  const { core } = world;
  const innermost = session.levels.at(-1);
  if (session.block === 'in-progress' && innermost !== undefined) {
    if (innermost.aborted) return;
    core.subxactAbort(session.id);
    undoLevel(world, session, session.levels.length);
    innermost.aborted = true;
  } else if (session.block === 'in-progress') {
    abort(world, session, isIdle);
    session.block = 'aborted';
  } else if (session.block === 'started' || session.block === 'implicit') {
    abort(world, session);
    over(session);
  }
}

export const noTransaction = (what: string): Failure =>
  new Failure('25P01', `${what} can only be used in transaction blocks`);

/** BeginTransactionBlock. */
export function begin(world: World, session: Session): void {
  if (session.block === 'started' || session.block === 'implicit') session.block = 'in-progress';
  else notice(world, session, 'WARNING', 'there is already a transaction in progress');
}

/** EndTransactionBlock and its consequences. Returns the tag. */
export function end(world: World, session: Session): 'COMMIT' | 'ROLLBACK' {
  if (session.block === 'aborted') {
    world.core.releaseCatalogSnapshot(session.id);
    over(session);
    return 'ROLLBACK';
  }
  if (isAborted(session)) {
    abort(world, session);
    over(session);
    return 'ROLLBACK';
  }
  if (session.block !== 'in-progress') notice(world, session, 'WARNING', 'there is no transaction in progress');
  commit(world, session);
  return 'COMMIT';
}

/** UserAbortTransactionBlock and its consequences. */
export function rollback(world: World, session: Session): void {
  if (session.block === 'started' || session.block === 'implicit')
    notice(world, session, 'WARNING', 'there is no transaction in progress');
  if (session.block !== 'aborted') abort(world, session);
  else {
    session.settings = session.settingsBefore;
    world.core.releaseCatalogSnapshot(session.id);
  }
  over(session);
}

/** SET TRANSACTION ISOLATION LEVEL, with the rules of check_transaction_isolation. */
export function setIsolation(world: World, session: Session, level: Isolation): void {
  if (level === session.isolation) return;
  if (session.snapshotSet)
    throw new Failure('25001', 'SET TRANSACTION ISOLATION LEVEL must be called before any query');
  if (session.levels.length > 0)
    throw new Failure('25001', 'SET TRANSACTION ISOLATION LEVEL must not be called in a subtransaction');
  if (level === 'serializable' && session.place?.kind === 'standby')
    throw new Failure('0A000', 'cannot use serializable mode in a hot standby');
  session.isolation = level;
  world.core.xactSet(session.id, session);
}
