/**
 * Savepoints: levels of a transaction block, each with what its end has to undo or pass on.
 * Source: src/backend/access/transam/xact.c (DefineSavepoint, ReleaseSavepoint, RollbackToSavepoint).
 */
import { engineLimit, Failure } from './failure.ts';
import type { UtilityPlan } from './plan.ts';
import type { Exec, Session, World } from './session.ts';
import { noTransaction, undoLevel } from './xact.ts';

type SavepointPlan = Extract<UtilityPlan, { kind: 'savepoint' | 'release' | 'rollback-to' }>;

const noSavepoint = (name: string): Failure => new Failure('3B001', `savepoint "${name}" does not exist`);

/** @returns the command's tag */
export function runSavepoint({ world, session }: Exec, { kind, name }: SavepointPlan): string {
  if (kind === 'savepoint') savepoint(world, session, name);
  else if (kind === 'release') release(world, session, name);
  else rollbackTo(world, session, name);
  return kind === 'rollback-to' ? 'ROLLBACK' : kind.toUpperCase();
}

function savepoint(world: World, session: Session, name: string): void {
  if (session.block !== 'in-progress') throw noTransaction('SAVEPOINT');
  openLevel(world, session, name);
}
function openLevel(world: World, session: Session, name: string): void {
  if (!world.core.subxactStart(session.id)) throw engineLimit('nested savepoints');
  const { settings, local, readOnly } = session;
  session.levels = [...session.levels, { name, aborted: false, settings, local, readOnly }];
}

/** The innermost savepoint of that name, counted from the outermost; they may hide one another. */
function find(session: Session, name: string): number {
  for (let i = session.levels.length - 1; i >= 0; i--) if (session.levels[i]?.name === name) return i;
  throw noSavepoint(name);
}

/** ReleaseSavepoint: its changes belong to the enclosing level from now on. */
function release(world: World, session: Session, name: string): void {
  if (session.block !== 'in-progress') throw noTransaction('RELEASE SAVEPOINT');
  const target = find(session, name);
  for (let depth = session.levels.length; depth > target; depth--) world.core.subxactCommit(session.id);
  session.levels = session.levels.slice(0, target);
  for (const change of session.changes) change.level = Math.min(change.level, target);
  for (const one of [...session.deferred, ...session.cursors]) one.level = Math.min(one.level, target);
}

/** RollbackToSavepoint: the savepoint stays, restarted. */
function rollbackTo(world: World, session: Session, name: string): void {
  if (session.block !== 'in-progress' && session.block !== 'aborted') throw noTransaction('ROLLBACK TO SAVEPOINT');
  if (session.block === 'aborted') throw noSavepoint(name);
  const target = find(session, name);
  for (let depth = session.levels.length; depth > target; depth--) {
    const level = session.levels[depth - 1];
    if (level?.aborted === false) world.core.subxactAbort(session.id);
    undoLevel(world, session, depth);
  }
  session.levels = session.levels.slice(0, target);
  openLevel(world, session, name);
}
