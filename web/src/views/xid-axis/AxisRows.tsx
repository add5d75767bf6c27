/** The lower part of the axis: one row per session, with its letter and its snapshot's bracket. */

import '../../base/messages/en/axis.ts';
import type { KeyboardEvent } from 'react';
import type { Messages } from '../../base/messages/index.ts';
import { cx } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { type SessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import type { AxisRow, XidAxis } from '../../viewmodel/stage/xid-axis.ts';
import type { Bracket } from '../../viewmodel/stage/xid-axis-pieces.ts';
import type { Verdict } from '../../viewmodel/stage/xid-axis-text.ts';
import { type AxisHeights, bracketBody, bracketEnds, notchSpan, textWidth } from './axis-parts.tsx';
import styles from './xid-axis.module.css';

/** The few words next to a bracket: only those that help with the present choice. */

type T = Messages['t'];

/** The same in full and in short; the first text that fits is used. */
export type Wording = readonly string[];
export interface RowWords {
  /** The words for the xids before the bracket. */
  readonly left: Wording;
  readonly right: Wording;
}
const NOTHING: Wording = [];

/** @param letter the session's letter or number */
function rowWords(row: AxisRow, asked: number | null, letter: string, t: T): RowWords {
  if (asked !== null && row.verdict !== null && (row.bracket !== null || row.isSelected)) {
    // Where a notch would be, the words say that there is none.
    if (row.verdict === 'own' && row.ownInside.includes(asked))
      return { left: NOTHING, right: ownWords([asked], letter, t) };
    const words = [verdictWords(row.verdict, asked, row, letter, t), t('axis.word.short', { verdict: row.verdict })];
    if (row.verdict === 'older') return { left: words, right: NOTHING };
    return { left: row.isSelected ? [t('axis.word.older')] : NOTHING, right: words };
  }
  const notable = notableWords(row, letter, t);
  if (!row.isSelected || row.bracket === null) return { left: NOTHING, right: notable };
  return {
    left: [t('axis.word.older')],
    right: notable.length > 0 ? notable : [t('axis.word.newer'), t('axis.word.newer.short')],
  };
}

const ownWords = (xids: readonly number[], session: string, t: T): Wording => [
  t('axis.word.own', { xids, session }),
  t('axis.word.own.short'),
];

function notableWords({ bracket, wouldBe, ownInside }: AxisRow, letter: string, t: T): Wording {
  if (bracket === null) return [t('axis.word.none')];
  if (ownInside.length > 0 && ownInside.length <= 2) return ownWords(ownInside, letter, t);
  if (bracket.snapshot.suboverflowed) return [t('axis.word.overflowed'), t('axis.word.overflowed.short')];
  if (wouldBe !== null) return [t('axis.word.over'), t('axis.word.over.short')];
  return bracket.x0 === bracket.x1 ? [t('axis.word.empty')] : NOTHING;
}

function verdictWords(verdict: Verdict, xid: number, { use, parent }: AxisRow, session: string, t: T): string {
  // A kept snapshot was taken once; one that would be taken now is taken now.
  const then = use === 'kept' || use === 'statement';
  switch (verdict) {
    case 'own':
      return t('axis.word.isOwn', { xid, session });
    case 'older':
      return t('axis.word.xidOlder', { xid });
    case 'newer':
      return t('axis.word.xidNewer', { xid, session, then });
    case 'notch':
      return t('axis.word.xidNotch', { xid, then });
    case 'ended':
      return t('axis.word.xidEnded', { xid, then });
    case 'parentNotch':
      return t('axis.word.parentNotch', { xid, parent: parent ?? xid });
    case 'parentEnded':
      return t('axis.word.parentEnded', { xid, parent: parent ?? xid });
  }
}

interface RowsProps {
  readonly axis: XidAxis;
  readonly heights: AxisHeights;
  /** The width of the axis without the margin. */
  readonly width: number;
  readonly sessions: SessionStyles;
  readonly stand: string | null;
  readonly nameOf: (row: AxisRow) => string;
  readonly onPoint: (row: AxisRow | null) => void;
  readonly onChoose: (row: AxisRow) => void;
  readonly onKey: (event: KeyboardEvent, row: AxisRow) => void;
}

export function AxisRows(props: RowsProps) {
  const { axis, heights, width, sessions, stand, nameOf, onPoint, onChoose, onKey } = props;
  const { rowsTop, rowHeight } = heights;
  const { t } = useMessages();
  if (axis.rows.length === 0) return null;
  return (
    <g role="listbox" aria-label={t('axis.rows')} aria-orientation="vertical">
      {axis.rows.map((row, i) => {
        const style = styleOf(sessions, row.session);
        const top = rowsTop + i * rowHeight;
        return (
          <g
            key={row.session}
            role="option"
            className={styles.row}
            tabIndex={row.session === stand ? 0 : -1}
            aria-selected={row.isSelected}
            aria-label={nameOf(row)}
            data-session={row.session}
            data-mark={`snapshot ${style.letter}`}
            onClick={() => onChoose(row)}
            onKeyDown={(event) => onKey(event, row)}
            onPointerEnter={() => onPoint(row)}
            onPointerLeave={() => onPoint(null)}
            onFocus={() => onPoint(row)}
            onBlur={() => onPoint(null)}
          >
            <AxisRowDrawing {...{ axis, heights, width, row, top }} style={style} />
          </g>
        );
      })}
    </g>
  );
}

/** The bracket of its last snapshot, and beneath it, lower, the one that it would take now; or only that one. */
function RowBrackets({
  row: { bracket, wouldBe },
  top,
  heights: { em, bracketHeight },
  hue,
}: {
  readonly row: AxisRow;
  readonly top: number;
  readonly heights: AxisHeights;
  readonly hue: string;
}) {
  if (bracket === null)
    return wouldBe === null ? null : (
      <BracketShape bracket={wouldBe} top={top} height={bracketHeight} em={em} hue={hue} />
    );
  if (wouldBe === null) return <BracketShape bracket={bracket} top={top} height={bracketHeight} em={em} hue={hue} />;
  return (
    <>
      <BracketShape bracket={bracket} top={top - em * 0.1} height={bracketHeight * 0.72} em={em} hue={hue} />
      <BracketShape
        bracket={wouldBe}
        top={top + bracketHeight * 0.86}
        height={bracketHeight * 0.3}
        em={em * 0.6}
        hue={hue}
      />
    </>
  );
}

function BracketShape({
  bracket,
  top,
  height,
  em,
  hue,
}: {
  readonly bracket: Bracket;
  readonly top: number;
  readonly height: number;
  readonly em: number;
  readonly hue: string;
}) {
  const { t } = useMessages();
  const { look, x0, x1, snapshot, notches } = bracket;
  return (
    <g className={cx(styles[look], x1 === x0 && styles.empty)} style={{ stroke: hue, color: hue }} data-look={look}>
      {x1 > x0 && <path className={styles.body} d={bracketBody(bracket, top, height, em)} />}
      {snapshot.suboverflowed && x1 > x0 && (
        <line
          className={styles.unlisted}
          x1={x0 + em * 0.6}
          x2={x1 - em * 0.4}
          y1={top + height}
          y2={top + height}
          style={{ strokeWidth: em * 0.26, strokeDasharray: `0 ${em * 0.52}` }}
        />
      )}
      <path className={styles.ends} d={bracketEnds(bracket, top, height, em)} style={{ strokeWidth: em * 0.2 }} />
      {notches.map((notch) => {
        const [left, right] = notchSpan(notch, x0, x1, em);
        const count = t('axis.fold.notch', { count: notch.xids.length });
        if (!notch.isFolded || notch.xids.length < 2 || right - left < textWidth(count, em)) return null;
        return (
          <text key={notch.cx} className={styles.notchCount} x={(left + right) / 2} y={top + height * 0.31} dy="0.35em">
            {count}
          </text>
        );
      })}
    </g>
  );
}

/**
 * Right of the bracket or of the question's line, else left of it, else left out: the list of snapshots has the words,
 * too.
 */
function Words(props: {
  readonly axis: XidAxis;
  readonly row: AxisRow;
  readonly letter: string;
  readonly width: number;
  readonly em: number;
  readonly middle: number;
}) {
  const { axis, row, letter, width, em, middle } = props;
  const { t } = useMessages();
  const { left, right } = rowWords(row, axis.question?.xid ?? null, letter, t);
  const drawn = [row.bracket, row.wouldBe].filter((each) => each !== null);
  const x0 = Math.min(...drawn.map((each) => each.x0));
  const x1 = Math.max(...drawn.map((each) => each.x1));
  const gap = em * 0.7;
  // The question's line passes through the rows above its end.
  const line = (axis.question?.row ?? -1) >= axis.rows.indexOf(row) ? (axis.question?.cx ?? null) : null;
  const isFree = (from: number, to: number) =>
    from >= 0 && to <= width && (line === null || line < from - em * 0.4 || line > to + em * 0.4);
  // Right of the bracket, or if the question's line passes there, right of that: “too new” is written on the side of
  // the new xids.
  const rightFrom = (text: string): number =>
    isFree(x1 + gap, x1 + gap + textWidth(text, em)) || line === null ? x1 + gap : Math.max(x1, line) + gap;
  const fits = (text: string, side: 'left' | 'right') =>
    side === 'right'
      ? isFree(rightFrom(text), rightFrom(text) + textWidth(text, em))
      : isFree(x0 - gap - textWidth(text, em), x0 - gap);
  const beside = new Map<'left' | 'right', string>();
  const put = (wording: readonly string[], sides: readonly ('left' | 'right')[]) => {
    for (const text of wording)
      for (const side of sides)
        if (!beside.has(side) && fits(text, side)) {
          beside.set(side, text);
          return;
        }
  };
  put(right, ['right', 'left']);
  put(left, right.length === 0 ? ['left', 'right'] : ['left']);
  return [...beside].map(([side, text]) => (
    <text
      key={side}
      className={cx(styles.word, row.isSelected && styles.ink)}
      x={side === 'right' ? rightFrom(text) : x0 - gap}
      y={middle}
      dy="0.35em"
      textAnchor={side === 'right' ? 'start' : 'end'}
    >
      {text}
    </text>
  ));
}

interface RowDrawingProps extends Pick<RowsProps, 'axis' | 'heights' | 'width'> {
  readonly row: AxisRow;
  readonly top: number;
  readonly style: ReturnType<typeof styleOf>;
}

/** A session's letter, its snapshot's bracket, and its verdict in words. */
function AxisRowDrawing({ axis, heights, width, row, top, style }: RowDrawingProps) {
  const { em, margin, rowHeight, bracketHeight } = heights;
  const middle = top + rowHeight / 2;
  const badge = Math.min(em * 1.6, rowHeight * 0.86);
  return (
    <>
      <rect className={styles.hit} x={-margin} y={top} width={margin + width} height={rowHeight} />
      {row.isSelected && <line className={styles.rowLine} x1={0} x2={width} y1={middle} y2={middle} />}
      {row.isSelected && (
        <rect
          className={styles.ring}
          style={{ stroke: style.hue }}
          x={-margin - 0.5}
          y={middle - badge / 2 - 2.5}
          width={badge + 5}
          height={badge + 5}
          rx={4}
        />
      )}
      <rect x={-margin + 2} y={middle - badge / 2} width={badge} height={badge} rx={2} style={{ fill: style.hue }} />
      <text
        className={styles.badge}
        x={-margin + 2 + badge / 2}
        y={middle}
        dy="0.35em"
        data-long={style.letter.length > 1}
      >
        {style.letter}
      </text>
      <RowBrackets row={row} top={middle - bracketHeight / 2} heights={heights} hue={style.hue} />
      <Words {...{ axis, row, width, em, middle }} letter={style.letter} />
    </>
  );
}
