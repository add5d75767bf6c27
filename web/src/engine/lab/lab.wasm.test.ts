/**
 * The lab's WebAssembly on real threads in Node: requests, slices, pause, limits, and the engine's description of
 * itself.
 */
import { afterEach, expect, test } from 'vitest';
import { DESIGN_IDS, REUSING_IDS } from '../../base/designs.ts';
import { ms, us } from '../../base/units.ts';
import { ABI } from '../wasm/abi.gen.ts';
import { type NodeLab, startLabInNode } from './lab.node.ts';
import { COMPANIONS, LAB_LIMITS, type LabConfig, type LabSlice, WORKLOAD_IDS } from './lab-types.ts';

const LIMIT_MS = 60_000;

const CONFIG: LabConfig = {
  designs: ['pg13', 'pg14'],
  active: 1,
  idle: 100,
  mostlyIdle: 0,
  workload: 'readonly',
  otherWorkUs: us(0),
  lock: true,
  sliceMs: ms(5),
};

let labs: NodeLab[] = [];
afterEach(() => {
  for (const lab of labs) lab.dispose();
  labs = [];
});

async function start(threads: number): Promise<NodeLab> {
  const started = await startLabInNode(threads);
  if (!started.ok) throw new Error(started.error.message);
  labs.push(started.value);
  return started.value;
}

async function ask(lab: NodeLab, config: Partial<LabConfig> = {}): Promise<number> {
  const answer = await lab.request({ ...CONFIG, ...config });
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}

/** Polls until `what` has happened; the deadline is far longer than a loaded machine needs. */
async function until<T>(what: string, look: () => T | undefined): Promise<T> {
  const deadline = performance.now() + LIMIT_MS / 2;
  while (performance.now() < deadline) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((done) => setTimeout(done, 5));
  }
  throw new Error(`${what}: not within ${LIMIT_MS / 2} ms`);
}

/** Collects slices until `isEnough` accepts all of them together. */
function slicesUntil(lab: NodeLab, isEnough: (slices: readonly LabSlice[]) => boolean): Promise<readonly LabSlice[]> {
  const slices: LabSlice[] = [];
  return until('enough slices', () => {
    slices.push(...lab.drain());
    return isEnough(slices) ? slices : undefined;
  });
}

const counted = (slices: readonly LabSlice[]) => slices.filter(({ warmUp }) => !warmUp);

test('the ABI mirror, the ladder and the workloads are the engine’s own', async () => {
  const { host } = await start(1);
  expect(host.abi()).toEqual(ABI);
  expect(host.ladder().map(({ id }) => id)).toEqual(DESIGN_IDS);
  for (const rung of host.ladder())
    for (const text of Object.values(rung)) expect(String(text).length).toBeGreaterThan(2);
});

test('designs take turns, forwards and backwards, and slices are numbered without gaps', {
  timeout: LIMIT_MS,
}, async () => {
  const lab = await start(1);
  await ask(lab, { designs: [...DESIGN_IDS] });
  // On a loaded machine a turn without a core is empty; but never all turns of a design are.
  const isBusy = (all: readonly LabSlice[], id: string) =>
    all.some(({ design, transactions, elapsedNs }) => design === id && transactions > 3 && elapsedNs > 0);
  const slices = await slicesUntil(
    lab,
    (all) => all.length >= 4 * DESIGN_IDS.length && DESIGN_IDS.every((id) => isBusy(all, id)),
  );
  expect(slices.map(({ number }) => number)).toEqual(slices.map((_, i) => i));
  expect(slices.slice(0, 2 * DESIGN_IDS.length).map(({ design }) => design)).toEqual([
    ...DESIGN_IDS,
    ...[...DESIGN_IDS].reverse(),
  ]);
  for (const slice of slices) {
    expect(slice.snapshots).toBe(2 * slice.transactions);
    if (slice.transactions > 3) expect(slice.reused > 0).toBe(REUSING_IDS.some((id) => id === slice.design));
  }
  expect(lab.state()).toBe('running');
  expect(lab.info().clockResolutionNs).toBeGreaterThan(0);
});

test('requests answer generations in order, and slices arrive under the newest', { timeout: LIMIT_MS }, async () => {
  const lab = await start(1);
  expect(await ask(lab, { idle: 10 })).toBe(1);
  await slicesUntil(lab, (all) => all.length > 0);
  expect(await ask(lab, { idle: 20 })).toBe(2);
  expect(await ask(lab, { idle: 30, designs: ['dense'] })).toBe(3);
  const slices = await slicesUntil(lab, (all) => all.filter(({ generation }) => generation === 3).length >= 3);
  const generations = slices.map(({ generation }) => generation);
  expect(generations).toEqual([...generations].sort((a, b) => a - b));
  for (const slice of slices) {
    expect(slice.idle).toBe(slice.generation * 10);
    if (slice.generation === 3) expect(slice.design).toBe('dense');
  }
});

