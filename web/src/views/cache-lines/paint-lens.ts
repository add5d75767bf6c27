/**
 * Twelve bytes at full text size: the read field, the writer of its neighbour, and the end of the line; and the cone
 * down to them.
 */
import type { CoreStyle } from '../../viewmodel/cachelines/counters.ts';
import { LENS_BYTES, type Lens, type LensPart, type LensSegment } from '../../viewmodel/cachelines/lens.ts';
import { STATE } from '../../viewmodel/cachelines/scene.ts';
import type { Palette, Pen, Words } from './pen.ts';

export interface LensInput {
  readonly lens: Lens;
  readonly styles: readonly CoreStyle[];
  readonly palette: Palette;
  readonly words: Words;
  /** `reads`, `writes`, `wrote` in the reader's language. */
  readonly verbs: Readonly<Record<'reads' | 'writes' | 'wrote', string>>;
  readonly width: number;
  readonly height: number;
  readonly em: number;
}

/** The depth of a torn edge at the end of a line, and the distance between two of them. */
const TORN_EM = 0.4;
const APART_EM = 0.6;
const TEETH = 3;
/** The room that a field needs for the verb of its access. */
const VERB_EM = 7.6;
/** Between two fields' words. */
const MARGIN_EM = 0.2;
/** The strongest condensation of a name; if it is still too long, it is cut. */
const PRESSED = 0.85;

export function paintLens(c: Pen, input: LensInput): void {
  const { lens, width, em } = input;
  const gap = APART_EM * em;
  const byteWidth = (width - gap * (lens.parts.length - 1)) / LENS_BYTES;
  let x = 0;
  for (const [i, part] of lens.parts.entries()) {
    const bytes = (part.segments.at(-1)?.to ?? LENS_BYTES) - (part.segments[0]?.from ?? 0);
    const torn = lens.parts.length < 2 ? null : i === 0 ? 'end' : 'start';
    paintPart(c, input, part, x, byteWidth, torn);
    x += bytes * byteWidth + gap;
  }
}

function paintPart(
  c: Pen,
  input: LensInput,
  part: LensPart,
  x: number,
  byteWidth: number,
  torn: 'start' | 'end' | null,
): void {
  const { palette, height, em } = input;
  const first = part.segments[0]?.from ?? 0;
  const last = part.segments.at(-1)?.to ?? LENS_BYTES;
  const at = (byte: number): number => x + (byte - first) * byteWidth;
  const solid = part.state === STATE.M || part.state === STATE.O;
  const hue = palette.cores[part.owner] ?? palette.ink;
  c.save();
  tornPath(c, x, at(last), height, TORN_EM * em, torn);
  c.clip();
  for (const segment of part.segments) {
    const [from, to] = [at(segment.from), at(segment.to)];
    c.fillStyle = solid ? hue : palette.ink;
    c.globalAlpha = !segment.inside ? 0 : solid ? 1 : 0.1;
    if (segment.inside) c.fillRect(from, 0, to - from, height);
    c.globalAlpha = 1;
    const wrote = segment.act?.verb === 'wrote';
    if (wrote) {
      c.fillStyle = palette.paper;
      c.fillRect(from, 2, to - from, height - 4);
    }
    const ink = solid && !wrote ? palette.paper : palette.ink;
    // Ticks at each byte.
    c.fillStyle = ink;
    const foot = wrote ? 2 : 0;
    for (let byte = segment.from + 1; byte < segment.to; byte++)
      c.fillRect(at(byte) - 1, height - foot - 0.28 * em, 1, 0.28 * em);
    if (segment.from > first) {
      c.fillStyle = palette.paper;
      c.fillRect(from - 1, 0, 2, height);
    }
    paintWords(c, input, segment, (from + to) / 2, to - from, ink, solid && !wrote);
  }
  c.restore();
}

