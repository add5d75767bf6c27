/**
 * The parts of the page that can be chosen, above the drawing: one row of buttons per version, one stop of the Tab key,
 * arrow keys in between. Buttons are transparent; their names say everything that the drawing shows.
 */
import '../../base/messages/en/heap.ts';
import '../../base/messages/en/heap-text.ts';
import '../../base/messages/en/ui.ts';
import { type KeyboardEvent, memo, type RefObject, useEffect, useRef, useState } from 'react';
import type { Messages } from '../../base/messages/index.ts';
import { sameData } from '../../base/same.ts';
import { useNewest } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { HeapModel, HeapRow, HeapVersion } from '../../viewmodel/stage/heap.ts';
import { placeOf } from '../../viewmodel/stage/heap-facts.ts';
import type { HeapLayout } from '../../viewmodel/stage/heap-layout.ts';
import { rowText } from '../../viewmodel/stage/heap-text.ts';
import { ctidText, pointerName, pointerWords, whoLong } from '../../viewmodel/stage/heap-words.ts';
import type { TupleRef } from '../../viewmodel/stage/selection.ts';
import { eyeAt, useRowKeys } from './HeapRows.tsx';
import styles from './heap-page.module.css';
import { ctidX } from './RowArrows.tsx';

export interface HeapCallbacks {
  /** A version was chosen; null: the choice was cleared. */
  readonly onTuple: (tuple: TupleRef | null) => void;
  readonly onXid: (xid: number | null) => void;
  readonly onSession: (session: string | null) => void;
  /** An eye was chosen: this session and this version at once. */
  readonly onLook: (session: string, tuple: TupleRef) => void;
  /** The reader goes to another page; `tuple` is set if an arrow led there. */
  readonly onPage: (table: string, block: number, tuple?: TupleRef) => void;
}

interface GridProps extends HeapCallbacks {
  readonly model: HeapModel;
  readonly layout: HeapLayout;
  readonly range: readonly [first: number, end: number];
  /** Brings a row into the window of the list. */
  readonly reveal: (row: number) => void;
  /** Neither versions nor xids can be chosen. */
  readonly eyesOnly: boolean;
}

/** The page's data that a row needs; stable while the list scrolls, so that only newly visible rows are rendered. */
interface RowContext {
  readonly block: number;
  /** The chosen xid, and the session whose view colours the page. */
  readonly xid: number | null;
  readonly by: string | null;
  readonly layout: HeapLayout;
  readonly on: RefObject<HeapCallbacks>;
  readonly eyesOnly: boolean;
}

interface Target {
  readonly key: string;
  readonly name: string;
  readonly pressed: boolean;
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  readonly act: () => void;
  readonly data?: Readonly<Record<`data-${string}`, string>>;
}

