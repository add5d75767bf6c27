/** Every session's snapshot in words: `B [742 … 744) xip {742}`, and its age. A click chooses the session. */
import '../../base/messages/en/axis.ts';
import '../../base/messages/en/ui.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { StageSession, StageState } from '../../engine/stage/stage-types.ts';
import { useMessages } from '../../ui/messages.tsx';
import { type Selection, sessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import { MANY_SESSIONS } from '../../viewmodel/stage/xid-axis.ts';
import { type SnapshotData, shownSnapshots } from '../../viewmodel/stage/xid-axis-pieces.ts';
import styles from './snapshot-list.module.css';

/** A session's snapshot in one line: “[742 … 744) xip {742}”, and its age. */

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

export interface SnapshotListProps {
  readonly state: StageState;
  readonly selection: Selection;
  readonly onSession: (session: string | null) => void;
}

export function SnapshotList({ state, selection, onSession }: SnapshotListProps) {
  const { t } = useMessages();
  const sessions = sessionStyles(state.sessions.map(({ session }) => session));
  // As on the axis: with many sessions, those without a snapshot are counted.
  const listed =
    state.sessions.length <= MANY_SESSIONS
      ? state.sessions
      : state.sessions.filter(({ use, session }) => use !== 'none' || session === selection.session);
  const left = state.sessions.length - listed.length;
  return (
    <ul className={styles.list} aria-label={t('axis.snapshots')}>
      {listed.map((session) => {
        const { letter, hue, ownName } = styleOf(sessions, session.session);
        const { range, lists, use, now, isFaint } = snapshotLine(session, t);
        const isSelected = session.session === selection.session;
        return (
          <li key={session.session}>
            <button
              type="button"
              className={styles.entry}
              aria-pressed={isSelected}
              onClick={() => onSession(isSelected ? null : session.session)}
            >
              <span
                className={styles.letter}
                style={{ color: hue }}
                title={ownName === null ? undefined : session.session}
              >
                {letter}
              </span>
              <span className={styles.data} data-faint={isFaint}>
                <span className={styles.part}>{range}</span>
                {lists.map((part) => (
                  <span key={part} className={styles.part}>
                    {part}
                  </span>
                ))}
              </span>
              <span className={styles.use}>
                {ownName !== null && <b title={session.session}>{ownName}</b>} {use}
                {now !== null && <span className={styles.now}>{now}</span>}
              </span>
            </button>
          </li>
        );
      })}
      {left > 0 && <li className={styles.left}>{t('axis.many', { count: left, all: listed.length === 0 })}</li>}
    </ul>
  );
}
