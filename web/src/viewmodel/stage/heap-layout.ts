/**
 * Places of everything on a heap page, in pixels, for a container's width and a text size. Three ways to draw a
 * version:
 * - `bytes`: all its bytes on one scale; if they fit, and every row has its columns at the same bytes
 * - `header`: the header to scale, columns as wide as their texts need (long texts, NULLs, many columns)
 * - `compact`: a narrow container: t_xmin, t_xmax and columns, nothing to scale
 */
import { type Bytes, HEADER_BYTES, HEADER_FIELDS, type HeaderName, type HeapModel, type HeapVersion } from './heap.ts';

export interface Box {
  readonly x: number;
  readonly width: number;
}
export interface FieldBox extends Box {
  readonly name: HeaderName;
}
export interface ColumnBox extends Box {
  readonly name: string;
  /** Index in the table's columns. */
  readonly column: number;
}
export interface HeapLayout {
  readonly mode: 'bytes' | 'header' | 'compact';
  readonly width: number;
  /** Text size, in px. */
  readonly em: number;
  /** The largest version's box. */
  readonly box: Box;
  /** Pixels per byte; 0 in `compact`. */
  readonly pitch: number;
  readonly fields: readonly FieldBox[];
  readonly columns: readonly ColumnBox[];
  /** Columns without room; they are counted in a separate box. */
  readonly more: (Box & { readonly count: number }) | null;
  /** Space for the arrows, right of the box. */
  readonly gutter: Box;
  readonly lane: number;
  readonly eyes: {
    readonly x: number;
    readonly slot: number;
    readonly height: number;
    readonly perLine: number;
    readonly lines: number;
    /** Under the box instead of next to it. */
    readonly below: boolean;
    /** In the caption's line, after the version's name; the caption then has less room. */
    readonly byName: boolean;
  };
  readonly head: number;
  /** Distances from a version row's top. */
  readonly row: {
    readonly height: number;
    readonly caption: number;
    /** The caption's baseline. */
    readonly base: number;
    readonly box: number;
    readonly boxHeight: number;
    readonly eyes: number;
    /** Below the box: space for the arrows, and for their words if there is room. */
    readonly gap: number;
  };
  readonly pointerHeight: number;
  /** Tops of the rows, and finally the bottom of the last one. */
  readonly tops: readonly number[];
}

export type HeaderShare = 'none' | 'stamps';

export interface HeapSpace {
  readonly width: number;
  /** The text's size in px. */
  readonly em: number;
  /** A finger points: every target is at least 44 px large. */
  readonly coarse: boolean;
  /** The header's share: none of it, or t_xmin and t_xmax alone. Left out: all of it, if there is room. */
  readonly header?: HeaderShare | undefined;
  /** Height of the drawing, in px: rows become lower if they all fit then. Left out: each row has its full height. */
  readonly height?: number;
}

/** Width of every character in JetBrains Mono, in em. */
export const MONO_EM = 0.6;
/** At a smaller pitch four hexadecimal digits do not fit into two bytes, nor a mark and an xid into four. */
const MIN_PITCH_EM = 1.12;
const MAX_PITCH_EM = 2;
const HEADER_PITCH_EM = 1.2;
const TOUCH_PX = 44;
const MIN_COLUMN_EM = 3;
const MAX_COLUMN_EM = 16;
/** With fewer columns the header is not worth its room. */
const FEW_COLUMNS = 3;
const MORE_EM = 3;
const PADDING_EM = 0.9;
/** The eyes' largest share of a narrow container's width, if possible. */
const EYES_SHARE = 0.25;
/** Lanes with separate places; further ones share the last. */
const MAX_LANES = 4;

/** This many rows are always visible together. */
export const FEW_ROWS = 6;

