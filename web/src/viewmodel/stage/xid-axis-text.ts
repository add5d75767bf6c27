/** The axis in plain sentences: every xid, and every session's snapshot. */

import '../../base/messages/en/axis.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { AnswerRun, SnapshotAnswer, Why } from '../../engine/server/snapshot-answers.ts';
import type { StageSession, StageState, StageXid } from '../../engine/stage/stage-types.ts';
import type { Selection } from './selection.ts';
import { type SnapshotData, shownSnapshots } from './xid-axis-pieces.ts';
import { asFullXid, fullXid, nextFullXid, shortXid } from './xid-order.ts';

/**
 * A snapshot's answer about an xid, in the axis's terms. The engine decides it (engine/server/snapshot-answers.ts), after
 * HeapTupleSatisfiesMVCC has asked whether the xid is the session's own.
 * - `own`: its own transaction's
 * - `older`: below xmin, so it had ended
 * - `newer`: from xmax on, so it counts as running
 * - `notch`: listed as running
 * - `ended`: between them and not listed
 * - `parentNotch`, `parentEnded`: subxids are not listed (overflowed), its topmost parent decides
 */
export type Verdict = 'own' | (typeof VERDICTS)[Why];
const VERDICTS = {
  'before-xmin': 'older',
  'from-xmax': 'newer',
  listed: 'notch',
  'not-listed': 'ended',
  'parent-before-xmin': 'parentEnded',
  'parent-listed': 'parentNotch',
  'parent-not-listed': 'parentEnded',
} as const;

/** A snapshot's answer about an xid. Null: it was not asked, because the stage does not show this xid. */
export function answerAbout(answers: readonly AnswerRun[], xid: number, nextXid: number): SnapshotAnswer | null {
  const full = fullXid(xid, nextXid);
  const run = answers.find(({ last }) => full <= fullXid(last, nextXid)) ?? answers.at(-1);
  return run !== undefined && full >= fullXid(run.first, nextXid) ? run : null;
}

/** Whether it is the session's own: of its transaction, whether released or not. */
const isOwnXid = (session: Pick<StageSession, 'xid' | 'currentXid' | 'ownXids'>, xid: number): boolean =>
  xid !== 0 && (xid === session.xid || xid === session.currentXid || session.ownXids.includes(xid));

/** Null: as with `answerAbout`. `parent`: the topmost parent that decided, as in the answer. */
export function snapshotVerdict(
  { nextXid }: Pick<StageState, 'nextXid'>,
  session: Pick<StageSession, 'xid' | 'currentXid' | 'ownXids' | 'answers'>,
  xid: number,
): { readonly verdict: Verdict; readonly parent: number | null } | null {
  if (isOwnXid(session, xid)) return { verdict: 'own', parent: null };
  const answer = answerAbout(session.answers, xid, nextXid);
  return answer === null ? null : { verdict: VERDICTS[answer.why], parent: answer.parent };
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

/**
 * A session's verdict on an xid; null: it has none. Without a snapshot in use, it is that of a snapshot taken now, and
 * the words say so.
 */
export function verdictText(
  state: StageState,
  session: StageSession,
  letter: string,
  xid: number,
  { t }: Text,
): string | null {
  const said = snapshotVerdict(state, session, xid);
  if (said === null) return null;
  const has = shownSnapshots(session).look === 'solid';
  return t('axis.hint.verdict', { session: letter, verdict: said.verdict, has });
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
