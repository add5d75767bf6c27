/** The model's client and host without WebAssembly: which sweep's rows arrive, and how long a caller waits. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { err, ok } from '../../base/result.ts';
import { createRpc, type FromWorker, type ToWorker, type WorkerLike } from '../../base/rpc.ts';
import { serve, type WorkerScope } from '../../base/rpc-serve.ts';
import { ms } from '../../base/units.ts';
import type { Machine } from '../../scenario/machine.ts';
import { keptRows } from './kept-rows.ts';
import { machineNamed } from './model-client.fake.ts';
import { createModelClient } from './model-client.ts';
import type { ModelApi, ModelConfig, ModelEvent, ModelPoint, ModelRow } from './model-types.ts';
import { type HostModeller, modelHost } from './modeller.ts';

const config: ModelConfig = {
  design: 'pg14',
  active: 1,
  idle: 0,
  mostlyIdle: 0,
  workload: 'readonly',
  thinkMs: ms(0),
  networkMs: ms(0),
  otherWorkUs: null,
  coherence: true,
};
const MACHINES = [machineNamed('fake'), machineNamed('other')] as const;
const point = (idle: number): ModelPoint => ({ machine: MACHINES[0], config: { ...config, idle } });
/** One connection alone draws nothing. */
const rowOf = ({ id, name }: Machine, made: ModelConfig, seed = 1): ModelRow =>
  ({ ...made, machine: { id, name }, tps: made.active === 1 ? 1000 : 1000 + seed }) as unknown as ModelRow;
const turn = (): Promise<void> => new Promise((done) => setTimeout(done));

/** A point takes as many turns as it has idle connections; 666 is refused, 667 breaks. */
function fakeModeller(started: ModelConfig[]): HostModeller {
  let now: ModelConfig = config;
  let row = rowOf(MACHINES[0], config);
  let left = 0;
  return {
    start: (machine, next, seed) => {
      started.push(next);
      row = rowOf(machine, next, seed);
      if (next.idle === 666) return err({ kind: 'bad-input', message: 'refused' });
      now = next;
      left = next.idle;
      return ok(true);
    },
    run: () => {
      if (now.idle === 667) throw new Error('broken');
      return left-- <= 0;
    },
    progress: () => 1 - left / Math.max(1, now.idle),
    row: () => row,
  };
}

const NO_MEMORY = err({ kind: 'failed', message: 'no memory' } as const);

/** Client and host in one thread that behave as with a worker: no message arrives at once. */
/** @param poor further workers, for which there is no memory */
function wired(cancelMs = 1000, kept = keptRows(), workers = 1, poor = 0) {
  const swept: number[] = [];
  const started: ModelConfig[] = [];
  let opened = 0;
  let closed = 0;
  let isDeaf = false;
  const start = (): WorkerLike => {
    opened++;
    const isPoor = poor > 0 && opened > workers - poor;
    let isOpen = true;
    const inside: WorkerScope = {
      onmessage: null,
      postMessage: (data) => void turn().then(() => isOpen && page.onmessage?.({ data } as MessageEvent<FromWorker>)),
    };
    const page: WorkerLike = {
      onmessage: null,
      onerror: null,
      postMessage: (message) => {
        if (message.kind === 'ask') swept.push(message.id);
        const data = structuredClone(message);
        if (!isDeaf) void turn().then(() => isOpen && inside.onmessage?.({ data } as MessageEvent<ToWorker>));
      },
      terminate: () => {
        isOpen = false;
        closed++;
      },
    };
    // A worker that was ended goes on with nothing.
    const pause = () => (isOpen ? turn() : new Promise<void>(() => {}));
    serve<ModelApi>(
      modelHost({ load: async () => (isPoor ? NO_MEMORY : ok(fakeModeller(started))), pause }),
      {},
      inside,
    );
    return page;
  };
  const rpc = () => createRpc<ModelApi>(start, { cancelMs });
  return {
    client: createModelClient([rpc(), ...Array.from({ length: workers - 1 }, rpc)], { moduleUrl: 'x' }, kept),
    swept,
    /** What the worker began to compute. */
    started: () => started.splice(0).map(({ idle }) => idle),
    counts: () => ({ opened, closed }),
    deafen: (deaf: boolean) => {
      isDeaf = deaf;
    },
  };
}
const idles = (events: readonly ModelEvent[]): number[] =>
  events.flatMap((event) => (event.kind === 'row' ? [event.row.idle] : []));

