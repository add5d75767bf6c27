/** Prepared transactions: two-phase commit. Source: src/backend/access/transam/twophase.c, xact.c (PrepareTransaction). */
import { engineLimit, Failure } from './failure.ts';
import { isAborted, notice, type Session, type World } from './session.ts';
import { abort, applyChanges, commit, end, over, preCommit, undoChanges } from './xact.ts';
import { preventInBlock } from './xact-modes.ts';

const MAX_GID = 200;

/** PREPARE TRANSACTION. Returns the tag: ROLLBACK if there was nothing to prepare. */
export function prepareTransaction(world: World, session: Session, gid: string): 'PREPARE TRANSACTION' | 'ROLLBACK' {
  if (isAborted(session)) {
    end(world, session);
    return 'ROLLBACK';
  }
  if (session.block === 'started') {
    notice(world, session, 'WARNING', 'there is no transaction in progress');
    commit(world, session);
    return 'ROLLBACK';
  }
  if (session.block === 'implicit') notice(world, session, 'WARNING', 'there is no transaction in progress');
  if (session.place?.kind === 'standby')
    throw new Failure('25006', 'cannot execute PREPARE TRANSACTION during recovery');
  const problem = gidProblem(world, gid);
  // The block ends either way.
  if (problem !== undefined) {
    abort(world, session);
    over(session);
    throw problem;
  }
  if (session.deferred.length > 0) {
    abort(world, session);
    over(session);
    throw engineLimit('PREPARE TRANSACTION with a deferred foreign key to check');
  }
  for (const _ of session.levels) world.core.subxactCommit(session.id);
  session.levels = [];
  preCommit(world, session);
  // AtPrepare_Locks.
  if (world.core.advisoryHeldTwice(session.id)) {
    abort(world, session);
    over(session);
    throw new Failure(
      '0A000',
      'cannot PREPARE while holding both session-level and transaction-level locks on the same object',
    );
  }
  if (session.exported.length > 0) {
    abort(world, session);
    over(session);
    throw new Failure('0A000', 'cannot PREPARE a transaction that has exported snapshots');
  }
  world.core.currentXid(session.id);
  const handle = world.core.prepare(session.id);
  if (handle === undefined) {
    abort(world, session);
    over(session);
    throw new Failure('53200', 'maximum number of prepared transactions reached');
  }
  world.prepared.set(gid, { handle, changes: session.changes, database: databaseOf(session) });
  over(session);
  return 'PREPARE TRANSACTION';
}
function gidProblem(world: World, gid: string): Failure | undefined {
  if (gid.length >= MAX_GID) return new Failure('22023', `transaction identifier "${gid}" is too long`);
  if (world.prepared.has(gid)) return new Failure('42710', `transaction identifier "${gid}" is already in use`);
  return undefined;
}

const databaseOf = ({ place }: Session): string | null => (place?.kind === 'database' ? place.name : null);

/** FinishPreparedTransaction. */
export function finishPrepared(world: World, session: Session, gid: string, isCommit: boolean): void {
  preventInBlock(session, isCommit ? 'COMMIT PREPARED' : 'ROLLBACK PREPARED');
  const found = world.prepared.get(gid);
  if (found === undefined) throw new Failure('42704', `prepared transaction with identifier "${gid}" does not exist`);
  if (found.database !== databaseOf(session))
    throw new Failure('0A000', 'prepared transaction belongs to another database');
  world.prepared.delete(gid);
  if (isCommit) applyChanges(world, found.changes);
  world.core.finishPrepared(session.id, found.handle, isCommit);
  if (!isCommit) undoChanges(world, found.changes);
}
