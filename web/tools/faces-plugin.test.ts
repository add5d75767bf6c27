/** Only the slices of a face that a text needs are kept. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { at } from '../node/tree.mjs';
import { facesFor, IMPORT, marksFor, rangesOf, textIn } from './faces-plugin.ts';

const rule = (n: number, ranges: string) =>
  `@font-face {\n  font-family: 'F';\n  src: url(./files/f-${n}.woff2) format('woff2');\n  unicode-range: ${ranges};\n}`;
const css = [rule(1, 'U+20-7e,U+4e00'), rule(2, 'U+4e8c-4e8d,U+ff0c'), rule(3, 'U+9f9f')].join('\n\n');

test('a list of ranges is read, single characters too', () => {
  expect(rangesOf('U+4e8c-4e8d, U+FF0C')).toEqual([
    [0x4e8c, 0x4e8d],
    [0xff0c, 0xff0c],
  ]);
});
test('a slice is kept for one character of it, and named by its package', () => {
  const kept = facesFor(css, 'a 二', '@x/f');
  expect(kept.match(/f-\d/g)).toEqual(['f-2']);
  expect(kept).toContain("url('@x/f/files/f-2.woff2')");
});
test('Latin letters need no slice', () => {
  expect(facesFor(css, 'abc', 'f')).toBe('');
});

test('quotation marks have a family of their own, from the slice with Chinese characters that has them', () => {
  const latin = rule(4, 'U+20-7e,U+2000-206f');
  const made = marksFor([latin, rule(5, 'U+201c-201d,U+4e07'), rule(6, 'U+4e8c')].join('\n'));
  expect(made.match(/f-\d/g)).toEqual(['f-5']);
  expect(made).toContain("font-family: 'F Marks'");
  expect(made).toContain('unicode-range: U+201C-201D;');
});

test('every Chinese character that is written anywhere is in a slice that the site gets', () => {
  const file = at('web/src/base/messages/zh/face.css');
  const from = IMPORT.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  const face = readFileSync(createRequire(import.meta.url).resolve(`${from}/index.css`), 'utf8');
  const text = textIn(dirname(file), basename(dirname(file)));
  const ranges = [...facesFor(face, text, from).matchAll(/unicode-range:([^;]*)/g)].flatMap(([, list = '']) =>
    rangesOf(list),
  );
  const has = (point: number): boolean => ranges.some(([first, last]) => first <= point && point <= last);
  const written = [...new Set(text)].filter((one) => (one.codePointAt(0) ?? 0) >= 0x2e80);
  expect(written.length).toBeGreaterThan(500);
  expect(written.filter((one) => !has(one.codePointAt(0) ?? 0))).toEqual([]);
});
