/**
 * A pen that writes SVG: the painters' canvas calls become a picture of lines and letters. It implements only the calls
 * that they use: arcs are whole circles, and clearing is needed only where nothing has been drawn.
 */
import { FACE_STACKS, type Face, textWidth, xmlText } from '../../../viewmodel/picture-text.ts';
import { fontSize, type Pen, type TextLook, type Words } from '../pen.ts';

interface State {
  readonly fill: string;
  readonly stroke: string;
  readonly width: number;
  readonly alpha: number;
  readonly dash: readonly number[];
  /** The value of the SVG attribute. */
  readonly transform: string;
  readonly clip: string;
}

const FIRST: State = { fill: 'black', stroke: 'black', width: 1, alpha: 1, dash: [], transform: '', clip: '' };
const round = (n: number): string => String(Math.round(n * 100) / 100);
const attribute = (name: string, value: string): string => (value === '' ? '' : ` ${name}="${xmlText(value)}"`);

export class SvgPen implements Pen, Words {
  readonly #parts: string[] = [];
  readonly #saved: State[] = [];
  #state = FIRST;
  #path = '';
  #clips = 0;
  /** Adjacent paths that look alike are merged into one. */
  #open: { readonly look: string; d: string } | null = null;

  /** The prefix of its clip names; different for each pen of a file. */
  readonly #id: string;

  constructor(id: string) {
    this.#id = id;
  }

  toString(): string {
    this.#close();
    return this.#parts.join('');
  }

  // --- what the painters set -----------------------------------------------------------------------------------------
  get fillStyle(): string {
    return this.#state.fill;
  }
  set fillStyle(value: string | CanvasGradient | CanvasPattern) {
    this.#set({ fill: String(value) });
  }
  get strokeStyle(): string {
    return this.#state.stroke;
  }
  set strokeStyle(value: string | CanvasGradient | CanvasPattern) {
    this.#set({ stroke: String(value) });
  }
  get lineWidth(): number {
    return this.#state.width;
  }
  set lineWidth(value: number) {
    this.#set({ width: value });
  }
  get globalAlpha(): number {
    return this.#state.alpha;
  }
  set globalAlpha(value: number) {
    this.#set({ alpha: value });
  }
  setLineDash(dash: Iterable<number>): void {
    this.#set({ dash: [...dash] });
  }
  save(): void {
    this.#saved.push(this.#state);
  }
  restore(): void {
    this.#state = this.#saved.pop() ?? this.#state;
  }
  translate(x: number, y: number): void {
    this.#set({ transform: `${this.#state.transform} translate(${round(x)} ${round(y)})`.trim() });
  }
  rotate(angle: number): void {
    this.#set({ transform: `${this.#state.transform} rotate(${round((angle * 180) / Math.PI)})`.trim() });
  }

  // --- paths ---------------------------------------------------------------------------------------------------------
  beginPath(): void {
    this.#path = '';
  }
  moveTo(x: number, y: number): void {
    this.#path += `M${round(x)} ${round(y)}`;
  }
  lineTo(x: number, y: number): void {
    this.#path += `L${round(x)} ${round(y)}`;
  }
  closePath(): void {
    this.#path += 'Z';
  }
  rect(x: number, y: number, width: number, height: number): void {
    this.#path += rectPath(x, y, width, height);
  }
  arc(x: number, y: number, radius: number): void {
    const [r, d] = [round(radius), round(2 * radius)];
    this.#path += `M${round(x - radius)} ${round(y)}a${r} ${r} 0 1 0 ${d} 0a${r} ${r} 0 1 0 -${d} 0Z`;
  }
  fill(): void {
    this.#draw(this.#path, 'fill');
  }
  stroke(): void {
    this.#draw(this.#path, 'stroke');
  }
  fillRect(x: number, y: number, width: number, height: number): void {
    this.#draw(rectPath(x, y, width, height), 'fill');
  }
  strokeRect(x: number, y: number, width: number, height: number): void {
    this.#draw(rectPath(x, y, width, height), 'stroke');
  }
  clearRect(): void {
    // The painters clear only empty places here.
  }
  clip(): void {
    this.#close();
    const name = `${this.#id}-${++this.#clips}`;
    this.#parts.push(`<clipPath id="${name}"><path d="${this.#path}"/></clipPath>`);
    this.#set({ clip: `url(#${name})` });
  }