test('a sweep gives a row for each point, in order, and progress that never goes back', async () => {
  const { client } = wired();
  const events: ModelEvent[] = [];
  const end = await client.sweep([point(3), point(0), point(5)], (event) => events.push(event));
  expect(end).toEqual(ok('done'));
  expect(idles(events)).toEqual([3, 0, 5]);
  const shares = events.flatMap((event) => (event.kind === 'progress' ? [event.share] : []));
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares[0]).toBe(0);
  expect(Math.max(...shares)).toBeLessThanOrEqual(1);
});
test('the newest sweep wins: the older one is cancelled and hears no more', async () => {
  const { client, counts } = wired();
  const first: ModelEvent[] = [];
  const second: ModelEvent[] = [];
  const older = client.sweep([point(2), point(1000)], (event) => first.push(event));
  for (let i = 0; i < 20; i++) await turn();
  const newer = client.sweep([point(4)], (event) => second.push(event));
  expect(await older).toEqual(ok('cancelled'));
  const heard = first.length;
  expect(await newer).toEqual(ok('done'));
  expect(idles(second)).toEqual([4]);
  expect(idles(first)).toEqual([2]);
  expect(first.length).toBe(heard);
  expect(counts()).toEqual({ opened: 1, closed: 0 });
});
test('three sweeps at once: only the last one runs', async () => {
  const { client, swept } = wired();
  const ends = [1, 2, 3].map((idle) => client.sweep([point(idle)], () => {}));
  expect(await Promise.all(ends)).toEqual([ok('cancelled'), ok('cancelled'), ok('done')]);
  expect(swept).toEqual([0, 2]);
});
test('cancel answers; a second one, and one with nothing under way, do too', async () => {
  const { client, counts } = wired(1000);
  await client.cancel();
  const sweep = client.sweep([point(100_000)], () => {});
  await turn();
  await Promise.all([client.cancel(), client.cancel()]);
  expect(await sweep).toEqual(ok('cancelled'));
  expect(await client.sweep([point(1)], () => {})).toEqual(ok('done'));
  expect(counts()).toEqual({ opened: 1, closed: 0 });
});
test('a worker that does not answer is ended, and the next sweep gets a new one', async () => {
  const { client, counts, deafen } = wired(5);
  const sweep = client.sweep([point(100_000)], () => {});
  await turn();
  deafen(true);
  await client.cancel();
  expect(await sweep).toEqual(ok('cancelled'));
  expect(counts()).toEqual({ opened: 1, closed: 1 });
  deafen(false);
  expect(await client.sweep([point(1)], () => {})).toEqual(ok('done'));
  expect(counts()).toEqual({ opened: 2, closed: 1 });
});
test('a point that is refused or breaks ends its sweep with the reason; the next one works', async () => {
  const { client } = wired();
  expect(await client.sweep([point(666)], () => {})).toEqual(err({ kind: 'bad-input', message: 'refused' }));
  expect(await client.sweep([point(667)], () => {})).toEqual(err({ kind: 'failed', message: 'broken' }));
  expect(await client.sweep([point(1)], () => {})).toEqual(ok('done'));
});
test('a disposed client answers everything at once', async () => {
  const { client, counts } = wired();
  const sweep = client.sweep([point(100_000)], () => {});
  client.dispose();
  expect(await sweep).toEqual(ok('cancelled'));
  expect((await client.sweep([point(1)], () => {})).ok).toBe(false);
  expect(counts().closed).toBe(1);
});

