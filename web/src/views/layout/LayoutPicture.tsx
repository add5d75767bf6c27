/**
 * A layout, byte-true: a row is a line of 64 bytes, a tile a field. Filled tiles are written by one core and touched by
 * others. Tiles are dragged, or moved by arrow keys.
 */
import '../../base/messages/en/layout.ts';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { cx } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import type { Direction } from '../../viewmodel/layout/edit.ts';
import { LINE_BYTES, shortName } from '../../viewmodel/layout/layout.ts';
import type { Tone } from '../../viewmodel/layout/results.ts';
import type { LayoutRows, LineRow, StructRows, Tile } from '../../viewmodel/layout/rows.ts';
import { type Dragging, type Target, useDrag } from './drag.ts';
import styles from './layout.module.css';
import { ToneLegend } from './ToneLegend.tsx';

interface LayoutPictureProps {
  readonly rows: LayoutRows;
  readonly tones: ReadonlyMap<string, Tone>;
  readonly selected: string | null;
  readonly onSelect: (field: string) => void;
  readonly onStep: (field: string, direction: Direction) => void;
  readonly onDrop: (field: string, to: Target) => void;
  /** What is known of a field, or a hint if there is none; left out on stage. */
  readonly detail?: ((field: string | null) => ReactNode) | undefined;
  /** Buttons for a struct; left out on stage. */
  readonly tools?: ((struct: StructRows) => ReactNode) | undefined;
}

/** Letters that fit into a tile of so many bytes, in the narrowest picture that has letters. */
const LETTERS_PER_BYTE = 1.05;
/** On stage the face is narrower. */
const LETTERS_ON_STAGE = 1.25;
const KEYS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'earlier',
  ArrowRight: 'later',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
const percent = (bytes: number): string => `${(bytes / LINE_BYTES) * 100}%`;

/** After a move the tile is another element: it gets the focus that the old one had. */
function useKeptFocus(rows: LayoutRows) {
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null || rows.structs.length === 0) return;
    const tiles = box.current?.querySelectorAll<HTMLElement>('button[data-field]') ?? [];
    // An element that has been moved or replaced has lost the focus to the page.
    if (document.activeElement === document.body)
      [...tiles].find((tile) => tile.dataset.field === wanted.current)?.focus();
    wanted.current = null;
  }, [rows]);
  const keep = (field: string): void => {
    wanted.current = field;
  };
  return { box, keep };
}

/** Which struct each field is in. */
const homesOf = ({ structs }: LayoutRows): ReadonlyMap<string, string> =>
  new Map(structs.flatMap(({ struct }) => struct.fields.map(({ name }) => [name, struct.name] as const)));

/** More fields than these are another layout, not a move. */
const MOST_MOVED = 14;
/** In rem: the room of what lies over the picture's end, as the style sheet's `scroll-margin-bottom`. */
const COVERED = 8;

/** A field that a struct did not have before is outlined for a moment, in sight: what lies below the picture would cover it. */
function useArrivals(box: RefObject<HTMLDivElement | null>, rows: LayoutRows): void {
  const last = useRef<ReadonlyMap<string, string> | null>(null);
  useLayoutEffect(() => {
    const [before, now] = [last.current, homesOf(rows)];
    last.current = now;
    if (before === null) return undefined;
    const moved = [...now].filter(([field, home]) => before.get(field) !== home).map(([field]) => field);
    if (moved.length > MOST_MOVED) return undefined;
    const tiles = [...(box.current?.querySelectorAll<HTMLElement>('button[data-field]') ?? [])];
    const there = tiles.filter(({ dataset }) => moved.includes(dataset.field ?? ''));
    for (const tile of there) tile.dataset.arrived = '';
    const seen = innerHeight - COVERED * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    there.find((tile) => tile.getBoundingClientRect().bottom > seen)?.scrollIntoView({ block: 'nearest' });
    return () => {
      for (const tile of there) delete tile.dataset.arrived;
    };
  }, [box, rows]);
}