/** For a finger, rows keep their full height, and the list scrolls. */
export function heapLayout(model: HeapModel, space: HeapSpace): HeapLayout {
  const { height = Number.POSITIVE_INFINITY, coarse } = space;
  const full = laidOut(model, { ...space, lowness: 0 });
  if (coarse || endOf(full) <= height) return full;
  const lowest = laidOut(model, { ...space, lowness: 1 });
  if (endOf(lowest) <= height) return between(model, space, height, full, lowest);
  // Rows with their eyes underneath become a third lower with the eyes next to their names.
  const named = { ...space, eyesByName: true };
  const least = laidOut(model, { ...named, lowness: 1 });
  if (least.eyes.byName && endOf(least) <= height)
    return between(model, named, height, laidOut(model, { ...named, lowness: 0 }), least);
  // A long list scrolls; a few rows are always visible together.
  return model.rows.length > FEW_ROWS ? full : least;
}

/** Only as low as necessary, between the full height and the least. */
function between(
  model: HeapModel,
  space: Omit<PlannedSpace, 'lowness'>,
  height: number,
  full: HeapLayout,
  least: HeapLayout,
): HeapLayout {
  const lowness = (endOf(full) - height) / (endOf(full) - endOf(least));
  return laidOut(model, { ...space, lowness });
}

/** Height of a drawing with all its rows. */
export const endOf = ({ head, tops }: HeapLayout): number => head + (tops.at(-1) ?? 0);

interface PlannedSpace extends HeapSpace {
  /** 0: each row has its full height; 1: letters just fit. All heights are interpolated between the two. */
  readonly lowness: number;
  /** Moves eyes from under the boxes to the captions' line, if that leaves the captions most of it. */
  readonly eyesByName?: boolean;
}

function laidOut(model: HeapModel, space: PlannedSpace): HeapLayout {
  const { width, em, coarse, header } = space;
  if (header !== undefined) return compact(model, space);
  const beside = model.sessions.length * eyeSlot(em, coarse) <= width * 0.42;
  return wide(model, space, !beside) ?? compact(model, space);
}

const versionsOf = (model: HeapModel): readonly HeapVersion[] =>
  model.rows.filter((row): row is HeapVersion => row.kind === 'version');

/** Some version's t_ctid has an arrow: there must be room under its box. */
const hasArrows = (model: HeapModel): boolean =>
  model.lanes > 0 || model.rows.some((row) => row.kind === 'version' && row.next !== null);

const eyeSlot = (em: number, coarse: boolean): number => (coarse ? TOUCH_PX : 2.6 * em);

/** `below`: the eyes are under each box, because next to it they would take too much of its width. */
function wide(model: HeapModel, space: PlannedSpace, below: boolean): HeapLayout | null {
  const { em, width, coarse } = space;
  const versions = versionsOf(model);
  const slot = eyeSlot(em, coarse);
  const sessions = model.sessions.length;
  const lane = 0.7 * em;
  const gutterWidth = 1.4 * em + Math.min(model.lanes, MAX_LANES) * lane;
  const room = width - gutterWidth - (below ? 0 : sessions * slot);
  const longest = Math.max(28, ...versions.map(({ tuple }) => tuple.length));
  const header = Math.max(24, ...versions.map(({ tuple }) => tuple.hoff));
  const one = oneScale(versions) && room / longest >= MIN_PITCH_EM * em;
  const pitch = one ? Math.min(room / longest, MAX_PITCH_EM * em) : HEADER_PITCH_EM * em;
  const fields = fieldsAt(pitch, header, versions);
  const from = header * pitch;
  const placed = one
    ? { columns: columnsToScale(model, versions, pitch), more: null, width: longest * pitch }
    : columnsByText(model, versions, em, from, room, FEW_COLUMNS);
  if (placed === null) return null;
  const box = { x: 0, width: placed.width };
  return {
    mode: one ? 'bytes' : 'header',
    width,
    em,
    box,
    pitch,
    fields,
    columns: placed.columns,
    more: placed.more,
    gutter: { x: box.width, width: gutterWidth },
    lane,
    ...rowsOf(model, space, {
      slot,
      below,
      x: box.width + gutterWidth,
      caption: 1.75,
      gap: hasArrows(model) ? 1.9 : 0.9,
    }),
  };
}

