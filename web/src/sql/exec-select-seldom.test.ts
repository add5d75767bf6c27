/**
 * web/node/pg/answers.servers.test.ts checks that servers print orders that count as decided here in the same order.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOrderDecided } from './exec-select-seldom.ts';

/** A group: its sort key, and its printed text. */
type Group = readonly [key: number, text: string];
const GROUPS = fc.array(fc.tuple(fc.nat(2), fc.constantFrom('x', 'y')), { maxLength: 6 });
const WINDOW = fc.tuple(fc.nat(6), fc.oneof(fc.nat(6), fc.constant(Number.POSITIVE_INFINITY)));

const isDecided = (groups: readonly Group[], from: number, end: number): boolean =>
  isOrderDecided(
    groups.toSorted(([a], [b]) => a - b),
    { isTie: ([a], [b]) => a === b, isSame: ([, a], [, b]) => a === b },
    from,
    end,
  );

function orders<T>(rows: readonly T[]): T[][] {
  if (rows.length === 0) return [[]];
  return rows.flatMap((row, i) => orders(rows.toSpliced(i, 1)).map((others) => [row, ...others]));
}

test('an order is decided if, and only if, the same is printed from whatever order the groups came in', () => {
  fc.assert(
    fc.property(GROUPS, WINDOW, (groups, [from, wanted]) => {
      const end = from + wanted;
      const prints = orders(groups).map((order) =>
        order
          .toSorted(([a], [b]) => a - b)
          .slice(from, end)
          .map(([, text]) => text)
          .join(),
      );
      expect(isDecided(groups, from, end)).toBe(new Set(prints).size === 1);
    }),
  );
});

test('ties that LIMIT cuts in two are not decided, ties behind it are', () => {
  const groups: Group[] = [
    [1, 'a'],
    [2, 'b'],
    [2, 'c'],
    [3, 'd'],
  ];
  expect(isDecided(groups, 0, 1)).toBe(true);
  expect(isDecided(groups, 0, 2)).toBe(false);
  expect(isDecided(groups, 2, 3)).toBe(false);
  expect(isDecided(groups, 3, 4)).toBe(true);
});
