import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutLetters, cutText, letterCount, textWidth, wrapText } from './picture-text.ts';

describe('texts in a picture', () => {
  test('no line is wider than its room, as long as a letter fits, and nothing is lost', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer({ min: 40, max: 400 }), (text, room) => {
        for (const face of ['mono', 'sans', 'serif'] as const) {
          const lines = wrapText(text, room, 15, face);
          for (const line of lines) expect(textWidth(line, 15, face)).toBeLessThanOrEqual(Math.max(room, 40));
          expect(lines.join('').replace(/\s/gu, '')).toBe(text.replace(/\s/gu, ''));
        }
      }),
    );
  });
  test('what is cut says so, and fits', () => {
    expect(wrapText('one two three four five six', 60, 15, 'mono', { most: 2 }).at(-1)).toMatch(/…$/);
    for (const line of wrapText('one two three four five six', 60, 15, 'mono', { most: 2 }))
      expect(textWidth(line, 15, 'mono')).toBeLessThanOrEqual(60);
    expect(cutText('UPDATE account SET balance', 100, 15, 'mono')).toBe('UPDATE acc…');
    expect(cutText('BEGIN', 100, 15, 'mono')).toBe('BEGIN');
  });
});

test('an estimate by letters takes a Chinese one for nearly two, and cuts to the room that there is', () => {
  expect(letterCount('older')).toBe(5);
  expect(letterCount('更旧：已结束')).toBeGreaterThan(6 * 1.7);
  expect(cutLetters('older: ended', 12)).toBe('older: ended');
  expect(cutLetters('older: ended', 6)).toBe('older…');
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '快', '，', ' '), maxLength: 60 }),
      fc.integer({ min: 4, max: 60 }),
      (text, most) => {
        expect(letterCount(cutLetters(text, most))).toBeLessThanOrEqual(most);
      },
    ),
  );
});