/** Every column begins at the same byte in all versions, and none is NULL. */
function oneScale(versions: readonly HeapVersion[]): boolean {
  const first = versions[0];
  return versions.every(
    ({ cells }) =>
      cells.every(({ bytes }) => bytes !== null) &&
      cells.every(({ bytes }, i) => bytes?.from === first?.cells[i]?.bytes?.from),
  );
}

function fieldsAt(pitch: number, header: number, versions: readonly HeapVersion[]): readonly FieldBox[] {
  const box = ({ from, to }: Bytes): Box => ({ x: from * pitch, width: (to - from) * pitch });
  const fields = HEADER_FIELDS.map((field): FieldBox => ({ name: field.name, ...box(field) }));
  const behind = versions.some(({ beforeData }) => beforeData !== null);
  return behind ? [...fields, { name: 'nulls', ...box({ from: HEADER_BYTES, to: header }) }] : fields;
}

function columnsToScale(model: HeapModel, versions: readonly HeapVersion[], pitch: number): readonly ColumnBox[] {
  return model.columns.flatMap(({ name }, column): ColumnBox[] => {
    const spans = versions.flatMap(({ cells }) => cells[column]?.bytes ?? []);
    const from = spans[0]?.from;
    if (from === undefined) return [];
    const to = Math.max(...spans.map((span) => span.to));
    return [{ name, column, x: from * pitch, width: (to - from) * pitch }];
  });
}

/** The width that a column wants for its name and all its texts, within bounds. */
function wantedEm(model: HeapModel, versions: readonly HeapVersion[], column: number): number {
  const texts = versions.map(({ cells }) => cells[column]?.text?.length ?? 4);
  const longest = Math.max(model.columns[column]?.name.length ?? 0, ...texts);
  return Math.min(MAX_COLUMN_EM, Math.max(MIN_COLUMN_EM, longest * MONO_EM + PADDING_EM));
}

/** Columns between `from` and `to`, by the lengths of their texts; those without room are counted. Null: not even `few` fit. */
function columnsByText(
  model: HeapModel,
  versions: readonly HeapVersion[],
  em: number,
  from: number,
  to: number,
  few: number,
): { columns: readonly ColumnBox[]; more: HeapLayout['more']; width: number } | null {
  const wanted = model.columns.map((_, column) => wantedEm(model, versions, column) * em);
  const count = wanted.length;
  const least = MIN_COLUMN_EM * em;
  const fitting = (width: number): number => Math.min(count, Math.max(0, Math.floor(width / least)));
  const shown = fitting(to - from) < count ? fitting(to - from - MORE_EM * em) : count;
  if (shown < Math.min(count, few)) return null;
  const room = to - from - (shown < count ? MORE_EM * em : 0);
  const widths = shared(wanted.slice(0, shown), least, room);
  let x = from;
  const columns = widths.map((width, column): ColumnBox => {
    const box = { name: model.columns[column]?.name ?? '', column, x, width };
    x += width;
    return box;
  });
  const more = shown < count ? { x, width: MORE_EM * em, count: count - shown } : null;
  return { columns, more, width: more === null ? x : x + more.width };
}

/** Every column gets at least `least`; the rest goes to columns that want more, up to their wish. */
function shared(wanted: readonly number[], least: number, room: number): readonly number[] {
  const asked = wanted.reduce((sum, width) => sum + width, 0);
  if (asked <= room) return wanted;
  const spare = Math.max(0, room - least * wanted.length);
  const over = wanted.reduce((sum, width) => sum + Math.max(0, width - least), 0);
  return wanted.map((width) => least + (over === 0 ? 0 : (Math.max(0, width - least) * spare) / over));
}

