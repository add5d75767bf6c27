/**
 * COMMIT and ROLLBACK AND CHAIN: another transaction of the same kind begins at once.
 * Source: EndTransactionBlock, UserAbortTransactionBlock, SaveTransactionCharacteristics in xact.c.
 */
import { engineLimit } from './failure.ts';
import type { Session, World } from './session.ts';
import { end, noTransaction, rollback, startCommand } from './xact.ts';

/** Returns the tag. */
export function endAndChain(world: World, session: Session, ends: 'COMMIT' | 'ROLLBACK'): string {
  if (session.block === 'started' || session.block === 'implicit') throw noTransaction(`${ends} AND CHAIN`);
  if (ends === 'COMMIT' && session.deferred.length > 0)
    throw engineLimit('COMMIT AND CHAIN with a deferred foreign key');
  const { isolation, readOnly, deferrable } = session;
  const tag = ends === 'COMMIT' ? end(world, session) : ends;
  if (ends === 'ROLLBACK') rollback(world, session);
  startCommand(world, session, false);
  Object.assign(session, { isolation, readOnly, deferrable });
  world.core.xactSet(session.id, session);
  session.block = 'in-progress';
  return tag;
}
