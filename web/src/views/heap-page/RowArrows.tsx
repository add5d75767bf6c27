/** Arrows from a version's t_ctid to the next version: on this page, or out of it. */
import '../../base/messages/en/heap.ts';
import { cx } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { MARK } from '../../viewmodel/score/marks.ts';
import type { ChainArrow, HeapModel, NextVersion } from '../../viewmodel/stage/heap.ts';
import { type HeapLayout, laneX } from '../../viewmodel/stage/heap-layout.ts';
import { ctidText } from '../../viewmodel/stage/heap-words.ts';
import styles from './heap-page.module.css';
import type { CutText } from './text-measure.ts';

/**
 * If rows are lower than this, in em, an arrow between two rows has no room for its words: its dashes also show its
 * kind.
 */
const WORDS_FROM = 1.35;
/** The distance below its box at which an arrow runs to the right. */
const leaves = ({ row: { gap }, em }: HeapLayout): number => Math.min(0.95 * em, gap / 2);

/** From t_ctid down, out to the right, and to the version it leads to. */
export function Arrow({ arrow, model, layout }: { arrow: ChainArrow; model: HeapModel; layout: HeapLayout }) {
  const { t } = useMessages();
  const { tops, row, em, box, pointerHeight } = layout;
  const x = laneX(layout, arrow.lane);
  const top = (index: number): number => tops[index] ?? 0;
  const target = model.rows[arrow.to];
  const source = model.rows[arrow.from];
  const toY = top(arrow.to) + (target?.kind === 'version' ? row.box + row.boxHeight / 2 : pointerHeight / 2);
  const toX = target?.kind === 'version' && layout.mode === 'bytes' ? target.tuple.length * layout.pitch : box.width;
  const path = () => {
    if (source?.kind !== 'version' || layout.mode === 'compact') {
      const y = top(arrow.from) + (source?.kind === 'version' ? row.box + row.boxHeight / 2 : pointerHeight / 2);
      return { start: { x: box.width, y }, d: `M${box.width} ${y}H${x}V${toY}H${toX + 0.2 * em}`, label: null };
    }
    const start = { x: ctidX(layout), y: top(arrow.from) + row.box + row.boxHeight };
    const y = start.y + leaves(layout);
    return {
      start,
      d: `M${start.x} ${start.y}V${y}H${x}V${toY}H${toX + 0.2 * em}`,
      label: row.gap < WORDS_FROM * em ? null : { x: (start.x + x) / 2, y: y + 0.32 * em },
    };
  };
  const { start, d, label } = path();
  const tip = toX + 1;
  return (
    <g
      className={cx(styles.arrow, isFaint(source) && styles.faintArrow)}
      data-kind={arrow.kind}
      data-mark={source?.kind === 'version' ? MARK.chain(source.ctid) : undefined}
    >
      <path className={styles.line} d={d} />
      <circle cx={start.x} cy={start.y} r={0.2 * em} />
      <path d={`M${tip} ${toY}l${0.7 * em} ${-0.35 * em}v${0.7 * em}Z`} />
      {label !== null && (
        <text className={styles.arrowLabel} x={label.x} y={label.y} textAnchor="middle">
          {t(`heap.arrow.${arrow.kind}`)}
        </text>
      )}
    </g>
  );
}
/** The next version is on another page: the arrow leaves, and names the page. */
export function Exit({ next, layout, cut }: { next: NextVersion; layout: HeapLayout; cut: CutText }) {
  const { t } = useMessages();
  const { row, em, box, mode, gutter } = layout;
  const compact = mode === 'compact';
  const start = compact
    ? { x: box.width, y: row.box + row.boxHeight / 2 }
    : { x: ctidX(layout), y: row.box + row.boxHeight };
  const y = compact ? start.y : start.y + leaves(layout);
  const end = compact ? gutter.x + gutter.width - 0.2 * em : box.width;
  const label = cut(t('heap.arrow.exit', { to: ctidText(next.to), block: next.to.block }), end - start.x - 2.4 * em);
  return (
    <g className={styles.arrow} data-kind={next.hot ? 'hot' : 'cold'}>
      <path className={styles.line} d={`M${start.x} ${start.y}V${y}H${end}`} />
      <circle cx={start.x} cy={start.y} r={0.2 * em} />
      <path d={`M${end} ${y}l${-0.7 * em} ${-0.35 * em}v${0.7 * em}Z`} />
      {!compact && row.gap >= WORDS_FROM * em && (
        <text className={styles.arrowLabel} x={start.x + 0.8 * em} y={y + 0.32 * em}>
          {label}
        </text>
      )}
    </g>
  );
}

const isFaint = (row: HeapModel['rows'][number] | undefined): boolean => row?.kind === 'version' && row.dead;

/** The middle of t_ctid. */
export function ctidX(layout: HeapLayout): number {
  const field = layout.fields.find(({ name }) => name === 't_ctid');
  return field === undefined ? layout.box.width : field.x + field.width / 2;
}