/** `B wrote xmin`, as much of it as fits: the verb is dropped first, then the end of the name. */
function paintWords(
  c: Pen,
  { styles, palette, words, verbs, height, em }: LensInput,
  { field, act, from, to }: LensSegment,
  middle: number,
  room: number,
  ink: string,
  isSolid: boolean,
): void {
  if (act === null && to - from < 3) return;
  const size = em * 1.08;
  const look = (weight: number, family: string, colour: string) =>
    ({ font: `${weight} ${size}px ${family}`, colour, align: 'left' }) as const;
  const space = room - 2 * MARGIN_EM * em;
  const blank = size * 0.28;
  const said: { readonly text: string; readonly look: ReturnType<typeof look> }[] = [];
  // The lens shows `LWLock.state` as `state`: the row names its owner.
  const name = { text: field.slice(field.lastIndexOf('.') + 1), look: look(600, palette.mono, ink) };
  const widthOf = (all: typeof said): number =>
    all.reduce((sum, one) => sum + words.width(one.text, one.look), 0) + blank * Math.max(0, all.length - 1);
  if (act !== null) {
    const hue = isSolid ? ink : (palette.cores[act.backend] ?? ink);
    said.push({ text: styles[act.backend]?.name ?? '', look: look(700, palette.sans, hue) });
    const verb = { text: verbs[act.verb], look: look(400, palette.sans, ink) };
    const pressed = (1 - PRESSED) * words.width(name.text, name.look);
    if (room >= VERB_EM * em && widthOf([...said, verb, name]) - pressed <= space) said.push(verb);
  }
  const left = space - widthOf(said) - (said.length > 0 ? blank : 0);
  const short = shortened(name.text, left / PRESSED, (text) => words.width(text, name.look));
  if (short !== '') said.push({ ...name, text: short });
  const widths = said.map((one) => Math.min(words.width(one.text, one.look), one.look === name.look ? left : space));
  let x = middle - (widths.reduce((sum, width) => sum + width, 0) + blank * Math.max(0, said.length - 1)) / 2;
  for (const [i, { text, look: each }] of said.entries()) {
    const width = widths[i] ?? 0;
    words.write(c, text, x, height / 2, each, width);
    x += width + blank;
  }
}

/** As much of a name as fits, with a mark for the omitted rest; nothing if not even three letters fit. */
function shortened(name: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(name) <= room) return name;
  for (let kept = name.length - 1; kept >= 3; kept--) {
    const text = `${name.slice(0, kept)}…`;
    if (widthOf(text) <= room) return text;
  }
  return '';
}

function tornPath(
  c: Pen,
  left: number,
  right: number,
  height: number,
  depth: number,
  torn: 'start' | 'end' | null,
): void {
  c.beginPath();
  c.moveTo(left, 0);
  c.lineTo(right, 0);
  if (torn === 'end') zigzag(c, right, height, -depth, 1);
  c.lineTo(right, height);
  c.lineTo(left, height);
  if (torn === 'start') zigzag(c, left, height, depth, -1);
  c.closePath();
}
/** Down (1) or up (-1) along an edge. */
function zigzag(c: Pen, x: number, height: number, depth: number, direction: 1 | -1): void {
  for (let i = 1; i < 2 * TEETH; i++) {
    const share = direction === 1 ? i / (2 * TEETH) : 1 - i / (2 * TEETH);
    c.lineTo(x + (i % 2 === 1 ? depth : 0), share * height);
  }
}

/**
 * From the whole lens, which is as wide as the panel, to the bytes that it shows: a ground without edges, because words
 * and digits are on it.
 */
export function paintCone(
  c: Pen,
  lens: Lens,
  at: { readonly x: number; readonly byteWidth: number; readonly y: number },
  width: number,
  palette: Palette,
): void {
  const [a, b] = [at.x + lens.from * at.byteWidth, at.x + lens.to * at.byteWidth];
  c.fillStyle = palette.ink;
  c.globalAlpha = 0.07;
  c.beginPath();
  c.moveTo(0, 0);
  c.lineTo(width, 0);
  c.lineTo(b, at.y);
  c.lineTo(a, at.y);
  c.closePath();
  c.fill();
  c.globalAlpha = 1;
}
