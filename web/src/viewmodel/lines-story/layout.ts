/** Where a side's caches and their cells are. One size of cells for both sides. Pure; lengths in CSS pixels. */
import type { Cell, StorySide } from './story.ts';

export interface Place {
  readonly x: number;
  readonly y: number;
}
export interface Box extends Place {
  readonly width: number;
  readonly height: number;
}
export interface StoryLayout {
  readonly width: number;
  readonly height: number;
  /** Edge of a cell. */
  readonly cell: number;
  /** The room above the caches, in which lines and news travel. */
  readonly sky: number;
  /** Each core's cache. */
  readonly boxes: readonly Box[];
  /** In each box, from its corner. */
  readonly cells: readonly Place[];
  /** From a box's corner: the baseline of its name and of what it has met, and whether the name has room for more than a letter. */
  readonly name: number;
  readonly isNamedShort: boolean;
  readonly em: number;
}

export interface StoryRoom {
  readonly width: number;
  readonly height: number;
  readonly em: number;
}

const MIN_CELL = 14;
const MAX_CELL = 30;
const GAP = 3;
const BOX_GAP_EM = 0.6;
const PAD_EM = 0.5;
const LABEL_EM = 1.45;
const APART_EM = 0.5;
/** On little room lines travel at least this high, and with more the cells become larger only above the other. */
const LEAST_SKY = 40;
const SKY = 58;
/** A box narrower than this has only its core's letter next to what the core has met. */
const NAMED_EM = 9.5;

interface Counts {
  readonly main: number;
  readonly apart: number;
}
const countsOf = (cells: readonly Cell[]): Counts => {
  const apart = cells.filter((cell) => cell.apart).length;
  return { main: cells.length - apart, apart };
};

const perRow = (inner: number, cell: number): number => Math.max(1, Math.floor((inner + GAP) / (cell + GAP)));

function cellsHeight({ main, apart }: Counts, inner: number, cell: number, em: number): number {
  const columns = perRow(inner, cell);
  const rows = Math.ceil(main / columns) + Math.ceil(apart / columns);
  return rows * (cell + GAP) - GAP + (apart > 0 && main > 0 ? APART_EM * em : 0);
}

const boxHeight = (cells: number, em: number): number => cells + (2 * PAD_EM + LABEL_EM) * em;
const innerOf = ({ width, em }: StoryRoom, cores: number): number =>
  (width - BOX_GAP_EM * em * (cores - 1)) / cores - 2 * PAD_EM * em;

/** The height that a side needs at least, on a page that scrolls. */
export function leastHeight(sides: readonly StorySide[], room: StoryRoom, cores: number): number {
  const inner = innerOf(room, cores);
  const heights = sides.map(({ cells }) => cellsHeight(countsOf(cells), inner, MIN_CELL, room.em));
  return Math.ceil(LEAST_SKY + boxHeight(Math.max(...heights), room.em)) + 1;
}

/** The largest cells with which every side keeps its sky. */
function cellSize(sides: readonly StorySide[], room: StoryRoom, cores: number): number {
  const inner = innerOf(room, cores);
  for (let cell = MAX_CELL; cell > MIN_CELL; cell--) {
    const tallest = Math.max(...sides.map(({ cells }) => cellsHeight(countsOf(cells), inner, cell, room.em)));
    if (room.height - boxHeight(tallest, room.em) >= SKY) return cell;
  }
  return MIN_CELL;
}

/** @param sides both: of this one the layout is wanted, the other only has the same size of cells and caches */
export function storyLayout(side: StorySide, sides: readonly StorySide[], room: StoryRoom, cores: number): StoryLayout {
  const { width, height, em } = room;
  const cell = cellSize(sides, room, cores);
  const inner = innerOf(room, cores);
  const columns = perRow(inner, cell);
  const pad = PAD_EM * em;
  const tallest = Math.max(...sides.map(({ cells }) => cellsHeight(countsOf(cells), inner, cell, em)));
  const boxes = Array.from({ length: cores }, (_, core) => ({
    x: core * (inner + 2 * pad + BOX_GAP_EM * em),
    y: height - boxHeight(tallest, em) - 1,
    width: inner + 2 * pad,
    height: boxHeight(tallest, em),
  }));
  // Cells stand in the middle of what whole columns leave.
  const left = pad + (inner - columns * (cell + GAP) + GAP) / 2;
  const { main } = countsOf(side.cells);
  const rows = Math.ceil(main / columns);
  const apartY = rows * (cell + GAP) + (main > 0 ? APART_EM * em : 0);
  const cells = side.cells.map((each, i) => {
    const at = each.apart ? i - main : i;
    const y = (each.apart ? apartY : 0) + Math.floor(at / columns) * (cell + GAP);
    return { x: left + (at % columns) * (cell + GAP), y: pad + y };
  });
  const foot = boxHeight(tallest, em) - pad;
  return {
    width,
    height,
    cell,
    sky: boxes[0]?.y ?? 0,
    boxes,
    cells,
    name: foot - 0.2 * em,
    isNamedShort: inner < NAMED_EM * em,
    em,
  };
}

/** The middle of a core's cell. */
export function middleOf({ boxes, cells, cell }: StoryLayout, core: number, at: number): Place {
  const [box, place] = [boxes[core], cells[at]];
  return { x: (box?.x ?? 0) + (place?.x ?? 0) + cell / 2, y: (box?.y ?? 0) + (place?.y ?? 0) + cell / 2 };
}

/** Where a mark on a cell leaves it to be seen. */
export function cornerOf(layout: StoryLayout, core: number, at: number): Place {
  const { x, y } = middleOf(layout, core, at);
  return { x: x + layout.cell / 2, y: y - layout.cell / 2 };
}

/** A way from one place to another through the sky: a curve with these four points. */
export type Way = readonly [Place, Place, Place, Place];

/** Farther ways rise higher. From null: from outside of all cores, straight down. */
export function wayBetween(layout: StoryLayout, from: Place | null, to: Place): Way {
  const { width, sky } = layout;
  if (from === null) {
    const at = (y: number): Place => ({ x: to.x, y });
    return [at(2), at(to.y / 3), at((2 * to.y) / 3), to];
  }
  const far = Math.min(1, Math.abs(to.x - from.x) / (width * 0.75));
  const top = sky * (0.7 - 0.7 * far);
  // A curve rises three quarters of the way to its inner points.
  const control = (place: Place): number => place.y - (place.y - top) / 0.75;
  return [from, { x: from.x, y: control(from) }, { x: to.x, y: control(to) }, to];
}

/** A point of the way, at a share of it from 0 to 1. */
export function along([a, b, c, d]: Way, share: number): Place {
  const rest = 1 - share;
  const [wa, wb, wc, wd] = [rest ** 3, 3 * rest ** 2 * share, 3 * rest * share ** 2, share ** 3];
  return {
    x: wa * a.x + wb * b.x + wc * c.x + wd * d.x,
    y: wa * a.y + wb * b.y + wc * c.y + wd * d.y,
  };
}

const point = ({ x, y }: Place): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
export const pathOf = ([a, b, c, d]: Way): string => `M${point(a)}C${point(b)} ${point(c)} ${point(d)}`;
