/**
 * One 64-byte line under a lens: its bytes as in memory, its fields at their offsets. An entry that continues in the
 * next line is torn off at the edge. The drawing is also described in words.
 */
import '../../base/messages/en/home.ts';
import '../../base/messages/en/ui.ts';
import type { CSSProperties } from 'react';
import type { Messages } from '../../base/messages/index.ts';
import { cx } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { type LensSegment, LINE_BYTES, type LineLens } from '../../viewmodel/race/line-lens.ts';
import type { CellGrid } from '../../viewmodel/race/snapshot-reads.ts';
import styles from './line-lens.module.css';

/** How strongly a field is filled, in percent of the hue: the fields that the snapshot needs stand out. */
const STRENGTH: Readonly<Record<string, number>> = { xid: 46, xactCompletionCount: 46, xmin: 24 };
const OTHER_STRENGTH = 12;

/** Before anything was counted: an empty line, so that nothing moves when data arrive. */
const NOTHING: readonly LensSegment[] = Array.from({ length: LINE_BYTES / 8 }, (_, i) => ({
  offset: i * 8,
  size: 8,
  kind: 'outside',
  field: '',
  bytes: [],
  value: undefined,
  begins: false,
}));

/** Bytes of a field that has room for its value next to its name: a set xid is readable at a glance. */
const SHORT = 4;

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

interface LineLensProps {
  /** Null until the snapshot's lines are counted. */
  readonly lens: LineLens | null;
  readonly hue: string;
  /** Its sentence is a long one. */
  readonly isLong: boolean;
}

export function LineLensView({ lens, hue, isLong }: LineLensProps) {
  const messages = useMessages();
  const segments = lens?.segments ?? NOTHING;
  return (
    <div className={styles.lens} data-long={isLong || undefined} style={{ '--hue': hue } as CSSProperties}>
      <div
        className={styles.line}
        {...(lens === null
          ? { 'aria-hidden': true }
          : { role: 'img', 'aria-label': `${whereOf(lens, messages)} ${fieldsOf(lens, messages)}` })}
        data-torn-start={lens?.torn.start === true || undefined}
        data-torn-end={lens?.torn.end === true || undefined}
      >
        {segments.map((segment) => (
          <Segment key={segment.offset} segment={segment} />
        ))}
      </div>
      <p className={styles.words}>{lens !== null && wordsOf(lens, messages)}</p>
    </div>
  );
}

function Segment({ segment }: { readonly segment: LensSegment }) {
  const { kind, field, size, bytes, begins, value } = segment;
  return (
    <span
      className={cx(styles.segment, begins && styles.begins)}
      data-kind={kind}
      data-field={field || undefined}
      style={
        {
          gridColumn: `span ${size}`,
          '--strength': `${STRENGTH[field] ?? OTHER_STRENGTH}%`,
        } as CSSProperties
      }
    >
      <span className={styles.field} title={field}>
        {size > 1 ? field : lastWord(field)}
        {value !== undefined && value > 0 && size === SHORT && ` ${value}`}
      </span>
      <span className={styles.bytes}>
        {bytes.map((byte, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a byte is its place
          <span key={i}>{hex(byte)}</span>
        ))}
      </span>
    </span>
  );
}

/**
 * One byte has no room for `vacuumFlags`; its last word may extend over the next bytes, which the snapshot does not
 * read.
 */
const lastWord = (field: string): string => (/[A-Z][a-z]+$/.exec(field)?.[0] ?? field).toLowerCase();

const whereOf = (lens: LineLens, { t }: Messages): string => t('home.reads.lens.where', lens);

function fieldsOf({ segments }: LineLens, { t }: Messages): string {
  const fields = segments.flatMap(({ offset, field, value }) =>
    value === undefined ? [] : [{ offset, field, value }],
  );
  return t('home.reads.lens.bytes', { fields });
}

/** Its place, its contents, and its meaning for the snapshot. */
function wordsOf(lens: LineLens, messages: Messages): string {
  const { t } = messages;
  const { entries, entrySize, torn, segments } = lens;
  const xids = segments.filter(({ field }) => field === 'xid');
  const running = xids.filter(({ value }) => value !== 0).length;
  const counter = segments.find(({ field }) => field === 'xactCompletionCount');
  const written = segments.find(({ kind }) => kind === 'written');
  const all = [
    whereOf(lens, messages),
    ...(entrySize !== null
      ? [t('home.reads.lens.entries', { entries, size: entrySize, torn: Number(torn.start) + Number(torn.end) })]
      : []),
    ...(xids.length === 0
      ? []
      : [running === 0 ? t('home.reads.lens.nobody') : t('home.reads.lens.somebody', { running, xids: xids.length })]),
    ...(counter?.value === undefined
      ? []
      : [t('home.reads.lens.value', { field: counter.field, value: counter.value })]),
    ...(written === undefined ? [] : [t('home.reads.lens.written', { field: written.field })]),
    ...(segments.some(({ kind }) => kind === 'untouched') ? [t('home.reads.lens.untouched')] : []),
  ];
  return t('ui.sentences', { all });
}

/** The leader from the line's cell down to the lens under the drawing. */
export function LensLeader(props: {
  readonly cell: number | undefined;
  readonly grid: CellGrid;
  readonly width: number;
  readonly height: number;
  readonly hue: string;
}) {
  const { cell, grid, width, height, hue } = props;
  if (cell === undefined) return null;
  const x = (cell % grid.perRow) * grid.pitch - 0.5;
  const y = Math.floor(cell / grid.perRow) * grid.pitch - 0.5;
  const size = grid.pitch;
  return (
    <svg className={styles.leader} aria-hidden="true" width={width} height={height} style={{ color: hue }}>
      <path
        className={styles.ray}
        d={`M${x} ${y + size}L0.5 ${height}M${x + size} ${y + size}L${width - 0.5} ${height}`}
      />
      <rect className={styles.cell} x={x} y={y} width={size} height={size} />
    </svg>
  );
}
