/**
 * All canvases of the figure. Plain messages give it the story, the sizes and the clock's time, and it paints the
 * changed parts: in a worker (`painter-worker.ts`), or on the page if there can be no worker (`figure-canvas.ts`).
 */
import type { PageFace } from '../../ui/faces.ts';
import type { CoreStyle } from '../../viewmodel/cachelines/counters.ts';
import type { MemoryLayout } from '../../viewmodel/cachelines/layout.ts';
import { type Lens, lensOf } from '../../viewmodel/cachelines/lens.ts';
import { type LinePair, leader, pairNs } from '../../viewmodel/cachelines/position.ts';
import { closeUp, type RulerWindow, rulerRows, xOf } from '../../viewmodel/cachelines/ruler.ts';
import { firstLineOf, type LineSide, placeAt, type SidePlace, sideOf } from '../../viewmodel/cachelines/side.ts';
import type { BoxWords } from '../../viewmodel/cachelines/words.ts';
import { paintCores, showsCopies } from './paint-cores.ts';
import { type LensInput, paintCone, paintLens } from './paint-lens.ts';
import { MemoryPainter, placeOf } from './paint-memory.ts';
import { paintRuler } from './paint-ruler.ts';
import type { Palette } from './pen.ts';
import { type Context, contextOf, StampedWords, spareCanvas } from './text-stamp.ts';

export type SideName = 'left' | 'right';
export const SIDES = ['left', 'right'] as const satisfies readonly SideName[];
export type PartName = `${'cores' | 'lens' | 'cone' | 'memory'} ${SideName}` | 'ruler';
type Surface = HTMLCanvasElement | OffscreenCanvas;

/** The content of the figure. */
export interface FigureStory {
  readonly pair: LinePair;
  readonly styles: readonly CoreStyle[];
  readonly boxes: Readonly<Record<SideName, ReadonlyMap<number, BoxWords>>>;
  readonly verbs: LensInput['verbs'];
}
/** Colours, and device pixels per CSS pixel. */
export interface FigureLook {
  readonly ratio: number;
  readonly palettes: Readonly<Record<SideName, Palette>>;
}
/** The place of a painted part, in CSS pixels. */
export type PartPlace =
  | {
      readonly part: `${'cores' | 'lens' | 'cone'} ${SideName}`;
      readonly width: number;
      readonly height: number;
      readonly em: number;
      /** Of the cores: they are the whole picture. */
      readonly isTall?: boolean;
    }
  | { readonly part: `memory ${SideName}`; readonly layout: MemoryLayout; readonly em: number }
  | { readonly part: 'ruler'; readonly width: number; readonly em: number; readonly hasClose: boolean };

export type ToFigurePainter =
  | { readonly kind: 'canvas'; readonly part: PartName; readonly canvas: Surface }
  | { readonly kind: 'story'; readonly story: FigureStory }
  | { readonly kind: 'look'; readonly look: FigureLook }
  | { readonly kind: 'place'; readonly place: PartPlace }
  | { readonly kind: 'time'; readonly ns: number };

/** The share of an arc that one ns takes: an arc is as long as its box on a ruler that is as wide as both panels. */
const RULER_SHARE = 1.75;
export const rulerShareOf = (pair: LinePair): number => RULER_SHARE / Math.max(1, pairNs(pair));

/** The ruler's cursor reaches this far beyond its first and its last ns. */
export const rulerPad = (em: number): number => Math.round(0.6 * em);

export function sizeOf(place: PartPlace): { readonly width: number; readonly height: number } {
  if ('layout' in place) return place.layout;
  if (place.part !== 'ruler') return place;
  const { em, hasClose, width } = place;
  return { width: width + 2 * rulerPad(em), height: rulerRows(em, hasClose).height };
}

/** The gap between the lens and the memory, as in `.body` of the style sheet. */
const ABOVE_MEMORY_EM = 0.6;

