/** The titles that a sweep may have: its intervals must support them, and the machine must not have been busy. */
import { expect, test } from 'vitest';
import { fakeRow, fakeSweep } from './rows.fake.ts';
import { keptShares } from './sweep.ts';

const keptOf = (...args: Parameters<typeof keptShares>) => {
  const finding = keptShares(...args);
  return finding.kind === 'kept' ? finding : null;
};

test('there is no finding before a point at 0 and one beyond, nor along the axis that was not swept', () => {
  expect(keptShares([], 'idle').kind).toBe('measuring');
  expect(keptShares([fakeRow('pg13', 0)], 'idle').kind).toBe('measuring');
  expect(keptShares([fakeRow('pg13', 100)], 'idle').kind).toBe('measuring');
  expect(keptShares(fakeSweep(['pg13'], [0, 100]), 'mostlyIdle').kind).toBe('measuring');
});
test('13 and 14 keep their parts at the most connections; without them the first two do', () => {
  const finding = keptOf(fakeSweep(['pg9.1', 'pg13', 'pg14'], [0, 100, 10_000]), 'idle');
  expect(finding?.connections).toBe(10_000);
  expect(finding?.kept.map(({ design }) => design)).toEqual(['pg13', 'pg14']);
  expect(finding?.kept[0]?.share).toBeLessThan(0.7);
  expect(finding?.kept[1]?.share).toBeGreaterThan(0.95);
  expect(keptOf(fakeSweep(['pg9.1', 'globalvis', 'dense'], [0, 10_000]), 'idle')?.kept).toHaveLength(2);
});
test('nothing keeps more than it had, and what intervals leave open is not told', () => {
  const at = (idle: number, low: number, median: number, high: number) =>
    fakeRow('pg13', idle, { tpsInterval: { low, median, high, n: 10 } });
  expect(keptShares([at(0, 9, 10, 11), at(10_000, 11, 11.4, 12)], 'idle').kind).toBe('measuring');
  expect(keptShares([at(0, 5, 10, 22), at(10_000, 4, 6, 20)], 'idle').kind).toBe('measuring');
  expect(keptShares([at(0, 9, 10, 11), fakeRow('pg13', 10_000, { tpsInterval: null })], 'idle').kind).toBe('measuring');
  expect(keptShares([at(0, 9, 10, 11), at(10_000, 4, 4.2, 5)], 'idle').kind).toBe('kept');
});
test('a point that was measured beside other work carries no finding', () => {
  const rows = [fakeRow('pg13', 0), fakeRow('pg13', 10_000, { disturbed: ['processor'] })];
  expect(keptShares(rows, 'idle')).toEqual({ kind: 'busy' });
});
