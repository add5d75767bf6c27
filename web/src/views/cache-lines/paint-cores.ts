/**
 * The cores with the lines that they hold, and the current transfer: an arc from the copy that answers to the core that
 * waits, as long as its time on the ruler. Boxes with letters up to eight cores; beyond that, small ones with numbers.
 */
import type { CoreStyle } from '../../viewmodel/cachelines/counters.ts';
import type { Moment } from '../../viewmodel/cachelines/finding.ts';
import { LEVEL, type LineScene, NOBODY, STATE } from '../../viewmodel/cachelines/scene.ts';
import type { LineStates } from '../../viewmodel/cachelines/side.ts';
import { type Arc, arcBetween, type Palette, type Pen, type Point, type Words } from './pen.ts';

export interface CoresInput {
  readonly scene: LineScene;
  readonly states: LineStates;
  readonly styles: readonly CoreStyle[];
  readonly palette: Palette;
  readonly words: Words;
  readonly width: number;
  readonly em: number;
  readonly moment: Moment;
  /** The finished share of the current access, 0 to 1. */
  readonly share: number;
  /** For a transfer's arc: the share of the drawing's width per ns, as on the ruler. */
  readonly rulerShare: number;
  /** Lines of the caches' small pictures. */
  readonly lines: readonly number[];
  /** The cores are the whole picture, so many pixels high; left out: a strip above the memory. */
  readonly tall?: number | undefined;
}

/** On stage, where text is large, the note lies within this height, and arcs stay below it. */
const ARC_EM = 2.3;
const LARGE_EM = 20;
const LARGE_ARC_EM = 0.6;
const BOX_EM = 2.5;
const SMALL_EM = 1.5;
const LARGE_SMALL_EM = 1.1;
const GAP_EM = 0.5;
/** Cores that have a box with a picture. */
const MAX_BOXES = 8;
/** Lines that a cache's picture shows one by one. */
const MAX_CELLS = 60;
/** Where the cores are the whole picture: the arcs' share of it, and the widest and narrowest cells. */
const TALL_ARCS = 0.3;
const TALL_PER_ROW = 5;
const TALL_FEW = 9;
const TALL_FEW_ROWS = 3;
const TALL_CELL = 5;
/** Small boxes, with numbers, grow no higher than this. */
const TALL_SMALL_EM = 2.4;

/** Whether the boxes show the copies of each core: small ones do not. */
export const showsCopies = ({ active }: LineScene): boolean => active <= MAX_BOXES;

interface CoreBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface CoresLayout {
  readonly height: number;
  readonly boxes: readonly CoreBox[];
}

export function coresLayout(active: number, width: number, em: number, tall?: number): CoresLayout {
  const top = tall === undefined ? ARC_EM * em : Math.max(ARC_EM * em, Math.round(tall * TALL_ARCS));
  const boxHeight = tall === undefined ? BOX_EM * em : Math.max(BOX_EM * em, tall - top - 2);
  if (active <= MAX_BOXES) {
    const gap = GAP_EM * em;
    const each = (width - gap * (active - 1)) / active;
    const boxes = Array.from({ length: active }, (_, i) => ({
      x: i * (each + gap),
      y: top,
      width: each,
      height: boxHeight,
    }));
    return { height: top + boxHeight + 2, boxes };
  }
  // Numbers need room; if even three rows have none, they are left out. All rows have the same length.
  const most = Math.max(Math.ceil(active / 3), Math.min(active, Math.floor(width / (em * 1.8))));
  const perRow = Math.ceil(active / Math.ceil(active / most));
  const each = width / perRow;
  const rows = Math.ceil(active / perRow);
  const height =
    tall === undefined
      ? (em > LARGE_EM ? LARGE_SMALL_EM : SMALL_EM) * em
      : Math.min(TALL_SMALL_EM * em, boxHeight / rows - 2);
  const boxes = Array.from({ length: active }, (_, i) => ({
    x: (i % perRow) * each,
    y: top + Math.floor(i / perRow) * (height + 2),
    width: each - 2,
    height,
  }));
  return { height: tall ?? top + rows * (height + 2), boxes };
}