interface Painted {
  readonly memory: MemoryPainter;
  cores: string;
  rows: readonly unknown[];
  lens: string;
  cone: string;
}

export class FigurePainter {
  readonly #canvases = new Map<PartName, Surface>();
  readonly #places = new Map<PartName, PartPlace>();
  readonly #sides = new Map<SideName, { readonly side: LineSide; readonly painted: Painted }>();
  #story: FigureStory | null = null;
  #look: FigureLook | null = null;
  #words = new StampedWords(1);
  #strips: readonly { readonly ink: Surface; readonly grey: Surface }[] | null = null;
  #ns = 0;
  #ruled = '';

  take(message: ToFigurePainter): void {
    switch (message.kind) {
      case 'canvas':
        this.#canvases.set(message.part, message.canvas);
        this.#forget();
        break;
      case 'story':
        this.#story = message.story;
        this.#sides.clear();
        for (const name of SIDES) this.#sides.set(name, newSide(sideOf(message.story.pair[name])));
        this.#ruled = '';
        this.#strips = null;
        break;
      case 'look':
        this.#look = message.look;
        // The fonts may have arrived, too.
        this.#words = new StampedWords(message.look.ratio);
        this.#forget();
        break;
      case 'place':
        this.#places.set(message.place.part, message.place);
        this.#forget();
        break;
      case 'time':
        this.#ns = message.ns;
        break;
    }
  }

