import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseNumberText } from './NumberField.tsx';

const rule = { min: 0, max: 12_500, whole: true };

describe('a typed number', () => {
  test.each([
    ['100', 100],
    [' 10,000 ', 10_000],
    ['10 000', 10_000],
    ['10_000', 10_000],
    ['1e3', 1000],
    ['+5', 5],
    ['-0', 0],
    ['5.', 5],
  ])('%j is %d', (text, value) => {
    const parsed = parseNumberText(text, rule);
    expect(parsed).toEqual({ ok: true, value });
    expect(Object.is(parsed.ok && parsed.value, -0)).toBe(false);
  });
  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['ten', 'not-a-number'],
    ['NaN', 'not-a-number'],
    ['Infinity', 'not-a-number'],
    ['0x10', 'not-a-number'],
    ['1,00', 'not-a-number'],
    ['1,000 000', 'not-a-number'],
    ['12 idle', 'not-a-number'],
    ['-1', 'too-small'],
    ['−1', 'too-small'],
    ['12501', 'too-large'],
    ['9'.repeat(400), 'too-large'],
    ['1e309', 'too-large'],
    ['2.5', 'not-whole'],
  ])('%j is refused: %s', (text, kind) => {
    const parsed = parseNumberText(text, rule);
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) expect(parsed.error.kind).toBe(kind);
  });
  test('every whole number within the limits is read back as typed, with and without groups', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12_500 }), (n) => {
        expect(parseNumberText(String(n), rule)).toEqual({ ok: true, value: n });
        expect(parseNumberText(n.toLocaleString('en'), rule)).toEqual({ ok: true, value: n });
      }),
    );
  });
  test('nothing that can be typed breaks it, and nothing outside the limits comes through', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseNumberText(text, rule);
        if (parsed.ok) {
          expect(Number.isInteger(parsed.value)).toBe(true);
          expect(parsed.value).toBeGreaterThanOrEqual(0);
          expect(parsed.value).toBeLessThanOrEqual(12_500);
        }
      }),
    );
  });
});
