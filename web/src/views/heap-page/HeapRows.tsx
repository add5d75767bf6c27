/**
 * The drawing of a heap page's rows: bytes, marks, arrows, eyes. Pure SVG without pointer and focus, so a saved file
 * shows the same. Clickable elements lie above it (HeapGrid).
 */
import '../../base/messages/en/heap.ts';
import { memo, useContext } from 'react';
import type { Messages } from '../../base/messages/index.ts';
import { sameData } from '../../base/same.ts';
import { cx } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { useSlots } from '../../ui/slots.ts';
import { MARK } from '../../viewmodel/score/marks.ts';
import type { HeapModel, HeapPointer, HeapRow, HeapVersion } from '../../viewmodel/stage/heap.ts';
import { captionX, cutMono, type HeapLayout, marksX, middle, sharp } from '../../viewmodel/stage/heap-layout.ts';
import type { HeapLocks } from '../../viewmodel/stage/heap-locks.ts';
import { captionOf, plainCaptionOf, pointerName, pointerWords } from '../../viewmodel/stage/heap-words.ts';
import { ToldContext } from '../shared/told/told.ts';
import { EyeShape } from '../shared/xid-mark/XidMark.tsx';
import styles from './heap-page.module.css';
import { Arrow, Exit } from './RowArrows.tsx';
import { Fields } from './RowHeader.tsx';
import type { CutText } from './text-measure.ts';

interface RowsProps {
  readonly model: HeapModel;
  readonly layout: HeapLayout;
  /** Rows to draw: first, and one past the last. */
  readonly range: readonly [first: number, end: number];
  readonly cut: CutText;
  /** Rows with marks at the end of their caption's line. */
  readonly marked: HeapLocks['rows'];
  /** Captions without transaction ids. */
  readonly isPlain: boolean;
}

export function HeapRows({ model, layout, range: [first, end], cut, marked, isPlain }: RowsProps) {
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
            <Version
              version={row}
              xid={model.xid}
              by={model.by?.name ?? null}
              layout={layout}
              cut={cut}
              isPlain={isPlain}
              marks={marked.find(({ target }) => target.offset === row.offset)?.locks.length ?? 0}
            />
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
  readonly marks: number;
  readonly isPlain: boolean;
}

/** Kept while the list scrolls and when a step does not change it: only new or changed rows are drawn. */
const Version = memo(function Version({ version, xid, by, layout, cut, marks, isPlain }: VersionProps) {
  const messages = useMessages();
  const { row, box, mode, width, em } = layout;
  const right = mode === 'bytes' ? version.tuple.length * layout.pitch : box.width;
  const captionAt = captionX(layout, version.ctid);
  const caption = (isPlain ? plainCaptionOf : captionOf)(version, messages);
  const captionRoom = (marks === 0 ? width : marksX(layout, marks) - 0.3 * em) - captionAt;
  return (
    <g className={cx(styles.version, version.inked ? styles.inked : styles.faint)} data-mark={MARK.row(version.ctid)}>
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

/** The box with its byte marks; a dead version has a corner cut off. */
function Outline({ version, layout, right }: { version: HeapVersion; layout: HeapLayout; right: number }) {
  const { row, em, pitch, mode } = layout;
  const { rows } = useContext(ToldContext);
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
        // One frame at a time: the verdict's rows are the evidence.
        data-chosen={(version.chosen && rows.size === 0) || undefined}
        data-told={rows.has(`${version.ref.table} ${version.ctid}`) || undefined}
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
              className={cell.text === null ? styles.nullWord : styles.value}
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
            <g data-mark={MARK.eye(version.ctid, session.letter)}>
              <EyeShape cx={x} cy={y} width={width} sees={sees} hue={session.hue} />
            </g>
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
    <g className={styles.faint} data-mark={MARK.pointer(`(${block},${pointer.offset})`)}>
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
