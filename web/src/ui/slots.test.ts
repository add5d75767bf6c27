import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextSlots, type Slots } from './slots.ts';

const ids = fc.uniqueArray(
  fc.nat(20).map((n) => `id ${n}`),
  { maxLength: 12 },
);

describe('nextSlots', () => {
  it('whoever stays keeps its slot, and no two share one', () => {
    fc.assert(
      fc.property(fc.array(ids, { maxLength: 8 }), (lists) => {
        let before: Slots = new Map();
        for (const list of lists) {
          const next = nextSlots(before, list);
          expect([...next.keys()]).toEqual(list);
          expect(new Set(next.values()).size).toBe(list.length);
          for (const id of list) if (before.has(id)) expect(next.get(id)).toBe(before.get(id));
          before = next;
        }
      }),
    );
  });
  it('where all are others, they take the places in their order', () => {
    const before = new Map([
      ['b', 1],
      ['c', 2],
      ['d', 0],
    ]);
    expect([...nextSlots(before, ['x', 'y', 'z', 'more'])]).toEqual([
      ['x', 1],
      ['y', 2],
      ['z', 0],
      ['more', 3],
    ]);
  });
  it('one that comes takes the place of one that goes', () => {
    const before = nextSlots(new Map(), ['a', 'b', 'c']);
    expect([...nextSlots(before, ['b', 'c', 'd']).values()]).toEqual([1, 2, 0]);
  });
});
