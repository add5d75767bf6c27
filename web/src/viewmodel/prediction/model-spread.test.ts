/** Laws of the spread: it contains all seeds of a point. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ns } from '../../base/units.ts';
import { modelRow } from './model-rows.fake.ts';
import { bySeed, meanRow, meanRows, SURE_SEEDS, seeded } from './model-rows.ts';

test('every point comes with its first seed before any comes with a second, and each finds its own again', () => {
  const points = [{ x: 'a' }, { x: 'b' }, { x: 'c' }];
  const all = seeded(points, 4);
  expect(all.slice(0, 3)).toEqual(points.map((point) => ({ ...point, seed: 1 })));
  expect(bySeed(all, points.length).map((own) => own.map(({ x, seed }) => `${x}${seed}`).join(' '))).toEqual([
    'a1 a2 a3 a4',
    'b1 b2 b3 b4',
    'c1 c2 c3 c4',
  ]);
  expect(bySeed([null, all[1] ?? null], 3)).toEqual([[], [all[1]], []]);
});
test('the mean lies between the smallest and the largest seed, and both are seeds’ own', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 12 }), (times) => {
      const row = meanRow(
        times.map((time, i) => ({ ...modelRow('pg14', 0, time * 2), nsPerSnapshot: ns(time), reused: i })),
      );
      const { low, median, high, n } = row?.spread.nsPerSnapshot ?? { low: 0, median: 0, high: 0, n: 0 };
      expect([low, high, n]).toEqual([Math.min(...times), Math.max(...times), times.length]);
      expect(median).toBeGreaterThanOrEqual(low * (1 - 1e-12));
      expect(median).toBeLessThanOrEqual(high * (1 + 1e-12));
      expect(row?.tps).toBeCloseTo(2 * (row?.nsPerSnapshot ?? 0), 3);
      expect(row?.reused).toBe((times.length * (times.length - 1)) / 2);
      expect(row?.breakdown.scan).toBeCloseTo(400, 9);
    }),
  );
  expect(meanRow([])).toBeNull();
  expect(meanRows([null, modelRow('pg13', 0, 1)], 2).map(({ design }) => design)).toEqual(['pg13']);
});
test('so many seeds that no other draw is expected outside: the chance is below one in two hundred', () => {
  expect(2 * 0.5 ** SURE_SEEDS).toBeLessThan(1 / 200);
  expect(2 * 0.5 ** (SURE_SEEDS - 1)).toBeGreaterThan(1 / 200);
});
