import '../../base/messages/en/model-chart.ts';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { loadMachine } from '../../scenario/machines.node.ts';
import { PUBLISHED, parsePublished } from '../../scenario/published.ts';
import { COMPARED, COMPARED_AS, comparisonPoints } from './comparison.ts';
import { comparisonJobs, comparisonState, jobConfig } from './comparison-run.ts';
import { withoutCoherence } from './errors.ts';
import { reasonFor } from './model-chart.ts';
import { FEW_SEEDS, SURE_SEEDS } from './model-rows.ts';

function tableOf(id: (typeof COMPARED)[number]) {
  const { source } = PUBLISHED[id];
  const table = parsePublished(
    id,
    readFileSync(new URL(`../../../../scenarios/published/${source.file}`, import.meta.url), 'utf8'),
  );
  const machine = loadMachine(COMPARED_AS[id].machine);
  if (!table.ok || !machine.ok) throw new Error('the shipped files are not right');
  const points = comparisonPoints(table.value.rows);
  return { compare: { id, source, machine: machine.value, formula: null }, points };
}

test.each(COMPARED)('%s: each point twice for each design, with coherence first', (id) => {
  const { points } = tableOf(id);
  const jobs = comparisonJobs(points);
  expect(jobs.length).toBe(points.length * 4);
  expect(jobs.findIndex(({ coherence }) => !coherence)).toBe(points.length * 2);
  expect(new Set(jobs.map((job) => JSON.stringify(jobConfig(job)))).size).toBe(jobs.length);
});
test('answers become curves as they come; what has not come is not there', () => {
  const { points, compare } = tableOf('idleConnections');
  const state = (tps: readonly (number | null)[]) => comparisonState(compare, points, tps);
  expect(state([]).curves.map(({ rows, table }) => [table.active, rows.length])).toEqual([
    [48, 0],
    [1, 0],
  ]);
  // The places of all points are known from the start: no axis moves while they come.
  for (const tps of [[], [1000, 1000]])
    expect(state(tps).curves.map(({ published }) => published.map(({ x }) => x))).toEqual(
      [48, 1].map((active) => points.filter((point) => point.active === active).map(({ x }) => x)),
    );
  expect(state([]).errors.modelled.both).toBeNull();
  // Only one design of the first point: nothing to draw yet.
  expect(state([1000]).judged).toBe(0);
  const perfect = comparisonJobs(points).map(({ point, curve }) => point.published[curve]);
  const half = perfect.map((tps, i) => (i < points.length * 2 ? tps : null));
  // A seed is judged once it is complete: its points are drawn before, but have no error.
  // Both designs' figures are judged, but for the two of 14 that were used in fitting.
  const judged = points.length * 2 - 2;
  expect(state(half)).toMatchObject({
    errors: { modelled: { both: null }, without: { both: null } },
    judged,
    seeds: 0,
  });
  const off = perfect.map((tps, i) => (i < points.length * 2 ? tps : tps * 1.5));
  const { errors, curves, seeds } = state(off);
  expect(seeds).toBe(1);
  expect(errors.modelled.both).toEqual({ low: 0, median: 0, high: 0, n: 1 });
  expect(errors.without.both?.median).toBeCloseTo(0.5);
  expect(errors.formula.both).toBeNull();
  for (const { rows } of curves) for (const row of rows) expect(row.modelled).toEqual(row.published);
});
test('the published fall of 13 to 100 idle connections that no scan explains is in its table, with 48 clients and with one', () => {
  const { points, compare } = tableOf('idleConnections');
  const tps = (active: number, idle: number) =>
    points.find((point) => point.active === active && point.idle === idle)?.published.pre ?? Number.NaN;
  const lost = (active: number) => `${Math.round((1 - tps(active, 100) / tps(active, 0)) * 100)}%`;
  const said = messagesIn('en').t('modelChart.reason.firstHundred');
  expect(said).toContain(`loses ${lost(48)} with 48 clients and ${lost(1)} with one`);
  for (const comparison of comparisonState(compare, points, []).curves)
    expect(reasonFor(comparison, { x: 100, curve: 'pre', error: 0.09 })).toBe('modelChart.reason.firstHundred');
});
test('what the published throughput gains from 50 to 70 clients, out of proportion, is in its table', () => {
  const { points } = tableOf('readonlyByClients');
  const tps = (clients: number, curve: 'pre' | 'post') =>
    points.find(({ x }) => x === clients)?.published[curve] ?? Number.NaN;
  const gain = (curve: 'pre' | 'post') => `${Math.round((tps(70, curve) / tps(50, curve) - 1) * 100)}%`;
  const said = messagesIn('en').t('modelChart.reason.superlinear');
  expect(said).toContain(
    `From 50 to 70 clients, 40% more, the published throughput grows by ${gain('pre')} (13) and ${gain('post')} (14)`,
  );
});
test('only points from the core count up are judged by clients', () => {
  const { points, compare } = tableOf('readonlyByClients');
  const perfect = comparisonJobs(points).map(({ point, curve }) => point.published[curve] * (point.x < 36 ? 9 : 1));
  const { errors, judged, curves } = comparisonState(compare, points, perfect);
  expect(errors.modelled.both?.high).toBe(0);
  // 14 with one client was fitted, too, but lies below the judged ones.
  expect(judged).toBe(points.filter(({ x }) => x >= 36).length * 2 - 1);
  expect(judged).toBeLessThan((curves[0]?.rows.length ?? 0) * 2);
});
test('errors are told from the lowest seed to the highest, of whole seeds alone, and curves are their medians', () => {
  const { points, compare } = tableOf('idleConnections');
  const perfect = comparisonJobs(points).map(({ point, curve }) => point.published[curve]);
  const seeds = [1.1, 1.2, 1.4].map((factor) => perfect.map((tps) => tps * factor));
  const begun = perfect.map((tps, i) => (i === 0 ? tps * 1.4 : null));
  const { errors, predicted, curves } = comparisonState(compare, points, [...seeds.flat(), ...begun]);
  const spread = { low: expect.closeTo(0.1), median: expect.closeTo(0.2), high: expect.closeTo(0.4), n: 3 };
  expect(errors.modelled).toMatchObject({ pre: spread, preBias: spread });
  // No fit used 13 of this table, but one used 14.
  expect(predicted).toBe(true);
  const last = curves[0]?.rows.at(-1);
  expect((last?.modelled.pre ?? 0) / (last?.published.pre ?? 1)).toBeCloseTo(1.2);
});
test('the finding about coherence is stated only when all of nine seeds agree', () => {
  const { points, compare } = tableOf('idleConnections');
  const seed = (own: number, without: number) =>
    comparisonJobs(points).map(({ point, curve, coherence }) => point.published[curve] * (coherence ? own : without));
  const said = (...seeds: readonly (readonly number[])[]) =>
    withoutCoherence(comparisonState(compare, points, seeds.flat()).curves[0]?.seeds ?? []);
  const nine = (last: readonly number[], ...others: readonly (readonly number[])[]) =>
    said(...Array.from({ length: SURE_SEEDS - 1 }, (_, i) => others[i % others.length] ?? last), last);
  expect(nine(seed(1.05, 1.1), seed(1.06, 1.1))).toBe('worse');
  expect(nine(seed(1.05, 1.1), seed(1.1, 1.05))).toBe('unsure');
  expect(nine(seed(1.1, 1.05), seed(1.12, 1.05))).toBe('better');
  // Five agreeing seeds contain the median with 94 %: too little for a sentence.
  expect(said(...Array.from({ length: FEW_SEEDS }, () => seed(1.05, 1.1)))).toBe('unsure');
  expect(said()).toBe('unsure');
});
test('on another machine nothing is an error: what is assumed there has its value, and nothing speaks of a fit', () => {
  const { points, compare } = tableOf('idleConnections');
  const machine = loadMachine('epyc-7742');
  if (!machine.ok) throw new Error('the shipped files are not right');
  const tps = comparisonJobs(points).map(({ point, curve }) => point.published[curve] * 1.3);
  const [curve] = comparisonState({ ...compare, machine: machine.value }, points, tps).curves;
  expect(curve).toMatchObject({
    isOther: true,
    constants: [],
    assumed: [
      { name: 'otherWorkUs', value: 28, unit: 'µs' },
      { name: 'smtSlowdown', value: 1.2, unit: '×' },
    ],
    notes: [],
    reasons: [],
  });
  expect(comparisonState(compare, points, tps).curves[0]).toMatchObject({ isOther: false, assumed: [] });
  const { t } = messagesIn('en');
  const range = { low: 0.3, median: 0.3, high: 0.3 };
  const said = {
    ...{ other: true, error: range, without: range, formula: range },
    ...{ machine: 'A', source: 'B', axis: 'idle' as const, worst: { x: 0, design: '13', error: 0.3 } },
  };
  expect(t('modelChart.say', said)).not.toMatch(/mean absolute error|Furthest|coherence|formula/);
  expect(t('modelChart.title', { ...said, predicted: true, coherence: 'worse', arithmetic: 'worse' })).not.toMatch(
    /off by|predicted|coherence|formula/,
  );
});
