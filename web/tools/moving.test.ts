import { expect, test } from 'vitest';
import { animatedWebp } from './moving.ts';

/** A file with one chunk that has no pixels and one that has them. */
function fileWith(pixels: Buffer): Buffer {
  const chunk = (name: string, body: Buffer) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(body.length);
    return Buffer.concat([Buffer.from(name), size, body, Buffer.alloc(body.length % 2)]);
  };
  const body = Buffer.concat([Buffer.from('WEBP'), chunk('VP8X', Buffer.alloc(10)), chunk('VP8L', pixels)]);
  return chunk('RIFF', body);
}

/** Names and bodies of the chunks from a place on. */
function chunksOf(bytes: Buffer, from: number): readonly (readonly [name: string, body: Buffer])[] {
  const found: [string, Buffer][] = [];
  for (let at = from; at < bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4);
    found.push([bytes.toString('latin1', at, at + 4), bytes.subarray(at + 8, at + 8 + size)]);
    at += 8 + size + (size % 2);
  }
  return found;
}

test('every part of a film is in the file once, in order, at its place, with its pixels and its time', () => {
  const parts = [
    { x: 0, y: 0, width: 640, height: 360, ms: 1600, webp: fileWith(Buffer.from([1, 2, 3])) },
    { x: 38, y: 300, width: 17, height: 9, ms: 100.2, webp: fileWith(Buffer.from([4, 5, 6, 7])) },
  ];
  const bytes = animatedWebp(640, 360, parts);
  const [[riff, body] = ['', Buffer.alloc(0)], ...more] = chunksOf(bytes, 0);
  expect([riff, body.toString('latin1', 0, 4), more]).toEqual(['RIFF', 'WEBP', []]);
  const chunks = chunksOf(body, 4);
  expect(chunks.map(([name]) => name)).toEqual(['VP8X', 'ANIM', 'ANMF', 'ANMF']);
  const [[, about] = ['', Buffer.alloc(0)], , ...frames] = chunks;
  expect([about.readUIntLE(4, 3) + 1, about.readUIntLE(7, 3) + 1]).toEqual([640, 360]);
  const read = frames.map(([, frame]) => {
    const [x = 0, y = 0, width = 0, height = 0, ms = 0] = [0, 3, 6, 9, 12].map((at) => frame.readUIntLE(at, 3));
    const pixels = chunksOf(frame, 16).map(([name, own]) => [name, [...own]]);
    return { place: [2 * x, 2 * y, width + 1, height + 1], ms, pixels };
  });
  expect(read).toEqual([
    { place: [0, 0, 640, 360], ms: 1600, pixels: [['VP8L', [1, 2, 3]]] },
    { place: [38, 300, 17, 9], ms: 100, pixels: [['VP8L', [4, 5, 6, 7]]] },
  ]);
});
