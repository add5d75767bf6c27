/** The lens's words stay within their fields, however long the names and however small the room. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coreStyles } from '../../viewmodel/cachelines/counters.ts';
import { LENS_BYTES, type Lens } from '../../viewmodel/cachelines/lens.ts';
import { STATE } from '../../viewmodel/cachelines/scene.ts';
import { paintLens } from './paint-lens.ts';
import type { Palette, Pen, Words } from './pen.ts';

const palette = {
  ink: '#000',
  paper: '#fff',
  cores: ['#a0a', '#0aa'],
  mono: 'mono',
  sans: 'sans',
} as unknown as Palette;
const pen = new Proxy({}, { get: () => () => undefined, set: () => true }) as unknown as Pen;
const EM = 20;
const LETTER = 0.6 * EM;

interface Written {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}
function wordsOf(names: readonly string[], width: number): readonly Written[] {
  const written: Written[] = [];
  const words: Words = {
    width: (text) => text.length * LETTER,
    write: (_, text, x, __, ___, most = Number.POSITIVE_INFINITY) =>
      written.push({ text, from: x, to: x + Math.min(most, text.length * LETTER) }),
  };
  const share = LENS_BYTES / names.length;
  const lens = {
    parts: [
      {
        owner: 0,
        state: STATE.M,
        segments: names.map((field, i) => ({
          field,
          from: i * share,
          to: (i + 1) * share,
          inside: true,
          act: i % 2 === 0 ? { verb: 'reads', backend: 0 } : null,
        })),
      },
    ],
  } as unknown as Lens;
  const verbs = { reads: 'reads', writes: 'writes', wrote: 'wrote' };
  paintLens(pen, { lens, styles: coreStyles(2, [0]), palette, words, verbs, width, height: 30, em: EM });
  return written;
}

test('no two words meet, none is cut by an edge', () => {
  const name = fc.stringMatching(/^[a-z]{1,26}$/);
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), fc.integer({ min: 120, max: 1200 }), (names, width) => {
      const all = [...wordsOf(names, width)].sort((a, b) => a.from - b.from);
      for (const [i, one] of all.entries()) {
        expect(one.from).toBeGreaterThanOrEqual((all[i - 1]?.to ?? 0) - 0.001);
        expect(one.to).toBeLessThanOrEqual(width + 0.001);
      }
    }),
  );
});
test('with room enough all is said; with less the verb goes, then the end of the name', () => {
  const said = (width: number) => wordsOf(['completed', 'x'], width).map(({ text }) => text);
  expect(said(1200).slice(0, 3)).toEqual(['A', 'reads', 'completed']);
  expect(said(340).slice(0, 2)).toEqual(['A', 'completed']);
  expect(said(200)[1]).toMatch(/^comp\w*…$/);
});
