/** Laws of the commits' gains: each is held against its own workload, seed by seed, and a gap is called a gap. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DESIGN_IDS } from '../../base/designs.ts';
import { perSecond } from '../../base/units.ts';
import { parsePublished } from '../../scenario/published.ts';
import { fakeRow } from '../lab/rows.fake.ts';
import { SURE_SEEDS, seeded } from '../prediction/model-rows.ts';
import { SHARED_BAND_NS } from '../prediction/shared-server.ts';
import {
  GAINS_HEADER,
  type GainCase,
  gainAxis,
  gainCases,
  gainConfig,
  gainJobs,
  gainMeasurements,
  gainRows,
  gainsCsv,
  isInBand,
} from './gains.ts';

const file = new URL('../../../../scenarios/published/commit-gains.csv', import.meta.url);
const published = parsePublished('commitGains', readFileSync(file, 'utf8'));
if (!published.ok) throw new Error(published.error.message);
const CASES = gainCases(published.value.rows);

/** Rows as modelled: every design has `tps`, but for the later design of the first case. */
const rowsWith = (after: (seed: number) => number, seeds = SURE_SEEDS) =>
  seeded(gainJobs(CASES), seeds).map(({ load, design, seed }) => ({
    tps: perSecond(load === 'readonly' && design === 'xmin-moved' ? 1000 * after(seed) : 1000),
  }));
const first = (rows: readonly { readonly tps: ReturnType<typeof perSecond> }[]) => gainRows(CASES, rows)[0];

