/**
 * The drawing of a heap page's rows: bytes, marks, arrows, eyes. Pure SVG without pointer and focus, so a saved file
 * shows the same. Clickable elements lie above it (HeapGrid).
 */
import { memo } from 'react';
import type { Messages } from '../../base/messages/index.ts';
import { sameData } from '../../base/values.ts';
import { cx } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { useSlots } from '../../ui/slots.ts';
import type {
  ChainArrow,
  HeapModel,
  HeapPointer,
  HeapRow,
  HeapVersion,
  NextVersion,
} from '../../viewmodel/stage/heap.ts';
import type { XidNote } from '../../viewmodel/stage/heap-facts.ts';
import { type Box, captionX, cutMono, type HeapLayout, laneX } from '../../viewmodel/stage/heap-layout.ts';
import { captionOf, ctidText, hex, pointerName, pointerWords } from '../../viewmodel/stage/heap-words.ts';
import { EyeShape, XidMarkShape } from '../shared/xid-mark/XidMark.tsx';
import styles from './heap-page.module.css';
import type { CutText } from './text-measure.ts';

interface RowsProps {
  readonly model: HeapModel;
  readonly layout: HeapLayout;
  /** Rows to draw: first, and one past the last. */
  readonly range: readonly [first: number, end: number];
  readonly cut: CutText;
}

/** Half a pixel: hairlines are sharp there. */
const sharp = (n: number): number => Math.round(n) + 0.5;

export function HeapRows({ model, layout, range: [first, end], cut }: RowsProps) {
  const { tops } = layout;
  const rows = model.rows.slice(first, end);
  const keyOf = useRowKeys(rows);
  const arrows = model.arrows.filter(({ from, to }) => Math.max(from, to) >= first && Math.min(from, to) < end);
  return (
    <g>
      {/* Below the rows: a long caption stays readable where an arrow crosses it. */}
      {arrows.map((arrow) => (
        <Arrow key={`${arrow.from}-${arrow.to}`} arrow={arrow} model={model} layout={layout} />
      ))}
      {rows.map((row, i) => (
        <g key={keyOf(row)} transform={`translate(0 ${tops[first + i] ?? 0})`}>
          {row.kind === 'version' ? (
            <Version version={row} xid={model.xid} by={model.by?.name ?? null} layout={layout} cut={cut} />
          ) : (
            <Pointer pointer={row} block={model.block} layout={layout} cut={cut} />
          )}
        </g>
      ))}
    </g>
  );
}

/** A new row reuses the elements of a removed one of its kind. */
export function useRowKeys(rows: readonly HeapRow[]): (row: HeapRow) => string {
  const versions = useSlots(rows.flatMap(({ kind, offset }) => (kind === 'version' ? [`${offset}`] : [])));
  const pointers = useSlots(rows.flatMap(({ kind, offset }) => (kind === 'pointer' ? [`${offset}`] : [])));
  return ({ kind, offset }) => `${kind} ${kind === 'version' ? versions(`${offset}`) : pointers(`${offset}`)}`;
}

interface VersionProps {
  readonly version: HeapVersion;
  /** The chosen xid, and the session whose view colours the page. */
  readonly xid: number | null;
  readonly by: string | null;
  readonly layout: HeapLayout;
  readonly cut: CutText;
}

/** Kept while the list scrolls and when a step does not change it: only new or changed rows are drawn. */
const Version = memo(function Version({ version, xid, by, layout, cut }: VersionProps) {
  const messages = useMessages();
  const { row, box, mode, width } = layout;
  const right = mode === 'bytes' ? version.tuple.length * layout.pitch : box.width;
  const captionAt = captionX(layout, version.ctid);
  const caption = captionOf(version, messages);
  const captionRoom = width - captionAt;
  return (
    <g
      className={cx(styles.version, version.inked ? styles.inked : styles.faint, version.dead && styles.dead)}
      data-mark={`row ${version.ctid}`}
    >
      <text className={styles.ctid} x={0} y={row.base}>
        {version.ctid}
      </text>
      <text className={styles.caption} x={captionAt} y={row.base}>
        {cut(caption, captionRoom)}
      </text>
      <Outline version={version} layout={layout} right={right} />
      <g transform={`translate(0 ${row.box})`}>
        <Fields version={version} layout={layout} xid={xid} lock={messages.t('heap.lock')} />
        <Columns version={version} layout={layout} messages={messages} />
        {layout.more !== null && (
          <text
            className={styles.more}
            x={layout.more.x + layout.more.width / 2}
            y={middle(layout)}
            textAnchor="middle"
          >
            {messages.t('heap.columnsCut', { n: layout.more.count })}
          </text>
        )}
      </g>
      {version.next !== null && !version.next.here && <Exit next={version.next} layout={layout} cut={cut} />}
      <Eyes version={version} by={by} layout={layout} />
    </g>
  );
}, sameData);

