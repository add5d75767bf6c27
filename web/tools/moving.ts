/**
 * A film as an animated WebP, which browsers and GitHub show: the first picture whole, then for each frame the box that
 * changes. The browser that drew the pictures encodes them; here they are only put into one file
 * (https://developers.google.com/speed/webp/docs/riff_container).
 */
import type { Page } from '@playwright/test';

export interface Picture {
  readonly png: Buffer;
  /** How long it is shown. */
  readonly ms: number;
}
/** A part of the picture that changes; x and y are even, as the format wants. */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly ms: number;
  /** A WebP file of its own. */
  readonly webp: Buffer;
}

/** All changes of a film. What looks the same for several pictures is shown for longer. */
export async function partsOf(canvas: Page, pictures: readonly Picture[]): Promise<readonly Part[]> {
  const parts: Part[] = [];
  for (const { png, ms } of pictures) {
    const change = await changeTo(canvas, png.toString('base64'), parts.length === 0);
    const last = parts.at(-1);
    if (change !== null) parts.push({ ...change, ms, webp: Buffer.from(change.webp, 'base64') });
    else if (last !== undefined) parts[parts.length - 1] = { ...last, ms: last.ms + ms };
  }
  return parts;
}

const QUALITY = 0.75;
/** The format's own blocks, in px. */
const BLOCK = 16;

/** The canvas' page keeps the picture before. */
const changeTo = (canvas: Page, png: string, isFirst: boolean) =>
  canvas.evaluate(
    async ({ text, whole, lossy, block }) => {
      const kept = globalThis as unknown as { shown?: Uint8ClampedArray };
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const sheet = new OffscreenCanvas(image.width, image.height);
      const pen = sheet.getContext('2d', { willReadFrequently: true });
      if (pen === null) throw new Error('no canvas');
      pen.drawImage(image, 0, 0);
      const { data } = pen.getImageData(0, 0, image.width, image.height);
      const was = new Uint32Array((whole ? new Uint8ClampedArray(data.length) : (kept.shown ?? data)).buffer);
      kept.shown = data.slice();
      const is = new Uint32Array(data.buffer);
      let [left, top, right, bottom] = [image.width, image.height, 0, 0];
      for (let i = 0; i < is.length; i++) {
        if (is[i] === was[i]) {
          is[i] = 0;
          continue;
        }
        const [x, y] = [i % image.width, Math.floor(i / image.width)];
        [left, top] = [Math.min(left, x), Math.min(top, y)];
        [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
      }
      if (right === 0) return null;
      [left, top] = [left - (left % 2), top - (top % 2)];
      const place = { x: left, y: top, width: right - left, height: bottom - top };
      const { x, y, width, height } = place;
      const encoded = async (quality: number, draw: (pen: OffscreenCanvasRenderingContext2D) => void) => {
        const part = new OffscreenCanvas(width, height);
        const own = part.getContext('2d');
        if (own !== null) draw(own);
        return await part.convertToBlob({ type: 'image/webp', quality });
      };
      const isNew = (left: number, top: number): boolean => {
        for (let row = y + top; row < Math.min(y + top + block, y + height); row++)
          for (let column = x + left; column < Math.min(x + left + block, x + width); column++)
            if (is[row * image.width + column] !== 0) return true;
        return false;
      };
      // Only what is new, the rest transparent: its pixels without loss (Chromium's quality 1), or its blocks with loss.
      const files = [
        await encoded(1, (own) => own.putImageData(new ImageData(data, image.width), -x, -y)),
        await encoded(lossy, (own) => {
          own.drawImage(image, -x, -y);
          for (let top = 0; top < height; top += block)
            for (let left = 0; left < width; left += block)
              if (!isNew(left, top)) own.clearRect(left, top, block, block);
        }),
      ].sort((one, other) => one.size - other.size);
      const file = new Uint8Array((await files[0]?.arrayBuffer()) ?? []);
      let webp = '';
      for (const byte of file) webp += String.fromCharCode(byte);
      return { ...place, webp: btoa(webp) };
    },
    { text: png, whole: isFirst, lossy: QUALITY, block: BLOCK },
  );

const HEAD = 12;
const CHUNK_HEAD = 8;
/** Bits of the header and of a frame. */
const HAS_ANIMATION = 0x02;
const HAS_ALPHA = 0x10;

function chunk(name: string, ...bodies: readonly Buffer[]): Buffer {
  const body = Buffer.concat(bodies);
  const head = Buffer.alloc(CHUNK_HEAD);
  head.write(name, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

/** Numbers of three bytes each. */
function triples(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(3 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUIntLE(value, 3 * i, 3);
  return bytes;
}

/** The chunks of one picture's own file that have its pixels. */
function pixelsOf(webp: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = HEAD; at + CHUNK_HEAD <= webp.length; ) {
    const size = webp.readUInt32LE(at + 4);
    const end = at + CHUNK_HEAD + size + (size % 2);
    if (['ALPH', 'VP8 ', 'VP8L'].includes(webp.toString('latin1', at, at + 4))) chunks.push(webp.subarray(at, end));
    at = end;
  }
  return Buffer.concat(chunks);
}

/** One file; it begins anew when it ends. */
export function animatedWebp(width: number, height: number, parts: readonly Part[]): Buffer {
  const frames = parts.map(({ x, y, ms, webp, ...size }) =>
    // Blended over the picture before, and left there.
    chunk(
      'ANMF',
      triples(x / 2, y / 2, size.width - 1, size.height - 1, Math.round(ms)),
      Buffer.from([0]),
      pixelsOf(webp),
    ),
  );
  const about = chunk('VP8X', Buffer.from([HAS_ANIMATION | HAS_ALPHA, 0, 0, 0]), triples(width - 1, height - 1));
  const body = [Buffer.from('WEBP', 'latin1'), about, chunk('ANIM', Buffer.alloc(6)), ...frames];
  return chunk('RIFF', ...body);
}
