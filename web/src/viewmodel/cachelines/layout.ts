/**
 * Where each line is drawn. One byte scale for both designs: rows are as wide as 64 bytes and equally high, so that the
 * height shows 19 lines against 7. If the rows of a design do not fit, its arrays become cells, one per line, and the
 * lines around the cursor are drawn in detail above them. Lengths in CSS pixels.
 */
import type { LineGroup } from './groups.ts';

export interface PlacedRow {
  /** Index into `scene.lines`. */
  readonly line: number;
  readonly y: number;
  readonly height: number;
}

export type PlacedBlock =
  /** A structure of one line, high enough to contain its name. */
  | { readonly kind: 'single'; readonly name: string; readonly row: PlacedRow }
  | { readonly kind: 'rows'; readonly name: string; readonly labelY: number; readonly rows: readonly PlacedRow[] }
  | {
      readonly kind: 'cells';
      readonly name: string;
      readonly labelY: number;
      readonly lines: readonly number[];
      /** Number of rows in detail, the first one's top, and their pitch. */
      readonly detail: { readonly rows: number; readonly y: number; readonly pitch: number };
      readonly cells: CellPlace;
    }
  /** Lines that the snapshot does not scan; `more` of them did not fit. */
  | {
      readonly kind: 'apart';
      readonly name: string;
      readonly noteY: number;
      readonly rows: readonly PlacedRow[];
      readonly more: number;
      /** The stage has room for one line of text: it counts the writers that have no row. */
      readonly isShort: boolean;
    };

export interface CellPlace {
  readonly y: number;
  readonly pitch: number;
  readonly perRow: number;
  readonly height: number;
}

export interface MemoryLayout {
  readonly width: number;
  /** Height of the drawing; more than the available one if not everything fits. */
  readonly height: number;
  /** Position of a line's first byte, and width of a byte. */
  readonly left: number;
  readonly byteWidth: number;
  readonly pitch: number;
  /** Width of the marks at the right of the rows (sharers, an owner's name), as a multiple of the usual one. */
  readonly ends: number;
  /** Left edge of the texts between the rows. */
  readonly textLeft: number;
  readonly blocks: readonly PlacedBlock[];
}

export interface LayoutInput {
  readonly width: number;
  readonly height: number;
  /** Height of the text. */
  readonly em: number;
  /** Length of the note above the lines that the snapshot does not scan; by default that of a note with letters. */
  readonly noteEm?: number | undefined;
  /**
   * On a page that scrolls: the height of a row. The drawing becomes as high as its rows need, unless there are more
   * than `maxRows`.
   */
  readonly growsWith?: { readonly pitch: number; readonly maxRows: number } | undefined;
}

/** Rows closer than this show no fields. */
export const MIN_PITCH = 4;
const MAX_PITCH_EM = 1.35;
const APART_PITCH_EM = 1.3;
/** The closest pitch at which their writers' names fit. */
const TIGHT_APART_EM = 1.06;

/** Heights in em: of a structure of one line, of a name above an array, and of the gap between two blocks. */
interface Density {
  readonly single: number;
  readonly label: number;
  readonly gap: number;
}
const USUAL: Density = { single: 1.35, label: 1.15, gap: 0.3 };
/** Many structures on a low drawing. */
const SNUG: Density = { single: 1.12, label: 1.02, gap: 0.08 };
/** A stage with little room for everything. */
const TIGHT: Density = { single: 1.35, label: 1.05, gap: 0.12 };
/** A lower array is unreadable: rows in detail and cells need this much. */
const LEAST_ARRAY_EM = 1.5;
/** Length of the note above the lines apart: where cores have letters, and where they have numbers. */
const NOTE_TEXT_EM = 27;
const LONG_NOTE_EM = 40;
export const noteEmFor = (cores: number): number => (cores > 8 ? LONG_NOTE_EM : NOTE_TEXT_EM);
const NOTE_LINE_EM = 1.25;
/** Space that a wrapped line leaves empty: part of a word. */
const NOTE_BREAK_EM = 1.5;
const NOTE_PAD_EM = 0.8;
const SHORT_PAD_EM = 0.3;
const MAX_APART = 4;
/** On little room the rows shrink for this many lines apart, not for more. */
const TIGHT_APART = 3;
/** Up to this many lines are always rows; the lines apart give way. */
const FEW_ROWS = 24;
/** Next to cells there is less room for the lines apart. */
const FEW_APART = 2;
const DETAIL_ROWS = 7;
/** The rows' share of the room that cells and the rows above them have. */
const DETAIL_SHARE = 0.45;
const DETAIL_PITCH_EM = 0.8;
const MAX_CELL = 14;
const MIN_CELL = 2;