/** The text's base line in a box. */
const middle = ({ row, em }: HeapLayout): number => row.boxHeight / 2 + 0.36 * em;

/** The box with its byte marks; a dead version has a corner cut off. */
function Outline({ version, layout, right }: { version: HeapVersion; layout: HeapLayout; right: number }) {
  const { row, em, pitch, mode } = layout;
  const [top, bottom] = [sharp(row.box), sharp(row.box + row.boxHeight)];
  const [x0, x1] = [0.5, sharp(right) - 1];
  const corner = version.dead ? 0.9 * em : 0;
  const end = mode === 'bytes' ? version.tuple.length : mode === 'header' ? headerEnd(layout) : 0;
  const ticks = Array.from({ length: Math.max(0, end - 1) }, (_, i) => `M${sharp((i + 1) * pitch)} ${bottom}v-3`).join(
    '',
  );
  return (
    <>
      <path
        className={styles.box}
        data-chosen={version.chosen || undefined}
        d={`M${x0} ${top}H${x1 - corner}${corner > 0 ? `L${x1} ${top + corner}` : ''}V${bottom}H${x0}Z`}
      />
      {corner > 0 && <path className={styles.hair} d={`M${x1 - corner} ${top}V${top + corner}H${x1}`} />}
      <path className={styles.hair} d={ticks} />
    </>
  );
}
const headerEnd = ({ fields, pitch }: HeapLayout): number => {
  const last = fields.at(-1);
  return last === undefined || pitch === 0 ? 0 : Math.round((last.x + last.width) / pitch);
};

interface FieldsProps {
  readonly version: HeapVersion;
  readonly layout: HeapLayout;
  readonly xid: number | null;
  /** The word for an xmax that only locks. */
  readonly lock: string;
}
function Fields({ version, layout, xid, lock }: FieldsProps) {
  const { em, pitch, row, fields } = layout;
  const { tuple, xmin, xmax } = version;
  const y = middle(layout);
  const roomy = pitch >= 1.5 * em;
  const text = (name: string, box: Box): string => {
    switch (name) {
      case 't_cid':
        return cutMono(String(tuple.cid), box.width, em);
      case 't_ctid':
        return cutMono(tuple.next, box.width, em);
      case 't_infomask2':
        return roomy ? hex(tuple.infomask2) : '';
      case 't_infomask':
        return hex(tuple.infomask);
      case 't_hoff':
        return roomy ? String(tuple.hoff) : '';
      default:
        return '';
    }
  };
  return (
    <>
      {fields.map(({ name, x, width }, i) => (
        <g key={name}>
          {i > 0 && <path className={styles.hair} d={`M${sharp(x)} 2V${row.boxHeight - 1}`} />}
          {name === 't_xmin' && <XidCell note={xmin} xid={tuple.xmin} at={{ x, width }} layout={layout} chosen={xid} />}
          {name === 't_xmax' && (
            <XidCell
              note={markOf(version)}
              xid={tuple.xmax}
              at={{ x, width }}
              layout={layout}
              chosen={xid}
              members={membersOf(version)}
              void={xmax.kind === 'none' && tuple.xmax !== 0}
              {...(xmax.kind === 'lock' ? { lock } : {})}
            />
          )}
          {name === 'nulls' && (
            <rect
              className={styles.sunken}
              x={x + 1}
              y={1.5}
              width={Math.max(0, width - 1.5)}
              height={row.boxHeight - 5}
            />
          )}
          {name !== 't_xmin' && name !== 't_xmax' && text(name, { x, width }) !== '' && (
            <text className={styles.number} x={x + width / 2} y={y} textAnchor="middle">
              {text(name, { x, width })}
            </text>
          )}
        </g>
      ))}
    </>
  );
}

/** The mark in t_xmax: the session that changes the row, else its only lock holder; several holders have no mark. */
function markOf({ xmax }: HeapVersion) {
  if (xmax.kind === 'change') return xmax.multi ? null : xmax.by;
  if (xmax.kind === 'lock') return xmax.multi ? null : (xmax.holders[0] ?? null);
  return xmax.note;
}

const membersOf = ({ xmax }: HeapVersion): readonly XidNote[] =>
  xmax.kind === 'none' || !xmax.multi ? [] : xmax.kind === 'change' ? [xmax.by, ...xmax.holders] : xmax.holders;

interface XidCellProps {
  readonly note: XidNote | null;
  readonly xid: number;
  readonly at: Box;
  readonly layout: HeapLayout;
  readonly chosen: number | null;
  /** The members, for a multixact. */
  readonly members?: readonly XidNote[];
  readonly void?: boolean;
  /** The lock only protects the row: the word that says so. */
  readonly lock?: string;
}

