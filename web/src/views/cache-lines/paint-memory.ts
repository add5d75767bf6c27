/**
 * Memory on a canvas. Rows are repainted each time, because they are few; cells only where something has changed,
 * because they may be thousands. Next to the rows: the scan's cursor, letters of states, the cores that have a copy,
 * the core that answers.
 */
import type { CoreStyle } from '../../viewmodel/cachelines/counters.ts';
import { detailLines, type MemoryLayout, type PlacedBlock, type PlacedRow } from '../../viewmodel/cachelines/layout.ts';
import { type LineScene, NOBODY, STATE, stateLetter } from '../../viewmodel/cachelines/scene.ts';
import type { LineStates } from '../../viewmodel/cachelines/side.ts';
import { LinePatterns, paintRow, rowWidth } from './paint-row.ts';
import type { Palette, Pen, Words } from './pen.ts';

export interface MemoryInput {
  readonly scene: LineScene;
  readonly states: LineStates;
  readonly layout: MemoryLayout;
  readonly styles: readonly CoreStyle[];
  readonly palette: Palette;
  readonly words: Words;
  readonly em: number;
  readonly touched: ReadonlySet<number>;
  /** The line of the current access; -1 when there is none. */
  readonly line: number;
  /** The first line of the operation. */
  readonly firstLine: number;
}

/** The place of the current access's line, for parts that point at it. */
export interface RowPlace {
  readonly x: number;
  readonly byteWidth: number;
  readonly y: number;
  readonly height: number;
}

const LARGE_EM = 20;

type CellsBlock = Extract<PlacedBlock, { kind: 'cells' }>;

/** The rows that a block draws as rows; for a block of cells these are the detail rows around `line`. */
export function rowsOf(block: PlacedBlock, line: number): readonly PlacedRow[] {
  if (block.kind === 'single') return [block.row];
  if (block.kind !== 'cells') return block.rows;
  const { y, pitch } = block.detail;
  return detailLines(block, line).map((each, i) => ({ line: each, y: y + i * pitch, height: pitch }));
}

export function placeOf(layout: MemoryLayout, line: number): RowPlace | null {
  for (const block of layout.blocks) {
    const row = rowsOf(block, line).find((each) => each.line === line);
    if (row !== undefined) return { x: layout.left, byteWidth: layout.byteWidth, y: row.y, height: row.height };
  }
  return null;
}

export class MemoryPainter {
  readonly #patterns: LinePatterns;
  /** The state that the canvas shows for each cell. */
  #painted = new Int32Array(0);
  #paintedFor: unknown = null;
  /** The states' change count that the cells show. */
  #changes = -1;

  constructor(scene: LineScene) {
    this.#patterns = new LinePatterns(scene);
  }

  paint(c: Pen, input: MemoryInput, isNew: boolean): void {
    const { scene, states, layout, palette, touched, line } = input;
    const key = layout;
    if (isNew || this.#paintedFor !== key) {
      c.clearRect(0, 0, layout.width, layout.height);
      this.#painted = new Int32Array(scene.lines.length).fill(-1);
      this.#paintedFor = key;
      this.#changes = -1;
    }
    const cells = layout.blocks.filter((block) => block.kind === 'cells');
    clearAround(c, layout, cells);
    if (this.#changes !== states.changes) for (const block of cells) this.#paintCells(c, input, block);
    this.#changes = states.changes;
    const rows = layout.blocks.flatMap((block) =>
      rowsOf(block, line).map((row) => ({ row, apart: block.kind === 'apart' })),
    );
    for (const { row, apart } of rows) {
      paintRow(c, {
        scene,
        states,
        patterns: this.#patterns,
        palette,
        left: layout.left,
        byteWidth: layout.byteWidth,
        ...row,
        faint: !apart && !touched.has(row.line),
      });
    }
    for (const block of layout.blocks) paintName(c, input, block);
    paintSharers(
      c,
      input,
      rows.map(({ row }) => row),
    );
    paintLetters(
      c,
      input,
      rows.map(({ row }) => row),
    );
    for (const block of cells) paintCellCursor(c, input, block);
    paintCursor(c, input);
  }

  #paintCells(c: Pen, { states, layout, palette, scene }: MemoryInput, block: CellsBlock): void {
    const { cells, lines } = block;
    const size = Math.max(1, cells.pitch - 1);
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i] ?? 0;
      const owner = states.owner[line] ?? NOBODY;
      const state = states.lineState(line);
      const mine = states.stateOf(line, scene.watched) !== STATE.I ? 1 : 0;
      const look = (owner + 1) * 32 + state * 4 + mine;
      if (this.#painted[line] === look) continue;
      this.#painted[line] = look;
      const x = layout.left + (i % cells.perRow) * cells.pitch;
      const y = cells.y + Math.floor(i / cells.perRow) * cells.pitch;
      c.clearRect(x, y, cells.pitch, cells.pitch);
      const solid = state === STATE.M || state === STATE.O;
      c.fillStyle = solid ? (palette.cores[owner] ?? palette.ink) : palette.ink;
      c.globalAlpha = solid ? 1 : state === STATE.I ? 0.1 : mine === 1 ? 0.38 : 0.22;
      c.fillRect(x, y, size, size);
    }
    c.globalAlpha = 1;
  }
}