test('pause stops the slices, resume goes on', { timeout: LIMIT_MS }, async () => {
  const lab = await start(2);
  await ask(lab, { active: 2 });
  await slicesUntil(lab, (all) => all.length > 2);
  lab.pause();
  await until('paused', () => (lab.state() === 'paused' ? true : undefined));
  const last = lab.drain().at(-1);
  // A request while paused waits for the end of the pause.
  expect(await ask(lab, { idle: 5 })).toBe(2);
  await new Promise((done) => setTimeout(done, 5 * CONFIG.sliceMs));
  expect(lab.drain()).toEqual([]);
  expect(lab.state()).toBe('paused');
  lab.resume();
  const slices = await slicesUntil(lab, (all) => all.length > 2);
  expect(slices.every(({ generation }) => generation === 2)).toBe(true);
  if (last !== undefined) expect(slices[0]?.number).toBe(last.number + 1);
  expect(lab.state()).toBe('running');
});

test.each(WORKLOAD_IDS)('four threads get on with %s in every design', { timeout: LIMIT_MS }, async (workload) => {
  const lab = await start(4);
  await ask(lab, { designs: [...DESIGN_IDS], active: 4, workload });
  const perDesign = (all: readonly LabSlice[]) =>
    DESIGN_IDS.map((id) => counted(all).filter((slice) => slice.design === id && slice.transactions > 0).length);
  const slices = await slicesUntil(lab, (all) => Math.min(...perDesign(all)) >= 3);
  for (const slice of counted(slices)) {
    expect(slice.active).toBe(4);
    const snapshots = {
      snapshot: 1,
      readonly: 2,
      batch: 200,
      readwrite: 2,
      churn: 2,
      operations: 1 / COMPANIONS,
      'subtrans-60': 60 * 4,
      'subtrans-90': 90 * 4,
      'subtrans-spread': 1,
    }[workload];
    expect(slice.snapshots).toBe(snapshots * slice.transactions);
  }
});

test('of the operations half the checks find the xid running, in every design and beside other threads', {
  timeout: LIMIT_MS,
}, async () => {
  const lab = await start(3);
  await ask(lab, { designs: [...DESIGN_IDS], active: 3, idle: 50, workload: 'operations', sliceMs: ms(20) });
  const timed = (all: readonly LabSlice[]) => counted(all).filter(({ operations }) => operations !== null);
  const slices = await slicesUntil(lab, (all) =>
    DESIGN_IDS.every((id) => timed(all).filter(({ design }) => design === id).length >= 3),
  );
  for (const { design, operations, transactions, threadNs } of timed(slices)) {
    const { check, assign, end } = operations?.time ?? {};
    expect(check?.count, design).toBeGreaterThan(0);
    expect(operations?.foundRunning, design).toBe((check?.count ?? 0) / 2);
    expect([assign?.count, end?.count], design).toEqual([transactions, transactions]);
    expect((check?.ns ?? 0) + (assign?.ns ?? 0) + (end?.ns ?? 0), design).toBeLessThanOrEqual(threadNs);
  }
});

test('the most connections that the operations allow are the most that fit', { timeout: LIMIT_MS }, async () => {
  const lab = await start(2);
  const active = 2;
  const idle = LAB_LIMITS.connections - active * (1 + COMPANIONS);
  await ask(lab, { designs: ['pg9.1', 'csn'], active, idle, workload: 'operations' });
  const slices = await slicesUntil(lab, (all) => all.some(({ operations }) => operations !== null));
  expect(lab.state()).toBe('running');
  expect(slices.at(-1)?.idle).toBe(idle);
  expect((await lab.request({ ...CONFIG, active, idle: idle + 1, workload: 'operations' })).ok).toBe(false);
});

test('a lab of 64 threads starts and runs oversubscribed', { timeout: LIMIT_MS }, async () => {
  const lab = await start(64);
  await ask(lab, { active: 64, workload: 'readwrite', sliceMs: ms(20) });
  const slices = await slicesUntil(lab, (all) => counted(all).length >= 4);
  for (const slice of slices) expect(slice.active).toBe(64);
});

test('all designs at once have room for the most connections that take snapshots', { timeout: LIMIT_MS }, async () => {
  const lab = await start(1);
  await ask(lab, { designs: [...DESIGN_IDS], idle: 0, mostlyIdle: LAB_LIMITS.connections - 1 });
  const slices = await slicesUntil(lab, (all) => all.length >= DESIGN_IDS.length);
  expect(slices.slice(0, DESIGN_IDS.length).map(({ design }) => design)).toEqual([...DESIGN_IDS]);
  expect(lab.state()).toBe('running');
});