/** @param widest the most that an eye takes */
function compact(model: HeapModel, space: PlannedSpace, widest = Number.POSITIVE_INFINITY): HeapLayout {
  const { em, width, coarse, header } = space;
  const versions = versionsOf(model);
  // Eyes are as wide as a finger needs, or, without a finger, as their drawing.
  const sessions = model.sessions.length;
  const share = coarse ? TOUCH_PX : Math.max(1.4 * em, (width * EYES_SHARE) / sessions);
  const slot = Math.min(eyeSlot(em, coarse), share, widest);
  const digits = Math.max(
    3,
    ...versions.flatMap(({ tuple }) => [String(tuple.xmin).length, String(tuple.xmax).length]),
  );
  const xid = header === 'none' ? 0 : Math.max(4.1, digits * MONO_EM + 2.3) * em;
  const least = 2 * xid + Math.min(2, model.columns.length) * MIN_COLUMN_EM * em;
  const lane = 0.6 * em;
  const gutterWidth = hasArrows(model) ? 0.9 * em + Math.min(Math.max(1, model.lanes), MAX_LANES) * lane : 0.4 * em;
  const below = width - gutterWidth - sessions * slot < least;
  const room = width - gutterWidth - (below ? 0 : sessions * slot);
  const fields: readonly FieldBox[] =
    header === 'none'
      ? []
      : [
          { name: 't_xmin', x: 0, width: xid },
          { name: 't_xmax', x: xid, width: xid },
        ];
  const placed = columnsByText(model, versions, em, 2 * xid, room, 1);
  const box = { x: 0, width: Math.max(2 * xid, room) };
  // Not even one column fits: they are counted in the remaining space.
  const { columns, more } = placed ?? {
    columns: [],
    more: { x: 2 * xid, width: Math.max(0, room - 2 * xid), count: model.columns.length },
  };
  // Values before large eyes.
  if (more !== null && slot > TOUCH_PX) return compact(model, space, TOUCH_PX);
  return {
    mode: 'compact',
    width,
    em,
    box,
    pitch: 0,
    fields,
    columns: spread(columns, more, box.width),
    more: more === null ? null : { ...more, x: box.width - more.width },
    gutter: { x: box.width, width: gutterWidth },
    lane,
    ...rowsOf(model, space, { slot, below, x: box.width + gutterWidth, caption: 1.65, gap: 0.8 }),
  };
}

/** Nothing is to scale: columns take the remaining width. */
function spread(columns: readonly ColumnBox[], more: HeapLayout['more'], width: number): readonly ColumnBox[] {
  const last = columns.at(-1);
  if (last === undefined) return columns;
  const left = width - (more?.width ?? 0) - last.x - last.width;
  const each = left / columns.length;
  return columns.map((box, i) => ({ ...box, x: box.x + i * each, width: box.width + each }));
}

interface RowPlan {
  readonly slot: number;
  readonly below: boolean;
  readonly x: number;
  /** In em. */
  readonly caption: number;
  readonly gap: number;
}
/** Heights in em at which letters just do not touch. */
const LOWEST = { caption: 1.25, base: 0.28, box: 1.25, gap: 0.3, gapWithout: 0.1, eye: 1.3, clear: 0.35, pointer: 1.7 };

/** The eyes' arrangement: in columns next to the rows, in lines under them, or one line next to the rows' names. */
function eyesOf(model: HeapModel, { width, em, eyesByName = false }: PlannedSpace, plan: RowPlan) {
  const sessions = model.sessions.length;
  const fitting = plan.below ? Math.max(1, Math.floor(width / plan.slot)) : sessions;
  const lines = plan.below ? Math.ceil(sessions / fitting) : 1;
  const named = nameWidth(Math.max(0, ...versionsOf(model).map(({ ctid }) => ctid.length)), em);
  const byName = eyesByName && plan.below && lines === 1 && named + sessions * plan.slot <= width / 2;
  return {
    x: byName ? named : plan.below ? 0 : plan.x,
    slot: plan.slot,
    perLine: byName ? sessions : fitting,
    lines,
    below: plan.below,
    byName,
  };
}