export function LayoutPicture(props: LayoutPictureProps) {
  const { rows, tones, selected, onSelect, onStep, onDrop, tools, detail } = props;
  const { t } = useMessages();
  const [hovered, setHovered] = useState<string | null>(null);
  const { box, keep } = useKeptFocus(rows);
  useArrivals(box, rows);
  const { dragging, handlers } = useDrag(box, onSelect, (field, to) => {
    keep(field);
    onDrop(field, to);
  });
  const onKey = (field: string) => (event: KeyboardEvent) => {
    const direction = KEYS[event.key];
    if (direction === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    keep(field);
    onStep(field, direction);
  };
  const tileProps = (field: string): TileUse => ({
    tone: tones.get(field) ?? 'quiet',
    isSelected: field === selected,
    onSelect: () => onSelect(field),
    onKeyDown: onKey(field),
    // A finger selects what it touches; it hovers over nothing.
    onPointerEnter: ({ pointerType, movementX, movementY }) => {
      // A field that has moved under a pointer at rest is not what the reader points at.
      const isMeant = pointerType === 'mouse' && (movementX !== 0 || movementY !== 0);
      setHovered(isMeant ? field : null);
    },
    onPointerLeave: () => setHovered(null),
    ...handlers(field),
  });
  return (
    <div ref={box} className={styles.picture} data-dragging={dragging === null ? undefined : ''}>
      {rows.structs.map((one) => (
        <StructBox key={one.struct.name} one={one} dragging={dragging} tileProps={tileProps} tools={tools} />
      ))}
      {rows.quiet.length > 0 && tools !== undefined && (
        <p className={styles.quiet}>{t('layout.picture.quiet', { names: rows.quiet })}</p>
      )}
      {detail !== undefined && (
        <div className={styles.detail} data-testid="layout-detail">
          <div className={styles.about}>
            {dragging === null ? detail(hovered ?? selected) : <Moving dragging={dragging} rows={rows} />}
          </div>
          <div className={styles.strip}>
            <ToneLegend />
          </div>
        </div>
      )}
    </div>
  );
}

/** What is being moved, in the line below and at the pointer. */
function Moving({ dragging: { field, over, x, y }, rows }: { readonly dragging: Dragging; readonly rows: LayoutRows }) {
  const { t } = useMessages();
  const to = rows.structs.find(({ index }) => index === over?.struct)?.struct ?? null;
  const from = rows.structs.find(({ struct }) => struct.fields.some(({ name }) => name === field))?.struct;
  const own = shortName(field);
  const isForbidden = to !== null && from?.count !== to.count;
  return (
    <>
      <p>
        {isForbidden
          ? t('layout.detail.forbidden', { field: own, struct: to.name })
          : t('layout.detail.dragged', { field: own, struct: to?.name ?? null })}
      </p>
      <span className={styles.held} aria-hidden="true" style={{ left: x, top: y }}>
        {shortName(field)}
      </span>
    </>
  );
}

interface TileUse {
  readonly tone: Tone;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onPointerEnter: (event: PointerEvent) => void;
  readonly onPointerLeave: () => void;
}
type TileProps = (field: string) => TileUse;

interface StructBoxProps {
  readonly one: StructRows;
  readonly dragging: Dragging | null;
  readonly tileProps: TileProps;
  readonly tools: LayoutPictureProps['tools'];
}

function StructBox({ one, dragging, tileProps, tools }: StructBoxProps) {
  const { t } = useMessages();
  const { struct, entries, entry, rows, leftOut } = one;
  const size = t('layout.picture.size', { entries, bytes: entry });
  return (
    <section className={styles.struct} aria-label={`${struct.name}, ${size}`}>
      <div className={styles.gutter}>
        <b>{struct.name}</b>
        <span>{size}</span>
        {tools !== undefined && <div className={styles.tools}>{tools(one)}</div>}
      </div>
      <div className={styles.rows}>
        {rows.map((row) => (
          <Row key={row.line} {...{ row, one, dragging, tileProps }} onStage={tools === undefined} />
        ))}
        <Names rows={rows} leftOut={leftOut} tones={tools === undefined ? (field) => tileProps(field).tone : null} />
      </div>
    </section>
  );
}

const isFitting = ({ field, from, to }: Tile, onStage: boolean): boolean =>
  shortName(field).length <= (to - from) * (onStage ? LETTERS_ON_STAGE : LETTERS_PER_BYTE);
const isNamed = ({ field }: Tile): boolean => !shortName(field).startsWith('rest');

/** Bytes of a line that a letter below it takes in the narrowest picture in which names are below their boxes. */
const BYTES_PER_LETTER = 0.86;
/** A name begins below its box, behind the name before it if that is still there, or ends where the line does. */
function columnsOf(tiles: readonly Tile[], onStage: boolean): ReadonlyMap<string, string> {
  let [behind, before] = [0, 0];
  return new Map(
    tiles
      .filter((tile) => !isFitting(tile, onStage))
      .map(({ field, from }) => {
        const wide = Math.min(LINE_BYTES, Math.ceil(shortName(field).length * BYTES_PER_LETTER) + 1);
        const own = Math.min(from, LINE_BYTES - wide);
        const isPushed = from >= before && behind > own && behind + wide <= LINE_BYTES;
        const at = isPushed ? behind : own;
        [behind, before] = [at + wide, from];
        return [field, `${at + 1} / span ${wide}`];
      }),
  );
}

interface NamesProps extends Pick<StructRows, 'rows' | 'leftOut'> {
  /** On stage, where only filled boxes are named: how each field is used. */
  readonly tones: ((field: string) => Tone) | null;
}
const isFilled = (tone: Tone): boolean => tone === 'many' || tone === 'shared';

/** The fields whose names have no room in their boxes, below them; in a narrow picture all, one after another. */
function Names({ rows, leftOut, tones }: NamesProps) {
  const { t } = useMessages();
  const onStage = tones !== null;
  const tiles = rows.flatMap((row) =>
    row.tiles.filter(
      (tile) =>
        tile.isMain && isNamed(tile) && (tones === null || (isFilled(tones(tile.field)) && !isFitting(tile, onStage))),
    ),
  );
  if (tiles.length === 0) return null;
  const columns = columnsOf(tiles, onStage);
  return (
    <ul className={styles.names} aria-label={t('layout.names')}>
      {tiles.map((tile) => (
        <li
          key={tile.field}
          data-fits={isFitting(tile, onStage) || undefined}
          style={{ gridColumn: columns.get(tile.field) }}
        >
          <span className={styles.byte}>{tile.from} </span>
          {shortName(tile.field)}
        </li>
      ))}
      {leftOut > 0 && !onStage && <li className={styles.leftOut}>{t('layout.picture.leftOut', { lines: leftOut })}</li>}
    </ul>
  );
}

interface RowProps extends Omit<StructBoxProps, 'tools'> {
  readonly row: LineRow;
  readonly onStage: boolean;
}

function Row({ row, one: { index, struct }, dragging, tileProps, onStage }: RowProps) {
  const over = dragging?.over?.struct === index ? dragging.over.index : null;
  const places = new Map(struct.fields.map(({ name }, at) => [name, at]));
  return (
    <div
      className={styles.row}
      data-struct={index}
      data-end={struct.fields.length}
      data-over={over === null ? undefined : ''}
    >
      {row.tiles.map((tile) => {
        const at = places.get(tile.field) ?? 0;
        return (
          <TileMark
            key={`${tile.field} ${tile.entry}`}
            tile={tile}
            line={row.line}
            struct={index}
            at={at}
            isBefore={over === at}
            use={tileProps(tile.field)}
            onStage={onStage}
          />
        );
      })}
    </div>
  );
}

interface TileMarkProps {
  readonly tile: Tile;
  readonly line: number;
  readonly struct: number;
  readonly at: number;
  /** What is dragged would go here. */
  readonly isBefore: boolean;
  readonly use: TileUse;
  readonly onStage: boolean;
}

function TileMark({ tile, line, struct, at, isBefore, use, onStage }: TileMarkProps) {
  const { t } = useMessages();
  const { field, from, to, isMain } = tile;
  const name = shortName(field);
  const label = isFitting(tile, onStage) && isNamed(tile) ? name : '';
  const common = {
    'data-struct': struct,
    'data-index': at,
    'data-tone': use.tone,
    'data-before': isBefore ? '' : undefined,
    style: { left: percent(from), width: percent(to - from) },
  };
  if (!isMain) return <span className={cx(styles.tile, styles.ghost)} aria-hidden="true" {...common} />;
  const { tone, isSelected, onSelect, ...handlers } = use;
  const about = t('layout.tile', { field, bytes: to - from, line, byte: from, tone: t(`layout.tone.${tone}`) });
  return (
    <button
      type="button"
      className={styles.tile}
      data-field={field}
      aria-pressed={isSelected}
      aria-label={about}
      title={about}
      onClick={onSelect}
      onFocus={onSelect}
      {...common}
      {...handlers}
    >
      <span className={styles.label}>{label}</span>
    </button>
  );
}
