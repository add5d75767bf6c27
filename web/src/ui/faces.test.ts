/** The files of a face that a text needs. */
import { expect, test } from 'vitest';
import { isFor } from './faces.ts';

test('a file is for a text if one of its characters is in one of its ranges', () => {
  const unicodeRange = 'U+20-7E, U+E9, U+4??';
  expect(isFor({ unicodeRange }, '→é')).toBe(true);
  expect(isFor({ unicodeRange }, 'Д')).toBe(true);
  expect(isFor({ unicodeRange }, '→中')).toBe(false);
  expect(isFor({ unicodeRange }, '')).toBe(false);
});
test('a file without ranges is for all', () => {
  expect(isFor({ unicodeRange: 'U+0-10FFFF' }, '中')).toBe(true);
});
