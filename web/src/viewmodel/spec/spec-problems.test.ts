import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Lines } from '../../scenario/spec-scan.ts';
import { problemExcerpt, problemRange } from './spec-syntax.ts';

const marked = (text: string, line: number, column: number): string => {
  const { from, to } = problemRange(text, { line, column });
  return `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`;
};

describe('what is underlined', () => {
  test.each([
    ['step a', 1, 6, 'step [a]'],
    ['step abc_1 {', 1, 6, 'step [abc_1] {'],
    ['x\n\tpermutation', 2, 2, 'x\n\t[permutation]'],
    ['é😀 ? x', 1, 4, 'é😀 [?] x'],
    ['a\r\nb', 1, 2, 'a[]\r\nb'],
    ['a\n', 2, 1, 'a\n[]'],
    ['', 1, 1, '[]'],
    // The text has changed since.
    ['ab', 1, 9, 'ab[]'],
    ['ab', 9, 1, 'ab[]'],
  ])('%j at %i:%i', (text, line, column, expected) => expect(marked(text, line, column)).toBe(expected));

  test('begins where the parser’s place came from', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat({ max: 20 }), (text, near) => {
        const offset = Math.min(near, text.length);
        const isInside = (text.charCodeAt(offset) & 0xfc00) === 0xdc00 || text.includes('\r');
        fc.pre(!isInside);
        expect(problemRange(text, new Lines(text).placeOf(offset)).from).toBe(offset);
      }),
    );
  });
  test('lies inside of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat({ max: 9 }), fc.nat({ max: 30 }), (text, line, column) => {
        const { from, to } = problemRange(text, { line: line + 1, column: column + 1 });
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeGreaterThanOrEqual(from);
        expect(to).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe('the quoted line', () => {
  test('is parted at the place', () => {
    expect(problemExcerpt('x\n  step a { SELECT }', { line: 2, column: 8 })).toEqual({
      before: 'step ',
      at: 'a',
      after: ' { SELECT }',
    });
  });
  test('is cut when it is long', () => {
    const excerpt = problemExcerpt('x '.repeat(5000), { line: 1, column: 5001 });
    expect(excerpt?.before).toHaveLength(41);
    expect(excerpt?.at).toBe('x');
    expect(excerpt?.after).toHaveLength(61);
    expect(problemExcerpt('y'.repeat(9999), { line: 1, column: 1 })?.at).toHaveLength(61);
  });
  test('names what cannot be seen or turns the letters after it around', () => {
    expect(problemExcerpt("a\u2066\t'\u202eb\u202c'", { line: 1, column: 5 })).toEqual({
      before: "a<U+2066> '",
      at: '<U+202E>',
      after: "b<U+202C>'",
    });
  });
  test('is none when the text has no such line any more', () => {
    expect(problemExcerpt('x', { line: 2, column: 1 })).toBeNull();
    expect(problemExcerpt('x\n', { line: 2, column: 1 })).toEqual({ before: '', at: '', after: '' });
    expect(problemExcerpt('', { line: 1, column: 1 })).toEqual({ before: '', at: '', after: '' });
  });
});
