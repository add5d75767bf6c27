/** The primary's sessions: whose xid is whose. On a phone only letters and xids, next to the server's name. */

import '../../base/messages/en/standby.ts';
import type { StageSession, StageState } from '../../engine/stage/stage-types.ts';
import { useMessages } from '../../ui/messages.tsx';
import { MARK } from '../../viewmodel/score/marks.ts';
import { type SessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import { type Area, clipped, DIGIT, type Form, SIZES } from './bands.ts';
import styles from './standby.module.css';

interface SessionListProps {
  readonly stage: StageState;
  readonly area: Area;
  readonly form: Form;
  readonly em: number;
  readonly hues: SessionStyles;
}

/** The room of a session's own name, in em. */
const NAMES: Readonly<Record<Form, number>> = { wide: 6, stage: 4.2, narrow: 0 };
/** On a phone: where the server's name ends. */
const AFTER_NAME = 11;

export function SessionList({ stage: { sessions }, area, form, em, hues }: SessionListProps) {
  const { t } = useMessages();
  const isNarrow = form === 'narrow';
  const { line } = SIZES[form];
  const pitch = (area.width - AFTER_NAME * em) / Math.max(1, sessions.length);
  const digits = Math.max(...sessions.map(({ xid }) => String(xid).length), 3) * DIGIT + 1;
  return sessions.map(({ session, xid, subxids, overflowed, state }, i) => {
    const { letter, hue, ownName } = styleOf(hues, session);
    const x = area.left + (isNarrow ? AFTER_NAME * em + i * pitch : 0);
    const middle = area.top + (isNarrow ? 0.75 : (i + 0.5) * line) * em;
    const nameAt = x + 2.2 * em;
    const xidAt = nameAt + NAMES[form] * em;
    const count =
      subxids.length > 0 || overflowed ? t('standby.session.subxids', { count: subxids.length, overflowed }) : '';
    const hasRoom = !isNarrow || pitch > (2.4 + String(xid).length * DIGIT) * em;
    return (
      <g key={session} data-session={session} data-mark={MARK.session(letter)}>
        <rect x={x} y={middle - 0.65 * em} width={1.6 * em} height={1.3 * em} rx={2} fill={hue} />
        <text className={styles.badge} x={x + 0.8 * em} y={middle} dy="0.36em" textAnchor="middle">
          {letter}
        </text>
        {!isNarrow && (
          <text className={styles.name} x={nameAt} y={middle} dy="0.36em">
            {clipped(ownName ?? '', NAMES[form])}
          </text>
        )}
        {hasRoom && (
          <text className={xid === 0 ? styles.quiet : styles.number} x={xidAt} y={middle} dy="0.36em">
            {stateText({ xid, state }, isNarrow, t)}
          </text>
        )}
        {count !== '' && !isNarrow && (
          <text className={overflowed ? styles.strong : styles.text} x={xidAt + digits * em} y={middle} dy="0.36em">
            {clipped(count, (area.left + area.width - xidAt) / em - digits)}
          </text>
        )}
      </g>
    );
  });
}

/** Its xid, or why it has none. */
function stateText(
  { xid, state }: Pick<StageSession, 'xid' | 'state'>,
  isShort: boolean,
  t: ReturnType<typeof useMessages>['t'],
): string {
  if (xid !== 0) return String(xid);
  if (isShort) return '–';
  return t(state === 'idle' ? 'standby.session.idle' : 'standby.session.noXid');
}