/** Space at the left for the cursor and a state's letter, at the right for the sharers and the owner's name. */
const LEFT_EM = 3.1;
const RIGHT_EM = 3.2;
const TIGHT_ENDS = 0.7;
/** The words' width: they begin beside the letters of the states, or as far left of there as they need. */
const TEXT_EM = 10.6;

/** With less room, single lines become the rows of one block and share its name. */
const TIGHT_EM = 15;
const gathered = (groups: readonly LineGroup[], input: LayoutInput): readonly LineGroup[] =>
  isTight(input) ? joined(groups, groups.filter(isSingle)) : groups;

/** Merges some of the groups into one, in the place of the first: its name, and how many share it. */
function joined(groups: readonly LineGroup[], some: readonly LineGroup[]): readonly LineGroup[] {
  const [first] = some;
  if (first === undefined || some.length < 2) return groups;
  const one = { name: `${first.name} +${some.length - 1}`, lines: some.flatMap(({ lines }) => lines), apart: false };
  return groups.flatMap((group) => (group === first ? [one] : some.includes(group) ? [] : [group]));
}

const isArray = ({ lines, apart }: LineGroup): boolean => !apart && lines.length > 1;
const isSingle = ({ lines, apart }: LineGroup): boolean => !apart && lines.length === 1;

const isTight = ({ height, em, growsWith }: LayoutInput): boolean => growsWith === undefined && height < TIGHT_EM * em;

/** Smallest height of the arrays, in px: rows if there are few, otherwise cells below a row in detail. */
function leastOfArrays(groups: readonly LineGroup[], input: LayoutInput): number {
  const { em } = input;
  const arrays = groups.filter(isArray);
  const rows = arrays.reduce((sum, { lines }) => sum + lines.length, 0);
  if (rows <= FEW_ROWS) return rows * MIN_PITCH;
  const perRow = Math.max(1, Math.floor((64 * byteWidthOf(input)) / MIN_CELL));
  // A row in detail and the smallest cells of a large array may need more than `LEAST_ARRAY_EM`.
  const least = (count: number): number =>
    Math.max(LEAST_ARRAY_EM * em, MIN_PITCH + Math.ceil(count / perRow) * MIN_CELL);
  return arrays.reduce((sum, { lines }) => sum + least(lines.length), 0);
}

/** Width of a line's byte, in quarters of a pixel. */
function byteWidthOf(input: LayoutInput): number {
  const { width, em } = input;
  const ends = isTight(input) ? TIGHT_ENDS : 1;
  return Math.max(1, Math.floor(((width - Math.round(LEFT_EM * em) - RIGHT_EM * ends * em) / 64) * 4) / 4);
}

function densityOf(groups: readonly LineGroup[], input: LayoutInput): Density {
  if (isTight(input)) return TIGHT;
  if (input.growsWith !== undefined) return USUAL;
  return fixedHeight(groups, input, USUAL, 1) + leastOfArrays(groups, input) > input.height ? SNUG : USUAL;
}

const apartPitch = (input: LayoutInput): number => (isTight(input) ? TIGHT_APART_EM : APART_PITCH_EM) * input.em;

const noteHeight = (input: LayoutInput): number => {
  const { width, em } = input;
  if (isTight(input)) return (SHORT_PAD_EM + NOTE_LINE_EM) * em;
  const text = (input.noteEm ?? NOTE_TEXT_EM) * em;
  const room = width - LEFT_EM * em;
  const linesIn = (width: number): number => Math.ceil(text / Math.max(em, width));
  // Of two lines one is full; of more, each leaves part of a word's space empty.
  const lines = linesIn(room) > 2 ? linesIn(room - NOTE_BREAK_EM * em) : linesIn(room);
  return (NOTE_PAD_EM + NOTE_LINE_EM * lines) * em;
};

