/** Two servers, one above the other, and between them the WAL: what the primary writes and the standby replays. */

import '../../base/messages/en/standby.ts';
import { type MouseEvent, type ReactNode, useRef } from 'react';
import type { StandbyShown } from '../../engine/server/standby-types.ts';
import type { StageState } from '../../engine/stage/stage-types.ts';
import { useMessages } from '../../ui/messages.tsx';
import { type Room, useRoom } from '../../ui/place.ts';
import { MARK } from '../../viewmodel/score/marks.ts';
import { sessionStyles } from '../../viewmodel/stage/selection.ts';
import type { StandbyModel } from '../../viewmodel/standby/view.ts';
import { ArrayLane } from './ArrayLane.tsx';
import { type Form, placesOf, type Server } from './bands.ts';
import { columnsOf, rowsOfServers, ServerRows } from './ServerRows.tsx';
import { SessionList } from './SessionList.tsx';
import styles from './standby.module.css';
import { type StepShown, WalStrip } from './WalStrip.tsx';

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
  const { stage, shown, model, stepOf, label, onStage = false } = props;
  const { t } = useMessages();
  const { width, em } = room;
  const hues = sessionStyles(stage.sessions.map(({ session }) => session));
  const { form, primary, wal, standby, height } = placesOf(stage, shown, model, room, onStage);
  const laid = columnsOf(model, primary.answers, { em, form }, (run) => t('standby.column', run));
  const [above, below] = rowsOfServers(model);
  const same = { form, em, hues };
  const place = form === 'wide' ? 'standby.server.runs' : 'standby.server.place';
  return (
    <svg className={styles.drawing} width={width} height={height} role="img" aria-label={label}>
      <ServerFrame
        server={primary}
        {...{ width, em, form }}
        name={t('standby.lane.primary')}
        place={t(place, { at: null })}
      />
      <g data-mark={MARK.look('primary')}>
        <SessionList stage={stage} area={primary.side} {...same} />
      </g>
      <WalStrip stage={stage} shown={shown} area={wal} {...same} stepOf={stepOf} />
      <ServerFrame
        server={standby}
        {...{ width, em, form }}
        name={t('standby.lane.standby')}
        place={t(place, { at: shown.at })}
      />
      <ArrayLane stage={stage} shown={shown} area={standby.side} {...same} />
      <g data-mark={MARK.look('answers')}>
        <ServerRows server={primary} model={model} places={above} laid={laid} {...same} />
        <ServerRows server={standby} model={model} places={below} laid={laid} {...same} />
      </g>
    </svg>
  );
}

interface ServerFrameProps {
  readonly server: Server;
  readonly width: number;
  readonly em: number;
  readonly form: Form;
  readonly name: string;
  /** Of which moment its answers are. */
  readonly place: string;
}

/** A server: a frame, its name, and the question that its row answers. */
function ServerFrame({ server: { y, height, name }, width, em, form, name: title, place }: ServerFrameProps) {
  const isNarrow = form === 'narrow';
  return (
    <g>
      <rect className={styles.server} x={0.5} y={y + 0.5} width={width - 1} height={height - 1} rx={6} />
      <text className={styles.serverName} x={name.left} y={name.top + 1.15 * em}>
        {title}
        {isNarrow && (
          <tspan className={styles.serverPlace} dx={0.6 * em}>
            {place}
          </tspan>
        )}
      </text>
      {!isNarrow && (
        <text className={styles.serverPlace} x={name.left} y={name.top + (form === 'stage' ? 2.5 : 2.85) * em}>
          {place}
        </text>
      )}
    </g>
  );
}
