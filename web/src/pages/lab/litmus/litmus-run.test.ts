import { expect, test } from 'vitest';
import type { EngineError } from '../../../base/engine-error.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { LitmusClient, LitmusCounts, LitmusPlan } from '../../../engine/lab/litmus-types.ts';
import { LitmusRun } from './litmus-run.ts';

const PLAN: LitmusPlan = { variant: 2, runs: 1000, pause: 0, seed: 1 };
const BROKE: EngineError = { kind: 'failed', message: 'broke' };

/** A client without threads: the test moves its counts. */
function fakeClient() {
  const state = {
    counts: { isRunning: false, seen: [0, 0, 0, 0], naps: 0 } as LitmusCounts,
    plans: [] as LitmusPlan[],
    stops: 0,
    disposals: 0,
    failure: undefined as EngineError | undefined,
    starts: 0,
    answer: ok(null) as Result<null, EngineError>,
  };
  const client: LitmusClient = {
    run: (plan) => {
      state.plans.push(plan);
      if (state.answer.ok) state.counts = { isRunning: true, seen: [0, 0, 0, 0], naps: 0 };
      return Promise.resolve(state.answer);
    },
    stop: () => {
      state.stops++;
    },
    counts: () => state.counts,
    failure: () => state.failure,
    dispose: () => {
      state.disposals++;
    },
  };
  const run = new LitmusRun(() => {
    state.starts++;
    return Promise.resolve(ok(client));
  });
  return { state, run };
}

test('counts grow while it runs, and the last ones are all of them', async () => {
  const { state, run } = fakeClient();
  await run.start(PLAN);
  expect(run.get().phase).toBe('running');
  state.counts = { isRunning: true, seen: [1, 2, 3, 0], naps: 0 };
  run.pump(0);
  expect(run.get().results.get(2)?.seen).toEqual([1, 2, 3, 0]);
  state.counts = { isRunning: true, seen: [2, 2, 3, 0], naps: 0 };
  run.pump(50);
  expect(run.get().results.get(2)?.seen, 'not in every frame').toEqual([1, 2, 3, 0]);
  state.counts = { isRunning: false, seen: [400, 300, 300, 0], naps: 7 };
  run.pump(51);
  expect(run.get()).toMatchObject({ phase: 'done' });
  expect(run.get().results.get(2)).toEqual({ plan: PLAN, seen: [400, 300, 300, 0], naps: 7 });
});

test('it stops in the same turn, and keeps what was counted', async () => {
  const { state, run } = fakeClient();
  await run.start(PLAN);
  state.counts = { isRunning: true, seen: [0, 5, 5, 0], naps: 0 };
  run.stop();
  expect(run.get().phase).toBe('stopped');
  expect(state.stops).toBe(1);
  expect(run.get().results.get(2)?.seen).toEqual([0, 5, 5, 0]);
  state.counts = { isRunning: false, seen: [0, 9, 9, 0], naps: 0 };
  run.pump(1000);
  expect(run.get().results.get(2)?.seen).toEqual([0, 5, 5, 0]);
});

test('a stop while threads start leaves nothing that runs', async () => {
  const { state, run } = fakeClient();
  const starting = run.start(PLAN);
  run.stop();
  await starting;
  expect(run.get().phase).toBe('stopped');
  expect(state.plans).toEqual([]);
  expect(state.disposals).toBe(1);
});

test('another variant keeps the threads and the counts of the first', async () => {
  const { state, run } = fakeClient();
  await run.start(PLAN);
  state.counts = { isRunning: false, seen: [1, 1, 1, 0], naps: 0 };
  run.pump(0);
  await run.start({ ...PLAN, variant: 5 });
  state.counts = { isRunning: false, seen: [0, 2, 1, 0], naps: 0 };
  run.pump(1000);
  expect(state.starts).toBe(1);
  expect([...run.get().results.keys()]).toEqual([2, 5]);
});

test('a lost worker is said, and the next run starts another', async () => {
  const { state, run } = fakeClient();
  await run.start(PLAN);
  state.failure = BROKE;
  run.pump(0);
  expect(run.get()).toMatchObject({ phase: 'failed', error: BROKE });
  const again = run.start(PLAN);
  state.failure = undefined;
  await again;
  expect(run.get().phase).toBe('running');
  expect(state.starts).toBe(2);
  expect(state.disposals).toBe(1);
});

test('a refused plan is said', async () => {
  const { state, run } = fakeClient();
  state.answer = err(BROKE);
  await run.start(PLAN);
  expect(run.get()).toMatchObject({ phase: 'failed', error: BROKE });
});
