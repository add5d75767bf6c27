/** `lines-shared` in WebAssembly: counts add up, readers find news, and a wrong setting is refused in words. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { LinesPoint } from '../../scenario/lines-shared.ts';
import { wasmPlaceInNode } from '../wasm/wasm-place.node.ts';
import { LabHost } from './lab-host.ts';

const LIMIT_MS = 120_000;
const THREADS = 3;

async function withLines(use: (host: LabHost) => Promise<void>): Promise<void> {
  const loaded = await LabHost.load(wasmPlaceInNode('xip-lab'), THREADS, (what) => {
    throw new Error(what);
  });
  if (!loaded.ok) throw new Error(loaded.error.message);
  expect(loaded.value.startLines(THREADS)).toEqual({ ok: true, value: null });
  await use(loaded.value);
  loaded.value.endLines();
}

async function round(host: LabHost, point: LinesPoint): Promise<ReturnType<LabHost['haltLines']>> {
  expect(host.beginLines(point)).toEqual({ ok: true, value: null });
  await turn();
  return host.haltLines();
}

test('each thread makes whole walks, and a transfer needs the write of another one', {
  timeout: LIMIT_MS,
}, async () => {
  await withLines(async (host) => {
    for (const lines of [1, 7, 64])
      for (const [writers, readers] of [
        [1, 2],
        [2, 0],
        [0, 3],
      ] as const) {
        const { seconds, writes, reads, writtenTransfers, readTransfers } = await round(host, {
          lines,
          writers,
          readers,
        });
        expect([writes % lines, reads % lines]).toEqual([0, 0]);
        expect(writes).toBeGreaterThanOrEqual(writers * lines);
        expect(reads).toBeGreaterThanOrEqual(readers * lines);
        expect(readTransfers).toBeLessThanOrEqual(Math.min(reads, writes * readers));
        expect(writtenTransfers > 0).toBe(writers > 1);
        expect(seconds).toBeGreaterThan(0);
      }
  });
});

test('readers find what a writer wrote', { timeout: LIMIT_MS }, async () => {
  await withLines(async (host) => {
    await expect
      .poll(async () => (await round(host, { lines: 2, writers: 1, readers: 1 })).readTransfers, { timeout: LIMIT_MS })
      .toBeGreaterThan(0);
  });
});

test('a setting that cannot be run is refused in words', async () => {
  await withLines(async (host) => {
    const refused = (point: LinesPoint): unknown => host.beginLines(point);
    const lines = { ok: false, error: { message: 'shared lines must be between 1 and 64' } };
    expect(refused({ lines: 65, writers: 1, readers: 1 })).toMatchObject(lines);
    expect(refused({ lines: 1, writers: 2, readers: 2 })).toMatchObject({
      error: { message: expect.stringMatching(/^writers and readers together must be between 1 and the threads/) },
    });
  });
});
