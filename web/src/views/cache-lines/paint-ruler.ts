/** One design's accesses along the ruler: solid ticks for hits, hollow boxes as wide as their time for misses. */
import { type RulerMark, type RulerWindow, rulerMarks } from '../../viewmodel/cachelines/ruler.ts';
import type { LineScene } from '../../viewmodel/cachelines/scene.ts';
import type { BoxWords } from '../../viewmodel/cachelines/words.ts';
import type { Palette, Pen, Words } from './pen.ts';

export interface RulerInput {
  readonly scene: LineScene;
  readonly window: RulerWindow;
  readonly palette: Palette;
  readonly words: Words;
  readonly boxes: ReadonlyMap<number, BoxWords>;
  readonly height: number;
  readonly em: number;
  /** The clock's position in pixels: the past, left of it, is in ink; the future is grey. */
  readonly upTo: number;
}

const PAD = 2;

/** Paints on an empty pen whose origin is the row's upper left corner. */
export function paintRuler(c: Pen, input: RulerInput): void {
  const { window, palette, height, upTo } = input;
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
    // A mark is no wider than its hollow box; the mark at the clock is painted twice, half of it each time.
    const within = marks.filter(({ x, width }) => x + width + PAD >= from && x - PAD <= to);
    paintMarks(c, input, within, colour);
    c.restore();
  }
}

function paintMarks(c: Pen, input: RulerInput, marks: readonly RulerMark[], colour: string): void {
  const { scene, palette, height } = input;
  const h = height - 2 * PAD;
  for (const mark of marks) {
    if (mark.kind !== 'miss') {
      c.fillStyle = colour;
      const gap = mark.kind === 'hit' ? Math.min(2, mark.width * 0.25) : 0;
      c.fillRect(mark.x, PAD, Math.max(0.8, mark.width - gap), h);
      continue;
    }
    const line = Math.max(1, Math.min(2, mark.width * 0.3));
    c.strokeStyle = colour;
    c.lineWidth = line;
    c.strokeRect(mark.x + line / 2 + 0.5, PAD + line / 2, Math.max(0.5, mark.width - line - 1.5), h - line);
    const hue = palette.cores[scene.fromAt[mark.access] ?? -1];
    paintWords(c, input, mark, hue ?? colour);
  }
}

/** `miss, B` and its time; or only the core; or if there is no room for its name, a foot in its hue. */
function paintWords(c: Pen, input: RulerInput, mark: RulerMark, hue: string): void {
  const { palette, words, height, em, boxes, upTo } = input;
  const says = boxes.get(mark.access);
  if (says === undefined) return;
  const font = `500 ${em}px ${palette.sans}`;
  const ink = { font, colour: palette.ink, align: 'left' } as const;
  const y = height / 2 + em * 0.05;
  // The core's name comes last, after a blank or, in Chinese, a mark.
  const ends = says.from !== '' && says.name.endsWith(says.from);
  const cut = ends ? says.name.length - says.from.length : says.name.lastIndexOf(' ') + 1;
  const [head, tail] = [says.name.slice(0, cut), says.name.slice(cut)];
  const last = cut === 0 ? ink : { ...ink, colour: hue };
  const room = mark.width - em * 0.9;
  // Not every canvas measures a trailing blank.
  const headWidth = cut === 0 ? 0 : words.width(head.trimEnd(), ink) + (head.endsWith(' ') ? em * 0.28 : 0);
  const nameWidth = headWidth + words.width(tail, last);
  if (room >= nameWidth) {
    const nsWidth = words.width(says.ns, ink);
    const right = mark.x + mark.width - em * 0.45;
    // The clock's line would strike the time through.
    const isCrossed = upTo > right - nsWidth - em * 0.6 && upTo < right + em * 0.6;
    if (!isCrossed && room >= nameWidth + nsWidth + em * 0.7)
      words.write(c, says.ns, right, y, { ...ink, align: 'right' });
    words.write(c, head.trimEnd(), mark.x + em * 0.45, y, ink);
    words.write(c, tail, mark.x + em * 0.45 + headWidth, y, last);
    return;
  }
  if (says.from === '') return;
  const short = { font: `700 ${em}px ${palette.sans}`, colour: hue, align: 'center' } as const;
  if (mark.width - 4 >= words.width(says.from, short)) {
    words.write(c, says.from, mark.x + mark.width / 2, y, short);
    return;
  }
  const line = Math.max(1, Math.min(2, mark.width * 0.3));
  c.fillStyle = hue;
  c.fillRect(mark.x + line, height - PAD - 4, Math.max(1, mark.width - 2 * line - 1), 3);
}
