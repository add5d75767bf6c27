/**
 * The axis of transaction ids: marks from left to right, under them a bracket for each session's snapshot, across them
 * the removal horizon, and the line of the one question: does this session see what that xid wrote?
 *
 * A click, a tap or Enter chooses an xid or a session; arrow keys go along the xids (also through folds) and along the
 * sessions. Words below describe the piece under the pointer. The line's lower end carries `data-anchor="question"`, so
 * that a page can continue the line.
 */
import '../../base/messages/en/axis.ts';
import '../../base/messages/en/ui.ts';
import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Messages } from '../../base/messages/index.ts';
import type { StageState } from '../../engine/stage/stage-types.ts';
import { useMessages } from '../../ui/messages.tsx';
import { type Room, useRoom } from '../../ui/place.ts';
import { type Selection, type SessionStyles, sessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import { type AxisRow, type XidAxis, xidAxis } from '../../viewmodel/stage/xid-axis.ts';
import type { AxisPiece } from '../../viewmodel/stage/xid-axis-pieces.ts';
import { verdictText } from '../../viewmodel/stage/xid-axis-text.ts';
import { asFullXid, type FullXid, nextFullXid, previousFullXid } from '../../viewmodel/stage/xid-order.ts';
import { AxisRows } from './AxisRows.tsx';
import { AxisXids, pieceName, standOf } from './AxisXids.tsx';
import { type AxisHeights, AxisHorizonLine, axisHeights, DECORATION } from './axis-parts.tsx';
import { lineText, snapshotLine } from './SnapshotList.tsx';
import styles from './xid-axis.module.css';

export interface XidAxisProps {
  readonly state: StageState;
  readonly selection: Selection;
  /** Null: the choice was cleared. */
  readonly onXid: (xid: number | null) => void;
  readonly onSession: (session: string | null) => void;
  /** The question's line continues to the lower edge: a figure below takes it up. */
  readonly continues?: boolean;
  /** The window is low: rows are lower, and the words below the axis appear only while the pointer is on something. */
  readonly low?: boolean;
  /** The lanes are next to it and show in words what is pointed at. */
  readonly beside?: boolean;
  /** Without the horizon. */
  readonly plain?: boolean;
}

export function XidAxisView(props: XidAxisProps) {
  const ref = useRef<HTMLDivElement>(null);
  const room = useRoom(ref);
  return (
    <div ref={ref} className={styles.box}>
      {room !== null && <Drawing {...props} room={room} />}
    </div>
  );
}

/** The piece or row under the pointer or the focus; its words are looked up again at each step. */
type Pointed = { readonly kind: 'piece'; readonly at: FullXid } | { readonly kind: 'row'; readonly session: string };

/** Sessions whose verdicts a hint can name. */
const NAMED_VERDICTS = 4;

/** The axis around the place that the reader chose last, and the ways to go along it and to choose in it. */
function useAxis({ state, selection, onXid, onSession, low, plain, room }: XidAxisProps & { readonly room: Room }) {
  const svg = useRef<SVGSVGElement>(null);
  // The place that the reader reached by keyboard or in a fold; at the next step the axis follows the newest xid again.
  const [near, setNear] = useState<{ readonly tick: number; readonly xid: FullXid } | null>(null);
  const wanted = useRef<string | null>(null);
  const { em } = room;
  const width = room.width - axisHeights(em, 0).margin - 1;
  const at = near !== null && near.tick === state.tick ? near.xid : null;
  const axis = useMemo(() => xidAxis(state, selection, { width, em }, at), [state, selection, width, em, at]);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    svg.current?.querySelector<SVGElement>(wanted.current)?.focus();
    wanted.current = null;
  });
  const goTo = (xid: FullXid) => {
    const first = axis.pieces[0];
    const last = axis.pieces.at(-1);
    if (first === undefined || last === undefined) return;
    const oldest = first.kind === 'cell' ? first.full : first.first;
    const to = asFullXid(Math.min(Math.max(xid, oldest), standOf(last)));
    setNear({ tick: state.tick, xid: to });
    const there = xidAxis(state, selection, { width, em }, to);
    wanted.current = `[data-piece="${standOf(pieceAt(there, to) ?? last)}"]`;
  };
  const goToRow = (index: number) => {
    const next = axis.rows[Math.min(Math.max(index, 0), axis.rows.length - 1)];
    if (next !== undefined)
      svg.current?.querySelector<SVGElement>(`[data-session="${CSS.escape(next.session)}"]`)?.focus();
  };
  const choose = (piece: AxisPiece) => {
    if (piece.kind === 'fold') goTo(piece.last);
    else onXid(piece.xid === selection.xid ? null : piece.xid);
  };
  const chooseRow = (row: AxisRow) => onSession(row.isSelected ? null : row.session);
  const standing = pieceAt(axis, at ?? standFor(axis));
  return {
    svg,
    axis,
    width,
    heights: axisHeights(em, axis.rows.length, low, plain),
    /** The Tab stops of the xids and of the rows. */
    stand: standing === undefined ? asFullXid(0) : standOf(standing),
    rowStand: axis.rows.find(({ isSelected }) => isSelected)?.session ?? axis.rows[0]?.session ?? null,
    goTo,
    goToRow,
    choose,
    chooseRow,
  };
}