export function paintCores(c: Pen, input: CoresInput): void {
  const { scene, width, em } = input;
  const layout = coresLayout(scene.active, width, em, input.tall);
  c.clearRect(0, 0, width, layout.height);
  for (const [backend, box] of layout.boxes.entries()) {
    if (scene.active <= MAX_BOXES) (input.tall === undefined ? paintBox : paintTall)(c, input, backend, box);
    else paintSmall(c, input, backend, box);
  }
  const { moment } = input;
  if (moment.kind === 'miss') paintTransfer(c, input, layout, moment);
  else if (moment.kind === 'upgrade') paintTaking(c, input, layout, moment);
}

function edge(c: Pen, { palette, scene }: CoresInput, backend: number, box: CoreBox): void {
  const own = backend === scene.watched;
  c.strokeStyle = own ? palette.ink : palette.edge;
  c.lineWidth = own ? 2.5 : 1;
  const inset = c.lineWidth / 2;
  c.strokeRect(box.x + inset, box.y + inset, box.width - 2 * inset, box.height - 2 * inset);
}

function paintBox(c: Pen, input: CoresInput, backend: number, box: CoreBox): void {
  const { palette, words, styles, em, states, lines } = input;
  edge(c, input, backend, box);
  const hue = palette.cores[backend] ?? palette.ink;
  const size = Math.min(em * 1.5, box.height * 0.62);
  const look = { font: `700 ${size}px ${palette.sans}`, colour: hue, align: 'left' } as const;
  words.write(c, styles[backend]?.name ?? '', box.x + em * 0.45, box.y + box.height / 2 + 1, look);
  const left = box.x + em * 0.55 + size * 0.85;
  const room = { width: box.x + box.width - em * 0.4 - left, height: box.height - em * 0.7 };
  if (room.width < em * 1.2) return;
  const top = box.y + em * 0.35;
  if (lines.length > MAX_CELLS) {
    paintShare(c, input, backend, { x: left, y: top, ...room });
    return;
  }
  const rows = Math.max(2, Math.min(5, Math.floor(room.height / 8)));
  const perRow = Math.ceil(lines.length / rows);
  const [w, h] = [room.width / perRow, room.height / rows];
  for (const [i, line] of lines.entries()) {
    // Down, then right: consecutive lines are below each other.
    const x = left + Math.floor(i / rows) * w;
    const y = top + (i % rows) * h;
    const state = states.stateOf(line, backend);
    paintCopy(c, state, hue, palette, x, y, Math.max(2, w - Math.min(2, w * 0.25)), Math.max(2, h - 2));
  }
}

/** A cache as the whole box: a square a line, the core's letter below, and the line that is fetched or written edged. */
function paintTall(c: Pen, input: CoresInput, backend: number, box: CoreBox): void {
  const { palette, words, styles, em, states, lines, moment, scene } = input;
  edge(c, input, backend, box);
  const hue = palette.cores[backend] ?? palette.ink;
  const size = em * 1.25;
  const look = { font: `700 ${size}px ${palette.sans}`, colour: hue, align: 'left' } as const;
  words.write(c, styles[backend]?.name ?? '', box.x + em * 0.6, box.y + box.height - size * 0.75, look);
  const room = { x: box.x + em * 0.6, y: box.y + em * 0.6, width: box.width - em * 1.2, height: box.height - em * 2.3 };
  const { perRow, pitch } = tallCells(lines.length, room);
  if (pitch < TALL_CELL) {
    paintShare(c, input, backend, room);
    return;
  }
  const cell = pitch - Math.max(1, Math.round(pitch * 0.14));
  const isMoving = moment.kind === 'miss' || moment.kind === 'upgrade';
  const moving = isMoving ? lines.indexOf(scene.lineAt[moment.access] ?? NOBODY) : -1;
  for (const [i, line] of lines.entries()) {
    const x = Math.round(room.x + (i % perRow) * pitch);
    const y = Math.round(room.y + Math.floor(i / perRow) * pitch);
    paintCopy(c, states.stateOf(line, backend), hue, palette, x, y, cell, cell);
    if (i !== moving) continue;
    c.strokeStyle = palette.ink;
    c.lineWidth = Math.max(2, em * 0.16);
    c.strokeRect(x - 1, y - 1, cell + 2, cell + 2);
  }
}

/** The largest cells that fit: at least five in a row, of a few lines three. */
function tallCells(count: number, { width, height }: Pick<CoreBox, 'width' | 'height'>) {
  for (let perRow = count <= TALL_FEW ? TALL_FEW / TALL_FEW_ROWS : TALL_PER_ROW; ; perRow++) {
    const pitch = Math.min(width / perRow, height / 2);
    if (Math.ceil(count / perRow) * pitch <= height || pitch < TALL_CELL) return { perRow, pitch };
  }
}

