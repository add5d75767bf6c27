/** Latin faces: small files of the used letters, and the package's for all others; each letter is in one of them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rangesOf } from './faces-plugin.ts';
import { latinRanges, listOf, pointsOf, rangesText, splitRules } from './latin-faces-plugin.ts';

const LATIN = rangesOf('U+0000-00FF,U+2000-206F,U+2212');
const pointsIn = (list: string): number[] =>
  rangesOf(list).flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i));

test('points and their text as ranges are the same', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1 }), (points) => {
      expect(pointsIn(rangesText(points))).toEqual([...points].sort((a, b) => a - b));
    }),
  );
});
test('every letter of a text is in the small file, and the small file has no letter that the package lacks', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const has = pointsOf(text, LATIN);
      const whole = new Set(pointsIn(listOf(LATIN)));
      for (const one of text) {
        const point = one.codePointAt(0) ?? 0;
        if (whole.has(point) && point > 0xa0) expect(has.has(point)).toBe(true);
      }
      for (const point of has) if (point > 0xff && point < 0x2000) expect(whole.has(point)).toBe(true);
    }),
  );
});
test('what is typed and what parts words never asks for the rest', () => {
  const has = pointsOf('', LATIN);
  for (const one of ['a', '~', '\u00a0', '\u2009', '\u202f']) expect(has.has(one.codePointAt(0) ?? 0)).toBe(true);
});
test('a rule of a package becomes one for each of its files, the package’s first; others stay', () => {
  const rule = (path: string) => `@font-face {\n  font-family: 'F';\n  src: url('${path}') format('woff2');\n}`;
  const made = splitRules(`${rule('@x/f.woff2')}\n${rule('./own.woff2')}`, (path) =>
    path === '@x/f.woff2'
      ? [
          { path, has: 'U+0-FF' },
          { path: '/small.woff2', has: 'U+20-7E' },
          { path: '/hyphen.woff2', has: 'U+2D' },
        ]
      : [],
  );
  expect(made.match(/url\('[^']*'\)|unicode-range: [^;]*/g)).toEqual([
    "url('@x/f.woff2')",
    'unicode-range: U+0-FF',
    "url('/small.woff2')",
    'unicode-range: U+20-7E',
    "url('/hyphen.woff2')",
    'unicode-range: U+2D',
    "url('./own.woff2')",
  ]);
});
test('a package without a Latin file is told', () => {
  expect(() => latinRanges('@font-face { src: url(./files/f-greek-wght-normal.woff2); }')).toThrow(/LATIN/);
});