/** Below this height, in em, a box has no room for a word below its xid. */
const TWO_LINES_FROM = 2.2;

/** An xid in its cell; if it only locks, above the word, or without room next to the padlock. */
function XidCell(props: XidCellProps) {
  const { lock, at, layout } = props;
  if (lock === undefined) return <Xid {...props} />;
  const { em, row } = layout;
  if (row.boxHeight < TWO_LINES_FROM * em)
    return (
      <>
        <g transform={`translate(${-0.42 * em} 0)`}>
          <Xid {...props} />
        </g>
        <LockMark word="" x={at.x + at.width - 0.35 * em} y={row.boxHeight / 2 + 0.34 * em} em={em} />
      </>
    );
  return (
    <>
      <g transform={`translate(0 ${-0.5 * em})`}>
        <Xid {...props} />
      </g>
      <LockMark word={lock} x={at.x + at.width / 2} y={row.boxHeight / 2 + 0.98 * em} em={em} />
    </>
  );
}

/** A padlock and its word, if there is room for one, centred at x; y: the word's base line. */
function LockMark({ word, x, y, em }: { word: string; x: number; y: number; em: number }) {
  const size = 0.8 * em;
  const wide = [...word].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 1 : 0.6), 0) * size;
  const [w, h] = [0.62 * em, 0.42 * em];
  const left = x - (w + 0.25 * em + wide) / 2;
  return (
    <g data-lock="">
      <rect className={styles.lockBody} x={left} y={y - h} width={w} height={h} />
      <path
        className={styles.lockBow}
        d={`M${left + 0.13 * em} ${y - h}v${-0.12 * em}a${0.18 * em} ${0.18 * em} 0 0 1 ${0.36 * em} 0v${0.12 * em}`}
      />
      {word !== '' && (
        <text className={styles.lockWord} x={left + w + 0.25 * em} y={y} fontSize={size}>
          {word}
        </text>
      )}
    </g>
  );
}

function Xid(props: Omit<XidCellProps, 'lock'>) {
  const { note, xid, at, layout, chosen, members = [], void: isVoid = false } = props;
  const { x, width } = at;
  const { em, row } = layout;
  const y = middle(layout);
  if (members.length > 0) return <MultiCell xid={xid} members={members} at={{ x, width }} layout={layout} />;
  if (note === null)
    return (
      <text className={cx(styles.number, isVoid && styles.void)} x={x + width / 2} y={y} textAnchor="middle">
        {cutMono(String(xid), width, em)}
      </text>
    );
  const r = 0.42 * em;
  const digits = cutMono(String(xid), width - 1.7 * em, em);
  const from = x + Math.max(0.25 * em, (width - (digits.length * 0.6 + 1.35) * em) / 2);
  return (
    <>
      {chosen === xid && (
        <rect
          x={x + 1}
          y={1}
          width={Math.max(0, width - 2)}
          height={row.boxHeight - 2}
          fill="none"
          stroke={note.owner.hue}
          strokeWidth="2"
        />
      )}
      <XidMarkShape cx={from + r * 1.15} cy={row.boxHeight / 2} r={r} status={note.fill} hue={note.owner.hue} />
      <text className={cx(styles.xid, isVoid && styles.void)} x={from + 1.35 * em} y={y} fill={note.owner.hue}>
        {digits}
      </text>
    </>
  );
}

/** A multixact: the marks of its members, as many as fit, and its own number. */
function MultiCell(props: { xid: number; members: readonly XidNote[]; at: Box; layout: HeapLayout }) {
  const { xid, members, at, layout } = props;
  const { em, row } = layout;
  const r = 0.36 * em;
  const step = 2.5 * r;
  const number = cutMono(String(xid), at.width - 0.3 * em, em);
  const room = Math.floor((at.width - (number.length * 0.6 + 0.7) * em) / step);
  const shown = members.slice(0, Math.max(0, room));
  const from = at.x + (at.width - shown.length * step - (number.length * 0.6 + 0.2) * em) / 2;
  return (
    <>
      {shown.map((member, i) => (
        <XidMarkShape
          key={member.xid}
          cx={from + i * step + r}
          cy={row.boxHeight / 2}
          r={r}
          status={member.fill}
          hue={member.owner.hue}
        />
      ))}
      <text className={styles.number} x={from + shown.length * step + 0.2 * em} y={middle(layout)}>
        {number}
      </text>
    </>
  );
}