function paintCopy(
  c: Pen,
  state: number,
  hue: string,
  palette: Palette,
  x: number,
  y: number,
  w: number,
  h: number,
): void {
  c.globalAlpha = 1;
  if (state === STATE.M || state === STATE.O) {
    c.fillStyle = hue;
    c.fillRect(x, y, w, h);
  } else if (state === STATE.I) {
    c.strokeStyle = palette.hairline;
    c.lineWidth = 1;
    c.strokeRect(x + 0.5, y + 0.5, w - 1, h - 1);
  } else {
    c.fillStyle = palette.ink;
    c.globalAlpha = 0.28;
    c.fillRect(x, y, w, h);
    c.globalAlpha = 1;
    if (state === STATE.E) {
      c.strokeStyle = hue;
      c.lineWidth = 1;
      c.strokeRect(x + 0.5, y + 0.5, w - 1, h - 1);
    }
  }
}

/** Thousands of lines: the share that this core has, and the share that it holds alone. */
function paintShare(c: Pen, input: CoresInput, backend: number, box: CoreBox): void {
  const { states, lines, palette } = input;
  let [held, alone] = [0, 0];
  for (const line of lines) {
    const state = states.stateOf(line, backend);
    if (state !== STATE.I) held++;
    if (state === STATE.M || state === STATE.E || state === STATE.O) alone++;
  }
  const h = Math.min(box.height, 10);
  const y = box.y + (box.height - h) / 2;
  c.strokeStyle = palette.edge;
  c.lineWidth = 1;
  c.strokeRect(box.x + 0.5, y + 0.5, box.width - 1, h - 1);
  const scale = (box.width - 2) / Math.max(1, lines.length);
  c.fillStyle = palette.ink;
  c.globalAlpha = 0.3;
  c.fillRect(box.x + 1, y + 1, held * scale, h - 2);
  c.globalAlpha = 1;
  c.fillStyle = palette.cores[backend] ?? palette.ink;
  if (alone > 0) c.fillRect(box.x + 1, y + 1, Math.max(2, alone * scale), h - 2);
}

function paintSmall(c: Pen, input: CoresInput, backend: number, box: CoreBox): void {
  const { palette, words, styles, em, scene, moment } = input;
  const own = backend === scene.watched;
  const answers = moment.kind === 'miss' && moment.from === backend;
  const hue = palette.cores[backend] ?? palette.ink;
  if (answers) {
    c.fillStyle = hue;
    c.fillRect(box.x, box.y, box.width, box.height);
  }
  edge(c, input, backend, box);
  const text = styles[backend]?.name ?? '';
  const font = `${own || answers ? 700 : 500} ${em * 0.9}px ${palette.sans}`;
  const look = { font, colour: answers ? palette.paper : hue, align: 'center' } as const;
  if (words.width(text, look) > box.width - 3 && !own && !answers) return;
  words.write(c, text, box.x + box.width / 2, box.y + box.height / 2 + 1, look);
}

const topOf = (box: CoreBox): Point => ({ x: box.x + box.width / 2, y: box.y });

interface Transfer extends Arc {
  readonly end: Point;
  readonly from: CoreBox | undefined;
  /** The length that its time has on the ruler. */
  readonly wanted: number;
}

/** The transfer of the current access; null if nothing comes from outside this core. */
export function transferOf(
  input: Pick<CoresInput, 'scene' | 'width' | 'em' | 'rulerShare' | 'moment' | 'tall'>,
  layout: CoresLayout,
): Transfer | null {
  const { scene, width, em, rulerShare, moment } = input;
  const own = layout.boxes[scene.watched];
  if (own === undefined || moment.kind !== 'miss') return null;
  const from = moment.from === NOBODY ? undefined : layout.boxes[moment.from];
  if (from === undefined && moment.level < LEVEL.l3) return null;
  // No core answers: the line comes from above, from outside all cores.
  const isLow = em > LARGE_EM && input.tall === undefined;
  const start = from === undefined ? { x: width * 0.5, y: isLow ? em * 1.85 : em * 0.3 } : topOf(from);
  const end = { ...topOf(own), y: own.y - 1 };
  const highest = isLow ? (from === undefined ? 0 : em * LARGE_ARC_EM) : Math.min(start.y, end.y) - em * 0.45;
  const wanted = moment.ns * rulerShare * width;
  return { ...arcBetween(start, end, wanted, Math.max(em * 0.4, highest)), end, from, wanted };
}

