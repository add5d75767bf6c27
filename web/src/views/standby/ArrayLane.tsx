/**
 * The standby: whether it can give snapshots, KnownAssignedXids slot by slot, and the xids that moved to pg_subtrans. Its
 * counters are on the page below.
 */

import '../../base/messages/en/standby.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { StandbyShown } from '../../engine/server/standby-types.ts';
import type { StageState } from '../../engine/stage/stage-types.ts';
import { useMessages } from '../../ui/messages.tsx';
import { MARK } from '../../viewmodel/score/marks.ts';
import { type SessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import { rangesOf } from '../../viewmodel/standby/view.ts';
import { parentsText } from '../../viewmodel/standby/words.ts';
import { CELL, cellsOf, clipped, DIGIT, factLines, type Lane } from './bands.ts';
import styles from './standby.module.css';

interface ArrayLaneProps {
  readonly stage: StageState;
  readonly shown: StandbyShown;
  readonly lane: Lane;
  readonly em: number;
  readonly hues: SessionStyles;
}

export function ArrayLane({ stage, shown, lane: { left, width, top, isBeside, isTight }, em, hues }: ArrayLaneProps) {
  const messages = useMessages();
  const { t } = messages;
  const { state, parents } = shown;
  const { entries } = state.known;
  const owners = new Map(stage.xids.map(({ xid, owner }) => [xid, owner]));
  const room = width / em;
  const lines = factLines(isBeside);
  const arrayTop = top + lines * 1.5 * em;
  const cells = cellsOf(entries.length, room, isTight);
  const cellsTop = arrayTop + 1.7 * em;
  const known = entries.flatMap(({ xid, valid }) => (valid ? [xid] : []));
  // On stage next to the array's name, after the newest xid that has left it.
  const parentsAt = isTight ? 22.5 + (String(state.lastOverflowedXid).length - 3) * DIGIT : 0;
  const below =
    cellsTop +
    (cells.shown === 0 ? 0 : (cells.isNamed ? CELL.height : cells.lines * CELL.bare + (isTight ? 0 : 1.5)) + 0.3) * em;
  return (
    <g>
      <g data-mark={MARK.look('facts')}>
        {lines > 0 && (
          <text className={readyStyle(state)} x={left} y={top + 1.15 * em}>
            {t('standby.readiness', state)}
          </text>
        )}
        <ArrayTitle
          {...{ state, left, em, room }}
          hasReadiness={lines === 0 && !(isTight && parents.length > 0)}
          y={arrayTop + em * 1.1}
        />
      </g>
      {entries.slice(0, cells.shown).map((entry, i) => (
        <Cell
          key={entry.xid}
          entry={entry}
          x={left + (i % cells.perLine) * cells.pitch * em}
          y={cellsTop + Math.floor(i / cells.perLine) * CELL.bare * em}
          em={em}
          cells={cells}
          hue={styleOf(hues, owners.get(entry.xid) ?? null).hue}
        />
      ))}
      {!cells.isNamed && !isTight && (
        <text className={styles.note} x={left} y={cellsTop + (cells.lines * CELL.bare + 1) * em}>
          {clipped(listText(known, entries.length - cells.shown, t), room)}
        </text>
      )}
      {parents.length > 0 && (
        <Parents x={left + parentsAt * em} y={isTight ? arrayTop + em * 1.1 : below + em * 1.1} em={em}>
          {clipped(parentsText(parents, messages), room - parentsAt - 7.5)}
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

/** The array's xids, and how many are not drawn. */
const listText = (xids: readonly number[], more: number, t: Messages['t']): string =>
  [t('standby.list', { xids, ranges: rangesOf(xids) }), more > 0 ? t('standby.array.more', { count: more }) : ''].join(
    '  ',
  );

const readyStyle = ({ readiness }: StandbyShown['state']): string | undefined =>
  readiness === 'ready' ? styles.text : styles.strong;

interface ArrayTitleProps extends Pick<Lane, 'left'> {
  readonly state: StandbyShown['state'];
  /** Whether it gives snapshots has no line of its own. */
  readonly hasReadiness: boolean;
  readonly y: number;
  readonly em: number;
  /** In em. */
  readonly room: number;
}

/** The array's name, and what decides here: from which xid on snapshots are overflowed, and whether there are any. */
function ArrayTitle({ state, hasReadiness, left, y, em, room }: ArrayTitleProps) {
  const { t } = useMessages();
  const { lastOverflowedXid } = state;
  const count = state.known.entries.filter(({ valid }) => valid).length;
  const isOverflowed = lastOverflowedXid !== 0;
  return (
    <text className={styles.text} x={left} y={y}>
      <tspan className={styles.strong}>{t('standby.array')}</tspan>
      {isOverflowed ? (
        <tspan dx={em * 0.7}>{t('standby.lastOverflowed', { xid: lastOverflowedXid })}</tspan>
      ) : (
        <tspan dx={em * 0.7}>{count === 0 ? t('standby.array.empty') : t('standby.array.running', { count })}</tspan>
      )}
      {hasReadiness && (!isOverflowed || state.readiness !== 'ready') && (
        <tspan dx={em} className={readyStyle(state)}>
          {clipped(t('standby.readiness', state), room - (isOverflowed ? 24 : 18))}
        </tspan>
      )}
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
  const w = (cells.pitch - (cells.isNamed ? 0.3 : 0.2)) * em;
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
