/**
 * A row for each snapshot, a column for each xid or for equal neighbours: solid if it runs, for that snapshot. A column in
 * which primary and standby differ has a mark above.
 */

import '../../base/messages/en/standby.ts';
import { cx } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { textWidth } from '../../viewmodel/picture-text.ts';
import { type SessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import type { StandbyModel, XidRun } from '../../viewmodel/standby/view.ts';
import { clipped, DIGIT, type Lane, ROW, stageRows } from './bands.ts';
import styles from './standby.module.css';

interface SnapshotMatrixProps {
  readonly model: StandbyModel;
  readonly isStage: boolean;
  readonly lane: Lane;
  readonly em: number;
  readonly hues: SessionStyles;
}

/** Names of the rows, in em, when they are next to them. */
const NAMES = 13;
const TIGHT_NAMES = 10.4;
const MOST = 11;

export function SnapshotMatrix({
  model,
  isStage,
  lane: { left, width, top, isBeside, isTight },
  em,
  hues,
}: SnapshotMatrixProps) {
  const { t } = useMessages();
  // On stage and on a phone only the rows that decide.
  const places = isStage || !isBeside ? stageRows(model.rows) : model.rows.map((_, i) => i);
  const rows = places.flatMap((place) => model.rows[place] ?? []);
  const names = namesOf(isBeside, isTight) * em;
  const from = left + names;
  const room = (width - names) / em;
  const { columns, cut, widths } = fitting(model, room, (run) => t('standby.column', run));
  const differs = columns.some((run) => run.differs);
  const rowHeight = ROW * (isBeside ? 1 : 1.75) * em;
  const xs = widths.map((_, i) => from + widths.slice(0, i).reduce((sum, w) => sum + w, 0) * em);
  const cellsTop = top + 1.8 * em;
  const bottom = cellsTop + rows.length * rowHeight;
  return (
    <g>
      {isBeside && cut > 0 && <Cut {...{ cut, isTight }} x={isTight ? from - 0.9 * em : left} y={top + em * 1.2} />}
      {columns.map((run, i) => {
        const w = (widths[i] ?? 0) * em;
        const x = xs[i] ?? 0;
        const { hue } = styleOf(hues, run.owner);
        return (
          <g key={run.first} data-xid={run.first} data-chosen={run.isChosen}>
            <text
              className={run.isChosen || run.differs ? styles.chosenNumber : styles.columnNumber}
              x={x + w / 2}
              y={top + em * 1.2}
              textAnchor="middle"
            >
              {t('standby.column', run)}
            </text>
            {rows.map((row, r) => {
              const says = run.runs[places[r] ?? r] ?? null;
              const y = cellsTop + r * rowHeight + (isBeside ? 0 : 1.35 * em);
              return (
                <Answer
                  key={row.key}
                  {...{ x, y, w, em, hue, says }}
                  isStrong={run.differs && (row.who.kind === 'primary' || row.who.kind === 'standby')}
                />
              );
            })}
            {run.isChosen && <rect className={styles.chosen} x={x} y={top} width={w} height={bottom - top} rx={3} />}
          </g>
        );
      })}
      {rows.map((row, r) => (
        <Name key={row.key} {...{ row, left, from, em, room, isBeside, isTight }} y={cellsTop + r * rowHeight} />
      ))}
      {!isTight && <Key x={from} y={bottom + em * 0.5} em={em} isNarrow={!isBeside} {...{ differs }} />}
      {isTight && differs && (
        <text className={styles.strong} x={left} y={top + em * 1.2}>
          {t('standby.key.differs')}
        </text>
      )}
    </g>
  );
}

interface NameProps extends Pick<Lane, 'left' | 'isBeside' | 'isTight'> {
  readonly row: StandbyModel['rows'][number];
  readonly from: number;
  readonly y: number;
  readonly em: number;
  /** In em. */
  readonly room: number;
}

/** A row's name, and why it has no answers. */
function Name({ row: { who, snapshot, state }, left, from, y, em, room, isBeside, isTight }: NameProps) {
  const { t } = useMessages();
  return (
    <g>
      <text
        className={cx(who.kind === 'standby' || who.kind === 'primary' ? styles.strong : styles.text, styles.over)}
        x={left}
        y={y + em * (isBeside ? ROW / 2 : 0.65)}
        dy="0.36em"
      >
        {t('standby.who', who)}
      </text>
      {snapshot === null && (
        <text
          className={styles.note}
          x={from + em * 0.3}
          y={y + (isBeside ? ROW / 2 : 1.35 + ROW / 2) * em}
          dy="0.36em"
        >
          {clipped(
            t(state === 'ahead' ? 'standby.snapshots.ahead' : 'standby.snapshots.refused'),
            isTight ? room : 200,
          )}
        </text>
      )}
    </g>
  );
}

interface AnswerProps {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly em: number;
  readonly hue: string;
  /** It runs; null: there is no snapshot. */
  readonly says: boolean | null;
  /** One of the two answers that are not alike. */
  readonly isStrong: boolean;
}

/** A snapshot's answer about an xid: a box, and in it the word. */
function Answer({ x, y, w, em, hue, says, isStrong }: AnswerProps) {
  const { t } = useMessages();
  if (says === null) return null;
  const word = t(says ? 'standby.runs' : 'standby.ended');
  const height = ROW * em - em * 0.4;
  return (
    <>
      <rect
        className={cx(says ? undefined : styles.ended, isStrong && styles.differs)}
        x={x + em * 0.2}
        y={y + em * 0.2}
        width={w - em * 0.4}
        height={height}
        rx={2}
        fill={says ? hue : 'none'}
      />
      {textWidth(word, em, 'sans') < w - em * 0.6 && (
        <text
          className={says ? styles.badge : isStrong ? styles.strong : styles.note}
          x={x + w / 2}
          y={y + em * 0.2 + height / 2}
          dy="0.36em"
          textAnchor="middle"
        >
          {word}
        </text>
      )}
    </>
  );
}

const namesOf = (isBeside: boolean, isTight: boolean): number => (!isBeside ? 0 : isTight ? TIGHT_NAMES : NAMES);

interface CutProps {
  /** That many of the oldest columns are left out. */
  readonly cut: number;
  readonly isTight: boolean;
  readonly x: number;
  readonly y: number;
}

function Cut({ cut, isTight, x, y }: CutProps) {
  const { t } = useMessages();
  return (
    <text className={styles.note} x={x} y={y}>
      {isTight ? '…' : t('standby.column.cut', { count: cut })}
    </text>
  );
}

function Key({
  x,
  y,
  em,
  isNarrow,
  differs,
}: {
  readonly x: number;
  readonly y: number;
  readonly em: number;
  readonly isNarrow: boolean;
  readonly differs: boolean;
}) {
  const { t } = useMessages();
  const runs = t(isNarrow ? 'standby.runs' : 'standby.key.runs');
  const ended = t(isNarrow ? 'standby.ended' : 'standby.key.ended');
  const second = x + (isNarrow ? 2.1 : 3.2) * em + textWidth(runs, em, 'sans');
  const third = second + (isNarrow ? 2.4 : 3) * em + textWidth(ended, em, 'sans');
  return (
    <g>
      <rect x={x + em * 0.2} y={y} width={em} height={em} rx={2} fill="var(--muted)" />
      <text className={styles.note} x={x + em * 1.7} y={y + em * 0.85}>
        {runs}
      </text>
      <rect className={styles.ended} x={second} y={y} width={em} height={em} rx={2} fill="none" />
      <text className={styles.note} x={second + em * 1.5} y={y + em * 0.85}>
        {ended}
      </text>
      {differs && (
        <text className={styles.strong} x={third} y={y + em * 0.85}>
          {t('standby.key.differs')}
        </text>
      )}
    </g>
  );
}

/**
 * As wide as its number; the oldest are left out if there is no room.
 * @param room in em
 */
function fitting(
  { columns, cut }: StandbyModel,
  room: number,
  label: (run: XidRun) => string,
): { readonly columns: readonly XidRun[]; readonly cut: number; readonly widths: readonly number[] } {
  const needed = columns.map((run) => Math.max(run.differs ? 4.4 : 3.6, label(run).length * DIGIT + 1));
  let first = 0;
  while (first < columns.length - 1 && sum(needed.slice(first)) > room) first++;
  const own = needed.slice(first);
  const spare = Math.max(0, Math.min(room - sum(own), own.length * MOST - sum(own))) / Math.max(1, own.length);
  return { columns: columns.slice(first), cut: cut + first, widths: own.map((w) => w + Math.min(spare, 5)) };
}
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
