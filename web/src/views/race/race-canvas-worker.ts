/**
 * Draws the moving part of the race, on a canvas that the page has transferred, with separate frames: the page's main
 * thread does nothing for a frame of the lines. For this drawing its clock replaces the page's (`ui/clock.ts`).
 */
import { serve } from '../../base/rpc-serve.ts';
import { flowed, glided, type RaceDrawing, type Which } from '../../viewmodel/race/race-drawing.ts';
import { type RaceCanvasApi, type RaceLook, wordsKey } from './race-canvas-api.ts';

/** As in race.module.css. */
const [BAND, GHOST, CUT] = [0.1, 0.35, 0.7];

let canvas: OffscreenCanvas | undefined;
let context: OffscreenCanvasRenderingContext2D | null = null;
let look: RaceLook | undefined;
let drawing: RaceDrawing | undefined;
interface Paths {
  readonly which: Which;
  readonly line: Path2D;
  readonly band: Path2D;
  readonly ghost: Path2D;
  readonly cut: Path2D;
}
let paths: readonly Paths[] = [];
let flows = false;
/** The arrival of the newest sample, by the frames' clock; undefined until the first frame that shows it. */
let since: number | undefined;
let asked = false;
/** Where the end marks are on the canvas, and where they were when the newest sample came. */
let ends: ReadonlyMap<Which, number> = new Map();
let from: ReadonlyMap<Which, number> = ends;
const words = new Map<string, ImageBitmap>();

serve<RaceCanvasApi>({
  start: (handed) => {
    canvas = handed;
    // Requested once and at the start. When the first frame requested it, Firefox threw “Cannot update created context
    // to different thread”, and painted nothing.
    context = canvas.getContext('2d');
    ask();
  },
  look: (next) => {
    look = next;
    // Setting a size clears a canvas, so only a different size is set.
    if (canvas !== undefined) {
      const width = Math.round(look.width * look.scale);
      const height = Math.round(look.height * look.scale);
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
    }
    // The old words have the old size and colour.
    for (const image of words.values()) image.close();
    words.clear();
    ask();
  },
  words: ({ key, image }) => {
    words.set(key, image);
    ask();
  },
  drawing: (next) => {
    if (drawing?.nowMs !== next.drawing.nowMs) {
      since = undefined;
      from = ends;
    }
    drawing = next.drawing;
    flows = next.flows;
    paths = drawing.lines.map(({ which, d, band, ghost, cut }) => ({
      which,
      line: new Path2D(d),
      band: new Path2D(band),
      ghost: new Path2D(ghost),
      cut: new Path2D(cut),
    }));
    ask();
  },
});

function ask(): void {
  if (asked) return;
  asked = true;
  self.requestAnimationFrame((now) => {
    asked = false;
    since ??= now;
    paint(flows ? now - since : 0);
    // It rests once the flow has ended; the next sample wakes it.
    if (flows && drawing !== undefined && flowed(now - since, 1) < flowed(Number.POSITIVE_INFINITY, 1)) ask();
  });
}

/** What has changed, above the lines: its letters have an outline in the paper's colour. */
function paintChangeWords(
  on: OffscreenCanvasRenderingContext2D,
  of: RaceLook,
  { changes, plotHeight }: RaceDrawing,
): void {
  const { em, scale, inset } = of;
  // On whole pixels when the flow rests: the letters were painted for them.
  const onPixel = (at: number, from: number) => Math.round((from + at) * scale) / scale - from;
  for (const change of changes) {
    const image = change.named ? words.get(wordsKey(change)) : undefined;
    if (image === undefined) continue;
    const [w, h] = [image.width / scale, image.height / scale];
    const x = change.flip ? change.x + 0.6 * em : change.x - 0.6 * em - w;
    on.drawImage(image, onPixel(x, inset.x), onPixel(plotHeight - h, inset.y), w, h);
  }
}

function paint(sinceMs: number): void {
  if (context === null || look === undefined || drawing === undefined) return;
  const { em, scale, inset, width, height, hues, ink } = look;
  const shift = flowed(sinceMs, drawing.pxPerMs);
  context.setTransform(scale, 0, 0, scale, inset.x * scale, inset.y * scale);
  context.clearRect(-inset.x, -inset.y, width, height);
  context.translate(-shift, 0);
  for (const change of drawing.changes) {
    context.strokeStyle = ink;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(change.x, -0.9 * em);
    context.lineTo(change.x, drawing.plotHeight);
    context.stroke();
  }
  // As thick as the letters next to it ask for: on stage an audience sees it from afar.
  context.lineWidth = Math.max(1, 0.06 * em);
  for (const { which, band, ghost, cut } of paths) {
    context.fillStyle = hues[which];
    context.strokeStyle = hues[which];
    context.globalAlpha = BAND;
    context.fill(band);
    context.globalAlpha = GHOST;
    context.stroke(ghost);
    context.globalAlpha = CUT;
    context.fill(cut);
  }
  context.globalAlpha = 1;
  context.lineWidth = Math.max(2, 0.13 * em);
  context.lineJoin = 'round';
  for (const { which, line } of paths) {
    context.strokeStyle = hues[which];
    context.stroke(line);
  }
  paintChangeWords(context, look, drawing);
  context.translate(shift, 0);
  ends = new Map(drawing.marks.map(({ which, y }) => [which, flows ? glided(from.get(which), y, sinceMs) : y]));
  for (const { which, d, x, y } of drawing.marks) {
    const at = ends.get(which) ?? y;
    context.translate(x, at);
    context.fillStyle = hues[which];
    context.fill(new Path2D(d));
    context.translate(-x, -at);
  }
}
