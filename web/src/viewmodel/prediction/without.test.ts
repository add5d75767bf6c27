/** Laws of the ablations: each is held against the whole model seed by seed, and no difference is told that a seed denies. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { perSecond } from '../../base/units.ts';
import { MECHANISMS } from '../../engine/simulation/model-types.ts';
import { FEW_SEEDS, SURE_SEEDS, seeded } from './model-rows.ts';
import { SHARED_BAND_NS } from './shared-server.ts';
import { FAKE_CASE, fakeRows } from './without.fake.ts';
import {
  findingOf,
  rateAxis,
  VARIANTS,
  variantsOf,
  WITHOUT_HEADER,
  withoutConfigs,
  withoutCsv,
  withoutOf,
} from './without.ts';

const even = Object.fromEntries(VARIANTS.map((variant) => [variant, [1, 1.1]])) as never;
const of = (rows: ReturnType<typeof fakeRows>) => {
  const ablations = withoutOf(rows);
  if (ablations === null) throw new Error('enough seeds');
  return ablations;
};

test('each variant differs from the whole model in one setting, and both designs have the same', () => {
  const configs = withoutConfigs(FAKE_CASE);
  const [whole, ...others] = VARIANTS.map((_, i) => configs.slice(2 * i, 2 * i + 2));
  expect(whole?.map(({ design, without, sharedNs }) => [design, without, sharedNs])).toEqual([
    ['pg13', undefined, undefined],
    ['pg14', undefined, undefined],
  ]);
  expect(others.map((pair) => pair.map(({ idle, without, sharedNs }) => without ?? sharedNs ?? idle))).toEqual([
    [0, 0],
    ...MECHANISMS.map((mechanism) => [[mechanism], [mechanism]]),
    [SHARED_BAND_NS.low, SHARED_BAND_NS.low],
    [SHARED_BAND_NS.high, SHARED_BAND_NS.high],
  ]);
});
test('where nobody is idle, nobody is left out', () => {
  const none = { ...FAKE_CASE, idle: 0 };
  expect(variantsOf(none)).not.toContain('idle');
  expect(withoutConfigs(none)).toHaveLength(2 * (VARIANTS.length - 1));
});
test('what seeds have in common is in no change', () => {
  const shared = fc.array(fc.double({ min: 0.5, max: 2, noNaN: true }), {
    minLength: SURE_SEEDS,
    maxLength: SURE_SEEDS,
  });
  fc.assert(
    fc.property(shared, fc.double({ min: 1.01, max: 3, noNaN: true }), (luck, gain) => {
      const effects = { ...(even as object), queues: [gain, 1.1] } as never;
      const points = 2 * VARIANTS.length;
      const rows = fakeRows(effects, SURE_SEEDS, 0).map(({ tps }, i) => ({
        tps: perSecond(tps * (luck[Math.floor(i / points)] ?? 1)),
      }));
      const row = of(rows).rows.find(({ variant }) => variant === 'queues');
      for (const end of ['low', 'median', 'high'] as const) {
        expect(row?.change?.before[end]).toBeCloseTo(gain - 1, 9);
        expect(row?.change?.ratio[end]).toBeCloseTo(1 / gain - 1, 9);
      }
      expect(row?.change?.before.isSure).toBe(true);
    }),
  );
});
test('a change that one seed denies is none, nor one of too few seeds', () => {
  const rows = fakeRows(even, SURE_SEEDS, 0.01);
  for (const { change } of of(rows).rows) expect(change?.ratio.isSure ?? false).toBe(false);
  const sure = { ...(even as object), lock: [1.5, 1.65] } as never;
  const lock = (seeds: number) => of(fakeRows(sure, seeds)).rows.find(({ variant }) => variant === 'lock')?.change;
  expect(lock(SURE_SEEDS)?.before.isSure).toBe(true);
  expect(lock(SURE_SEEDS)?.ratio.isSure).toBe(false);
  expect(lock(FEW_SEEDS)?.before.isSure).toBe(false);
});
test('a mechanism is named when the ratio surely depends on it most; the shared server is none', () => {
  const found = (effects: object, seeds = SURE_SEEDS) =>
    findingOf(of(fakeRows({ ...(even as object), ...effects } as never, seeds, 0.001)));
  expect(found({ entries: [1.1, 1.1], lock: [1.02, 1.1] })).toMatchObject({ kind: 'one', variant: 'entries' });
  expect(found({ entries: [1.1, 1.1], lock: [1.1, 1.1] })).toEqual({ kind: 'some' });
  expect(found({ sharedHigh: [0.5, 1.1] })).toEqual({ kind: 'none' });
  expect(found({ entries: [1.1, 1.1] }, FEW_SEEDS)).toEqual({ kind: 'open' });
});
test('nothing is said before enough seeds of every variant have come', () => {
  const rows = fakeRows();
  expect(withoutOf(rows.map((row, i) => (i % (2 * VARIANTS.length) === 3 ? null : row)))).toBeNull();
  expect(withoutOf([])).toBeNull();
  // A seed that has not come for all is used for none.
  const points = 2 * VARIANTS.length;
  const partly = rows.map((row, i) => (i < FEW_SEEDS * points + 3 ? row : null));
  const { rows: own, seeds } = of(partly as typeof rows);
  expect(seeds).toBe(FEW_SEEDS);
  for (const { value } of own) expect(value.before.n).toBe(FEW_SEEDS);
});
test('every throughput is on the axis, which begins with none: bars compare by their length', () => {
  const { rows } = of(fakeRows());
  const { at, ticks } = rateAxis(rows);
  for (const { value } of rows)
    for (const end of [value.before.low, value.after.high]) {
      expect(at(end)).toBeGreaterThan(0);
      expect(at(end)).toBeLessThanOrEqual(100);
    }
  expect(at(0)).toBe(0);
  expect(ticks[0]).toBe(0);
});
test('the CSV has a cell for each head, and a line for each variant', () => {
  const lines = withoutCsv(of(fakeRows()));
  expect(lines.map(([variant]) => variant)).toEqual(VARIANTS);
  for (const line of lines) expect(line).toHaveLength(WITHOUT_HEADER.length);
  expect(seeded(withoutConfigs(FAKE_CASE), 2)).toHaveLength(4 * VARIANTS.length);
});
