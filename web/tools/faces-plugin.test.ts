/** Of a face's slices those are kept that a text needs. */
import { expect, test } from 'vitest';
import { facesFor, rangesOf } from './faces-plugin.ts';

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
