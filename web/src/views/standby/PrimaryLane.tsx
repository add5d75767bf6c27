/** The primary's sessions: xid, and the subxids that fit in its PGPROC. */

import type { StageState } from '../../engine/stage/stage-types.ts';
import { useMessages } from '../../ui/messages.tsx';
import { letterCount } from '../../viewmodel/picture-text.ts';
import { type SessionStyles, styleOf } from '../../viewmodel/stage/session-style.ts';
import { clipped, type Lane, LETTER, ROW } from './bands.ts';
import styles from './standby.module.css';

interface PrimaryLaneProps {
  readonly stage: StageState;
  readonly lane: Lane;
  readonly em: number;
  readonly hues: SessionStyles;
}

const SLOTS = 64;

export function PrimaryLane({ stage, lane: { top, left, width, isBeside, isOnStage }, em, hues }: PrimaryLaneProps) {
  const { t } = useMessages();
  const nameAt = left + em * 2.3;
  const names = isOnStage ? 3.8 : isBeside ? 7.5 : 0;
  const xidAt = nameAt + names * em;
  const slotsAt = xidAt + em * (isOnStage ? 4.3 : 8);
  return stage.sessions.map(({ session, xid, subxids, overflowed, state }, i) => {
    const { letter, hue, ownName } = styleOf(hues, session);
    const y = top + i * ROW * em;
    const middle = y + (ROW * em) / 2;
    const count =
      subxids.length > 0 || overflowed ? t('standby.session.subxids', { count: subxids.length, overflowed }) : '';
    const countWidth = (letterCount(count) * LETTER + 1) * em;
    const pitch = Math.min(em * 0.85, (left + width - slotsAt - countWidth) / SLOTS);
    const hasSlots = count !== '' && pitch >= 3;
    return (
      <g key={session} data-session={session}>
        <rect x={left} y={y + em * 0.2} width={em * 1.7} height={em * 1.5} rx={2} fill={hue} />
        <text className={styles.badge} x={left + em * 0.85} y={middle} dy="0.36em" textAnchor="middle">
          {letter}
        </text>
        {isBeside && (
          <text className={styles.name} x={nameAt} y={middle} dy="0.36em">
            {clipped(ownName ?? '', names)}
          </text>
        )}
        <text className={xid === 0 ? styles.quiet : styles.number} x={xidAt} y={middle} dy="0.36em">
          {xid === 0 ? (state === 'idle' ? t('standby.session.idle') : t('standby.session.noXid')) : xid}
        </text>
        {hasSlots &&
          Array.from({ length: SLOTS }, (_, slot) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place
              key={slot}
              className={slot < subxids.length ? undefined : styles.free}
              x={slotsAt + slot * pitch}
              y={middle - em * 0.4}
              width={pitch * 0.72}
              height={em * 0.8}
              fill={slot < subxids.length ? hue : 'none'}
            />
          ))}
        {count !== '' && (
          <text
            className={overflowed ? styles.strong : styles.text}
            x={hasSlots ? slotsAt + SLOTS * pitch + em * 0.5 : slotsAt}
            y={middle}
            dy="0.36em"
          >
            {isOnStage && !hasSlots ? clipped(count, (left + width - slotsAt) / em) : count}
          </text>
        )}
      </g>
    );
  });
}