  // --- words ---------------------------------------------------------------------------------------------------------
  readonly width: Words['width'] = (text, { font }) => textWidth(text, fontSize(font), faceOf(font), isBold(font));

  readonly write: Words['write'] = (_, text, x, y, look, maxWidth = Number.POSITIVE_INFINITY) =>
    this.text([{ text, colour: look.colour }], x, y, look, maxWidth);

  /** Pieces of one line, each with its colour, its middle at `y`. */
  text(
    pieces: readonly { readonly text: string; readonly colour: string; readonly weight?: number }[],
    x: number,
    y: number,
    { font, align }: Omit<TextLook, 'colour'>,
    maxWidth = Number.POSITIVE_INFINITY,
  ): void {
    const [first, ...rest] = pieces;
    if (first === undefined) return;
    this.#close();
    const size = fontSize(font);
    const whole = pieces.map(({ text }) => text).join('');
    const anchor = align === 'center' ? 'middle' : align === 'right' ? 'end' : '';
    const tooLong = textWidth(whole, size, faceOf(font), isBold(font)) > maxWidth;
    const inner = rest.map(
      ({ text, colour, weight }) =>
        `<tspan${attribute('fill', colour)}${attribute('font-weight', weight === undefined ? '' : String(weight))}>${xmlText(text)}</tspan>`,
    );
    const head =
      first.weight === undefined
        ? xmlText(first.text)
        : `<tspan font-weight="${first.weight}">${xmlText(first.text)}</tspan>`;
    this.#parts.push(
      `<text x="${round(x)}" y="${round(y + size * MIDDLE)}"${attribute('font-family', FACE_STACKS[faceOf(font)])} font-size="${round(size)}"`,
      attribute('font-weight', /^\d+/.exec(font)?.[0] ?? ''),
      attribute('fill', first.colour),
      attribute('text-anchor', anchor),
      tooLong ? ` textLength="${round(maxWidth)}" lengthAdjust="spacingAndGlyphs"` : '',
      attribute('transform', this.#state.transform),
      attribute('clip-path', this.#state.clip),
      ` xml:space="preserve">${head}${inner.join('')}</text>`,
    );
  }

  #set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
  }
  #draw(d: string, how: 'fill' | 'stroke'): void {
    if (d === '') return;
    const { fill, stroke, width, alpha, dash, transform, clip } = this.#state;
    const look = [
      how === 'fill'
        ? attribute('fill', fill)
        : ` fill="none"${attribute('stroke', stroke)} stroke-width="${round(width)}"${attribute('stroke-dasharray', dash.map(round).join(' '))}`,
      attribute('opacity', alpha === 1 ? '' : round(alpha)),
      attribute('transform', transform),
      attribute('clip-path', clip),
    ].join('');
    if (this.#open?.look === look) this.#open.d += d;
    else {
      this.#close();
      this.#open = { look, d };
    }
  }
  #close(): void {
    if (this.#open !== null) this.#parts.push(`<path d="${this.#open.d}"${this.#open.look}/>`);
    this.#open = null;
  }
}

/** The distance from a line's middle to the letters' base, in em. */
const MIDDLE = 0.35;
const faceOf = (font: string): Face => (font.includes('Mono') ? 'mono' : font.includes('Serif') ? 'serif' : 'sans');
const isBold = (font: string): boolean => Number.parseInt(font, 10) >= 600;
const rectPath = (x: number, y: number, width: number, height: number): string =>
  `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}Z`;
