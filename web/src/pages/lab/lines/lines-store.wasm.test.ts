/** The page's store with the real engine in place of its worker; and the view's assumptions on real scenes. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { DESIGN_IDS } from '../../../base/designs.ts';
import { messagesIn } from '../../../base/messages/index.ts';
import { err } from '../../../base/result.ts';
import { Scene } from '../../../engine/replay/scene.ts';
import type { SceneClient } from '../../../engine/replay/scene-client.ts';
import { wasmPlaceInNode } from '../../../engine/wasm/wasm-place.node.ts';
import { loadMachine } from '../../../scenario/machines.node.ts';
import { talliesOf } from '../../../viewmodel/cachelines/counters.ts';
import { fieldsOf, fieldsOfEntry } from '../../../viewmodel/cachelines/fields.ts';
import { findingOf, sideFinding } from '../../../viewmodel/cachelines/finding.ts';
import { pairNs } from '../../../viewmodel/cachelines/position.ts';
import { type LineScene, sceneNs } from '../../../viewmodel/cachelines/scene.ts';
import { LineStates } from '../../../viewmodel/cachelines/side.ts';
import { PLAN, WALK } from '../../../viewmodel/class/plan.ts';
import { address, type LinesAddress } from './address.ts';
import { LinesStore } from './lines-store.ts';

const scenes: Scene[] = [];

beforeAll(async () => {
  for (let i = 0; i < 2; i++) {
    const loaded = await Scene.load(wasmPlaceInNode('xip-model'));
    if (!loaded.ok) throw new Error(loaded.error.message);
    scenes.push(loaded.value);
  }
});

function makeStore() {
  const addresses: LinesAddress[] = [];
  let started = 0;
  const store = new LinesStore({
    start: (): SceneClient => {
      const scene = scenes[started++];
      if (scene === undefined) throw new Error('two scenes at most');
      return {
        open: async (request) => scene.open(request),
        show: async (when, looks) => scene.show(when, looks),
        timeline: async (from, count) => scene.timeline(from, count),
        run: async (span) => scene.run(span),
        dispose: () => undefined,
      };
    },
    machine: (id) => {
      const machine = loadMachine(id);
      if (!machine.ok) throw new Error('no machine');
      return machine.value;
    },
    messages: messagesIn('en'),
    onAddress: (address) => addresses.push(address),
  });
  const settled = async () => {
    for (let i = 0; i < 400; i++) {
      await new Promise((done) => setTimeout(done, 0));
      if (!store.get().isBusy && i > 3) return;
    }
    throw new Error('the store does not come to rest');
  };
  return { store, addresses, settled };
}
const pairOf = (store: LinesStore) => {
  const { pair } = store.get();
  if (pair === null) throw new Error('nothing is shown');
  return pair;
};

describe('the page’s store', () => {
  test('opens at a snapshot of 13 that fetches its three neighbours’ lines, and dense does not', async () => {
    const { store } = makeStore();
    await store.applyAddress({});
    const { left, right } = pairOf(store);
    const found = findingOf(sideFinding(left), sideFinding(right));
    expect(found).toMatchObject({
      kind: 'neighbours',
      side: { design: 'pg13', neighbours: { lines: 3, forHorizon: 3, writers: [1, 2, 3], fields: ['xmin'] } },
      other: { design: 'dense', neighbours: { lines: 0 } },
    });
    expect(store.get().ns).toBeLessThan(pairNs(pairOf(store)));
  });
  test('asked for nothing else, every access compares 13 with 14, at the first miss; other links keep their designs', async () => {
    const { store } = makeStore();
    await store.applyAddress({ view: 'lines' });
    expect(store.get().settings).toMatchObject({ left: 'pg13', right: 'pg14' });
    const { left, right } = pairOf(store);
    expect([left, right].map((side) => talliesOf(side).at(store.get().ns).misses)).toEqual([1, 1]);
    const { store: older } = makeStore();
    await older.applyAddress({ view: 'lines', active: 4 });
    expect(older.get().settings.right).toBe('dense');
  });
  test('the 90-minute plan’s link begins with its snapshot, and the lines are as many as its sheets say', async () => {
    const [link = ''] = PLAN.find(({ part }) => part === 'walk')?.opens ?? [];
    const read = address.parse(Object.fromEntries(new URLSearchParams(link.split('?')[1])), messagesIn('en'));
    if (!read.ok) throw new Error(JSON.stringify(read.error));
    const { store } = makeStore();
    await store.applyAddress(read.value);
    const { left, right } = pairOf(store);
    expect(left.operation.kind).toBe('snapshot');
    expect(talliesOf(left).at(store.get().ns).lines).toBe(1);
    expect([talliesOf(left).total.lines, talliesOf(right).total.lines]).toEqual([WALK.lines, WALK.dense]);
  });
  test.each([
    ['05-ping-pong', 5, 240, 28],
    ['07-density', 1, 12, 6],
    ['08-not-building-it', 3, 68, 3],
    ['08-not-building-it', 4, 68, 68],
    ['12-what-is-left', 6, 67, 5],
    ['03-the-walk', 3, 254, 68],
  ])('lesson %s, step %i: its text says how many lines its figure counts', async (lesson, step, left, right) => {
    const text = readFileSync(new URL(`../../../../../scenarios/lessons/${lesson}.en.md`, import.meta.url), 'utf8');
    const own = text.split(/^## /m)[step] ?? '';
    const [, query = ''] = /^at: [^?]+\?(.*)$/m.exec(own) ?? [];
    const read = address.parse(Object.fromEntries(new URLSearchParams(query)), messagesIn('en'));
    if (!read.ok) throw new Error(JSON.stringify(read.error));
    const { store } = makeStore();
    await store.applyAddress(read.value);
    const pair = pairOf(store);
    expect([talliesOf(pair.left).total.lines, talliesOf(pair.right).total.lines]).toEqual([left, right]);
    expect(own).toContain(String(left));
  });
  test('lesson 3, step 3: A has most lines by now, and its first snapshot took more than six times as long', async () => {
    const text = readFileSync(new URL('../../../../../scenarios/lessons/03-the-walk.en.md', import.meta.url), 'utf8');
    const own = text.split(/^## /m)[3] ?? '';
    const leftAt = async (operation: number) => {
      const { store } = makeStore();
      await store.applyAddress({ left: 'pg13', right: 'dense', active: 4, idle: 996, place: 'spread', operation });
      return pairOf(store).left;
    };
    const later = await leftAt(3);
    const { lines, misses } = talliesOf(later).total;
    expect(own).toContain(`${lines - misses} of the ${lines} lines`);
    const first = await leftAt(1);
    expect(sceneNs(first) / sceneNs(later)).toBeGreaterThan(6);
  });
  test('its link leads to the same state', async () => {
    const one = makeStore();
    await one.store.applyAddress({ left: 'globalvis', right: 'pg14', active: 6, idle: 30, unit: 'miss' });
    for (let i = 0; i < 3; i++) {
      one.store.step(1);
      await one.settled();
    }
    const link = one.addresses.at(-1);
    const two = makeStore();
    await two.store.applyAddress(structuredClone(link ?? {}));
    const [a, b] = [one.store.get(), two.store.get()];
    expect(b.operation).toBe(a.operation);
    expect(b.ns).toBe(a.ns);
    expect(b.pair).toEqual(a.pair);
    expect(b.settings).toEqual(a.settings);
    expect(b.unit).toBe('miss');
  });
  test('by snapshot it goes from end to end, by transaction to the next one’s first; and back', async () => {
    const { store, settled } = makeStore();
    await store.applyAddress({ unit: 'snapshot' });
    const seen: (readonly [number, string])[] = [];
    for (let i = 0; i < 4; i++) {
      store.step(1);
      await settled();
      const { operation } = pairOf(store).left;
      expect(operation.kind).toBe('snapshot');
      expect(store.get().ns).toBe(pairNs(pairOf(store)));
      seen.push([store.get().operation, operation.kind]);
    }
    expect(new Set(seen.map(([at]) => at)).size).toBe(4);
    store.step(-1);
    await settled();
    expect(store.get().operation).toBe(seen[2]?.[0]);
    store.setUnit('transaction');
    const before = pairOf(store).left.operation.transaction;
    store.step(1);
    await settled();
    const { operation } = pairOf(store).left;
    expect(operation.transaction).toBe(before + 1);
    expect(operation.kind).toBe('snapshot');
  });
  test('by access to the end, then into the next operation; back again to this one’s end', async () => {
    const { store, settled } = makeStore();
    await store.applyAddress({ idle: 2, operation: 1, stop: 0 });
    const first = store.get().operation;
    let steps = 0;
    while (store.get().operation === first && steps++ < 500) {
      store.step(1);
      await settled();
    }
    expect(store.get().operation).toBe(first + 1);
    store.step(-1);
    await settled();
    expect(store.get()).toMatchObject({ operation: first, ns: pairNs(pairOf(store)) });
  });
  test('playing goes through operation after operation, and stops when asked', async () => {
    const { store, settled } = makeStore();
    await store.applyAddress({ idle: 10, operation: 0, stop: 0 });
    store.play();
    for (let i = 0; i < 3000 && store.get().operation < 2; i++) {
      store.tick(50, false);
      if (store.get().isBusy) await settled();
    }
    expect(store.get().operation).toBe(2);
    store.pause();
    const { ns } = store.get();
    store.tick(50, false);
    expect(store.get().ns).toBe(ns);
  });
  test('what a machine has no cores for is brought within its limits', async () => {
    const { store } = makeStore();
    await store.applyAddress({ machine: 'apple-m1-pro', active: 64 });
    expect(store.get().settings.active).toBe(8);
    expect(store.get().phase).toBe('ready');
  });
  test('a link to an operation after the scene’s end says so, and shows another one; so does a change', async () => {
    const { store, settled } = makeStore();
    await store.applyAddress({ operation: 10_000, stop: 3 });
    expect(store.get()).toMatchObject({ phase: 'ready', isBusy: false, note: expect.stringContaining('10,000') });
    const { operation } = store.get();
    expect(pairOf(store).left.operation.kind).toBe('snapshot');
    store.step(1);
    await settled();
    await store.applyAddress({ operation: 3_000 });
    expect(store.get()).toMatchObject({ operation: 3_000, note: null });
    await store.change({ active: 20 });
    expect(store.get().note).toContain('3,000');
    expect(pairOf(store).left.opened.cores).toHaveLength(20);
    expect(operation).toBeLessThan(100);
  }, 60_000);
  test('a scene that fails says so', async () => {
    const { store } = makeStore();
    await store.applyAddress({});
    const scene = scenes[0];
    if (scene === undefined) throw new Error('no scene');
    const { open } = scene;
    scene.open = () => err({ kind: 'failed', message: 'out of order' });
    await store.change({ idle: 7 });
    scene.open = open;
    expect(store.get().note).toContain('out of order');
  });
});

describe('real scenes', () => {
  const all: LineScene[] = [];
  beforeAll(async () => {
    const { store, settled } = makeStore();
    // MESIF and MOESI; the third protocol is MESIF without F.
    const cases = [
      { workload: 'readonly', machine: 'xeon-gold-5215-2s' },
      { workload: 'readwrite', machine: 'epyc-7742' },
    ] as const;
    for (const { workload, machine } of cases)
      for (const design of DESIGN_IDS) {
        await store.applyAddress({ left: design, right: 'pg13', workload, machine, active: 4, idle: 40, operation: 0 });
        await settled();
        for (let operation = 0; operation < 8; operation++) {
          all.push(pairOf(store).left);
          store.setUnit('access');
          store.seek(Number.POSITIVE_INFINITY);
          store.step(1);
          await settled();
        }
      }
  }, 60_000);
  test('the replay has what the engine says was there before each access', () => {
    let checked = 0;
    for (const scene of all) {
      const states = new LineStates(scene);
      for (let i = 0; i < scene.accesses.count; i++) {
        states.seek(i);
        const line = scene.lineAt[i] ?? 0;
        expect(states.stateOf(line, scene.watched)).toBe(scene.accesses.before[i]);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(5_000);
  });
  test('every access lies on a field where the drawing has it', () => {
    const strays = new Set<string>();
    for (const scene of all) {
      const { accesses, opened } = scene;
      for (let i = 0; i < accesses.count; i++) {
        const region = opened.regions[accesses.region[i] ?? 0];
        if (region === undefined) throw new Error('no region');
        const layout = fieldsOf(region.name, scene.design);
        const byte = ((accesses.line[i] ?? 0) - region.firstLine) * 64 + (accesses.offset[i] ?? 0) - region.baseOffset;
        const at = layout.entry === 0 ? byte : byte % layout.entry;
        const name = opened.fields[accesses.field[i] ?? 0] ?? '';
        const entry = layout.entry === 0 ? 0 : Math.floor(byte / layout.entry);
        const known = fieldsOfEntry(layout, entry).some(
          (field) => field.name === name && at >= field.offset && at < field.offset + field.size,
        );
        if (!known) strays.add(`${scene.design} ${region.name} ${name} @${at}`);
      }
    }
    expect([...strays]).toEqual([]);
  });
  test('counted by the view is what the scene’s own sums say', () => {
    for (const scene of all) {
      const { total } = talliesOf(scene);
      expect(total.accesses).toBe(scene.accesses.count);
      const { trueSharing, falseSharing, forHorizon, upgrades, other } = total;
      expect(trueSharing + falseSharing + forHorizon + upgrades + other).toBe(total.misses);
    }
  });
});
