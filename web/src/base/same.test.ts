import { describe, expect, it } from 'vitest';
import { sameData } from './same.ts';

describe('sameData', () => {
  const made = (value: number) => ({
    rows: [{ xid: 742, at: [1, value] }, null],
    by: new Map([['a', { hue: 'red' }]]),
  });

  it('two values of the same make are the same, down to the last number', () => {
    expect(sameData(made(1), made(1))).toBe(true);
    expect(sameData(made(1), made(2))).toBe(false);
  });
  it('a field more, a key more or an item more is a difference, whichever side has it', () => {
    const pairs: readonly (readonly [unknown, unknown])[] = [
      [{ a: undefined }, {}],
      [{ a: undefined }, { b: undefined }],
      [[1], [1, 2]],
      [[], {}],
      [new Map([['a', 1]]), new Map([['b', 1]])],
      [new Map([['a', 1]]), new Map()],
      [null, {}],
      [0, -0],
    ];
    for (const [a, b] of pairs) {
      expect(sameData(a, b)).toBe(false);
      expect(sameData(b, a)).toBe(false);
    }
  });
  it('functions and sets are the same only when they are one', () => {
    const act = () => 1;
    expect(sameData({ act }, { act })).toBe(true);
    expect(sameData({ act }, { act: () => 1 })).toBe(false);
    expect(sameData(new Set([1]), new Set([1]))).toBe(false);
  });
});