function Columns({ version, layout, messages }: { version: HeapVersion; layout: HeapLayout; messages: Messages }) {
  const { em, row, mode, pitch } = layout;
  const y = middle(layout);
  return (
    <>
      {layout.columns.map(({ column, x, width }, i) => {
        const cell = version.cells[column];
        if (cell === undefined) return null;
        const own = mode === 'bytes' && cell.bytes !== null ? (cell.bytes.to - cell.bytes.from) * pitch : width;
        const text = cutMono(cell.text ?? messages.t('heap.null'), own - 0.3 * em, em);
        return (
          <g key={column}>
            <path className={i === 0 ? styles.edge : styles.hair} d={`M${sharp(x)} 2V${row.boxHeight - 1}`} />
            <text
              className={cell.text === null ? styles.null : styles.value}
              x={cell.number ? x + own / 2 : x + 0.4 * em}
              y={y}
              textAnchor={cell.number ? 'middle' : 'start'}
            >
              {text}
            </text>
          </g>
        );
      })}
      {layout.more !== null && <path className={styles.hair} d={`M${sharp(layout.more.x)} 2V${row.boxHeight - 1}`} />}
    </>
  );
}

function Eyes({ version, by, layout }: { version: HeapVersion; by: string | null; layout: HeapLayout }) {
  const { eyes, em } = layout;
  const width = Math.min(1.9 * em, eyes.slot * 0.72);
  const ring = Math.min(2.3 * em, eyes.height + (eyes.byName ? 0 : 0.4 * em));
  return (
    <>
      {version.eyes.map(({ session, sees }, i) => {
        const { x, y } = eyeAt(layout, i);
        const chosen = version.chosen && by === session.name;
        return (
          <g key={session.name}>
            {chosen && (
              <rect
                className={styles.looking}
                x={sharp(x - eyes.slot / 2 + 1)}
                y={sharp(y - ring / 2)}
                width={Math.round(eyes.slot - 3)}
                height={Math.round(ring)}
              />
            )}
            <EyeShape cx={x} cy={y} width={width} sees={sees} hue={session.hue} />
          </g>
        );
      })}
    </>
  );
}

/** The middle of a session's eye, from the row's top. */
export function eyeAt(layout: HeapLayout, index: number): { readonly x: number; readonly y: number } {
  const { eyes, row } = layout;
  const line = Math.floor(index / eyes.perLine);
  const first = eyes.below ? row.eyes + eyes.height / 2 : row.box + row.boxHeight / 2;
  return { x: eyes.x + ((index % eyes.perLine) + 0.5) * eyes.slot, y: first + line * eyes.height };
}

interface PointerProps {
  readonly pointer: HeapPointer;
  readonly block: number;
  readonly layout: HeapLayout;
  readonly cut: CutText;
}
const Pointer = memo(function Pointer({ pointer, block, layout, cut }: PointerProps) {
  const messages = useMessages();
  const { em, box, pointerHeight } = layout;
  const name = pointerName(pointer, block, messages);
  const x = name.length * 0.6 * em + 0.8 * em;
  const y = pointerHeight / 2;
  const words = cut(pointerWords(pointer, block, messages), box.width - x - 1.2 * em);
  return (
    <g className={styles.faint}>
      <rect
        className={styles.slot}
        x={0.5}
        y={sharp(0.2 * em)}
        width={sharp(box.width) - 1.5}
        height={Math.round(pointerHeight - 0.6 * em)}
      />
      <text className={styles.ctid} x={0.6 * em} y={y + 0.3 * em}>
        {name}
      </text>
      <text className={styles.caption} x={x + 0.6 * em} y={y + 0.3 * em}>
        {words}
      </text>
    </g>
  );
}, sameData);

/**
 * If rows are lower than this, in em, an arrow between two rows has no room for its words: its dashes also show its
 * kind.
 */
const WORDS_FROM = 1.35;
/** The distance below its box at which an arrow runs to the right. */
const leaves = ({ row: { gap }, em }: HeapLayout): number => Math.min(0.95 * em, gap / 2);

/** From t_ctid down, out to the right, and to the version it leads to. */
function Arrow({ arrow, model, layout }: { arrow: ChainArrow; model: HeapModel; layout: HeapLayout }) {
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
    <g className={cx(styles.arrow, isFaint(source) && styles.faintArrow)} data-kind={arrow.kind}>
      <path className={styles.line} d={d} />
      <circle cx={start.x} cy={start.y} r={0.2 * em} />
      <path className={styles.tip} d={`M${tip} ${toY}l${0.7 * em} ${-0.35 * em}v${0.7 * em}Z`} />
      {label !== null && (
        <text className={styles.arrowLabel} x={label.x} y={label.y} textAnchor="middle">
          {t(`heap.arrow.${arrow.kind}`)}
        </text>
      )}
    </g>
  );
}
/** The next version is on another page: the arrow leaves, and names the page. */
function Exit({ next, layout, cut }: { next: NextVersion; layout: HeapLayout; cut: CutText }) {
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
      <path className={styles.tip} d={`M${end} ${y}l${-0.7 * em} ${-0.35 * em}v${0.7 * em}Z`} />
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