const anyPoint = fc.record({
  machine: fc.constantFrom(...MACHINES),
  config: fc.record({ active: fc.integer({ min: 1, max: 2 }), idle: fc.nat(1) }).map((own) => ({ ...config, ...own })),
  seed: fc.integer({ min: 1, max: 3 }),
});
test('a listener cannot tell which points were known: every point begins, then has its own row, in order', async () => {
  const lists = fc.array(fc.array(anyPoint, { maxLength: 6 }), { minLength: 2, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(lists, fc.constantFrom(1, 3, 1000), fc.constantFrom(1, 2, 4), async (sweeps, most, workers) => {
      // Nothing is cancelled here: on a machine that stalls for a second a worker is not given up for deaf.
      const { client, started } = wired(60_000, keptRows(most), workers);
      const distinct = new Set<string>();
      for (const points of sweeps) {
        const events: ModelEvent[] = [];
        expect(await client.sweep(points, (event) => events.push(event))).toEqual(ok('done'));
        expect(events).toEqual(
          points.flatMap(({ machine, config: asked, seed }, at) => [
            { kind: 'progress', at, share: at / points.length },
            { kind: 'row', at, row: rowOf(machine, asked, seed) },
          ]),
        );
        for (const { machine, config: asked, seed } of points)
          distinct.add(JSON.stringify(rowOf(machine, asked, seed)));
      }
      // With room for all of them nothing is computed twice.
      if (most === 1000) expect(started().length).toBe(distinct.size);
    }),
    { numRuns: 25 },
  );
}, 60_000);
test('workers share a sweep: each point is computed once, and rows come in the order of the points', async () => {
  const anyList = fc.uniqueArray(fc.nat(40), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(anyList, fc.integer({ min: 1, max: 4 }), async (list, workers) => {
      const { client, started, counts } = wired(1000, keptRows(), workers);
      const events: ModelEvent[] = [];
      expect(await client.sweep(list.map(point), (event) => events.push(event))).toEqual(ok('done'));
      expect(idles(events)).toEqual(list);
      expect(started().sort((a, b) => a - b)).toEqual([...list].sort((a, b) => a - b));
      expect(counts()).toEqual({ opened: Math.min(workers, list.length), closed: 0 });
    }),
    { numRuns: 25 },
  );
});
test('with several workers a point that is refused or breaks ends the sweep with its reason, once the first worker has it', async () => {
  const { client } = wired(1000, keptRows(), 3);
  for (const [bad, end] of [
    [666, err({ kind: 'bad-input', message: 'refused' })],
    [667, err({ kind: 'failed', message: 'broken' })],
  ] as const)
    for (const list of [
      [bad, 1, 2],
      [1, bad, 2],
      [1, 2, 3, 4, 5, bad],
    ])
      expect(await client.sweep(list.map(point), () => {})).toEqual(end);
  expect(await client.sweep([point(7), point(8)], () => {})).toEqual(ok('done'));
});
test('a worker that cannot begin leaves its point to the first one', async () => {
  const { client } = wired(1000, keptRows(), 3, 2);
  const events: ModelEvent[] = [];
  expect(await client.sweep([9, 2, 3].map(point), (event) => events.push(event))).toEqual(ok('done'));
  expect(idles(events)).toEqual([9, 2, 3]);
});
test('known rows, too, come after `sweep` has returned, and without a worker', async () => {
  const kept = keptRows();
  await wired(1000, kept).client.sweep([point(1), point(2)], () => {});
  const { client, counts } = wired(1000, kept);
  const events: ModelEvent[] = [];
  const end = client.sweep([point(2), point(1)], (event) => events.push(event));
  expect(events).toEqual([]);
  expect(await end).toEqual(ok('done'));
  expect(idles(events)).toEqual([2, 1]);
  expect(counts().opened).toBe(0);
});
test('a listener that cancels hears no further known row', async () => {
  const { client } = wired();
  await client.sweep([point(1), point(2), point(3)], () => {});
  const events: ModelEvent[] = [];
  const end = await client.sweep([point(1), point(2), point(3)], (event) => {
    events.push(event);
    if (event.kind === 'row' && event.row.idle === 2) void client.cancel();
  });
  expect(end).toEqual(ok('cancelled'));
  expect(idles(events)).toEqual([1, 2]);
});
test('a point that was refused, broke or was cancelled is computed again; those before it are not', async () => {
  const { client, started } = wired();
  for (const bad of [666, 667])
    for (const computed of bad === 666 ? [[1, bad], [bad]] : [[bad], [bad]]) {
      expect((await client.sweep([point(1), point(bad)], () => {})).ok).toBe(false);
      expect(started()).toEqual(computed);
    }
  const cancelled = client.sweep([point(2), point(1000)], (event) => {
    if (event.at === 1) void client.cancel();
  });
  expect(await cancelled).toEqual(ok('cancelled'));
  started();
  const again: ModelEvent[] = [];
  const end = client.sweep([point(2), point(1000)], (event) => {
    again.push(event);
    if (event.at === 1) void client.cancel();
  });
  expect(await end).toEqual(ok('cancelled'));
  expect(idles(again)).toEqual([2]);
  expect(started()).toEqual([1000]);
});
