/** The screen's contents: the pixels of a PNG as browsers write it (8 bits per channel, no interlacing). */
import { inflateSync } from 'node:zlib';

export type Rgb = readonly [number, number, number];
export interface Pixels {
  readonly width: number;
  readonly height: number;
  at(x: number, y: number): Rgb;
}

/** Concatenated bytes of the first chunks of this type. */
function chunks(png: Buffer, type: string): Buffer {
  const found: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === type)
      found.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  return Buffer.concat(found);
}

/** The value that a row's filter adds, from the bytes left, above, and left above. */
function filtered(filter: number, left: number, up: number, upLeft: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const [toLeft, toUp, toUpLeft] = [left, up, upLeft].map((p) => Math.abs(left + up - upLeft - p)) as [
    number,
    number,
    number,
  ];
  return toLeft <= toUp && toLeft <= toUpLeft ? left : toUp <= toUpLeft ? up : upLeft;
}

export function pixelsOf(png: Buffer): Pixels {
  const head = chunks(png, 'IHDR');
  const [width, height, depth, kind, interlaced] = [
    head.readUInt32BE(0),
    head.readUInt32BE(4),
    head[8],
    head[9],
    head[12],
  ];
  const channels = kind === 6 ? 4 : 3;
  if (depth !== 8 || (kind !== 6 && kind !== 2) || interlaced !== 0)
    throw new Error(`PNG of kind ${kind}, ${depth} bits`);
  const raw = inflateSync(chunks(png, 'IDAT'));
  const stride = width * channels;
  const rows = new Uint8Array(height * stride);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let i = 0; i < stride; i++) {
      const to = y * stride + i;
      const left = i < channels ? 0 : (rows[to - channels] ?? 0);
      const up = y === 0 ? 0 : (rows[to - stride] ?? 0);
      const upLeft = i < channels || y === 0 ? 0 : (rows[to - stride - channels] ?? 0);
      rows[to] = (raw[y * (stride + 1) + 1 + i] ?? 0) + filtered(filter, left, up, upLeft);
    }
  }
  const at = (x: number, y: number): Rgb => {
    const from = y * stride + x * channels;
    return [rows[from] ?? 0, rows[from + 1] ?? 0, rows[from + 2] ?? 0];
  };
  return { width, height, at };
}

/** The distance of two colours: the largest difference of a channel. */
export const apart = (a: Rgb, b: Rgb): number =>
  Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]));

/** `#0b63a5` → its channels. */
export const rgbOf = (hex: string): Rgb => {
  const n = Number.parseInt(hex.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
};

/** A part of a picture, in shares of its width and height. */
export interface Part {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
/** The number of pixels of the part that have this colour, or nearly. */
export function inkOf(pixels: Pixels, colour: Rgb, part: Part): number {
  const { width, height } = pixels;
  let count = 0;
  for (let y = Math.round(part.top * height); y < Math.round(part.bottom * height); y++) {
    for (let x = Math.round(part.left * width); x < Math.round(part.right * width); x++) {
      if (apart(pixels.at(x, y), colour) < 40) count++;
    }
  }
  return count;
}
