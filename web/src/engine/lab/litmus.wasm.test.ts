/** Litmus tests on real threads in WebAssembly: what is seen is allowed, and the faulty protocol fails. */
import { expect, test } from 'vitest';
import { wasmPlaceInNode } from '../wasm/wasm-place.node.ts';
import { LabHost } from './lab-host.ts';
import { LITMUS } from './litmus.gen.ts';
import { readLitmusBoard } from './litmus-board.ts';
import type { LitmusCounts, LitmusPlan } from './litmus-types.ts';

const LIMIT_MS = 120_000;
const RUNS = 20_000;
const LONGEST_PAUSE = 10_000;

interface Litmus {
  readonly host: LabHost;
  readonly counts: () => LitmusCounts;
}

async function withLitmus(use: (litmus: Litmus) => Promise<void>): Promise<void> {
  const loaded = await LabHost.load(wasmPlaceInNode('xip-lab'), 0, (what) => {
    throw new Error(what);
  });
  if (!loaded.ok) throw new Error(loaded.error.message);
  const host = loaded.value;
  const board = host.startLitmus();
  if (!board.ok) throw new Error(board.error.message);
  const u32 = new Uint32Array(host.memory.buffer);
  await use({ host, counts: () => readLitmusBoard(u32, board.value) });
  host.endLitmus();
}

async function run({ host, counts }: Litmus, plan: Partial<LitmusPlan>): Promise<LitmusCounts> {
  expect(host.runLitmus({ variant: 0, runs: RUNS, pause: 0, seed: 20200812, ...plan })).toEqual({
    ok: true,
    value: null,
  });
  await expect.poll(() => counts().isRunning, { timeout: LIMIT_MS, interval: 5 }).toBe(false);
  return counts();
}

const sum = ({ seen }: LitmusCounts): number => seen.reduce((all, n) => all + n, 0);

test('the page shows what the checker finds; if not: `npm run gen:abi`', async () => {
  await withLitmus(async ({ host }) => {
    expect(host.litmusTable()).toEqual(LITMUS);
  });
});

test('counts add up to the runs, and every outcome that is seen is allowed', { timeout: LIMIT_MS }, async () => {
  await withLitmus(async (litmus) => {
    for (const [variant, { outcomes }] of LITMUS.entries())
      for (const runs of [1, RUNS + 7]) {
        const counts = await run(litmus, { variant, runs, seed: variant });
        expect(sum(counts)).toBe(runs);
        for (const [i, { ways }] of outcomes.entries())
          if (ways === 0) expect(counts.seen[i], `variant ${variant}, outcome ${i}`).toBe(0);
      }
  });
});

test('without the second look a reader loses a row', { timeout: LIMIT_MS }, async () => {
  const variant = LITMUS.findIndex(({ test: of, fence, secondLook }) => of === 'hole' && fence && !secondLook);
  await withLitmus(async (litmus) => {
    for (let attempt = 0; attempt < 40; attempt++) {
      // Also a long pause, in which the reader gives up its core: the threads may have only one.
      const pause = attempt % 2 === 0 ? 300 : LONGEST_PAUSE;
      const { seen } = await run(litmus, { variant, runs: RUNS / 4, pause, seed: attempt });
      if ((seen[0] ?? 0) > 0) return;
    }
    expect.unreachable('never seen');
  });
});

test('a run that is stopped counts no more, and the next one begins at 0', { timeout: LIMIT_MS }, async () => {
  await withLitmus(async (litmus) => {
    const { host, counts } = litmus;
    host.runLitmus({ variant: 4, runs: 100_000_000, pause: 0, seed: 1 });
    await expect.poll(() => sum(counts()), { timeout: LIMIT_MS, interval: 1 }).toBeGreaterThan(0);
    host.stopLitmus();
    expect(counts().isRunning).toBe(false);
    const stopped = counts();
    expect(sum(stopped)).toBeLessThan(100_000_000);
    expect(counts()).toEqual(stopped);
    expect(sum(await run(litmus, { variant: 4, runs: 100 }))).toBe(100);
  });
});

test('a plan that cannot be run is refused in words', async () => {
  await withLitmus(async ({ host }) => {
    for (const wrong of [{ variant: 6 }, { runs: 0 }, { pause: 10_001 }])
      expect(host.runLitmus({ variant: 0, runs: 1, pause: 0, seed: 1, ...wrong })).toMatchObject({
        ok: false,
        error: { message: 'an argument is outside its range' },
      });
  });
});
