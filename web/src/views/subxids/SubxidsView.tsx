/**
 * The 64 subxid slots of each session's PGPROC, as they fill up, and the cost for others when they are full. A row of
 * 16 slots is one cache line.
 */
import '../../base/messages/en/axis.ts';
import { useRef } from 'react';
import type { StageState } from '../../engine/stage/stage-types.ts';
import { useMessages } from '../../ui/messages.tsx';
import { type Room, useRoom } from '../../ui/place.ts';
import { MARK } from '../../viewmodel/score/marks.ts';
import { type Selection, type SessionStyle, sessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import { SLOTS_A_LINE, SUBXID_SLOTS, type SubxidRow, subxidsView } from '../../viewmodel/stage/subxids.ts';
import styles from './subxids.module.css';

export interface SubxidsProps {
  readonly state: StageState;
  readonly selection: Selection;
  /** Next to others on stage: smaller slots. */
  readonly dense?: boolean;
  /** On stage the height is given: in half a window the slots of several sessions are small, too. */
  readonly onStage?: boolean;
}

/** Below this width, in em, it is half a window or a phone. */
const HALF = 30;

export function SubxidsView({ state, selection, dense = false, onStage = false }: SubxidsProps) {
  const ref = useRef<HTMLDivElement>(null);
  const room = useRoom(ref);
  const { t } = useMessages();
  const sessions = sessionStyles(state.sessions.map(({ session }) => session));
  const { rows, empty, affected } = subxidsView(state, selection);
  const isDense = dense || (onStage && rows.length > 1 && room !== null && room.width < HALF * room.em);
  const letters = affected.map((name) => styleOf(sessions, name).letter);
  return (
    <div ref={ref} className={styles.box}>
      {rows.length === 0 && <p className={styles.quiet}>{t('axis.subxids.none')}</p>}
      {room !== null &&
        rows.map((row) => (
          <Row key={row.session} row={row} style={styleOf(sessions, row.session)} room={room} dense={isDense} />
        ))}
      {affected.length > 0 && <p>{t('axis.subxids.affected', { who: letters })}</p>}
      {rows.length > 0 && empty.length > 0 && (
        <p className={styles.quiet}>{t('axis.subxids.empty', { count: empty.length })}</p>
      )}
    </div>
  );
}

const LINES = SUBXID_SLOTS / SLOTS_A_LINE;

interface RowProps {
  readonly row: SubxidRow;
  readonly style: SessionStyle;
  readonly room: Room;
  readonly dense: boolean;
}

function Row({ row, style, room, dense }: RowProps) {
  const { t } = useMessages();
  const { slots, overflowed, without, xid, free } = row;
  const pitch = Math.min(room.em * (dense ? 1 : 1.5), room.width / SLOTS_A_LINE);
  const size = pitch * 0.8;
  return (
    <section className={styles.row} data-mark={`slots ${style.letter}`} aria-label={style.ownName ?? style.letter}>
      <div className={styles.head}>
        <span className={styles.badge} style={{ background: style.hue }}>
          {style.letter}
        </span>
        {style.ownName !== null && <span className={styles.name}>{style.ownName}</span>}
        <span className={styles.count}>{t('axis.subxids.count', { used: slots.length, slots: SUBXID_SLOTS })}</span>
        {overflowed && (
          <strong className={styles.tag} data-mark={MARK.flag(style.letter)}>
            {t('axis.subxids.overflowed')}
          </strong>
        )}
      </div>
      <svg
        width={pitch * SLOTS_A_LINE}
        height={pitch * LINES}
        role="img"
        aria-label={t('axis.subxids.text', { session: style.letter, slots, overflowed, without })}
      >
        <g data-mark={MARK.strip(style.letter)}>
          {Array.from({ length: SUBXID_SLOTS }, (_, slot) => {
            const used = slots[slot];
            return (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place
                key={slot}
                className={used === undefined ? styles.free : undefined}
                style={used === undefined ? {} : { fill: style.hue, stroke: style.hue }}
                x={(slot % SLOTS_A_LINE) * pitch + 0.5}
                y={Math.floor(slot / SLOTS_A_LINE) * pitch + 0.5}
                width={size}
                height={size}
              >
                {used !== undefined && <title>{t('axis.subxids.slot', { slot: slot + 1, xid: used })}</title>}
              </rect>
            );
          })}
        </g>
      </svg>
      <p className={styles.words}>
        {overflowed ? t('axis.subxids.overflowedWords', { without, xid }) : t('axis.subxids.free', { free })}
      </p>
    </section>
  );
}
