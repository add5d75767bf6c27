/** Scenes of the cache-line view: an operation is always the same, and its accesses follow the machine's rules. */
import { beforeAll, expect, test } from 'vitest';
import { DESIGN_IDS } from '../../base/designs.ts';
import { ns } from '../../base/units.ts';
import { loadMachine } from '../../scenario/machines.node.ts';
import { ABI } from '../wasm/abi.gen.ts';
import { wasmPlaceInNode } from '../wasm/wasm-place.node.ts';
import { Scene } from './scene.ts';
import {
  accessAt,
  LINE_LEVELS,
  LINE_STATES,
  OPERATION_KINDS,
  type SceneAccess,
  type SceneRequest,
  type SceneShown,
} from './scene-types.ts';

const NONE = new Uint8Array();
let scene: Scene;
let request: SceneRequest;

beforeAll(async () => {
  const loaded = await Scene.load(wasmPlaceInNode('xip-model'));
  if (!loaded.ok) throw new Error(loaded.error.message);
  scene = loaded.value;
  const machine = loadMachine('xeon-gold-5215-2s');
  if (!machine.ok) throw new Error('no machine');
  request = {
    design: 'pg13',
    machine: machine.value,
    coherence: true,
    active: 4,
    idle: 96,
    place: 'middle',
    workload: 'readwrite',
  };
});

