/** The upper part of the axis: a mark, a number and an owner for each xid, breaks where some are folded, arcs to subxids. */
import '../../base/messages/en/axis.ts';
import type { KeyboardEvent } from 'react';
import { cx } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { useSlots } from '../../ui/slots.ts';
import { type SessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import type { AxisArc, XidAxis } from '../../viewmodel/stage/xid-axis.ts';
import type { AxisCell, AxisFold, AxisPiece } from '../../viewmodel/stage/xid-axis-pieces.ts';
import { type FullXid, shortXid } from '../../viewmodel/stage/xid-order.ts';
import { XidMarkShape } from '../shared/xid-mark/XidMark.tsx';
import { type AxisHeights, DECORATION } from './axis-parts.tsx';
import styles from './xid-axis.module.css';

interface XidsProps {
  readonly axis: XidAxis;
  readonly heights: AxisHeights;
  readonly sessions: SessionStyles;
  /** The xid that is the Tab stop. */
  readonly stand: FullXid;
  readonly pointed: FullXid | null;
  readonly onStand: (xid: FullXid) => void;
  readonly onPoint: (piece: AxisPiece | null) => void;
  readonly onChoose: (cell: AxisCell) => void;
  readonly onKey: (event: KeyboardEvent, piece: AxisPiece) => void;
}

/** If there are more arcs than this, they are thin lines. */
const FEW_ARCS = 6;

/**
 * A new piece reuses the elements of a removed one of its kind: at a step all pieces move, and only one text changes.
 */
const idOf = (piece: AxisPiece): string => `${piece.kind} ${standOf(piece)}`;

/** Identifies a piece, and the reader's position on it. */
export const standOf = (piece: AxisPiece): FullXid => (piece.kind === 'cell' ? piece.full : piece.last);

export function AxisXids(props: XidsProps) {
  const { axis, heights, sessions, stand, pointed, onStand, onPoint, onChoose, onKey } = props;
  const { em, markY, rowsTop } = heights;
  const { t } = useMessages();
  const asked = axis.question?.xid ?? null;
  const slotOf = useSlots(axis.pieces.map(idOf));
  return (
    <>
      <line className={styles.axis} x1={0} x2={axis.width} y1={markY} y2={markY} />
      {axis.arcs.map((arc) => (
        <Arc
          key={arc.child}
          isOneOfMany={axis.arcs.length > FEW_ARCS}
          arc={arc}
          heights={heights}
          hue={styleOf(sessions, arc.owner).hue}
        />
      ))}
      <g role="listbox" aria-label={t('axis.xids')} aria-orientation="horizontal">
        {axis.pieces.map((piece) => {
          const at = standOf(piece);
          const isAsked = piece.kind === 'cell' && piece.xid === asked;
          return (
            <g
              key={slotOf(idOf(piece))}
              role="option"
              className={styles.piece}
              transform={`translate(${piece.cx} 0)`}
              tabIndex={at === stand ? 0 : -1}
              aria-selected={isAsked}
              aria-label={pieceName(piece, sessions, t)}
              data-piece={at}
              data-mark={piece.kind === 'cell' ? `xid ${piece.xid}` : undefined}
              onClick={() => (piece.kind === 'cell' ? onChoose(piece) : onStand(piece.last))}
              onKeyDown={(event) => onKey(event, piece)}
              onPointerEnter={() => onPoint(piece)}
              onPointerLeave={() => onPoint(null)}
              onFocus={() => onPoint(piece)}
              onBlur={() => onPoint(null)}
            >
              <rect
                className={cx(styles.hit, pointed === at && styles.pointed)}
                x={piece.x - piece.cx}
                y={markY - em * 1.6}
                width={piece.width}
                height={rowsTop - markY + em * 1.4}
              />
              {piece.kind === 'cell' ? (
                <Cell cell={piece} heights={heights} sessions={sessions} isAsked={isAsked} />
              ) : (
                <Fold fold={piece} heights={heights} />
              )}
            </g>
          );
        })}
      </g>
      <SetupLabels axis={axis} heights={heights} />
    </>
  );
}

type T = ReturnType<typeof useMessages>['t'];

/** A piece in words: “742: running, of A”. */
export function pieceName(piece: AxisPiece, sessions: SessionStyles, t: T): string {
  if (piece.kind === 'fold') {
    const { count, first, last, running } = piece;
    return t('axis.fold', { count, first: shortXid(first), last: shortXid(last), running });
  }
  const { xid, fill, owner, isElsewhere, isTeardown, parent } = piece;
  const letter = owner === null ? null : styleOf(sessions, owner).letter;
  return t('axis.cell', { xid, status: fill, owner: letter, elsewhere: isElsewhere, teardown: isTeardown, parent });
}

/** Its middle is at 0, because a piece is moved as a whole. */
function Cell({
  cell,
  heights: { em, markY, xidY, ownerY },
  sessions,
  isAsked,
}: {
  readonly cell: AxisCell;
  readonly heights: AxisHeights;
  readonly sessions: SessionStyles;
  readonly isAsked: boolean;
}) {
  const { t } = useMessages();
  const style = styleOf(sessions, cell.owner);
  const r = Math.min(em * 0.92, cell.width * 0.29) * (cell.parent === null ? 1 : 0.66);
  const box = { half: Math.max(cell.width / 2 - em * 0.12, em * (cell.label.length * 0.31 + 0.3)) };
  return (
    <>
      {isAsked && (
        <rect
          className={styles.asked}
          style={{ stroke: style.hue }}
          x={-Math.min(box.half, cell.width / 2)}
          y={xidY - em * 1.2}
          width={2 * Math.min(box.half, cell.width / 2)}
          height={ownerY - xidY + em * 1.65}
        />
      )}
      <XidMarkShape cx={0} cy={markY} r={r} status={cell.fill} hue={cell.isNext ? 'var(--edge)' : style.hue} pulsing />
      <text className={cx(styles.xid, isAsked && styles.strong, cell.isNext && styles.quiet)} x={0} y={xidY}>
        {cell.label}
      </text>
      {cell.isNext ? (
        <text className={styles.owner} x={0} y={ownerY}>
          {t('axis.next')}
        </text>
      ) : (
        cell.owner !== null && (
          <text className={cx(styles.owner, styles.letter)} style={{ fill: style.hue }} x={0} y={ownerY}>
            {style.letter}
          </text>
        )
      )}
    </>
  );
}

/** One label “set-up” for all adjacent xids of the set-up, likewise “others”: the word may be wider than a cell. */
function SetupLabels({ axis, heights: { ownerY, em } }: { readonly axis: XidAxis; readonly heights: AxisHeights }) {
  const { t } = useMessages();
  const runs: { readonly from: number; to: number; readonly label: 'setup' | 'elsewhere' | 'teardown' }[] = [];
  for (const piece of axis.pieces) {
    if (piece.kind !== 'cell' || piece.owner !== null || piece.isNext) continue;
    const label = piece.isTeardown ? 'teardown' : piece.isElsewhere ? 'elsewhere' : 'setup';
    const run = runs.at(-1);
    if (run?.label === label && Math.abs(run.to - piece.x) < 1) run.to = piece.x + piece.width;
    else runs.push({ from: piece.x, to: piece.x + piece.width, label });
  }
  return runs.map(({ from, to, label }) => (
    <g key={from} {...DECORATION}>
      {to - from > em * 5.5 && (
        <path
          className={styles.span}
          d={`M${from + em * 0.6} ${ownerY - em * 0.35}H${(from + to) / 2 - em * 2}M${(from + to) / 2 + em * 2} ${ownerY - em * 0.35}H${to - em * 0.6}`}
        />
      )}
      <text className={styles.owner} x={(from + to) / 2} y={ownerY}>
        {t(`axis.${label}`)}
      </text>
    </g>
  ));
}

function Fold({
  fold,
  heights: { em, markY, xidY, ownerY },
}: {
  readonly fold: AxisFold;
  readonly heights: AxisHeights;
}) {
  const { t } = useMessages();
  const half = em * 0.5;
  const running = t('axis.fold.count', { count: fold.running });
  const wave = (x: number) =>
    `M${x} ${markY - em * 0.8}l${-half * 0.5} ${em * 0.4}l${half} ${em * 0.4}l${-half} ${em * 0.4}l${half * 0.5} ${em * 0.4}`;
  return (
    <>
      <rect className={styles.gap} x={-half * 1.1} y={markY - em * 0.6} width={half * 2.2} height={em * 1.2} />
      <path className={styles.wave} d={`${wave(-half * 0.7)}${wave(half * 0.7)}`} />
      <text className={cx(styles.count)} x={0} y={xidY}>
        {t('axis.fold.count', { count: fold.count })}
      </text>
      {fold.running > 0 && (
        <>
          <XidMarkShape
            cx={-em * (0.3 * running.length + 0.35)}
            cy={ownerY - em * 0.35}
            r={em * 0.42}
            status="running"
            hue="var(--muted)"
          />
          <text className={styles.owner} x={em * 0.4} y={ownerY}>
            {running}
          </text>
        </>
      )}
    </>
  );
}

function Arc({
  arc,
  isOneOfMany,
  heights,
  hue,
}: {
  readonly arc: AxisArc;
  readonly isOneOfMany: boolean;
  readonly heights: AxisHeights;
  readonly hue: string;
}) {
  const { em, markY, arcTop } = heights;
  const far = Math.abs(arc.x1 - arc.x0);
  const from = markY - em * 1.25;
  const to = markY - em * 0.85;
  const top = Math.max(arcTop, from - em * 0.5 - far * 0.12);
  // A curve's top is three quarters of the way to its handles.
  const handle = from - ((from - top) * 4) / 3;
  return (
    <path
      className={cx(styles.arc, isOneOfMany && styles.thin)}
      style={{ stroke: hue }}
      d={`M${arc.x0} ${from}C${arc.x0} ${handle} ${arc.x1} ${handle} ${arc.x1} ${to}`}
    />
  );
}