/** The axis in words. */
interface Words {
  readonly state: StageState;
  readonly selection: Selection;
  readonly axis: XidAxis;
  readonly sessions: SessionStyles;
  readonly t: Messages['t'];
}

function rowName({ state, sessions, t }: Words, row: AxisRow): string {
  const session = state.sessions.find((each) => each.session === row.session);
  const name = styleOf(sessions, row.session);
  const called = name.ownName === null ? name.letter : `${name.letter} (${name.ownName})`;
  return session === undefined
    ? called
    : t('axis.row', { session: called, what: lineText(snapshotLine(session, t), t) });
}

const verdicts = ({ state, selection, sessions, t }: Words, xid: number): readonly string[] =>
  state.sessions
    .filter(({ session }) => state.sessions.length <= NAMED_VERDICTS || session === selection.session)
    .map((session) => verdictText(state, session, styleOf(sessions, session.session).letter, xid, { t }))
    .filter((text) => text !== null);

/** The words below the axis: of what is pointed at, else of the question. */
function hintText(words: Words, pointed: Pointed | null): string {
  const { axis, sessions, t } = words;
  const row = axis.rows.find(({ session, isSelected }) =>
    pointed === null ? isSelected : pointed.kind === 'row' && pointed.session === session,
  );
  const piece =
    pointed === null
      ? pieceFor(axis, axis.question?.xid ?? null)
      : axis.pieces.find((each) => pointed.kind === 'piece' && pointed.at === standOf(each));
  if (piece === undefined)
    return row === undefined ? t('axis.hint.quiet') : t('ui.ended', { text: rowName(words, row) });
  const name = pieceName(piece, sessions, t);
  if (piece.kind === 'fold') return name;
  const seen = piece.isNext ? [] : verdicts(words, piece.xid);
  return t('ui.sentences', { all: [name, ...seen].map((text) => t('ui.ended', { text })) });
}

function Drawing(props: XidAxisProps & { readonly room: Room }) {
  const { state, selection, onSession, continues = false, low = false, beside, plain, room } = props;
  const { t } = useMessages();
  const hintId = useId();
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const { svg, axis, width, heights, stand, rowStand, goTo, goToRow, choose, chooseRow } = useAxis(props);
  const sessions = sessionStyles(state.sessions.map(({ session }) => session));
  const words: Words = { state, selection, axis, sessions, t };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <svg
        ref={svg}
        width={room.width}
        height={heights.height}
        role="group"
        aria-label={t('axis.title')}
        aria-describedby={hintId}
      >
        <g transform={`translate(${heights.margin} 0)`}>
          <Grid axis={axis} heights={heights} />
          {axis.horizon !== null && !plain && (
            <AxisHorizonLine horizon={axis.horizon} heights={heights} width={width} sessions={sessions} />
          )}
          <AxisXids
            {...{ axis, heights, sessions, stand }}
            pointed={pointed?.kind === 'piece' ? pointed.at : null}
            onStand={goTo}
            onPoint={(piece) => setPointed(piece === null ? null : { kind: 'piece', at: standOf(piece) })}
            onChoose={choose}
            onKey={(event, piece) => act(event, pieceActs(piece, goTo, choose))}
          />
          <AxisRows
            {...{ axis, heights, width, sessions }}
            stand={rowStand}
            nameOf={(row) => rowName(words, row)}
            onPoint={(row) => setPointed(row === null ? null : { kind: 'row', session: row.session })}
            onChoose={chooseRow}
            onKey={(event, row) => act(event, rowActs(axis.rows, row, goToRow, chooseRow))}
          />
          <Question axis={axis} heights={heights} sessions={sessions} continues={continues} />
        </g>
      </svg>
      <p id={hintId} className={beside ? 'visually-hidden' : styles.hint} data-low={low} data-quiet={pointed === null}>
        {hintText(words, pointed)}
        {axis.elided !== null && <span className={styles.elided}> {t('axis.elided', { digits: axis.elided })}</span>}
      </p>
      <Without names={axis.without} sessions={sessions} total={state.sessions.length} onSession={onSession} />
    </>
  );
}

type Acts = Readonly<Record<string, () => void>>;