function open(more: Partial<SceneRequest> = {}) {
  const opened = scene.open({ ...request, ...more });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

function show(operation: number, looks = [] as { first: number; count: number }[]): SceneShown {
  const shown = scene.show({ operation }, looks);
  if (!shown.ok) throw new Error(shown.error.message);
  return shown.value;
}

const rows = ({ accesses }: SceneShown): SceneAccess[] =>
  Array.from({ length: accesses.count }, (_, i) => accessAt(accesses, i)).filter((row) => row !== undefined);

test('the ABI mirror is this module’s own', () => {
  expect(scene.abi()).toEqual(ABI);
});

test.each(DESIGN_IDS)('%s: an operation is the same, whatever was shown before', (design) => {
  open({ design, idle: 20 });
  const looks = [{ first: 0, count: 12 }];
  const order = [0, 1, 40, 7, 41, 300, 40, 299, 0];
  const first = new Map<number, SceneShown>();
  for (const n of order) {
    const shown = show(n, looks);
    expect(shown).toEqual(first.get(n) ?? shown);
    first.set(n, shown);
  }
  // Also the same as in one run from the start.
  open({ design, idle: 20 });
  for (let n = 0; n <= 300; n++) {
    const shown = show(n, looks);
    if (first.has(n)) expect(shown).toEqual(first.get(n));
  }
});

test('an operation takes the sum of its accesses, which follow one another', () => {
  open();
  for (let n = 0; n < 60; n++) {
    const shown = show(n);
    let at = 0;
    for (const row of rows(shown)) {
      expect(row.at).toBeCloseTo(at, 6);
      at += row.ns;
      expect(row.wait).toBeLessThanOrEqual(row.ns);
    }
    expect(shown.operation.endNs - shown.operation.startNs).toBeCloseTo(at, 6);
  }
});

test('backends take turns by their clocks, each runs its transactions step by step', () => {
  const { cores } = open();
  expect(cores).toEqual([0, 10, 1, 11]);
  const timeline = scene.timeline(0, 280);
  if (!timeline.ok) throw new Error(timeline.error.message);
  const { startNs, endNs, backend, kind } = timeline.value;
  for (let i = 1; i < startNs.length; i++) expect(startNs[i]).toBeGreaterThanOrEqual(startNs[i - 1] ?? 0);
  for (let b = 0; b < 4; b++) {
    const own = [...backend.keys()].filter((i) => backend[i] === b);
    const kinds = own.map((i) => OPERATION_KINDS[kind[i] ?? 0]);
    const script = ['begin', 'snapshot', 'release', 'snapshot', 'assign', 'release', 'end'];
    expect(kinds).toEqual(kinds.map((_, i) => script[i % 7]));
    for (let k = 1; k < own.length; k++) expect(startNs[own[k] ?? 0]).toBe(endNs[own[k - 1] ?? 0]);
  }
});

test('states before an operation are those that its accesses meet', () => {
  const { machineCores, lines } = open();
  for (let n = 0; n < 120; n++) {
    const shown = show(n, [{ first: 0, count: lines }]);
    const look = shown.looks[0];
    const met = new Set<number>();
    for (const row of rows(shown)) {
      if (!met.has(row.line))
        expect(LINE_STATES[look?.states[row.line * machineCores + shown.operation.core] ?? 9]).toBe(row.before);
      met.add(row.line);
    }
  }
});

test('bytes before and after differ only where the operation wrote, and who wrote last is told', () => {
  const { lines } = open();
  let last: SceneShown | undefined;
  for (let n = 0; n < 80; n++) {
    const shown = show(n, [{ first: 0, count: lines }]);
    const look = shown.looks[0];
    if (look === undefined) throw new Error('a look was asked for');
    if (last !== undefined) expect(Buffer.compare(look.bytesBefore, last.looks[0]?.bytesAfter ?? NONE)).toBe(0);
    const written = new Set<number>();
    for (const row of rows(shown)) {
      if (row.kind === 'read') continue;
      for (let i = 0; i < row.size; i++) written.add(row.line * 64 + row.offset + i);
    }
    for (let i = 0; i < look.bytesBefore.length; i++)
      if (look.bytesBefore[i] !== look.bytesAfter[i]) expect(written.has(i)).toBe(true);
    const lastWrite = rows(last ?? shown).findLast((row) => row.kind !== 'read');
    if (last !== undefined && lastWrite !== undefined) {
      expect(look.lastWrites?.core[lastWrite.line]).toBe(last.operation.core);
      expect(look.lastWrites?.offset[lastWrite.line]).toBe(lastWrite.offset);
    }
    last = shown;
  }
});

test('pg13: a scan that meets another’s xmin fetches its line for the horizon; pg14 has no such miss', () => {
  open({ workload: 'readonly' });
  show(400);
  const of = (n: number) => show(n).totals;
  expect(of(400).forHorizon).toBeGreaterThan(0);
  expect(of(400).trueSharing).toBeGreaterThan(0); // ProcArrayLock
  open({ design: 'pg14', workload: 'readonly' });
  expect(of(400).forHorizon).toBe(0);
  expect(of(400).reused).toBeGreaterThan(0);
});

test('without coherence nobody loses a line', () => {
  open({ coherence: false });
  expect(show(600).totals).toMatchObject({ trueSharing: 0, falseSharing: 0, forHorizon: 0, upgrades: 0 });
  open({ coherence: true });
  expect(show(600).totals.trueSharing).toBeGreaterThan(0);
});

test('totals are the sums over the operations shown but each backend’s first snapshot, the timeline has all', () => {
  open();
  let misses = 0;
  let snapshots = 0;
  const warm = new Set<number>();
  for (let n = 0; n < 100; n++) {
    const shown = show(n);
    expect(shown.totals).toMatchObject({ misses, snapshots });
    expect(shown.totals.operations).toBe(n);
    const missed = rows(shown).filter((row) => row.sharing !== null);
    for (const row of missed)
      expect(row.upgrade || LINE_LEVELS.indexOf(row.level) >= LINE_LEVELS.indexOf('l3')).toBe(true);
    const { kind, backend } = shown.operation;
    if (kind === 'snapshot' && warm.has(backend)) {
      misses += missed.length;
      snapshots++;
    }
    if (kind === 'snapshot') warm.add(backend);
    const timeline = scene.timeline(n, 1);
    expect(timeline.ok && timeline.value.misses[0]).toBe(missed.length);
  }
  expect(snapshots).toBeGreaterThan(0);
  // Back, and on again.
  expect(show(10).totals.operations).toBe(10);
  expect(show(100).totals).toMatchObject({ misses, snapshots });
});

test('a time shows the last operation that has begun', () => {
  open();
  const { operation } = show(200);
  const at = (time: number) => {
    open();
    const shown = scene.show({ ns: ns(time) }, []);
    return shown.ok ? shown.value.operation : undefined;
  };
  expect(at(operation.startNs)?.startNs).toBe(operation.startNs);
  expect(at(operation.startNs - 0.001)?.startNs).toBeLessThan(operation.startNs);
  expect(at(0)?.startNs).toBe(0);
});

test.each(['first', 'middle', 'spread'] as const)('%s: where the active ones are', (place) => {
  const { places } = open({ place, active: 4, idle: 96 });
  expect(places).toEqual({ first: [0, 1, 2, 3], middle: [48, 49, 50, 51], spread: [12, 37, 62, 87] }[place]);
});

test('what cannot be shown is refused in words', () => {
  const refused = (more: Partial<SceneRequest>) => scene.open({ ...request, ...more });
  expect(refused({ active: 21 })).toMatchObject({ ok: false, error: { message: expect.stringContaining('cores') } });
  expect(refused({ active: 1 }).ok).toBe(false);
  expect(refused({ idle: 12_497 })).toMatchObject({ error: { message: expect.stringContaining('12,500') } });
  expect(scene.show({ operation: 0 }, []).ok).toBe(false);
  open();
  expect(scene.show({ operation: -1 }, []).ok).toBe(false);
  expect(scene.show({ operation: 20_000 }, []).ok).toBe(false);
  expect(scene.show({ operation: 0 }, [{ first: 0, count: 1e9 }]).ok).toBe(false);
});

test('a visibility check of two lists reads 20 words of the snapshot on average; csn asks its log, and pays for what others wrote', () => {
  for (const design of DESIGN_IDS) {
    const ask = (coherence: boolean) => {
      const check = scene.check({ design, machine: request.machine, coherence, active: 8, idle: 100 });
      if (!check.ok) throw new Error(check.error.message);
      return check.value;
    };
    const [own, without] = [ask(true), ask(false)];
    if (design === 'csn') {
      expect(own).toMatchObject({ ownLoads: 2.5, accesses: 1 });
      expect(own.ns).toBeGreaterThan(without.ns);
    } else {
      expect(own).toMatchObject({ ownLoads: 20, accesses: 0, misses: 0 });
      expect(without.ns).toBe(own.ns);
    }
  }
  expect(scene.check({ design: 'pg13', machine: request.machine, coherence: true, active: 1, idle: 0 }).ok).toBe(false);
});