/** A smaller difference is not visible. */
const SEEN = 0.05;
/** Whether an arc is as long as its time on the ruler. */
export function arcTruth({ length, wanted }: Pick<Transfer, 'length' | 'wanted'>): 'true' | 'longer' | 'shorter' {
  const off = length / Math.max(1e-9, wanted) - 1;
  return off > SEEN ? 'longer' : off < -SEEN ? 'shorter' : 'true';
}

function paintTransfer(
  c: Pen,
  input: CoresInput,
  layout: CoresLayout,
  moment: Extract<Moment, { kind: 'hit' | 'miss' | 'upgrade' }>,
): void {
  const { palette, em, share } = input;
  const arc = transferOf(input, layout);
  if (arc === null) return;
  const { end } = arc;
  const hue = arc.from === undefined ? palette.ink : (palette.cores[moment.from] ?? palette.ink);
  const line = Math.max(2, em * 0.19);
  c.lineWidth = line;
  c.strokeStyle = hue;
  c.setLineDash([]);
  trace(c, arc.at, 0, share);
  c.setLineDash([line, line * 1.6]);
  trace(c, arc.at, share, 1);
  c.setLineDash([]);
  arrow(c, arc.at(0.96), end, hue, em);
  // The line itself, during the transfer.
  const at = arc.at(share);
  const next = arc.at(Math.min(1, share + 0.01));
  c.save();
  c.translate(at.x, at.y);
  c.rotate(Math.atan2(next.y - at.y, next.x - at.x));
  c.fillStyle = hue;
  const thick = em > LARGE_EM ? em * 0.7 : em;
  c.fillRect(-em * 0.95, -thick / 2, em * 1.9, thick);
  c.restore();
}

/** Other cores lose their copies: dashed lines from this core to each, with a cross at their end. */
function paintTaking(
  c: Pen,
  input: CoresInput,
  layout: CoresLayout,
  moment: Extract<Moment, { kind: 'hit' | 'miss' | 'upgrade' }>,
): void {
  const { scene, states, palette, em } = input;
  const own = layout.boxes[scene.watched];
  if (own === undefined) return;
  const line = scene.lineAt[moment.access] ?? 0;
  const start = topOf(own);
  for (const [backend, box] of layout.boxes.entries()) {
    if (backend === scene.watched || states.stateOf(line, backend) === STATE.I) continue;
    const end = topOf(box);
    // On stage the note is above: no arc crosses it.
    const isLow = em > LARGE_EM && input.tall === undefined;
    const highest = isLow ? em * LARGE_ARC_EM : Math.min(start.y, end.y) - em * 0.5;
    const arc = arcBetween(start, end, Math.abs(end.x - start.x) * 1.1, Math.max(em * 0.5, highest));
    c.strokeStyle = palette.cores[scene.watched] ?? palette.ink;
    c.lineWidth = Math.max(1.5, em * 0.12);
    c.setLineDash([c.lineWidth * 3, c.lineWidth * 2]);
    trace(c, arc.at, 0, 1);
    c.setLineDash([]);
    const size = em * 0.32;
    c.strokeStyle = palette.cores[backend] ?? palette.ink;
    c.lineWidth = Math.max(2, em * 0.16);
    c.beginPath();
    c.moveTo(end.x - size, end.y - size - 2);
    c.lineTo(end.x + size, end.y + size - 2);
    c.moveTo(end.x + size, end.y - size - 2);
    c.lineTo(end.x - size, end.y + size - 2);
    c.stroke();
  }
}

const STEPS = 48;
function trace(c: Pen, at: (share: number) => Point, from: number, to: number): void {
  if (to - from < 0.002) return;
  c.beginPath();
  for (let i = 0; i <= STEPS; i++) {
    const { x, y } = at(from + ((to - from) * i) / STEPS);
    if (i === 0) c.moveTo(x, y);
    else c.lineTo(x, y);
  }
  c.stroke();
}

function arrow(c: Pen, from: Point, to: Point, hue: string, em: number): void {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  c.save();
  c.translate(to.x, to.y);
  c.rotate(angle);
  c.strokeStyle = hue;
  c.lineWidth = Math.max(2, em * 0.17);
  c.beginPath();
  c.moveTo(-em * 0.62, -em * 0.42);
  c.lineTo(0, 0);
  c.lineTo(-em * 0.62, em * 0.42);
  c.stroke();
  c.restore();
}
