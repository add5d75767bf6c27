import { describe, expect, it } from 'vitest';
import { rngOf } from '../base/random.ts';
import { sortRows } from './sort.ts';

interface Row {
  readonly id: number;
  readonly k: number;
}
const byKey = (a: Row, b: Row): number => a.k - b.k;
const rowsOf = (keys: readonly number[]): Row[] => keys.map((k, i) => ({ id: i + 1, k }));
const ids = (rows: readonly Row[]): number[] => rows.map(({ id }) => id);

describe('ORDER BY', () => {
  it('puts the same rows in order, however many and however alike', () => {
    const rng = rngOf(7);
    for (let round = 0; round < 400; round++) {
      const keys = Array.from({ length: rng.below(120) }, () => rng.below(1 + rng.below(60)));
      const sorted = sortRows(rowsOf(keys), byKey, 0);
      expect(sorted.map(({ k }) => k)).toEqual([...keys].sort((a, b) => a - b));
      expect(new Set(ids(sorted)).size).toBe(keys.length);
    }
  });

  it('with LIMIT gives the first of them', () => {
    const rng = rngOf(8);
    for (let round = 0; round < 400; round++) {
      const keys = Array.from({ length: rng.below(80) }, () => rng.below(20));
      const bound = 1 + rng.below(30);
      const first = sortRows(rowsOf(keys), byKey, bound).slice(0, bound);
      expect(first.map(({ k }) => k)).toEqual([...keys].sort((a, b) => a - b).slice(0, bound));
    }
  });

  it('leaves up to six rows that are alike, and any number that are in order, as they came', () => {
    expect(ids(sortRows(rowsOf([2, 1, 2, 1, 2, 1]), byKey, 0))).toEqual([2, 4, 6, 1, 3, 5]);
    expect(ids(sortRows(rowsOf([1, 1, 1, 2, 2, 2, 2, 3, 3]), byKey, 0))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('leaves ties as a server does: SELECT g FROM generate_series(1, 50) g ORDER BY g % 10', () => {
    const keys = Array.from({ length: 50 }, (_, i) => (i + 1) % 10);
    // PostgreSQL 13 and 17 print these first; a stable sort would begin with 10, 20, 30, 40, 50.
    expect(ids(sortRows(rowsOf(keys), byKey, 0)).slice(0, 8)).toEqual([30, 40, 50, 20, 10, 41, 1, 21]);
  });
});