/** Clears everything but the cells. */
function clearAround(c: Pen, layout: MemoryLayout, cells: readonly CellsBlock[]): void {
  let y = 0;
  const width = rowWidth(layout.byteWidth);
  for (const { cells: place } of cells) {
    c.clearRect(0, y, layout.width, place.y - y);
    c.clearRect(0, place.y, layout.left, place.height);
    c.clearRect(layout.left + width, place.y, layout.width, place.height);
    y = place.y + place.height;
  }
  c.clearRect(0, y, layout.width, layout.height - y + 2);
}

function paintName(c: Pen, input: MemoryInput, block: PlacedBlock): void {
  const { palette, words, em, layout, states } = input;
  if (block.kind === 'apart') return;
  if (block.kind === 'single') {
    // The name is inside the row: the line is high enough.
    const { line, y, height } = block.row;
    const state = states.lineState(line);
    const solid = state === STATE.M || state === STATE.O;
    const colour = solid ? palette.paper : palette.ink;
    const look = { font: `600 ${em * 0.92}px ${palette.mono}`, colour, align: 'left' } as const;
    const width = rowWidth(layout.byteWidth);
    const measured = Math.min(width, words.width(block.name, look));
    const x = layout.left + Math.max(4, (width - measured) / 2);
    if (solid) {
      // Also covers the field that was written last.
      c.fillStyle = palette.cores[states.owner[line] ?? 0] ?? palette.ink;
      c.fillRect(x - 4, y, measured + 8, height - Math.max(1, Math.round(height * 0.18)));
    }
    words.write(c, block.name, x, y + height * 0.42, look, width);
    return;
  }
  const look = { font: `500 ${em * 0.92}px ${palette.mono}`, colour: palette.muted, align: 'left' } as const;
  words.write(c, block.name, layout.left, block.labelY + em * 0.6, look, rowWidth(layout.byteWidth) + em * 0.3);
}

/** A dot for each core that has a copy; with many cores a bar as long as their share. */
function paintSharers(c: Pen, input: MemoryInput, rows: readonly PlacedRow[]): void {
  const { scene, states, layout, palette, em } = input;
  const right = layout.left + rowWidth(layout.byteWidth) + em * 0.5;
  // They end before the names of owners, whose letters are taller than a row.
  const room = em * Math.max(0.5, 2.65 * layout.ends - 1.1);
  const dots = scene.active <= 8;
  for (const row of rows) {
    const state = states.lineState(row.line);
    if (state === STATE.M || state === STATE.E || state === STATE.I) continue;
    const y = row.y + row.height * 0.42;
    if (!dots) {
      c.globalAlpha = 0.45;
      c.fillStyle = palette.ink;
      const share = (states.holders[row.line] ?? 0) / scene.active;
      c.fillRect(right, y - Math.min(2, row.height * 0.25), room * share, Math.min(4, row.height * 0.5));
      c.globalAlpha = 1;
      continue;
    }
    const step = Math.min(room / scene.active, em * 0.62);
    const radius = Math.min(step * 0.34, row.height * 0.32);
    for (let backend = 0; backend < scene.active; backend++) {
      const copy = states.stateOf(row.line, backend);
      if (copy === STATE.I) continue;
      const x = right + (backend + 0.5) * step;
      c.beginPath();
      // A ring marks the copy that answers.
      c.arc(x, y, radius, 0, 2 * Math.PI);
      c.fillStyle = palette.cores[backend] ?? palette.ink;
      c.strokeStyle = c.fillStyle;
      if (copy === STATE.F || copy === STATE.O) {
        c.lineWidth = Math.max(1, radius * 0.5);
        c.stroke();
      } else c.fill();
    }
  }
}

/** With large text the letters are as close together as possible; where rows nearly have room for theirs, all are smaller. */
function letterSize(rows: readonly PlacedRow[], em: number): number {
  const middles = rows.map(({ y, height }) => y + height * 0.42).sort((a, b) => a - b);
  const gaps = middles.slice(1).map((each, i) => each - (middles[i] ?? 0));
  return Math.min(em * (em > LARGE_EM ? 1.06 : 1.2), ...gaps.filter((gap) => gap >= em));
}