export function HeapGrid(props: GridProps) {
  const { model, layout, range, reveal, eyesOnly } = props;
  const on = useNewest<HeapCallbacks>(props);
  const messages = useMessages();
  const context = { block: model.block, xid: model.xid, by: model.by?.name ?? null, eyesOnly };
  const grid = useRef<HTMLDivElement>(null);
  const first = Math.max(0, model.chosenRow ?? model.rows.findIndex(({ kind }) => kind === 'version'));
  const [at, setAt] = useState<{ row: number; cell: number } | null>(null);
  const wantsFocus = useRef(false);
  const current = at !== null && at.row < model.rows.length ? at : { row: first, cell: 0 };

  // Waits until the row exists: arrow keys may lead to a row that was not drawn.
  useEffect(() => {
    if (!wantsFocus.current) return;
    const button = grid.current?.querySelector<HTMLButtonElement>('button[tabindex="0"]');
    if (button === null || button === undefined) return;
    wantsFocus.current = false;
    button.focus({ preventScroll: true });
  });

  const go = (row: number, cell: number) => {
    wantsFocus.current = true;
    setAt({ row, cell });
    reveal(row);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const to = destination(
      event.key,
      current,
      model,
      (row) => targetsOf(model.rows[row], { ...context, layout, on }, messages).length,
    );
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    go(to.row, to.cell);
  };
  const shown = Array.from({ length: range[1] - range[0] }, (_, i) => range[0] + i);
  const indexes = current.row >= range[0] && current.row < range[1] ? shown : [...shown, current.row];
  const rows = indexes.flatMap((index) => {
    const row = model.rows[index];
    return row === undefined ? [] : [{ row, index }];
  });
  const keyOf = useRowKeys(rows.map(({ row }) => row));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of absolutely placed cells is a grid
    <div
      ref={grid}
      role="grid"
      tabIndex={-1}
      className={styles.grid}
      aria-label={messages.t('heap.grid', { table: model.table ?? '', block: model.block })}
      aria-rowcount={model.rows.length}
      onKeyDown={onKeyDown}
    >
      {rows.map(({ row, index }) => (
        <GridRow
          key={keyOf(row)}
          row={row}
          index={index}
          {...context}
          layout={layout}
          on={on}
          stop={current.row === index ? current.cell : null}
          onStop={setAt}
        />
      ))}
    </div>
  );
}

interface GridRowProps extends RowContext {
  readonly row: HeapRow;
  readonly index: number;
  /** The cell that is the Tab stop; null: it is in another row. */
  readonly stop: number | null;
  readonly onStop: (at: { row: number; cell: number }) => void;
}

const GridRow = memo(function GridRow({ row, index, stop, onStop, ...context }: GridRowProps) {
  const messages = useMessages();
  const targets = targetsOf(row, context, messages);
  const { layout, block } = context;
  const [top, bottom] = [layout.tops[index] ?? 0, layout.tops[index + 1] ?? 0];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of absolutely placed cells is a grid
    // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus
    <div role="row" aria-rowindex={index + 1} className={styles.gridRow} style={{ top, height: bottom - top }}>
      {row.kind === 'pointer' && (
        // biome-ignore lint/a11y/useSemanticElements: see above
        // biome-ignore lint/a11y/useFocusableInteractive: nothing can be done with it
        <div role="gridcell" className="visually-hidden">
          {messages.t('ui.labelled', {
            label: pointerName(row, block, messages),
            text: pointerWords(row, block, messages),
          })}
        </div>
      )}
      {targets.map(({ key, name, pressed, box, act, data }, cell) => (
        // biome-ignore lint/a11y/useSemanticElements: see above
        // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus
        <div key={key} role="gridcell">
          <button
            type="button"
            className={styles.target}
            data-kind={key.replace(/:.*/, '')}
            {...data}
            style={box}
            aria-label={name}
            aria-pressed={pressed}
            tabIndex={stop === cell ? 0 : -1}
            onFocus={() => onStop({ row: index, cell })}
            onClick={act}
          />
        </div>
      ))}
    </div>
  );
}, sameData);

/** The target of a key; null: the key is not ours. */
function destination(
  key: string,
  at: { readonly row: number; readonly cell: number },
  model: HeapModel,
  cells: (row: number) => number,
): { row: number; cell: number } | null {
  const versions = model.rows.flatMap((row, index) => (row.kind === 'version' ? [index] : []));
  const place = versions.indexOf(at.row);
  const to = (index: number) => {
    const row = versions[Math.max(0, Math.min(versions.length - 1, index))];
    return row === undefined ? null : { row, cell: Math.min(at.cell, cells(row) - 1) };
  };
  switch (key) {
    case 'ArrowDown':
      return to(place + 1);
    case 'ArrowUp':
      return to(place - 1);
    case 'PageDown':
      return to(place + 8);
    case 'PageUp':
      return to(place - 8);
    case 'Home':
      return to(0);
    case 'End':
      return to(versions.length - 1);
    case 'ArrowLeft':
      return { row: at.row, cell: Math.max(0, at.cell - 1) };
    case 'ArrowRight':
      return { row: at.row, cell: Math.min(cells(at.row) - 1, at.cell + 1) };
    default:
      return null;
  }
}

