/** Laws of the ± in the heat map: it is that of whole replays, and none exactly where all of them agree. */
import { expect, test } from 'vitest';
import type { LayoutCell, LayoutTally } from '../../engine/replay/layout-types.ts';
import { presetOf } from './catalogue.ts';
import { place } from './place.ts';
import { gather, marginOf, REPLAYS, type Replay } from './replays.ts';
import { hotLines } from './results.ts';

const PLACED = place(presetOf('pg13'), 4);
const AT = PLACED.structs[0]?.at ?? 0;
const cell = (at: number, counts: Partial<LayoutCell>): LayoutCell => ({
  ...{ at, size: 4, reads: 0, writes: 0, readers: [0], writers: [], operations: [] },
  ...{ misses: 0, blamed: 0, restored: 0, ns: 0, ...counts },
});
const SUMS: Omit<LayoutTally, 'cells' | 'transactions'> = {
  ...{ operations: 0, snapshots: 0, accesses: 0, misses: 0, trueSharing: 0, restored: 0, falseSharing: 0 },
  ...{ forHorizon: 0, upgrades: 0, cold: 0, transfersWithin: 0, transfersAcross: 0, ns: 0 },
};
/** A replay moves all memory by some lines. */
const replay = (number: number, cells: readonly LayoutCell[]): Replay => ({
  tally: { ...SUMS, transactions: 10, cells: cells.map((one) => ({ ...one, at: one.at + 64 * number })) },
  back: (at) => at - 64 * number,
});
const hottest = (cellsOf: (number: number) => readonly LayoutCell[]) => {
  const [first, ...others] = Array.from({ length: REPLAYS }, (_, number) => replay(number, cellsOf(number)));
  if (first === undefined) throw new Error('no replay');
  return hotLines(gather(first, others), PLACED, 1)[0];
};

test('a figure that all replays give has no ±, one that they do not has that of their means for a transaction', () => {
  const misses = (number: number) => 20 + (number % 3);
  const line = hottest((number) => [cell(AT, { reads: 7, misses: misses(number) })]);
  const own = Array.from({ length: REPLAYS }, (_, number) => misses(number) / 10);
  expect(line?.cells[0]).toMatchObject({ reads: 0.7, margin: { reads: 0, writes: 0, blamed: 0 } });
  expect(line?.cells[0]?.margin.misses).toBeCloseTo(marginOf(own), 12);
  expect(line?.margin).toBeCloseTo(marginOf(own), 12);
  expect(marginOf(own)).toBeGreaterThan(0);
});
test('a replay that leaves some bytes alone counts as none of them', () => {
  const line = hottest((number) => [cell(AT, { misses: 10 }), ...(number < 6 ? [cell(AT + 4, { misses: 10 })] : [])]);
  const halves = Array.from({ length: REPLAYS }, (_, number) => (number < 6 ? 1 : 0));
  expect(line?.cells.map(({ margin }) => margin.misses)).toEqual([0, expect.closeTo(marginOf(halves), 12)]);
});
test('the ± of a line is of its whole, not the sum of its cells’', () => {
  // What one field wins, the other loses.
  const line = hottest((number) => [
    cell(AT, { misses: 10 + (number % 2) }),
    cell(AT + 4, { misses: 10 - (number % 2) }),
  ]);
  expect(line?.margin).toBe(0);
  for (const { margin } of line?.cells ?? []) expect(margin.misses).toBeGreaterThan(0);
});