  /** Paints everything that is not on the canvases yet. */
  paint(): void {
    const [story, look] = [this.#story, this.#look];
    if (story === null || look === null) return;
    for (const [name, { side, painted }] of this.#sides) {
      const place = placeAt(side, this.#ns);
      this.#paintCores(name, side, painted, place, story, look);
      this.#paintLens(name, side, painted, place, story, look);
      this.#paintMemory(name, side, painted, place, story, look);
    }
    this.#paintRuler(story, look);
  }

  /** Makes the next paint repaint everything. */
  #forget(): void {
    for (const [name, { side }] of this.#sides) this.#sides.set(name, newSide(side));
    this.#ruled = '';
    this.#strips = null;
  }

  #paintCores(
    name: SideName,
    { scene, states, shown }: LineSide,
    painted: Painted,
    { moment, share }: SidePlace,
    { pair, styles }: FigureStory,
    look: FigureLook,
  ): void {
    const place = this.#places.get(`cores ${name}`);
    const canvas = this.#canvases.get(`cores ${name}`);
    if (canvas === undefined || place === undefined || !('height' in place)) return;
    // A run of hits changes nothing in this part.
    const isMoving = moment.kind === 'miss' || moment.kind === 'upgrade';
    const copies = isMoving || showsCopies(scene) ? states.changes : '';
    const key = `${copies} ${isMoving ? `${moment.access} ${share}` : ''}`;
    if (painted.cores === key) return;
    painted.cores = key;
    const { width, em } = place;
    const found = contextFor(canvas, place, look.ratio);
    if (found === null) return;
    paintCores(found.context, {
      scene,
      states,
      styles,
      palette: look.palettes[name],
      words: this.#words,
      width,
      em,
      moment,
      share,
      rulerShare: rulerShareOf(pair),
      lines: shown,
      tall: place.isTall === true ? place.height : undefined,
    });
  }

  #paintLens(
    name: SideName,
    { scene, states }: LineSide,
    painted: Painted,
    { access }: SidePlace,
    { styles, verbs }: FigureStory,
    look: FigureLook,
  ): void {
    const [canvas, place] = [this.#canvases.get(`lens ${name}`), this.#places.get(`lens ${name}`)];
    const key = `${access} ${states.changes}`;
    if (canvas === undefined || place === undefined || !('height' in place) || painted.lens === key) return;
    painted.lens = key;
    const palette = look.palettes[name];
    const lens = lensOf(scene, states, access);
    const { width, height, em } = place;
    const found = contextFor(canvas, place, look.ratio);
    found?.context.clearRect(0, 0, width, height);
    if (found !== null && lens !== null)
      paintLens(found.context, { lens, styles, palette, words: this.#words, verbs, width, height, em });
    this.#paintCone(name, painted, lens, palette, look.ratio);
  }

  #paintCone(name: SideName, painted: Painted, lens: Lens | null, palette: Palette, ratio: number): void {
    const [canvas, place] = [this.#canvases.get(`cone ${name}`), this.#places.get(`cone ${name}`)];
    const memory = this.#places.get(`memory ${name}`);
    if (canvas === undefined || place === undefined || !('height' in place)) return;
    if (memory === undefined || !('layout' in memory)) return;
    const row = lens === null ? null : placeOf(memory.layout, lens.line);
    const at = row === null ? null : { ...row, y: row.y + ABOVE_MEMORY_EM * memory.em };
    const key = lens === null || at === null ? '-' : `${lens.from} ${lens.to} ${at.y}`;
    if (painted.cone === key) return;
    painted.cone = key;
    const found = contextFor(canvas, place, ratio);
    found?.context.clearRect(0, 0, place.width, place.height);
    if (found !== null && lens !== null && at !== null) paintCone(found.context, lens, at, place.width, palette);
  }

  #paintMemory(
    name: SideName,
    { scene, states, touched }: LineSide,
    painted: Painted,
    { line }: SidePlace,
    { styles }: FigureStory,
    look: FigureLook,
  ): void {
    const place = this.#places.get(`memory ${name}`);
    const canvas = this.#canvases.get(`memory ${name}`);
    if (canvas === undefined || place === undefined || !('layout' in place)) return;
    // The picture depends on these only; a design that has finished keeps its picture.
    const key = [place, line, states.changes];
    if (key.every((each, i) => each === painted.rows[i])) return;
    painted.rows = key;
    const { layout, em } = place;
    const found = contextFor(canvas, layout, look.ratio);
    if (found === null) return;
    const [palette, words, firstLine] = [look.palettes[name], this.#words, firstLineOf(scene)];
    const input = { scene, states, layout, styles, palette, words, em, touched, line, firstLine };
    painted.memory.paint(found.context, input, found.isNew);
  }

  /** Both designs' rulers, once in ink for the past and once in grey for the future. */
  #stripsOf(
    { pair, boxes }: FigureStory,
    look: FigureLook,
    window: RulerWindow,
    { height, em, hasClose }: { readonly height: number; readonly em: number; readonly hasClose: boolean },
  ) {
    this.#strips ??= SIDES.map((name) => {
      const strip = (upTo: number) => {
        const made = spareCanvas(1, 1);
        const paper = contextFor(made, { width: window.width, height }, look.ratio);
        const own = {
          scene: pair[name],
          palette: look.palettes[name],
          boxes: hasClose ? untimed(boxes[name]) : boxes[name],
        };
        if (paper !== null) paintRuler(paper.context, { ...own, words: this.#words, height, em, window, upTo });
        return made;
      };
      return { ink: strip(window.width), grey: strip(0) };
    });
    return this.#strips;
  }

  /** The ruler around the present moment, enlarged, and its place on the whole one. */
  #paintClose(
    c: Parameters<typeof paintRuler>[0],
    { pair, boxes }: FigureStory,
    look: FigureLook,
    whole: RulerWindow,
    rows: { readonly close: number; readonly row: number; readonly height: number; readonly em: number },
  ): void {
    const scene = leader(pair);
    const name: SideName = scene === pair.left ? 'left' : 'right';
    const window = closeUp(scene, whole.toNs, this.#ns, whole.width);
    const palette = look.palettes[name];
    c.save();
    c.translate(0, rows.close);
    const upTo = Math.round(xOf(window, this.#ns));
    const shared = { words: this.#words, height: rows.row, em: rows.em };
    paintRuler(c, { ...shared, scene, window, palette, boxes: boxes[name], upTo });
    c.restore();
    c.fillStyle = palette.muted;
    const from = xOf(whole, window.fromNs);
    c.fillRect(from, rows.height - 2, Math.max(3, xOf(whole, window.toNs) - from), 2);
  }

  #paintRuler(story: FigureStory, look: FigureLook): void {
    const { pair } = story;
    const place = this.#places.get('ruler');
    const canvas = this.#canvases.get('ruler');
    if (canvas === undefined || place === undefined || !('hasClose' in place)) return;
    const { width, em, hasClose } = place;
    const rows = rulerRows(em, hasClose);
    const pad = rulerPad(em);
    const window: RulerWindow = { fromNs: 0, toNs: Math.max(1e-6, pairNs(pair)), width };
    const x = Math.min(width, xOf(window, this.#ns));
    const key = `${x}`;
    if (this.#ruled === key) return;
    this.#ruled = key;
    const found = contextFor(canvas, sizeOf(place), look.ratio);
    if (found === null) return;
    const c = found.context;
    const strips = this.#stripsOf(story, look, window, { height: rows.row, em, hasClose });
    c.clearRect(0, 0, width + 2 * pad, rows.height);
    for (const [i, y] of [rows.left, rows.right].entries()) {
      const strip = strips[i];
      if (strip === undefined) continue;
      // The past is in ink, the future is grey, cut on a whole pixel.
      const cut = Math.round(x * look.ratio);
      const h = strip.ink.height;
      const draw = (image: Surface, from: number, to: number): void => {
        if (to <= from) return;
        const [left, w] = [pad + from / look.ratio, (to - from) / look.ratio];
        c.drawImage(image, from, 0, to - from, h, left, y, w, rows.row);
      };
      draw(strip.ink, 0, Math.min(cut, strip.ink.width));
      draw(strip.grey, cut, strip.grey.width);
    }
    c.save();
    c.translate(pad, 0);
    if (hasClose && rows.close !== null) this.#paintClose(c, story, look, window, { ...rows, close: rows.close, em });
    paintCursor(c, x, em, rows.height, look.palettes.left.ink);
    c.restore();
  }
}

/** Next to the close-up, which has the present wait's time: the clock's line would strike through these. */
const untimed = (boxes: ReadonlyMap<number, BoxWords>): ReadonlyMap<number, BoxWords> =>
  new Map([...boxes].map(([access, words]) => [access, { ...words, ns: '' }]));

const newSide = (side: LineSide) => ({
  side,
  painted: { memory: new MemoryPainter(side.scene), cores: '', rows: [], lens: '', cone: '' },
});

/** The clock's position: a line through all rows, with a head. */
export function paintCursor(
  c: Pick<Context, 'beginPath' | 'closePath' | 'fill' | 'fillRect' | 'fillStyle' | 'lineTo' | 'moveTo'>,
  x: number,
  em: number,
  height: number,
  ink: string,
): void {
  c.fillStyle = ink;
  c.fillRect(x - 1, em * 0.2, 2, height - em * 0.2);
  c.beginPath();
  c.moveTo(x - em * 0.5, 0);
  c.lineTo(x + em * 0.5, 0);
  c.lineTo(x, em * 0.65);
  c.closePath();
  c.fill();
}

/** Sizes a canvas to whole device pixels and returns its context in CSS pixels; a change of size clears the canvas. */
function contextFor(
  canvas: Surface,
  { width, height }: { readonly width: number; readonly height: number },
  ratio: number,
): { readonly context: Context; readonly isNew: boolean } | null {
  const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  const isNew = canvas.width !== w || canvas.height !== h;
  if (isNew) {
    canvas.width = w;
    canvas.height = h;
  }
  const context = contextOf(canvas);
  if (context === null) return null;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { context, isNew };
}

/** The worker's methods. */
export interface PainterApi {
  /** False: it has no way to the page's faces, and the page can do better. */
  faces(all: readonly PageFace[]): boolean;
  take(message: ToFigurePainter): void;
  /** Answers when all that was taken has been painted. */
  painted(question: null): void;
}
