import { expect, test } from 'vitest';
import { err, ok } from '../../base/result.ts';
import type { ModelClient } from '../../engine/simulation/model-client.ts';
import type { ModelEvent, ModelPoint, SweepEnd } from '../../engine/simulation/model-types.ts';
import { modelRow } from '../../viewmodel/prediction/model-rows.fake.ts';
import { createModelRun, inTurn } from './model-run.ts';

const POINTS = [{}, {}] as unknown as readonly ModelPoint[];
const row = modelRow('pg13', 0, 1000);
const settle = () => new Promise((done) => setTimeout(done));

/** A client whose sweeps end when the test says so. */
function fakeClient() {
  const sweeps: { hear: (event: ModelEvent) => void; end: (end: SweepEnd) => void }[] = [];
  let cancelled = () => {};
  let disposed = 0;
  const client: ModelClient = {
    sweep: (_, hear) => new Promise((end) => sweeps.push({ hear, end })),
    cancel: () =>
      new Promise((done) => {
        sweeps.at(-1)?.end(ok('cancelled'));
        cancelled = done;
      }),
    dispose: () => {
      disposed++;
    },
  };
  return { client, sweeps, hasCancelled: () => cancelled(), disposed: () => disposed };
}

/** Draws all that comes at once. */
const atOnce = (then: () => void): void => then();

test('rows come to their points, the progress to the panel, and the end is told', async () => {
  const { client, sweeps } = fakeClient();
  const run = createModelRun(() => client, atOnce);
  expect(run.get().phase).toBe('ready');
  run.start(POINTS);
  expect(run.get()).toMatchObject({ phase: 'running', rows: [null, null] });
  sweeps[0]?.hear({ kind: 'progress', at: 1, share: 0.6 });
  sweeps[0]?.hear({ kind: 'row', at: 1, row });
  expect(run.get()).toMatchObject({ at: 1, share: 0.6, rows: [null, row] });
  sweeps[0]?.end(ok('done'));
  await settle();
  expect(run.get()).toMatchObject({ phase: 'done', share: 1, rows: [null, row] });
});
test('what comes while a figure is drawn waits for the next drawing, and none of it is lost', async () => {
  const { client, sweeps } = fakeClient();
  const waiting: (() => void)[] = [];
  const run = createModelRun(
    () => client,
    (then) => waiting.push(then),
  );
  let drawn = 0;
  run.start(POINTS);
  run.subscribe(() => drawn++);
  sweeps[0]?.hear({ kind: 'progress', at: 0, share: 0 });
  sweeps[0]?.hear({ kind: 'row', at: 0, row });
  sweeps[0]?.hear({ kind: 'row', at: 1, row });
  expect([drawn, waiting.length]).toEqual([1, 1]);
  expect(run.get().rows).toEqual([null, null]);
  waiting.shift()?.();
  expect([drawn, waiting.length]).toEqual([2, 1]);
  expect(run.get().rows).toEqual([row, row]);
  waiting.shift()?.();
  expect([drawn, waiting.length]).toEqual([2, 0]);
  sweeps[0]?.hear({ kind: 'progress', at: 1, share: 0.9 });
  sweeps[0]?.end(ok('done'));
  await settle();
  expect([drawn, run.get().phase, run.get().share]).toEqual([4, 'done', 1]);
  // A drawing that was still to come belongs to the sweep before.
  run.start(POINTS);
  waiting.shift()?.();
  expect(run.get()).toMatchObject({ phase: 'running', rows: [null, null], share: 0 });
});
test('a sweep that begins while a drawing is still to come is drawn with it', () => {
  const { client, sweeps } = fakeClient();
  const waiting: (() => void)[] = [];
  const run = createModelRun(
    () => client,
    (then) => waiting.push(then),
  );
  run.start(POINTS);
  sweeps[0]?.hear({ kind: 'progress', at: 0, share: 0 });
  run.start(POINTS);
  sweeps[1]?.hear({ kind: 'row', at: 0, row });
  waiting.shift()?.();
  expect(run.get().rows).toEqual([row, null]);
});
test('a sweep has stopped when its worker has, and keeps its rows', async () => {
  const { client, sweeps, hasCancelled } = fakeClient();
  const run = createModelRun(() => client, atOnce);
  run.start(POINTS);
  sweeps[0]?.hear({ kind: 'row', at: 0, row });
  run.stop();
  await settle();
  expect(run.get().phase).toBe('running');
  hasCancelled();
  await settle();
  expect(run.get()).toMatchObject({ phase: 'stopped', rows: [row, null] });
});
test('cleared, it is as before its first sweep, and hears nothing of the one that ran', async () => {
  const { client, sweeps } = fakeClient();
  const run = createModelRun(() => client, atOnce);
  run.start(POINTS);
  sweeps[0]?.hear({ kind: 'row', at: 0, row });
  run.clear();
  expect(run.get()).toMatchObject({ phase: 'ready', points: [], rows: [] });
  sweeps[0]?.hear({ kind: 'row', at: 1, row });
  await settle();
  expect(run.get()).toMatchObject({ phase: 'ready', rows: [] });
});
test('what an older sweep says is dropped', async () => {
  const { client, sweeps } = fakeClient();
  const run = createModelRun(() => client, atOnce);
  run.start(POINTS);
  run.start(POINTS);
  sweeps[0]?.hear({ kind: 'row', at: 0, row });
  sweeps[0]?.end(ok('cancelled'));
  await settle();
  expect(run.get()).toMatchObject({ phase: 'running', rows: [null, null] });
});
test('a failure is told; after the end of the page nothing is', async () => {
  const { client, sweeps, disposed } = fakeClient();
  const run = createModelRun(() => client, atOnce);
  run.start(POINTS);
  sweeps[0]?.end(err({ kind: 'failed', message: 'broken' }));
  await settle();
  expect(run.get()).toMatchObject({ phase: 'failed', error: { message: 'broken' } });
  run.start(POINTS);
  run.dispose();
  sweeps[1]?.hear({ kind: 'row', at: 0, row });
  expect(run.get().rows).toEqual([null, null]);
  expect(disposed()).toBe(1);
});
test('the second of two sweeps is told after the first, as one with it; a stop of either is told as a stop', () => {
  const first = { phase: 'done', points: POINTS, rows: [row, row], at: 1, share: 1, error: null } as const;
  const second = { ...first, phase: 'running', rows: [row, null], at: 1, share: 0.5 } as const;
  const ready = { ...first, phase: 'ready', points: [], rows: [] } as const;
  expect(inTurn(first, ready)).toBe(first);
  const running = { ...first, phase: 'running' } as const;
  expect(inTurn(running, second)).toBe(running);
  const stopped = { ...first, phase: 'stopped' } as const;
  expect(inTurn(stopped, second)).toBe(stopped);
  expect(inTurn(first, second)).toMatchObject({
    ...{ phase: 'running', points: [...POINTS, ...POINTS], rows: [row, row, row, null], at: 3, share: 0.75 },
  });
  expect(inTurn(first, { ...second, phase: 'stopped' }).phase).toBe('stopped');
});
