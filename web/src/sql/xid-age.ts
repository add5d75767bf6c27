/** How old an xid is. Source: xid_age in src/backend/utils/adt/xid.c, GetStableLatestTransactionId in xact.c. */
import type { Context } from './bound-types.ts';

/**
 * The xid from which age() counts: it stays the same for the whole transaction, its own xid if it has one at the first
 * call, else the next one then.
 */
export function stableXid({ core, session, owner }: Context): number {
  owner.stableXid ??= core.topXidIfAny(session) || Number(BigInt.asUintN(32, core.nextFullXid()));
  return owner.stableXid;
}

const SPECIAL = 3;
/** Special xids are as old as can be; others wrap around. */
export const ageOf = (xid: number, context: Context): number =>
  xid < SPECIAL ? 2 ** 31 - 1 : (stableXid(context) - xid) | 0;
