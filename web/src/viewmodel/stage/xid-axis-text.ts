/** The axis in plain sentences: every xid, and every session's snapshot. */

import type { Messages } from '../../base/messages/index.ts';
import type { StageSession, StageSnapshot, StageState, StageXid } from '../../engine/stage/stage-types.ts';
import type { Selection } from './selection.ts';
import { type SnapshotData, shownSnapshots } from './xid-axis-pieces.ts';
import { asFullXid, fullXid, nextFullXid, shortXid } from './xid-order.ts';

/**
 * A snapshot's answer about an xid: the question that the axis makes visible. The order of the tests is
 * XidInMVCCSnapshot's (snapmgr.c), after HeapTupleSatisfiesMVCC has asked whether the xid is the session's own.
 */

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

type Text = Pick<Messages, 't'>;

/** One sentence each: the counters, xids (similar neighbours together), snapshots. */
export function xidAxisText(state: StageState, { t }: Text): readonly string[] {
  const counters = { next: shortXid(state.nextXid), completed: shortXid(state.latestCompletedXid) };
  return [
    t('axis.text.counters', counters),
    ...(isCut(state) ? [t('axis.text.older')] : []),
    ...alike(state).map(({ from, last, count }) => {
      const { status, owner, elsewhere = false, teardown = false, parent } = from;
      return t('axis.text.xids', {
        first: from.xid,
        last: last.xid,
        count,
        status,
        owner,
        elsewhere,
        teardown,
        parent,
      });
    }),
    ...state.sessions.flatMap((session) => {
      const { session: name, use, xid, ownXids } = session;
      const { bracket, wouldBe } = shownSnapshots(session);
      const say = (as: 'statement' | 'kept' | 'over' | 'would', snapshot: SnapshotData) =>
        t('axis.text.snapshot', { session: name, use: as, ...snapshot });
      const own = [...new Set([xid, ...ownXids])].filter((one) => one !== 0);
      return [
        ...(bracket === null || use === 'none' ? [t('axis.text.none', { session: name })] : [say(use, bracket)]),
        ...(wouldBe === null ? [] : [say('would', wouldBe)]),
        ...(own.length === 0 ? [] : [t('axis.text.own', { session: name, xids: own })]),
      ];
    }),
  ];
}

/** A session's verdict on an xid. Without a snapshot in use, it is that of a snapshot taken now, and the words say so. */
export function verdictText(
  state: StageState,
  session: StageSession,
  letter: string,
  xid: number,
  { t }: Text,
): string {
  const verdict = snapshotVerdict(state, session, session.inForce, xid);
  return t('axis.hint.verdict', { session: letter, verdict, has: shownSnapshots(session).look === 'solid' });
}

/** The list does not begin at a cluster's first xids, so there were others before. */
const isCut = ({ xids, sessions, horizons, nextXid }: StageState): boolean => {
  const [first] = xids;
  if (first === undefined) return false;
  const oldest = fullXid(first.xid, nextXid);
  const mentioned = [horizons.oldestNonRemovable, ...sessions.map(({ inForce }) => inForce.xmin)];
  return mentioned.some((xid) => xid > 2 && fullXid(xid, nextXid) < oldest);
};

/** Runs of neighbours with the same status, owner and parent. */
function alike({ xids, nextXid }: StageState): readonly { from: StageXid; last: StageXid; count: number }[] {
  const runs: { from: StageXid; last: StageXid; count: number }[] = [];
  let due = asFullXid(0);
  for (const xid of xids) {
    const full = fullXid(xid.xid, nextXid);
    const run = runs.at(-1);
    const { status, owner, parent } = xid;
    if (
      run !== undefined &&
      full === due &&
      run.from.status === status &&
      run.from.owner === owner &&
      run.from.elsewhere === xid.elsewhere &&
      run.from.teardown === xid.teardown &&
      run.from.parent === parent
    ) {
      run.last = xid;
      run.count++;
    } else runs.push({ from: xid, last: xid, count: 1 });
    due = nextFullXid(full);
  }
  return runs;
}
