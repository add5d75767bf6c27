/**
 * What the standby keeps: KnownAssignedXids slot by slot, and the xids that moved to pg_subtrans. Its counters are on
 * the page below.
 */

import '../../base/messages/en/standby.ts';
import type { StandbyShown } from '../../engine/server/standby-types.ts';
import type { StageState } from '../../engine/stage/stage-types.ts';
import { useMessages } from '../../ui/messages.tsx';
import { MARK } from '../../viewmodel/score/marks.ts';
import { type SessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import { parentsText } from '../../viewmodel/standby/words.ts';
import { type Area, CELL, cellsHeight, cellsOf, clipped, type Form } from './bands.ts';
import styles from './standby.module.css';

interface ArrayLaneProps {
  readonly stage: StageState;
  readonly shown: StandbyShown;
  readonly area: Area;
  readonly form: Form;
  readonly em: number;
  readonly hues: SessionStyles;
}

export function ArrayLane({ stage, shown, area: { left, width, top }, form, em, hues }: ArrayLaneProps) {
  const messages = useMessages();
  const { state, parents } = shown;
  const { entries } = state.known;
  const owners = new Map(stage.xids.map(({ xid, owner }) => [xid, owner]));
  const room = width / em;
  const cells = cellsOf(entries.length, room);
  const cellsTop = top + 1.7 * em;
  const below = cellsTop + Math.max(CELL.height + 0.3, cellsHeight(cells)) * em;
  return (
    <g>
      <g data-mark={MARK.look('facts')}>
        <ArrayTitle {...{ state, left, em, room }} isShort={form !== 'wide'} y={top + 1.1 * em} />
      </g>
      {entries.slice(0, cells.shown).map((entry, i) => (
        <Cell
          key={entry.xid}
          entry={entry}
          x={left + (i % cells.perLine) * cells.pitch * em}
          y={cellsTop + Math.floor(i / cells.perLine) * cells.pitch * em}
          em={em}
          cells={cells}
          hue={styleOf(hues, owners.get(entry.xid) ?? null).hue}
        />
      ))}
      {parents.length > 0 && (
        <Parents x={left} y={below + em * 1.05} em={em}>
          {clipped(parentsText(parents, messages), room - 7)}
        </Parents>
      )}
    </g>
  );
}

interface ParentsProps {
  readonly x: number;
  readonly y: number;
  readonly em: number;
  readonly children: string;
}

function Parents({ x, y, em, children }: ParentsProps) {
  const { t } = useMessages();
  return (
    <text className={styles.text} data-mark={MARK.parents} x={x} y={y}>
      <tspan className={styles.strong}>{t('standby.subtrans')}</tspan>
      <tspan dx={em * 0.7}>{children}</tspan>
    </text>
  );
}

interface ArrayTitleProps extends Pick<Area, 'left'> {
  readonly state: StandbyShown['state'];
  /** The newest xid that has left the array is not told: there is no room. */
  readonly isShort: boolean;
  readonly y: number;
  readonly em: number;
  /** In em. */
  readonly room: number;
}

/** The array's name, and how many run in it, or from which xid on snapshots are overflowed. */
function ArrayTitle({ state, isShort, left, y, em, room }: ArrayTitleProps) {
  const { t } = useMessages();
  const { lastOverflowedXid } = state;
  const count = state.known.entries.filter(({ valid }) => valid).length;
  const overflowed = t('standby.lastOverflowed', { xid: lastOverflowedXid });
  // Cut it would lose its number, which the line of pg_subtrans has, too.
  const fits = clipped(overflowed, room - 11.5) === overflowed;
  const says =
    lastOverflowedXid !== 0 && !isShort && fits
      ? overflowed
      : count === 0
        ? t('standby.array.empty')
        : t('standby.array.running', { count });
  return (
    <text className={styles.text} x={left} y={y}>
      <tspan className={styles.strong}>{t('standby.array')}</tspan>
      <tspan className={styles.quiet} dx={em * 0.7}>
        {clipped(says, room - 11.5)}
      </tspan>
    </text>
  );
}

interface CellProps {
  readonly entry: StandbyShown['state']['known']['entries'][number];
  readonly x: number;
  readonly y: number;
  readonly em: number;
  readonly cells: ReturnType<typeof cellsOf>;
  readonly hue: string;
}

/** A slot of the array: in the owner's hue, or struck out once its xid has ended. */
function Cell({ entry: { xid, valid: isValid }, x, y, em, cells, hue }: CellProps) {
  const w = (cells.pitch - (cells.isNamed ? 0.3 : 0.15)) * em;
  const h = cells.isNamed ? CELL.height * em - 2 : w;
  return (
    <g data-xid={xid} data-valid={isValid} data-mark={MARK.known(xid)}>
      <rect
        className={isValid ? undefined : styles.gone}
        x={x + 0.5}
        y={y + 0.5}
        width={w}
        height={h}
        rx={1.5}
        fill={isValid ? hue : 'none'}
      />
      {!isValid && <path className={styles.strike} d={`M${x + 1} ${y + h}L${x + w} ${y + 1}`} />}
      {cells.isNamed && (
        <text
          className={isValid ? styles.cellNumber : styles.goneNumber}
          x={x + w / 2}
          y={y + h / 2}
          dy="0.38em"
          textAnchor="middle"
        >
          {xid}
        </text>
      )}
    </g>
  );
}