/** Height of everything but the rows of arrays. */
function fixedHeight(groups: readonly LineGroup[], input: LayoutInput, density: Density, maxApart: number): number {
  const { em } = input;
  const apart = Math.min(
    maxApart,
    groups.filter((group) => group.apart).reduce((sum, { lines }) => sum + lines.length, 0),
  );
  return (
    groups.filter(isSingle).length * (density.single + density.gap) * em +
    groups.filter(isArray).length * (density.label + density.gap) * em +
    (groups.some((group) => group.apart) ? noteHeight(input) + apart * apartPitch(input) : 0)
  );
}

/** The pitch of rows at which both designs fit, in whole pixels; below `MIN_PITCH` one of them needs cells. */
export function commonPitch(all: readonly (readonly LineGroup[])[], input: LayoutInput): number {
  const { height, em, growsWith } = input;
  if (growsWith !== undefined) return growsWith.pitch;
  const pitches = all.map((whole) => {
    const groups = gathered(whole, input);
    const rows = groups.filter(isArray).reduce((sum, { lines }) => sum + lines.length, 0);
    return rows === 0
      ? Number.POSITIVE_INFINITY
      : Math.floor(
          (height - fixedHeight(groups, input, densityOf(groups, input), isTight(input) ? TIGHT_APART : 1)) / rows,
        );
  });
  // A design that does not fit anyway does not shrink the other one's rows.
  const fitting = pitches.filter((pitch) => pitch >= MIN_PITCH);
  return Math.min(Math.floor(em * MAX_PITCH_EM), ...fitting);
}

export function memoryLayout(whole: readonly LineGroup[], common: number, input: LayoutInput): MemoryLayout {
  const groups = gathered(whole, input);
  const layout = placed(groups, common, input);
  if (!isTight(input) || layout.height <= input.height) return layout;
  // If the arrays' names take too much room, the last arrays share a name: as few as necessary, and never the first.
  const arrays = whole.filter(isArray);
  const lower = arrays.slice(2).map((_, i) => placed(joined(groups, arrays.slice(-2 - i)), common, input));
  return lower.find((each) => each.height <= input.height) ?? lower.at(-1) ?? layout;
}

/** The space at the left of the bytes, where words begin, and how far the letters of the states reach. */
function sidesOf(input: LayoutInput): Pick<MemoryLayout, 'left' | 'ends' | 'textLeft'> {
  const { width, em } = input;
  const left = Math.round(LEFT_EM * em);
  if (!isTight(input)) return { left, ends: 1, textLeft: left };
  return { left, ends: TIGHT_ENDS, textLeft: Math.max(0, Math.min(left, Math.floor(width - TEXT_EM * em))) };
}

