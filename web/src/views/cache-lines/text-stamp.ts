/**
 * Words on a canvas that is painted in each frame: shaped once, then stamped. Shaping costs more than the rest of a
 * frame.
 */
import { fontSize, type Pen, type TextLook, type Words } from './pen.ts';

/** A separate canvas, also without a document. */
export function spareCanvas(width: number, height: number): HTMLCanvasElement | OffscreenCanvas {
  if (typeof OffscreenCanvas === 'function') return new OffscreenCanvas(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
}
export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
/** Both kinds give the same to draw with; their overloads have no common form. */
export const contextOf = (canvas: HTMLCanvasElement | OffscreenCanvas): Context | null =>
  (canvas as HTMLCanvasElement).getContext('2d');

interface Stamp {
  readonly image: HTMLCanvasElement | OffscreenCanvas;
  /** In CSS pixels, without the margin. */
  readonly width: number;
  readonly height: number;
}

const MAX_KEPT = 600;
const MARGIN = 2;

/**
 * How far below the middle of its em box a text's baseline is. Browsers do not agree on a canvas's own `middle`: WebKit takes the
 * middle of the line, which is a pixel or two lower, and words then touch the foot of their box.
 */
function middleOf(context: Context, size: number): number {
  const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = context.measureText('H');
  // Firefox reports neither before version 116.
  return up + down > 0 ? (size * (up - down)) / (up + down) / 2 : size * 0.3;
}

/** For pens that are canvases. When fonts have arrived or the pixel ratio has changed, make a new one. */
export class StampedWords implements Words {
  readonly #kept = new Map<string, Stamp>();
  readonly #ratio: number;

  constructor(ratio: number) {
    this.#ratio = ratio;
  }

  readonly width: Words['width'] = (text, look) => this.#stampOf(text, look)?.width ?? 0;

  readonly write: Words['write'] = (c, text, x, y, look, maxWidth = Number.POSITIVE_INFINITY) => {
    const stamp = text === '' ? null : this.#stampOf(text, look);
    if (stamp === null) return;
    const width = Math.min(stamp.width, maxWidth);
    const scale = stamp.width === 0 ? 1 : width / stamp.width;
    const shift = look.align === 'center' ? width / 2 : look.align === 'right' ? width : 0;
    (c as Pen & Pick<CanvasRenderingContext2D, 'drawImage'>).drawImage(
      stamp.image,
      this.#whole(x - shift - MARGIN * scale),
      this.#whole(y - stamp.height / 2),
      (stamp.width + 2 * MARGIN) * scale,
      stamp.height,
    );
  };

  /** On whole pixels of the screen, or it would be blurred. */
  #whole(at: number): number {
    return Math.round(at * this.#ratio) / this.#ratio;
  }

  #stampOf(text: string, { font, colour }: Pick<TextLook, 'font' | 'colour'>): Stamp | null {
    const key = `${font}|${colour}|${text}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const image = spareCanvas(1, 1);
    const context = contextOf(image);
    if (context === null) return null;
    context.font = font;
    const width = Math.ceil(context.measureText(text).width);
    const height = Math.ceil(fontSize(font) * 1.5);
    // A new size clears the canvas and resets its settings.
    image.width = Math.ceil((width + 2 * MARGIN) * this.#ratio);
    image.height = Math.ceil(height * this.#ratio);
    context.scale(this.#ratio, this.#ratio);
    context.font = font;
    context.fillStyle = colour;
    context.fillText(text, MARGIN, this.#whole(height / 2 + middleOf(context, fontSize(font))));
    const stamp = { image, width, height };
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(key, stamp);
    return stamp;
  }
}
