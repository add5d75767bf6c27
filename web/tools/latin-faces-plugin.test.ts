/**
 * Latin faces: a small file of the used letters, and the package's for all others; no letter is in both or in neither.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rangesOf } from './faces-plugin.ts';
import { latinRanges, pointsOf, rangesText, splitRules, without } from './latin-faces-plugin.ts';

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
test('every letter of a text is in the small file, every other letter in the rest, and none in both', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const has = pointsOf(text, LATIN);
      const rest = new Set(without(LATIN, has));
      for (const one of text) {
        const point = one.codePointAt(0) ?? 0;
        const isLetter = LATIN.some(([first, last]) => first <= point && point <= last) && point > 0xa0;
        if (isLetter) expect(has.has(point)).toBe(true);
      }
      for (const point of has) expect(rest.has(point)).toBe(false);
      for (const [first, last] of LATIN)
        for (let point = Math.max(first, 0xa1); point <= last; point++)
          expect(has.has(point) || rest.has(point)).toBe(true);
    }),
  );
});
test('what is typed and what parts words never asks for the rest', () => {
  const has = pointsOf('', LATIN);
  for (const one of ['a', '~', '\u00a0', '\u2009', '\u202f']) expect(has.has(one.codePointAt(0) ?? 0)).toBe(true);
});
test('a rule of a package becomes two of its family, the small one last; others stay', () => {
  const rule = (path: string) => `@font-face {\n  font-family: 'F';\n  src: url('${path}') format('woff2');\n}`;
  const made = splitRules(`${rule('@x/f.woff2')}\n${rule('./own.woff2')}`, (path) =>
    path === '@x/f.woff2' ? { path: '/small.woff2', has: 'U+20-7E', rest: 'U+E9' } : undefined,
  );
  expect(made.match(/url\('[^']*'\)|unicode-range: [^;]*/g)).toEqual([
    "url('@x/f.woff2')",
    'unicode-range: U+E9',
    "url('/small.woff2')",
    'unicode-range: U+20-7E',
    "url('./own.woff2')",
  ]);
});
test('a package without a Latin file is told', () => {
  expect(() => latinRanges('@font-face { src: url(./files/f-greek-wght-normal.woff2); }')).toThrow(/LATIN/);
});
