/** What few transactions set or ask: READ ONLY, DEFERRABLE, and statements that no block may contain. Source: xact.c, variable.c. */
import { Failure } from './failure.ts';
import type { TransactionMode } from './plan.ts';
import type { Session, World } from './session.ts';

/** PreventInTransactionBlock. */
export function preventInBlock(session: Session, what: string): void {
  if (session.block !== 'started') throw new Failure('25001', `${what} cannot run inside a transaction block`);
}

/** With the rules of check_transaction_read_only. */
export function setReadOnly(world: World, session: Session, readOnly: boolean): void {
  if (!readOnly && session.place?.kind === 'standby')
    throw new Failure('0A000', 'cannot set transaction read-write mode during recovery');
  if (!readOnly && session.readOnly) {
    if (session.levels[session.levels.length - 1]?.readOnly === true)
      throw new Failure('25001', 'cannot set transaction read-write mode inside a read-only transaction');
    if (session.snapshotSet) throw new Failure('25001', 'transaction read-write mode must be set before any query');
  }
  session.readOnly = readOnly;
  world.core.xactSet(session.id, session);
}

/** With the rules of check_transaction_deferrable. */
export function setDeferrable(world: World, session: Session, deferrable: boolean): void {
  if (session.levels.length > 0)
    throw new Failure('25001', 'SET TRANSACTION [NOT] DEFERRABLE cannot be called within a subtransaction');
  if (session.snapshotSet)
    throw new Failure('25001', 'SET TRANSACTION [NOT] DEFERRABLE must be called before any query');
  session.deferrable = deferrable;
  world.core.xactSet(session.id, session);
}

export function setMode(world: World, session: Session, mode: TransactionMode): void {
  if (mode.kind === 'read-only') setReadOnly(world, session, mode.value);
  else setDeferrable(world, session, mode.value);
}
