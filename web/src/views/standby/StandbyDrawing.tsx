/**
 * Each snapshot's answer on every xid, and below it primary, WAL and standby; if height is short, the answers are beside
 * the primary. Hue shows the session
 * of an xid. On the strip a solid card is replayed, an outlined one is still to come; in the array a solid cell is
 * valid, a struck one no longer; in the rows of snapshots solid means that it runs.
 */

import '../../base/messages/en/standby.ts';
import { type MouseEvent, type ReactNode, useRef } from 'react';
import type { StandbyShown } from '../../engine/server/standby-types.ts';
import type { StageState } from '../../engine/stage/stage-types.ts';
import { useMediaQuery, WINDOWS } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import { type Room, useRoom } from '../../ui/place.ts';
import { letterCount } from '../../viewmodel/picture-text.ts';
import { MARK } from '../../viewmodel/score/marks.ts';
import { type SessionStyles, sessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import type { StandbyModel } from '../../viewmodel/standby/view.ts';
import { ArrayLane } from './ArrayLane.tsx';
import { type Band, bandsOf, clipped, DIGIT, type Lane, LETTER, lowBandsOf, ROW, stageBandsOf } from './bands.ts';
import { SnapshotMatrix } from './SnapshotMatrix.tsx';
import styles from './standby.module.css';
import { type StepShown, WalStrip } from './WalStrip.tsx';

interface PrimaryLaneProps {
  readonly stage: StageState;
  readonly lane: Lane;
  readonly em: number;
  readonly hues: SessionStyles;
}

const SLOTS = 64;

/** The primary's sessions: xid, and the subxids that fit in its PGPROC. */
function PrimaryLane({ stage, lane: { top, left, width, isBeside, isTight }, em, hues }: PrimaryLaneProps) {
  const { t } = useMessages();
  const nameAt = left + em * 2.3;
  const names = isTight ? 3.8 : isBeside ? 7.5 : 0;
  const xidAt = nameAt + names * em;
  const digits = Math.max(...stage.sessions.map(({ xid }) => String(xid).length));
  const slotsAt = xidAt + em * (isTight ? Math.max(2.4, digits * DIGIT) + 0.6 : 8);
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
      <g key={session} data-session={session} data-mark={MARK.session(letter)}>
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
            {isTight && !hasSlots ? clipped(count, (left + width - slotsAt) / em) : count}
          </text>
        )}
      </g>
    );
  });
}

export interface StandbyDrawingProps {
  readonly stage: StageState;
  readonly shown: StandbyShown;
  readonly model: StandbyModel;
  /** Each tick's step; null: set-up, time, end. */
  readonly stepOf: (tick: number) => StepShown | null;
  /** On stage: it fills the wall, and nothing is below the window. */
  readonly onStage?: boolean;
  /** The whole drawing in a sentence. */
  readonly label: string;
  readonly titleOf: (band: Band) => string;
  /** A click on an xid in the array or on a column of the rows; for the keyboard there are lists elsewhere. */
  readonly onXid?: ((xid: number) => void) | undefined;
  /** A click on a record of the strip, by its place. */
  readonly onRecord?: ((index: number) => void) | undefined;
  /** What moves over it at a step. */
  readonly motion?: ReactNode;
}

export function StandbyDrawing(props: StandbyDrawingProps) {
  const ref = useRef<HTMLDivElement>(null);
  const room = useRoom(ref);
  const { onXid, onRecord, stage, shown, motion } = props;
  const onClick = (event: MouseEvent): void => {
    const found =
      event.target instanceof Element ? event.target.closest<SVGGElement>('g[data-xid],g[data-record]') : null;
    const { xid, record } = found?.dataset ?? {};
    if (xid !== undefined) onXid?.(Number(xid));
    else if (record !== undefined) onRecord?.(Number(record));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a pointer's way; by keyboard the page has a slider and lists
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same
    <div ref={ref} className={styles.box} data-step={`${stage.tick}.${shown.at}`} onClick={onClick}>
      {room !== null && <Drawing {...props} room={room} />}
      {motion}
    </div>
  );
}

function Drawing({ room, ...props }: StandbyDrawingProps & { readonly room: Room }) {
  const { stage, shown, model, stepOf, label, titleOf, onStage = false } = props;
  const { width, em } = room;
  const hues = sessionStyles(stage.sessions.map(({ session }) => session));
  const isLow = useMediaQuery(WINDOWS.low);
  const { bands, height } = (onStage ? stageBandsOf : isLow ? lowBandsOf : bandsOf)(stage, shown, model, room);
  const lane = (band: Band): Lane => bands[band];
  return (
    <svg className={styles.drawing} width={width} height={height} role="img" aria-label={label}>
      {(['primary', 'wal', 'standby', 'snapshots'] as const).map((band) => {
        const { y, top } = lane(band);
        return (
          <g key={band}>
            {y > 0 && <line className={styles.rule} x1={0} x2={width} y1={y} y2={y} />}
            {!(band === 'snapshots' && lane(band).isTight && !onStage) && (
              <text
                className={styles.lane}
                x={band === 'snapshots' && onStage ? lane(band).left : 0}
                y={
                  (lane(band).isBeside && !(band === 'snapshots' && onStage) ? top : y + (onStage ? 0 : em * 0.35)) +
                  em * 1.15
                }
              >
                {titleOf(band)}
              </text>
            )}
          </g>
        );
      })}
      <g data-mark={MARK.look('primary')}>
        <PrimaryLane stage={stage} lane={lane('primary')} em={em} hues={hues} />
      </g>
      <WalStrip stage={stage} shown={shown} lane={lane('wal')} em={em} hues={hues} stepOf={stepOf} />
      <ArrayLane stage={stage} shown={shown} lane={lane('standby')} em={em} hues={hues} />
      <g data-mark={MARK.look('answers')}>
        <SnapshotMatrix model={model} isStage={onStage} lane={lane('snapshots')} em={em} hues={hues} />
      </g>
    </svg>
  );
}