function targetsOf(
  row: HeapModel['rows'][number] | undefined,
  props: RowContext,
  messages: Messages,
): readonly Target[] {
  if (row?.kind !== 'version') return [];
  if (props.eyesOnly) return eyeTargets(row, props, messages);
  return [
    versionTarget(row, props, messages),
    ...xidTargets(row, props, messages),
    ...eyeTargets(row, props, messages),
  ];
}

function versionTarget(version: HeapVersion, { block, layout, on }: RowContext, messages: Messages): Target {
  const { row, box, eyes, width } = layout;
  return {
    key: 'version',
    name: rowText(version, block, messages),
    pressed: version.chosen,
    box: { left: 0, top: 0, width: eyes.below ? width : box.width, height: row.box + row.boxHeight },
    act: () => on.current.onTuple(version.chosen ? null : version.ref),
    data: { 'data-tuple': version.ctid },
  };
}

function xidTargets(version: HeapVersion, props: RowContext, { t }: Messages): readonly Target[] {
  const { xid: chosen, layout, on } = props;
  const { row, fields, em, gutter } = layout;
  const xmaxXid = version.xmax.kind === 'change' ? version.xmax.by.xid : holderOf(version);
  const targets: Target[] = [];
  for (const [name, xid] of [
    ['t_xmin', version.xmin.xid],
    ['t_xmax', xmaxXid],
  ] as const) {
    const field = fields.find((each) => each.name === name);
    if (field === undefined || xid === 0) continue;
    targets.push({
      key: name,
      name: t('heap.choose.xid', { field: name, xid, ctid: version.ctid }),
      pressed: chosen === xid,
      box: { left: field.x, top: row.box, width: field.width, height: row.boxHeight },
      act: () => on.current.onXid(chosen === xid ? null : xid),
      data: { 'data-xid': String(xid), 'data-tuple': version.ctid },
    });
  }
  const { next } = version;
  if (next !== null && !next.here) {
    const left = layout.mode === 'compact' ? gutter.x : ctidX(layout);
    const compact = layout.mode === 'compact';
    targets.push({
      key: 'exit',
      name: t('heap.arrow.exit', { to: ctidText(next.to), block: next.to.block }),
      pressed: false,
      box: compact
        ? { left: left - 1.6 * em, top: row.box, width: gutter.width + 1.6 * em, height: row.boxHeight }
        : { left, top: row.box + row.boxHeight, width: gutter.x - left, height: 1.8 * em },
      act: () =>
        on.current.onPage(version.ref.table, next.to.block, {
          table: version.ref.table,
          ...placeOf(ctidText(next.to)),
        }),
    });
  }
  return targets;
}

/** The xid of a lock's only holder; 0 if several hold the lock. */
const holderOf = ({ xmax }: HeapVersion): number =>
  xmax.kind === 'lock' && !xmax.multi ? (xmax.holders[0]?.xid ?? 0) : xmax.kind === 'none' ? (xmax.note?.xid ?? 0) : 0;

function eyeTargets(version: HeapVersion, { by, layout, on }: RowContext, messages: Messages): readonly Target[] {
  const { eyes, row } = layout;
  const height = eyes.below ? eyes.height : Math.max(eyes.height, row.boxHeight);
  return version.eyes.map(({ session, sees, failed }, i): Target => {
    const { x, y } = eyeAt(layout, i);
    return {
      key: `eye:${session.name}`,
      name: messages.t('heap.eye', { who: whoLong(session, messages), sees, failed, ctid: version.ctid }),
      pressed: version.chosen && by === session.name,
      box: { left: x - eyes.slot / 2, top: y - height / 2, width: eyes.slot, height },
      act: () => on.current.onLook(session.name, version.ref),
    };
  });
}
