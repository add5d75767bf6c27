/**
 * The standby: whether it can give snapshots, its counters, KnownAssignedXids slot by slot, and the xids that moved to
 * pg_subtrans.
 */

import '../../base/messages/en/standby.ts';
import '../../base/messages/en/ui.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { StandbyShown } from '../../engine/server/standby-types.ts';
import type { StageState } from '../../engine/stage/stage-types.ts';
import { useMessages } from '../../ui/messages.tsx';
import { MARK } from '../../viewmodel/score/marks.ts';
import { type SessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import { shortXid } from '../../viewmodel/stage/xid-order.ts';
import { rangesOf } from '../../viewmodel/standby/view.ts';
import { parentRanges } from '../../viewmodel/standby/words.ts';
import { CELL, cellsOf, clipped, factLines, type Lane } from './bands.ts';
import styles from './standby.module.css';

interface ArrayLaneProps {
  readonly stage: StageState;
  readonly shown: StandbyShown;
  readonly lane: Lane;
  readonly em: number;
  readonly hues: SessionStyles;
}

/** The standby's readiness and its counters, in as many lines as there is room for. */
function factsIn(lines: ReturnType<typeof factLines>, state: StandbyShown['state'], t: Messages['t']) {
  const readiness = t('standby.readiness', state);
  const counters = [
    t('standby.nextXid', { xid: shortXid(state.nextXid) }),
    t('standby.latestCompleted', { xid: shortXid(state.latestCompletedXid) }),
    t('standby.lastOverflowed', { xid: state.lastOverflowedXid }),
  ];
  const beside = counters.join('   ·   ');
  return { 1: [`${readiness}   ·   ${beside}`], 2: [readiness, beside], 4: [readiness, ...counters] }[lines];
}

export function ArrayLane({ stage, shown, lane: { left, width, top, isBeside, isTight }, em, hues }: ArrayLaneProps) {
  const { t } = useMessages();
  const { state, parents } = shown;
  const { entries } = state.known;
  const owners = new Map(stage.xids.map(({ xid, owner }) => [xid, owner]));
  const room = width / em;
  const lines = isTight ? [] : factsIn(factLines(state.readiness, isBeside, room), state, t);
  const arrayTop = top + lines.length * 1.5 * em;
  const cells = cellsOf(entries.length, room);
  const cellsTop = arrayTop + 1.7 * em;
  const valid = entries.filter((entry) => entry.valid);
  const below =
    cellsTop +
    (cells.shown === 0 ? 0 : (cells.isNamed ? CELL.height : cells.lines * CELL.bare + (isTight ? 0 : 1.5)) + 0.3) * em;
  return (
    <g>
      <g data-mark={MARK.look('facts')}>
        <Facts lines={lines} isReady={state.readiness === 'ready'} x={left} y={top} em={em} />
        <ArrayTitle {...{ state, left, isTight, em, room }} y={arrayTop + em * 1.1} />
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
          {clipped(
            listText(
              valid.map(({ xid }) => xid),
              entries.length - cells.shown,
              t,
            ),
            room,
          )}
        </text>
      )}
      {parents.length > 0 && (
        <text className={styles.text} data-mark={MARK.parents} x={left} y={below + em * 1.1}>
          <tspan className={styles.strong}>{t('standby.subtrans')}</tspan>
          <tspan dx={em * 0.7}>
            {clipped(
              t('ui.items', { all: parentRanges(parents).map((range) => t('standby.subtrans.range', range)) }),
              room - 9,
            )}
          </tspan>
        </text>
      )}
    </g>
  );
}

/** The array's xids, and how many are not drawn. */
const listText = (xids: readonly number[], more: number, t: Messages['t']): string =>
  [t('standby.list', { xids, ranges: rangesOf(xids) }), more > 0 ? t('standby.array.more', { count: more }) : ''].join(
    '  ',
  );

interface FactsProps {
  readonly lines: readonly string[];
  readonly isReady: boolean;
  readonly x: number;
  readonly y: number;
  readonly em: number;
}

const Facts = ({ lines, isReady, x, y, em }: FactsProps) =>
  lines.map((line, i) => (
    <text key={line} className={isReady || i > 0 ? styles.text : styles.strong} x={x} y={y + (1.15 + i * 1.5) * em}>
      {line}
    </text>
  ));

interface ArrayTitleProps extends Pick<Lane, 'left' | 'isTight'> {
  readonly state: StandbyShown['state'];
  readonly y: number;
  readonly em: number;
  /** In em. */
  readonly room: number;
}

function ArrayTitle({ state, left, isTight, y, em, room }: ArrayTitleProps) {
  const { t } = useMessages();
  const { entries, tail, head, compressions } = state.known;
  const count = entries.filter(({ valid }) => valid).length;
  return (
    <text className={styles.text} x={left} y={y}>
      <tspan className={styles.strong}>{t('standby.array')}</tspan>
      <tspan dx={em * 0.7}>
        {entries.length === 0
          ? t('standby.array.empty')
          : t('standby.array.bounds', { tail, head, count, compressions })}
      </tspan>
      {/* The counters that decide here: whether it gives snapshots, and from which xid on they are overflowed. */}
      {isTight && (
        <tspan dx={em}>
          {state.readiness === 'ready'
            ? t('standby.lastOverflowed', { xid: state.lastOverflowedXid })
            : clipped(t('standby.readiness', state), room - 30)}
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
