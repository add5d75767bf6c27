/** One design's accesses along the ruler: solid ticks for hits, hollow boxes as wide as their time for misses. */
import { type RulerMark, type RulerWindow, rulerMarks } from '../../model/lines/ruler.ts';
import type { LineScene } from '../../model/lines/scene.ts';
import { boxText, type Naming } from '../../model/lines/words.ts';
import type { Palette } from './palette.ts';

export interface RulerInput {
  readonly scene: LineScene;
  readonly window: RulerWindow;
  readonly palette: Palette;
  readonly height: number;
  readonly em: number;
  readonly naming: Naming;
  /** What lies behind the clock is in ink, what lies before it is grey: where the clock stands, in pixels. */
  readonly upTo: number;
}

const PAD = 2;

export function paintRuler(c: CanvasRenderingContext2D, input: RulerInput): void {
  const { window, palette, height, upTo } = input;
  c.clearRect(0, 0, window.width + 2, height);
  const marks = rulerMarks(input.scene, window);
  for (const [from, to, colour] of [
    [0, upTo, palette.ink],
    [upTo, window.width + 2, palette.edge],
  ] as const) {
    if (to <= from) continue;
    c.save();
    c.beginPath();
    c.rect(from, 0, to - from, height);
    c.clip();
    // A mark reaches no further than its hollow box; the one that the clock is in is painted twice, half of it each time.
    const within = marks.filter(({ x, width }) => x + width + PAD >= from && x - PAD <= to);
    paintMarks(c, input, within, colour);
    c.restore();
  }
}

function paintMarks(c: CanvasRenderingContext2D, input: RulerInput, marks: readonly RulerMark[], colour: string): void {
  const { scene, palette, height, em, naming } = input;
  const top = PAD;
  const h = height - 2 * PAD;
  const { t } = naming.messages;
  for (const mark of marks) {
    if (mark.kind !== 'miss') {
      c.fillStyle = colour;
      const gap = mark.kind === 'hit' ? Math.min(2, mark.width * 0.25) : 0;
      c.fillRect(mark.x, top, Math.max(0.8, mark.width - gap), h);
      continue;
    }
    const from = scene.fromAt[mark.access] ?? -1;
    const line = Math.max(1, Math.min(2, mark.width * 0.3));
    c.strokeStyle = colour;
    c.lineWidth = line;
    c.strokeRect(mark.x + line / 2 + 0.5, top + line / 2, Math.max(0.5, mark.width - line - 1.5), h - line);
    // The core it comes from: a foot in its hue, where there is no room for its name.
    const hue = palette.cores[from] ?? colour;
    c.textBaseline = 'middle';
    c.font = `500 ${em}px ${palette.sans}`;
    const name = boxText(scene, mark.access, naming);
    const ns = t('lines.ruler.ns', { ns: scene.accesses.ns[mark.access] ?? 0 });
    const room = mark.width - em * 0.9;
    const [nameWidth, nsWidth] = [c.measureText(name).width, c.measureText(ns).width];
    const y = top + h / 2 + em * 0.05;
    c.fillStyle = palette.ink;
    if (room >= nameWidth + nsWidth + em * 0.7) {
      c.textAlign = 'right';
      c.fillText(ns, mark.x + mark.width - em * 0.45, y);
      paintFrom(c, name, mark.x + em * 0.45, y, hue, palette.ink);
    } else if (room >= nameWidth) paintFrom(c, name, mark.x + em * 0.45, y, hue, palette.ink);
    else {
      const short = from >= 0 ? (naming.styles[from]?.name ?? '') : '';
      c.textAlign = 'center';
      c.font = `700 ${em}px ${palette.sans}`;
      c.fillStyle = hue;
      if (short !== '' && mark.width - 4 >= c.measureText(short).width) c.fillText(short, mark.x + mark.width / 2, y);
      else if (from >= 0) c.fillRect(mark.x + line, top + h - 4, Math.max(1, mark.width - 2 * line - 1), 3);
    }
  }
}

/** `miss, B`: the last word in its core's hue. */
function paintFrom(c: CanvasRenderingContext2D, text: string, x: number, y: number, hue: string, ink: string): void {
  const cut = text.lastIndexOf(' ') + 1;
  c.textAlign = 'left';
  c.fillStyle = ink;
  const head = text.slice(0, cut);
  c.fillText(cut === 0 ? text : head, x, y);
  if (cut === 0) return;
  c.fillStyle = hue;
  c.fillText(text.slice(cut), x + c.measureText(head).width, y);
}
