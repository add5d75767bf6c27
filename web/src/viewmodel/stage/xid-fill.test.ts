import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StageXid } from '../../engine/stage/stage-types.ts';
import { findXid, xidFill } from './xid-fill.ts';

const given = (first: number, count: number): StageXid[] =>
  Array.from({ length: count }, (_, i) => ({
    xid: (first + i) % 2 ** 32,
    status: 'committed' as const,
    owner: null,
    parent: null,
  })).filter(({ xid }) => xid > 2);

describe('the state of an xid', () => {
  test('every xid that the stage lists is found, also where the numbers begin anew', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 2 ** 32 - 1 }), fc.integer({ min: 1, max: 300 }), (first, count) => {
        const xids = given(first, count);
        for (const entry of xids) expect(findXid({ xids }, entry.xid)).toBe(entry);
        expect(findXid({ xids }, (first + count + 3) % 2 ** 32)).toBeUndefined();
      }),
      { numRuns: 50 },
    );
  });
  test('what is not listed: before the list unknown, from nextXid on not yet given out, special ones committed', () => {
    const state = { xids: given(700, 10), nextXid: 710 };
    expect(xidFill(state, 709)).toBe('committed');
    expect(xidFill(state, 710)).toBe('unstarted');
    expect(xidFill(state, 699)).toBe('unknown');
    expect(xidFill(state, 2)).toBe('committed');
  });
  test('nextXid counts 64 bits, an xid in a tuple 32', () => {
    const state = { xids: given(2 ** 32 - 2, 6), nextXid: 2 ** 32 + 4 };
    expect(xidFill(state, 3)).toBe('committed');
    expect(xidFill(state, 4)).toBe('unstarted');
    expect(xidFill(state, 2 ** 32 - 3)).toBe('unknown');
  });
});
