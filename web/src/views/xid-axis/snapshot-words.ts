/** A session's snapshot in one line: “[742 … 744) xip {742}”, and its age. */
import type { Messages } from '../../base/messages/index.ts';
import type { StageSession } from '../../engine/stage/stage-types.ts';
import { type SnapshotData, shownSnapshots } from '../../viewmodel/stage/xid-axis-brackets.ts';

type T = Messages['t'];
/** If there are more xids than this, only their number is shown. */
const LISTED = 12;

export interface SnapshotLine {
  readonly range: string;
  readonly lists: readonly string[];
  /** Isolation level, and the use of the snapshot. */
  readonly use: string;
  /** The one that it would take now, if it differs. */
  readonly now: string | null;
  readonly isFaint: boolean;
}

export function snapshotLine(session: StageSession, t: T): SnapshotLine {
  const { use, isolation, inForce } = session;
  const { bracket, wouldBe } = shownSnapshots(session);
  const shown = bracket ?? inForce;
  return {
    range: t('axis.snapshot.range', shown),
    lists: listsOf(shown, t),
    use: t('axis.snapshot.use', { use: bracket === null ? 'none' : use, isolation }),
    now: bracket === null || wouldBe === null ? null : t('axis.snapshot.wouldBe', { ...wouldBe, xids: wouldBe.xip }),
    isFaint: bracket === null,
  };
}

function listsOf({ xip, subxip, suboverflowed }: SnapshotData, t: T): readonly string[] {
  const cut = (xids: readonly number[], say: (xids: readonly number[]) => string): readonly string[] =>
    xids.length <= LISTED
      ? [say(xids)]
      : [say(xids.slice(0, LISTED)), t('axis.snapshot.more', { count: xids.length - LISTED })];
  return [
    ...cut(xip, (xids) => t('axis.snapshot.xip', { xids })),
    ...(subxip.length === 0 ? [] : cut(subxip, (xids) => t('axis.snapshot.subxip', { xids }))),
    ...(suboverflowed ? [t('axis.snapshot.overflowed')] : []),
  ];
}

export const lineText = ({ range, lists, use, now }: SnapshotLine, t: T): string =>
  t('ui.clauses', { all: [`${range} ${lists.join(' ')}`, use, ...(now === null ? [] : [now])] });