test('mostly idle connections ask for ten transactions a second each, however short the turns', {
  timeout: LIMIT_MS,
}, async () => {
  const lab = await start(1);
  for (const [mostlyIdle, sliceMs] of [
    [1, 10],
    [1000, 20],
  ] as const) {
    const generation = await ask(lab, { designs: ['pg14'], mostlyIdle, sliceMs: ms(sliceMs) });
    const mine = (all: readonly LabSlice[]) => all.filter((slice) => slice.generation === generation);
    const slices = mine(await slicesUntil(lab, (all) => mine(all).length >= 100));
    const seconds = slices.reduce((sum, { elapsedNs }) => sum + elapsedNs / 1e9, 0);
    const asked = slices.reduce((sum, slice) => sum + slice.mostlyIdleAsked, 0);
    const reached = slices.reduce((sum, slice) => sum + slice.mostlyIdleTransactions, 0);
    expect(asked / seconds / mostlyIdle).toBeGreaterThan(9);
    expect(asked / seconds / mostlyIdle).toBeLessThan(11);
    // A player without a core reaches less, never more.
    expect(reached).toBeGreaterThan(asked * 0.2);
    expect(reached).toBeLessThanOrEqual(asked + 2);
  }
});

test('64 savepoints send no reader to pg_subtrans, 65 send every one for every row; buffers decide who reads pages', {
  timeout: LIMIT_MS,
}, async () => {
  const lab = await start(2);
  const designs = DESIGN_IDS.filter((id) => id !== 'csn'); // it has its own log instead
  const rows = 100;
  for (const [savepoints, slru, reads] of [
    [64, 'pg16', 0],
    [65, 'pg16', rows],
    [65, 'pg17:32', rows],
    [65, 'pg17:128', 0],
  ] as const) {
    const generation = await ask(lab, { designs, workload: 'subtrans-spread', savepoints, slru });
    const mine = (all: readonly LabSlice[]) =>
      counted(all).filter((slice) => slice.generation === generation && slice.transactions > 0);
    const slices = mine(await slicesUntil(lab, (all) => mine(all).length >= 2 * designs.length));
    // A new page is still in its buffer: the first turns of a server find a few.
    for (const { design, transactions, slru: seen } of slices.slice(designs.length)) {
      const where = `${design}, ${savepoints} savepoints, ${slru}`;
      expect(seen.lookups, where).toBe(savepoints > 64 ? rows * transactions : 0);
      expect(seen.reads, where).toBe(reads * transactions);
      expect(seen.hits + seen.reads, where).toBe(seen.lookups);
    }
  }
});

test('churn lets connections come and go, as many as were due', { timeout: LIMIT_MS }, async () => {
  const lab = await start(1);
  await ask(lab, { workload: 'churn', designs: [...DESIGN_IDS] });
  const slices = await slicesUntil(lab, (all) => counted(all).length >= 24);
  const connects = slices.reduce((sum, slice) => sum + slice.connects, 0);
  const asked = slices.reduce((sum, slice) => sum + slice.connectsAsked, 0);
  expect(connects).toBeGreaterThan(asked * 0.3);
  expect(connects).toBeLessThanOrEqual(asked + DESIGN_IDS.length);
});

test('the turns of other work alone show what it takes', { timeout: LIMIT_MS }, async () => {
  const lab = await start(1);
  await ask(lab, { otherWorkUs: us(20) });
  const slices = await slicesUntil(lab, (all) => counted(all).some(({ design }) => design === 'other-work'));
  const alone = counted(slices).find(({ design }) => design === 'other-work');
  const each = (alone?.threadNs ?? 0) / (alone?.transactions ?? 1);
  expect(lab.info().workUnitsPerUs).toBeGreaterThan(0);
  // Never much less than asked for; on a loaded machine it may be more.
  expect(each).toBeGreaterThan(15_000);
});

test('what cannot be run is refused in words and changes nothing', { timeout: LIMIT_MS }, async () => {
  const lab = await start(2);
  await ask(lab);
  const refused: readonly Partial<LabConfig>[] = [
    { designs: [] },
    { active: 0 },
    { active: 65 },
    { idle: -1 },
    { idle: 12_500 },
    { idle: Number.NaN },
    { otherWorkUs: us(10_001) },
    { sliceMs: ms(0) },
    { lock: false },
  ];
  for (const config of refused) {
    const answer = await lab.request({ ...CONFIG, ...config });
    expect(answer.ok).toBe(false);
    if (!answer.ok) expect(answer.error).toMatchObject({ kind: 'bad-input', message: expect.stringMatching(/\w{3}/) });
  }
  // Only the engine knows how many threads this lab has.
  const tooMany = await lab.request({ ...CONFIG, active: 3 });
  expect(tooMany).toMatchObject({ ok: false, error: { message: expect.stringContaining('threads') } });
  expect(await ask(lab)).toBe(2);
});

test('a lab that was disposed of answers nothing and leaves no thread behind', { timeout: LIMIT_MS }, async () => {
  const lab = await start(4);
  await ask(lab, { active: 4 });
  await slicesUntil(lab, (all) => all.length > 0);
  const workers = () => process.getActiveResourcesInfo().filter((what) => what === 'MessagePort' || what === 'Worker');
  const before = workers().length;
  lab.dispose();
  expect(lab.state()).toBe('stopped');
  expect(lab.drain()).toEqual([]);
  lab.pause();
  lab.resume();
  lab.dispose();
  await until('fewer open ports', () => (workers().length < before || before === 0 ? true : undefined));
});