test('every published gain has its commit’s design, the design before, and its workload', () => {
  expect(CASES.map(({ design, before, load, gain }) => [design, before, load, gain])).toEqual([
    ['xmin-moved', 'globalvis', 'readonly', 1.07],
    ['xmin-moved', 'globalvis', 'batch', 1.22],
    ['xmin-moved', 'globalvis', 'empty', 2.85],
    ['dense', 'xmin-moved', 'readonly', 1.07],
    ['dense', 'xmin-moved', null, 1.1],
    ['pg14', 'dense', 'readonly', 1.03],
    ['pg14', 'dense', 'readonly', 1.06],
  ]);
  for (const { design, before } of CASES) expect(DESIGN_IDS.indexOf(design)).toBe(DESIGN_IDS.indexOf(before) + 1);
  const text = (one: GainCase) => one.workload.includes('batches');
  for (const one of CASES) expect(text(one)).toBe(one.load === 'batch' || one.load === 'empty');
});
test('each pair of workload and design is modelled once, with 48 clients and nobody idle', () => {
  const jobs = gainJobs(CASES);
  expect(new Set(jobs.map((job) => `${job.load} ${job.design}`)).size).toBe(jobs.length);
  expect(jobs.length).toBe(4 + 2 + 2);
  const configs = jobs.map(gainConfig);
  for (const config of configs) expect(config).toMatchObject({ active: 48, idle: 0, coherence: true });
  // Empty SELECTs do nothing else; the other workloads do what was fitted for the machine.
  expect(jobs.map(({ load }, i) => [load === 'empty', configs[i]?.otherWorkUs === 0])).toEqual(
    jobs.map(({ load }) => [load === 'empty', load === 'empty']),
  );
});
test('a gain is the ratio of the same seeds, whatever the seeds have in common', () => {
  const seeds = fc.array(fc.double({ min: 0.5, max: 2, noNaN: true }), {
    minLength: SURE_SEEDS,
    maxLength: SURE_SEEDS,
  });
  fc.assert(
    fc.property(seeds, fc.double({ min: 1.01, max: 3, noNaN: true }), (shared, gain) => {
      const rows = seeded(gainJobs(CASES), SURE_SEEDS).map(({ load, design, seed }) => ({
        tps: perSecond(1000 * (shared[seed - 1] ?? 1) * (load === 'readonly' && design === 'xmin-moved' ? gain : 1)),
      }));
      expect(first(rows)?.modelled).toEqual({
        low: expect.closeTo(gain, 9),
        median: expect.closeTo(gain, 9),
        high: expect.closeTo(gain, 9),
        n: SURE_SEEDS,
      });
    }),
  );
});
test('below the published gain is a gap, within the seeds it is reached, above is beyond; and none where seeds differ', () => {
  const verdict = (low: number, high: number) => {
    const row = first(rowsWith((seed) => low + ((high - low) * (seed - 1)) / (SURE_SEEDS - 1)));
    return [row?.verdict, row?.isNone];
  };
  expect(verdict(1.01, 1.03)).toEqual(['gap', false]);
  expect(verdict(0.99, 1.02)).toEqual(['gap', true]);
  expect(verdict(1.05, 1.09)).toEqual(['reached', false]);
  expect(verdict(0.9, 1.2)).toEqual(['reached', true]);
  // Published with two digits: 1.066 is printed as 1.07.
  expect(verdict(1.06, 1.066)).toEqual(['reached', false]);
  expect(verdict(1.1, 1.2)).toEqual(['beyond', false]);
});
test('empty SELECTs cost more than nothing and less than a read: their gain is between those two', () => {
  const of = (reads: number, nothing: number) => {
    const gain = { batch: reads, empty: nothing, readonly: 1 };
    const rows = seeded(gainJobs(CASES), SURE_SEEDS).map(({ load, design }) => ({
      tps: perSecond(1000 * (design === 'xmin-moved' ? gain[load] : 1)),
    }));
    return gainRows(CASES, rows).find(({ load }) => load === 'empty');
  };
  expect(of(1.02, 2.8)).toMatchObject({
    modelled: { low: 1.02, high: 2.8, median: null },
    verdict: 'gap',
    isNone: false,
  });
  expect(of(1.02, 3.5)).toMatchObject({ verdict: 'depends' });
  expect(of(2.9, 3.5)).toMatchObject({ verdict: 'beyond' });
});
test('the band goes from the lowest seed at one edge to the highest at the other, is there when all have come, and changes no verdict', () => {
  const rowsOf = (gain: (sharedNs: number, seed: number) => number, seeds = SURE_SEEDS) =>
    seeded(gainJobs(CASES, true), seeds).map(({ design, sharedNs = 0, seed }) => ({
      tps: perSecond(design === 'xmin-moved' ? 1000 * gain(sharedNs, seed) : 1000),
    }));
  const gain = (sharedNs: number, seed: number) => 1 + sharedNs / 1000 + seed / 1e4;
  const [row] = gainRows(CASES, rowsOf(gain), [], true);
  expect(row?.band?.low).toBeCloseTo(gain(SHARED_BAND_NS.low, 1), 9);
  expect(row?.band?.high).toBeCloseTo(gain(SHARED_BAND_NS.high, SURE_SEEDS), 9);
  expect([row?.verdict, row?.modelled?.high]).toEqual(['gap', expect.closeTo(gain(0, SURE_SEEDS), 9)]);
  expect(gainRows(CASES, rowsOf(gain, SURE_SEEDS - 1), [], true)[0]?.band).toBeNull();
  expect(
    gainRows(
      CASES,
      rowsWith(() => 1.02),
    ).every(({ band }) => band === null),
  ).toBe(true);
  // Published with two digits.
  expect([1.0449, 1.046, 1.0749, 1.076].map((low) => isInBand(1.07, { low, high: low + 0.02 }))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(gainJobs(CASES, true).length).toBe(3 * gainJobs(CASES).length);
  expect(gainJobs(CASES, true).map((job) => gainConfig(job).sharedNs ?? 0)).toEqual(
    [0, SHARED_BAND_NS.low, SHARED_BAND_NS.high].flatMap((ns) => gainJobs(CASES).map(() => ns)),
  );
});
test('every gain is on the strip, and so is none', () => {
  const rows = gainRows(
    CASES,
    rowsWith(() => 0.8),
  );
  for (const gain of [1, 0.8, ...rows.map((row) => row.gain)]) {
    expect(gainAxis(rows)(gain)).toBeGreaterThan(0);
    expect(gainAxis(rows)(gain)).toBeLessThan(100);
  }
});
test('nothing is said before all seeds have come, nor of a workload that the model does not have', () => {
  expect(first(rowsWith(() => 1.02, SURE_SEEDS - 1))?.verdict).toBe('open');
  expect(gainRows(CASES, []).map(({ verdict, modelled }) => [verdict, modelled])).toEqual(
    CASES.map(() => ['open', null]),
  );
  const without = gainRows(
    CASES,
    rowsWith(() => 1.02),
  ).filter(({ load }) => load === null);
  expect(without.map(({ verdict, modelled }) => [verdict, modelled])).toEqual([['open', null]]);
});
test('measured are the designs that a case compares, and the ratio is as unsure as both', () => {
  const points = gainMeasurements(CASES, { active: 2, idle: 100 });
  expect(points.map(({ workload, designs, otherWorkUs }) => [workload, designs, otherWorkUs])).toEqual([
    ['readonly', ['globalvis', 'xmin-moved', 'dense', 'pg14'], 28],
    ['batch', ['globalvis', 'xmin-moved'], 0],
  ]);
  const row = (design: 'globalvis' | 'xmin-moved', median: number) =>
    fakeRow(design, 100, { workload: 'batch', tpsInterval: { low: median * 0.9, median, high: median * 1.1, n: 9 } });
  const rows = gainRows(CASES, [], [row('globalvis', 100), row('xmin-moved', 150)]);
  expect(rows.map(({ load, measured }) => [load, measured !== null])).toEqual(
    CASES.map(({ load }) => [load, load === 'empty']),
  );
  expect(rows.find(({ load }) => load === 'empty')?.measured).toEqual({
    low: expect.closeTo(135 / 110, 9),
    median: 1.5,
    high: expect.closeTo(165 / 90, 9),
    n: 9,
  });
  // A turn too few: no interval, no number.
  const young = fakeRow('globalvis', 100, { workload: 'batch', tpsInterval: null });
  expect(gainRows(CASES, [], [young, row('xmin-moved', 150)]).every(({ measured }) => measured === null)).toBe(true);
});
test('the CSV has a cell for each head', () => {
  for (const line of gainsCsv(
    gainRows(
      CASES,
      rowsWith(() => 1.02),
    ),
  ))
    expect(line).toHaveLength(GAINS_HEADER.length);
});