function rowsOf(model: HeapModel, space: PlannedSpace, plan: RowPlan) {
  const { em, coarse, lowness } = space;
  const low = (full: number, lowest: number): number => (full + (lowest - full) * lowness) * em;
  const least = coarse ? TOUCH_PX / em : 0;
  const eyes = eyesOf(model, space, plan);
  const { byName, lines } = eyes;
  const under = plan.below && !byName;
  const boxHeight = low(Math.max(least, 2.7), LOWEST.box);
  const eyeFull = coarse ? least : 2.4;
  const caption = low(plan.caption, LOWEST.caption);
  const eyeHeight = byName ? caption : low(eyeFull, Math.min(eyeFull, LOWEST.eye));
  const gap = low(plan.gap, hasArrows(model) ? LOWEST.gap : LOWEST.gapWithout);
  // Arrows leave from under the box: anything there keeps clear of them.
  const clear = under && plan.gap > 1 ? low(1.4, LOWEST.clear) : 0;
  const besideBox = caption + (boxHeight - eyeHeight) / 2;
  const height = caption + boxHeight + (under ? clear + lines * eyeHeight + low(0.8, LOWEST.gapWithout) : gap);
  const pointerHeight = low(3, LOWEST.pointer);
  const tops = [0];
  for (const row of model.rows) tops.push((tops.at(-1) ?? 0) + (row.kind === 'version' ? height : pointerHeight));
  return {
    eyes: { ...eyes, height: eyeHeight },
    head:
      (coarse && !plan.below ? TOUCH_PX : 2 * em) +
      (plan.below ? lines * (coarse ? TOUCH_PX : (byName ? 1.4 : 2) * em) : 0),
    row: {
      height,
      caption,
      base: caption - low(0.55, LOWEST.base),
      box: caption,
      boxHeight,
      eyes: byName ? 0 : under ? caption + boxHeight + clear : besideBox,
      gap: under ? clear : gap,
    },
    pointerHeight,
    tops,
  };
}

/** Rows within the pixels from `top` to `bottom`: the first, and one past the last. */
export function rowsWithin({ tops }: HeapLayout, top: number, bottom: number): readonly [first: number, end: number] {
  const count = tops.length - 1;
  const first = Math.max(0, Math.min(count, firstAbove(tops, top) - 1));
  const end = Math.min(count, firstAbove(tops, bottom));
  return [first, Math.max(first, end)];
}
/** The first index whose top is beyond `y`. */
function firstAbove(tops: readonly number[], y: number): number {
  let from = 0;
  let to = tops.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((tops[middle] ?? 0) <= y) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Width of a version's name before its caption. */
const nameWidth = (letters: number, em: number): number => (letters * MONO_EM + 0.8) * em;

/** Left edge of a caption. */
export const captionX = ({ eyes, em }: HeapLayout, ctid: string): number =>
  eyes.byName ? eyes.x + eyes.perLine * eyes.slot + 0.3 * em : nameWidth(ctid.length, em);

/** A mark at the end of a caption's line, with the gap before the next one. */
const MARK_EM = 1.55;
/** Left edge of so many marks: a caption ends before it. */
export const marksX = ({ box, em }: HeapLayout, count: number): number => box.width - count * MARK_EM * em;

/** Position of a lane. */
export const laneX = ({ gutter, lane, em }: HeapLayout, index: number): number =>
  gutter.x + 0.9 * em + Math.min(index, MAX_LANES - 1) * lane;

/** A text in a monospaced font, cut to fit into `width`. */
export function cutMono(text: string, width: number, em: number): string {
  const room = Math.floor(width / (MONO_EM * em) + 1e-6);
  if (text.length <= room) return text;
  // Code points, so that no character is split.
  return room < 1 ? '' : `${[...text].slice(0, room - 1).join('')}…`;
}

/** Half a pixel: hairlines are sharp there. */
export const sharp = (n: number): number => Math.round(n) + 0.5;

/** The text's base line in a box. */
export const middle = ({ row, em }: HeapLayout): number => row.boxHeight / 2 + 0.36 * em;