/** Letters of states on the left, names of owners on the right, as many as fit; the current line comes first. */
function paintLetters(c: Pen, input: MemoryInput, rows: readonly PlacedRow[]): void {
  const { states, layout, palette, words, styles, em, line, scene } = input;
  const rank = (row: PlacedRow): number => {
    const state = states.lineState(row.line);
    if (row.line === line) return 0;
    return state === STATE.M || state === STATE.O ? ((states.owner[row.line] ?? 0) === scene.watched ? 2 : 1) : 3;
  };
  const wanted = rows
    .filter((row) => {
      const state = states.lineState(row.line);
      return state > STATE.S && (state !== STATE.F || row.line === line);
    })
    .sort((a, b) => rank(a) - rank(b));
  const size = letterSize(wanted, em);
  const taken: number[] = [];
  for (const row of wanted) {
    const middle = row.y + row.height * 0.42;
    const isFree = taken.every((other) => Math.abs(other - middle) >= size * 0.98);
    const state = states.lineState(row.line);
    const owner = states.owner[row.line] ?? NOBODY;
    const hue = palette.cores[owner] ?? palette.ink;
    const x = layout.left - em * 0.3 - size;
    const end = layout.left + rowWidth(layout.byteWidth);
    if (!isFree) continue;
    taken.push(middle);
    const solid = state === STATE.M || state === STATE.O;
    c.fillStyle = solid ? hue : palette.paper;
    c.fillRect(x, middle - size / 2, size, size);
    if (!solid) {
      c.strokeStyle = hue;
      c.lineWidth = 1.5;
      c.strokeRect(x + 0.75, middle - size / 2 + 0.75, size - 1.5, size - 1.5);
    }
    const font = `700 ${em * 0.95}px ${palette.sans}`;
    const colour = solid ? palette.paper : hue;
    words.write(c, stateLetter(state), x + size / 2, middle + em * 0.05, { font, colour, align: 'center' });
    if (state === STATE.F || state === STATE.O) continue;
    c.strokeStyle = hue;
    c.lineWidth = 1.5;
    c.beginPath();
    c.moveTo(end + em * 0.45, middle);
    c.lineTo(end + em * 2.05 * layout.ends, middle);
    c.stroke();
    const name = styles[owner]?.name ?? '';
    words.write(c, name, end + em * 2.65 * layout.ends, middle + em * 0.05, { font, colour: hue, align: 'center' });
  }
}

/** From the operation's first line down to the current one, with an arrow into it, and the name of its owner. */
function paintCursor(c: Pen, input: MemoryInput): void {
  const { layout, palette, words, styles, em, line, firstLine, scene } = input;
  const at = placeOf(layout, line);
  if (at === null) return;
  const start = placeOf(layout, firstLine) ?? at;
  const x = em * 0.95;
  const y = at.y + at.height * 0.42;
  const top = Math.min(start.y + 1, y);
  c.strokeStyle = palette.design;
  c.fillStyle = palette.design;
  c.lineWidth = Math.max(2, em * 0.16);
  c.beginPath();
  if (y - top > 2) {
    c.moveTo(x - em * 0.35, top);
    c.lineTo(x + em * 0.35, top);
    c.moveTo(x, top);
  } else c.moveTo(x, y);
  c.lineTo(x, y);
  c.lineTo(x + em * 0.2, y);
  c.stroke();
  c.beginPath();
  c.moveTo(x + em * 0.1, y - em * 0.36);
  c.lineTo(x + em * 0.66, y);
  c.lineTo(x + em * 0.1, y + em * 0.36);
  c.closePath();
  c.fill();
  const style = styles[scene.watched];
  const colour = palette.cores[scene.watched] ?? palette.ink;
  const look = { font: `700 ${em}px ${palette.sans}`, colour, align: 'center' } as const;
  words.write(c, style?.name ?? '', em * 0.36, y + em * 0.05, look);
  // The line itself: an edge in ink.
  c.strokeStyle = palette.ink;
  c.lineWidth = 1.5;
  c.strokeRect(
    at.x - 1.5,
    at.y - 1,
    rowWidth(at.byteWidth) + 3,
    Math.max(2, at.height - Math.max(1, Math.round(at.height * 0.18))) + 2,
  );
}

/** The number of the cell, and a hint that the rows above are the lines around it. */
function paintCellCursor(c: Pen, { line, layout, palette }: MemoryInput, block: CellsBlock): void {
  const at = block.lines.indexOf(line);
  if (at < 0) return;
  const { cells } = block;
  const x = layout.left + (at % cells.perRow) * cells.pitch;
  const y = cells.y + Math.floor(at / cells.perRow) * cells.pitch;
  const width = rowWidth(layout.byteWidth);
  // Arrows at both ends of the cells' row: nothing is painted over the cells that would have to be erased.
  c.fillStyle = palette.design;
  for (const [from, out] of [
    [layout.left - 2, -1],
    [layout.left + width + 2, 1],
  ] as const) {
    c.beginPath();
    c.moveTo(from, y + cells.pitch / 2);
    c.lineTo(from + out * 7, y + cells.pitch / 2 - 4);
    c.lineTo(from + out * 7, y + cells.pitch / 2 + 4);
    c.closePath();
    c.fill();
  }
  // A tick above the cells, at the column.
  c.fillRect(x, block.cells.y - 3, Math.max(2, cells.pitch - 1), 2);
}