function placed(groups: readonly LineGroup[], common: number, input: LayoutInput): MemoryLayout {
  const { width, height, em } = input;
  const density = densityOf(groups, input);
  const { gap } = density;
  const { left, ends, textLeft } = sidesOf(input);
  const byteWidth = byteWidthOf(input);
  const arrays = groups.filter(isArray);
  const rows = arrays.reduce((sum, { lines }) => sum + lines.length, 0);
  // A few lines stay rows; if they are too high for the room, they become lower than the other design's.
  const own = Math.floor((height - fixedHeight(groups, input, density, 1)) / Math.max(1, rows));
  const isPressed = input.growsWith === undefined && rows <= FEW_ROWS;
  const pitch = isPressed ? Math.max(MIN_PITCH, Math.min(common, own)) : common;
  const fits =
    input.growsWith === undefined
      ? rows <= FEW_ROWS || fixedHeight(groups, input, density, 1) + rows * pitch <= height
      : rows <= input.growsWith.maxRows;
  const spare = height - fixedHeight(groups, input, density, 0) - rows * pitch;
  const apartRoom = Math.min(MAX_APART, Math.max(0, Math.floor(spare / apartPitch(input))));
  // A page always shows one of the writers' lines; a stage without room for one only counts them.
  const least = isTight(input) || fixedHeight(groups, input, density, 1) + rows * pitch > height ? 0 : 1;
  const besideCells =
    (height - fixedHeight(groups, input, density, 1) - leastOfArrays(groups, input)) / apartPitch(input);
  const fewApart = Math.min(FEW_APART, Math.max(0, 1 + Math.floor(besideCells)));
  const maxApart = input.growsWith !== undefined ? MAX_APART : fits ? Math.max(least, apartRoom) : fewApart;
  const room = Math.max(0, height - fixedHeight(groups, input, density, maxApart) - arrays.length * em * gap);
  const roomForDetail = (room * DETAIL_SHARE) / Math.max(1, arrays.length);
  const detailPitch = Math.max(MIN_PITCH, Math.floor(Math.min(pitch, em * DETAIL_PITCH_EM, roomForDetail)));
  const detailRows = Math.max(1, Math.min(DETAIL_ROWS, Math.floor(roomForDetail / detailPitch)));
  const detailHeight = arrays.reduce((sum, { lines }) => sum + Math.min(detailRows, lines.length) * detailPitch, 0);
  // Even the smallest array's cells take a row, and rounding of tops loses a pixel.
  const roomForCells = Math.max(0, room - detailHeight - arrays.length * (MIN_CELL + 1));

  const blocks: PlacedBlock[] = [];
  let y = 0;
  for (const group of groups) {
    const { name, lines } = group;
    if (group.apart) {
      const noteY = y;
      y += noteHeight(input);
      const shown = lines.slice(0, maxApart);
      const placed = shown.map((line, i) => ({
        line,
        y: y + i * apartPitch(input),
        height: Math.min(em, pitch * 1.2),
      }));
      blocks.push({
        kind: 'apart',
        name,
        noteY,
        rows: placed,
        more: lines.length - shown.length,
        isShort: isTight(input),
      });
      y += shown.length * apartPitch(input);
    } else if (isSingle(group)) {
      blocks.push({ kind: 'single', name, row: { line: lines[0] ?? 0, y, height: Math.round(density.single * em) } });
      y += (density.single + gap) * em;
    } else {
      const labelY = y;
      y += density.label * em;
      if (fits) {
        const placed = lines.map((line, i) => ({ line, y: Math.round(y) + i * pitch, height: pitch }));
        blocks.push({ kind: 'rows', name, labelY, rows: placed });
        y += lines.length * pitch + gap * em;
      } else {
        const detail = { rows: Math.min(detailRows, lines.length), y: Math.round(y), pitch: detailPitch };
        y += detail.rows * detailPitch + em * gap;
        // Each array gets its share of the room.
        const share = MIN_CELL + (roomForCells * lines.length) / rows;
        const cells = cellPlace(lines.length, Math.round(y), byteWidth * 64, share);
        blocks.push({ kind: 'cells', name, labelY, lines, detail, cells });
        y += cells.height + gap * em;
      }
    }
  }
  return { width, height: Math.ceil(y), left, ends, textLeft, byteWidth, pitch, blocks };
}

/** The largest whole-pixel pitch with which this many cells fit into width × height. */
function cellPlace(count: number, y: number, width: number, height: number): CellPlace {
  for (let pitch = MAX_CELL; pitch > MIN_CELL; pitch--) {
    const perRow = Math.floor(width / pitch);
    const needed = Math.ceil(count / perRow) * pitch;
    if (perRow > 0 && needed <= height) return { y, pitch, perRow, height: needed };
  }
  const perRow = Math.max(1, Math.floor(width / MIN_CELL));
  return { y, pitch: MIN_CELL, perRow, height: Math.ceil(count / perRow) * MIN_CELL };
}

/** The lines of a block of cells that are in detail while the cursor is on one: a page that the cursor turns. */
export function detailLines(block: Extract<PlacedBlock, { kind: 'cells' }>, line: number): readonly number[] {
  const { lines, detail } = block;
  const at = Math.max(0, lines.indexOf(line));
  const from = Math.min(Math.floor(at / detail.rows) * detail.rows, Math.max(0, lines.length - detail.rows));
  return lines.slice(from, from + detail.rows);
}
