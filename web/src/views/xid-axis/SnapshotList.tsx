/** Every session's snapshot in words: `B [742 … 744) xip {742}`, and its age. A click chooses the session. */
import type { StageState } from '../../engine/stage/stage-types.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { Selection } from '../../viewmodel/stage/selection.ts';
import { sessionStyles, styleOf } from '../../viewmodel/stage/session-style.ts';
import { MANY_SESSIONS } from '../../viewmodel/stage/xid-axis.ts';
import styles from './snapshot-list.module.css';
import { snapshotLine } from './snapshot-words.ts';

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
