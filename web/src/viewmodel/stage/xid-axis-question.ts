/**
 * A snapshot's answer about an xid: the question that the axis makes visible. The order of the tests is
 * XidInMVCCSnapshot's (snapmgr.c), after HeapTupleSatisfiesMVCC has asked whether the xid is the session's own.
 */
import type { StageSession, StageSnapshot, StageState } from '../../engine/stage/stage-types.ts';
import type { Selection } from './selection.ts';
import { fullXid } from './xid-order.ts';

/**
 * - `own`: its own transaction's
 * - `older`: below xmin, so it had ended
 * - `newer`: from xmax on, so it counts as running
 * - `notch`: listed as running
 * - `ended`: between them and not listed
 * - `parentNotch`, `parentEnded`: subxids are not listed (overflowed), its topmost parent decides
 */
export type Verdict = 'own' | 'older' | 'newer' | 'notch' | 'ended' | 'parentNotch' | 'parentEnded';

type Xids = Pick<StageState, 'xids' | 'nextXid'>;

/** The topmost parent of an xid; the xid itself if it is not a subtransaction's. */
export function topmostXid({ xids }: Xids, xid: number): number {
  const parents = new Map(xids.map((each) => [each.xid, each.parent]));
  let top = xid;
  // A parent is always older, so this ends; the bound protects against an invalid list.
  for (let depth = 0; depth < xids.length; depth++) {
    const parent = parents.get(top) ?? null;
    if (parent === null) return top;
    top = parent;
  }
  return top;
}

/** Whether it is the session's own: of its transaction, whether released or not. */
export const isOwnXid = (session: Pick<StageSession, 'xid' | 'currentXid' | 'ownXids'>, xid: number): boolean =>
  xid !== 0 && (xid === session.xid || xid === session.currentXid || session.ownXids.includes(xid));

export function snapshotVerdict(
  state: Xids,
  session: Pick<StageSession, 'xid' | 'currentXid' | 'ownXids'>,
  snapshot: Omit<StageSnapshot, 'curcid'>,
  xid: number,
): Verdict {
  if (isOwnXid(session, xid)) return 'own';
  const at = (short: number) => fullXid(short, state.nextXid);
  if (at(xid) < at(snapshot.xmin)) return 'older';
  if (at(xid) >= at(snapshot.xmax)) return 'newer';
  if (!snapshot.suboverflowed) return snapshot.xip.includes(xid) || snapshot.subxip.includes(xid) ? 'notch' : 'ended';
  const top = topmostXid(state, xid);
  if (top === xid) return snapshot.xip.includes(xid) ? 'notch' : 'ended';
  return at(top) >= at(snapshot.xmin) && snapshot.xip.includes(top) ? 'parentNotch' : 'parentEnded';
}

/** The xid in question: the chosen one, otherwise the chosen row version's writer (if its page is shown). */
export function questionXid({ page }: Pick<StageState, 'page'>, { xid, tuple }: Selection): number | null {
  if (xid !== null) return xid;
  if (tuple === null || page === null || page.table !== tuple.table || page.block !== tuple.block) return null;
  return page.tuples.find(({ lp }) => lp === tuple.offset)?.xmin ?? null;
}
