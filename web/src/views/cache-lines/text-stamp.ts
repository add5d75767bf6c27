/** Words on a canvas that is painted in each frame: shaped once, then stamped. Shaping costs more than all the rest of a frame. */

export interface TextLook {
  readonly font: string;
  readonly colour: string;
  readonly align: 'left' | 'center';
}

interface Stamp {
  readonly image: HTMLCanvasElement;
  /** In CSS pixels, without the margin. */
  readonly width: number;
  readonly height: number;
}

const MAX_KEPT = 600;
const MARGIN = 2;
const kept = new Map<string, Stamp>();

/** Fonts have arrived, or a theme is another one: nothing that was shaped is of use. */
export const forgetStamps = (): void => kept.clear();

function stampOf(text: string, { font, colour }: TextLook): Stamp | null {
  const ratio = Math.max(1, globalThis.devicePixelRatio);
  const key = `${ratio}|${font}|${colour}|${text}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const image = document.createElement('canvas');
  const context = image.getContext('2d');
  if (context === null) return null;
  context.font = font;
  const size = Number.parseFloat(/([\d.]+)px/.exec(font)?.[1] ?? '13');
  const width = Math.ceil(context.measureText(text).width);
  const height = Math.ceil(size * 1.5);
  image.width = Math.ceil((width + 2 * MARGIN) * ratio);
  image.height = Math.ceil(height * ratio);
  context.scale(ratio, ratio);
  context.font = font;
  context.fillStyle = colour;
  context.textBaseline = 'middle';
  context.fillText(text, MARGIN, height / 2);
  const stamp = { image, width, height };
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(key, stamp);
  return stamp;
}

export const stampWidth = (text: string, look: TextLook): number => stampOf(text, look)?.width ?? 0;

/** The text with its middle at `y`; pressed together where it is wider than `maxWidth`. */
export function stampText(
  c: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  look: TextLook,
  maxWidth = Number.POSITIVE_INFINITY,
): void {
  const stamp = text === '' ? null : stampOf(text, look);
  if (stamp === null) return;
  const width = Math.min(stamp.width, maxWidth);
  const scale = stamp.width === 0 ? 1 : width / stamp.width;
  const left = (look.align === 'center' ? x - width / 2 : x) - MARGIN * scale;
  const ratio = Math.max(1, globalThis.devicePixelRatio);
  // On whole pixels of the screen, or it would be blurred.
  const whole = (at: number): number => Math.round(at * ratio) / ratio;
  c.drawImage(stamp.image, whole(left), whole(y - stamp.height / 2), (stamp.width + 2 * MARGIN) * scale, stamp.height);
}
