/** A server's answers: who still runs, a box for each xid; where primary and standby differ the boxes are framed. */

import '../../base/messages/en/standby.ts';
import { cx } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { textWidth } from '../../viewmodel/picture-text.ts';
import { type SessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import type { SnapshotRow, StandbyModel, XidRun } from '../../viewmodel/standby/view.ts';
import { clipped, DIGIT, drawnRows, type Form, type Server, SIZES } from './bands.ts';
import styles from './standby.module.css';

export interface Columns {
  readonly columns: readonly XidRun[];
  /** That many of the oldest are left out. */
  readonly cut: number;
  /** In px. */
  readonly xs: readonly number[];
  readonly widths: readonly number[];
}

interface ServerRowsProps {
  readonly server: Server;
  readonly model: StandbyModel;
  /** Their places in `model.rows`; the first is what the server says now. */
  readonly places: readonly number[];
  readonly laid: Columns;
  readonly form: Form;
  readonly em: number;
  readonly hues: SessionStyles;
}

/** The rows of the primary, and those of the standby. */
export function rowsOfServers({ rows }: StandbyModel): readonly [readonly number[], readonly number[]] {
  const all = drawnRows(rows);
  const isPrimary = (i: number): boolean => rows[i]?.who.kind === 'primary';
  return [all.filter(isPrimary), all.filter((i) => !isPrimary(i))];
}

export function ServerRows({ server: { answers, name }, model, places, laid, form, em, hues }: ServerRowsProps) {
  const { t } = useMessages();
  const { numbers, answer } = SIZES[form];
  const { columns, cut, xs, widths } = laid;
  const isNarrow = form === 'narrow';
  const rowTop = (r: number): number => rowTopOf(r, answers.top, form, em);
  const bottom = rowTop(places.length - 1) + (isNarrow && places.length > 1 ? 3.1 : answer) * em;
  return (
    <g>
      {cut > 0 && !isNarrow && <CutNote {...{ cut, form, em, answers, name }} />}
      {columns.map((run, i) => (
        <g key={run.first} data-xid={run.first} data-chosen={run.isChosen}>
          <text
            className={isWeighty(run) ? styles.chosenNumber : styles.columnNumber}
            x={(xs[i] ?? 0) + (widths[i] ?? 0) / 2}
            y={answers.top + (numbers - 0.5) * em}
            textAnchor="middle"
          >
            {t('standby.column', run)}
          </text>
          {places.map((place, r) => (
            <Answer
              key={place}
              x={xs[i] ?? 0}
              y={rowTop(r) + (isNarrow && r > 0 ? 1.3 * em : 0)}
              w={widths[i] ?? 0}
              height={(r === 0 ? answer : 1.8) * em - 0.3 * em}
              em={em}
              hue={styleOf(hues, run.owner).hue}
              says={run.runs[place] ?? null}
              isStrong={run.differs && r === 0}
            />
          ))}
          {run.isChosen && (
            <rect
              className={styles.chosen}
              x={xs[i] ?? 0}
              y={answers.top}
              width={widths[i] ?? 0}
              height={bottom - answers.top}
              rx={3}
            />
          )}
        </g>
      ))}
      {places.map((place, r) => {
        const row = model.rows[place];
        const y = rowTop(r);
        if (row === undefined) return null;
        return <RowName key={row.key} {...{ row, form, em, y }} isFirst={r === 0} left={name.left} answers={answers} />;
      })}
    </g>
  );
}

type CutNoteProps = Pick<Server, 'answers' | 'name'> & Pick<ServerRowsProps, 'form' | 'em'> & Pick<Columns, 'cut'>;

/** How many of the oldest are left out: below the server's name; on stage, where there is no room, three dots. */
function CutNote({ cut, form, em, answers, name }: CutNoteProps) {
  const { t } = useMessages();
  if (form === 'stage')
    return (
      <text className={styles.note} x={answers.left - 0.4 * em} y={answers.top + 1.05 * em} textAnchor="end">
        …
      </text>
    );
  return (
    <text className={styles.note} x={name.left} y={answers.top + 4.05 * em}>
      {t('standby.column.cut', { count: cut })}
    </text>
  );
}

function rowTopOf(r: number, top: number, form: Form, em: number): number {
  const { numbers, answer, held } = SIZES[form];
  return top + (numbers + (r === 0 ? 0 : answer + (r - 1) * held)) * em;
}

/** Not alike on both, or asked for: its number is bold. */
const isWeighty = ({ differs, isChosen }: XidRun): boolean => differs || isChosen;

interface RowNameProps extends Pick<Server, 'answers'> {
  readonly row: SnapshotRow;
  /** What the server says now: its name is the server's. */
  readonly isFirst: boolean;
  readonly form: Form;
  readonly left: number;
  readonly y: number;
  readonly em: number;
}

/** A query's name, and why a row has no answers. */
function RowName({ row: { who, snapshot, state }, isFirst, form, left, y, em, answers }: RowNameProps) {
  const { t } = useMessages();
  const isNarrow = form === 'narrow';
  const middle = y + (isNarrow && !isFirst ? 2.05 : isFirst ? SIZES[form].answer / 2 - 0.15 : 0.75) * em;
  return (
    <g>
      {!isFirst && (
        <text className={cx(styles.note, styles.over)} x={left} y={isNarrow ? y + 0.7 * em : middle} dy="0.36em">
          {t('standby.who', who)}
        </text>
      )}
      {snapshot === null && (
        <text className={isFirst ? styles.strong : styles.note} x={answers.left + 0.3 * em} y={middle} dy="0.36em">
          {clipped(t(state === 'ahead' ? 'standby.snapshots.ahead' : 'standby.snapshots.refused'), answers.width / em)}
        </text>
      )}
    </g>
  );
}

interface AnswerProps {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly height: number;
  readonly em: number;
  readonly hue: string;
  /** It runs; null: there is no snapshot. */
  readonly says: boolean | null;
  /** One of the two answers that are not alike. */
  readonly isStrong: boolean;
}

/** A snapshot's answer about an xid: a box, and in it the word. */
function Answer({ x, y, w, height, em, hue, says, isStrong }: AnswerProps) {
  const { t } = useMessages();
  if (says === null) return null;
  const word = t(says ? 'standby.runs' : 'standby.ended');
  return (
    <>
      <rect
        className={cx(says ? undefined : styles.ended, isStrong && styles.differs)}
        x={x + em * 0.2}
        y={y}
        width={w - em * 0.4}
        height={height}
        rx={3}
        fill={says ? hue : 'none'}
      />
      {textWidth(word, em, 'sans') < w - em * 0.6 && (
        <text
          className={says ? styles.badge : isStrong ? styles.strong : styles.note}
          x={x + w / 2}
          y={y + height / 2}
          dy="0.36em"
          textAnchor="middle"
        >
          {word}
        </text>
      )}
    </>
  );
}

/** An xid that both call ended, and one that somebody still counts as running, in em. */
const LEAST = { quiet: 4, weighty: 5.2 } as const;
/** The word for an end, in em. */
const WORD = 3.7;
/** A number is larger than the drawing's other text; on stage, where all text is large, hardly. */
const LARGER: Readonly<Record<Form, number>> = { wide: 1.25, stage: 1.08, narrow: 1.25 };
const MOST = 9;

/** The xid that the headline speaks of; null: of none. */
const namedBy = ({ finding }: StandbyModel): number | null =>
  finding.kind === 'late' ? finding.xid : finding.kind === 'overflowed' ? finding.top : null;

/**
 * The same columns for both servers, one below the other: as wide as their numbers; the oldest are left out if there is
 * no room, but never the one that the headline names.
 */
export function columnsOf(
  model: StandbyModel,
  { left, width }: Server['answers'],
  { em, form }: Pick<ServerRowsProps, 'em' | 'form'>,
  label: (run: XidRun) => string,
): Columns {
  const { columns, cut } = model;
  const named = namedBy(model);
  const room = width / em;
  const least = columns.map((run) => Math.max(WORD, label(run).length * DIGIT * LARGER[form] + 0.7));
  const needed = columns.map(({ runs }, i) =>
    Math.max(runs.some((one) => one === true) ? LEAST.weighty : LEAST.quiet, least[i] ?? 0),
  );
  const isClose = sum(needed) > room;
  const wanted = isClose ? least : needed;
  const kept = columns.map((run, i) => ({ run, w: wanted[i] ?? 0 }));
  const isNamed = ({ run }: { readonly run: XidRun }): boolean =>
    named !== null && named >= run.first && named <= run.last;
  while (kept.length > 1 && sum(kept.map(({ w }) => w)) > room) {
    const oldest = kept.findIndex((one) => !isNamed(one));
    kept.splice(Math.max(0, oldest), 1);
  }
  const own = kept.map(({ w }) => w);
  const spare = Math.max(0, room - sum(own)) / Math.max(1, own.length);
  const widths = own.map((w) => (w + Math.max(0, Math.min(spare, MOST - w))) * em);
  const xs = widths.map((_, i) => left + sum(widths.slice(0, i)));
  return { columns: kept.map(({ run }) => run), cut: cut + columns.length - kept.length, xs, widths };
}
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