function pieceActs(piece: AxisPiece, goTo: (xid: FullXid) => void, choose: (piece: AxisPiece) => void): Acts {
  const [from, to] = piece.kind === 'cell' ? [piece.full, piece.full] : [piece.first, piece.last];
  return {
    ArrowLeft: () => goTo(previousFullXid(from)),
    ArrowRight: () => goTo(nextFullXid(to)),
    Home: () => goTo(asFullXid(0)),
    End: () => goTo(asFullXid(Number.MAX_SAFE_INTEGER)),
    Enter: () => choose(piece),
    ' ': () => choose(piece),
  };
}

function rowActs(
  rows: readonly AxisRow[],
  row: AxisRow,
  goTo: (index: number) => void,
  choose: (row: AxisRow) => void,
): Acts {
  const place = rows.indexOf(row);
  return {
    ArrowUp: () => goTo(place - 1),
    ArrowDown: () => goTo(place + 1),
    Home: () => goTo(0),
    End: () => goTo(rows.length - 1),
    Enter: () => choose(row),
    ' ': () => choose(row),
  };
}

function act(event: KeyboardEvent, acts: Acts): void {
  const chosen = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined;
  if (chosen === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  // The page uses these keys itself.
  event.stopPropagation();
  chosen();
}

/** The Tab stop is the xid in question, else the newest assigned one. */
function standFor({ pieces, question }: XidAxis): FullXid {
  const asked = pieces.find((piece) => piece.kind === 'cell' && piece.xid === question?.xid);
  const stand = asked ?? pieces.at(-2) ?? pieces.at(-1);
  return stand === undefined ? asFullXid(0) : standOf(stand);
}

const pieceAt = ({ pieces }: XidAxis, full: FullXid): AxisPiece | undefined =>
  pieces.find((piece) => (piece.kind === 'cell' ? piece.full === full : piece.first <= full && full <= piece.last));

const pieceFor = ({ pieces }: XidAxis, xid: number | null): AxisPiece | undefined =>
  pieces.find((piece) => piece.kind === 'cell' && piece.xid === xid);

/** The edges of the cells run down through the brackets; a fold is a pale column. */
function Grid({ axis, heights: { em, ownerY, height } }: { readonly axis: XidAxis; readonly heights: AxisHeights }) {
  const top = ownerY + em * 0.6;
  const edges = [...axis.pieces.map(({ x }) => x), axis.width];
  if (axis.rows.length === 0) return null;
  return (
    <g {...DECORATION}>
      {axis.pieces.map(
        (piece) =>
          piece.kind === 'fold' && (
            <rect
              key={piece.x}
              className={styles.folded}
              x={piece.x}
              y={top}
              width={piece.width}
              height={height - top}
            />
          ),
      )}
      {edges.map((x, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one edge is like another
        <line key={i} className={styles.grid} x1={x} x2={x} y1={top} y2={height} />
      ))}
    </g>
  );
}

/** From the xid down to the chosen session's row: into its notch, its bracket, or past it. */
function Question({
  axis: { question, rows },
  heights: { em, ownerY, rowsTop, rowHeight, bracketHeight, height },
  sessions,
  continues,
}: {
  readonly axis: XidAxis;
  readonly heights: AxisHeights;
  readonly sessions: SessionStyles;
  readonly continues: boolean;
}) {
  if (question === null || question.row === null) return null;
  const { hue } = styleOf(sessions, question.owner);
  const middle = rowsTop + (question.row + 0.5) * rowHeight;
  const verdict = rows[question.row]?.verdict ?? null;
  // At a notch it ends in the slot.
  const end = verdict === 'notch' || verdict === 'parentNotch' ? middle - bracketHeight * 0.08 : middle;
  const bottom = continues ? height : end;
  const endX = question.parentCx ?? question.cx;
  return (
    <g {...DECORATION} className={styles.question} style={{ stroke: hue, fill: hue }}>
      <path d={`M${question.cx} ${ownerY + em * 0.45}V${end}H${endX}M${question.cx} ${end}V${bottom}`} />
      <circle cx={endX} cy={end} r={em * 0.3} />
      <circle data-anchor="question" data-xid={question.xid} cx={question.cx} cy={bottom} r={0} />
    </g>
  );
}

function Without({
  names,
  sessions,
  total,
  onSession,
}: {
  readonly names: readonly string[];
  readonly sessions: SessionStyles;
  readonly total: number;
  readonly onSession: (session: string) => void;
}) {
  const { t } = useMessages();
  if (names.length === 0) return null;
  return (
    <div className={styles.without}>
      <p>{t('axis.many', { count: names.length, all: names.length === total })}</p>
      <ul className={styles.chips}>
        {names.map((name) => {
          const { letter, hue, ownName } = styleOf(sessions, name);
          return (
            <li key={name}>
              <button
                type="button"
                className={styles.chip}
                style={{ color: hue }}
                title={ownName ?? undefined}
                onClick={() => onSession(name)}
              >
                {letter}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
