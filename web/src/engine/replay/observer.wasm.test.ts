/** The cache lines that one snapshot touches: the page's and the texts' figures come from these counts. */
import { beforeAll, expect, test } from 'vitest';
import { DESIGN_IDS, type DesignId, REUSING_IDS } from '../../base/designs.ts';
import { en } from '../../base/messages/en/index.ts';
import { ABI } from '../wasm/abi.gen.ts';
import { wasmPlaceInNode } from '../wasm/wasm-place.node.ts';
import { type ObservedSnapshot, Observer } from './observer.ts';

const LINE = 64;
let observer: Observer;

beforeAll(async () => {
  const loaded = await Observer.load(wasmPlaceInNode('xip-engine'));
  if (!loaded.ok) throw new Error(loaded.error.message);
  observer = loaded.value;
});

function observe(design: DesignId, connections: number, reuse = false, active = 1): ObservedSnapshot {
  const answer = observer.snapshot({ design, idle: connections - active, active, reuse });
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}

/** How many different lines of each region were touched. */
function linesOf(snapshot: ObservedSnapshot): Record<string, number> {
  const lines = new Map<string, Set<number>>();
  for (const { region, offset, size } of snapshot.accesses) {
    const base = snapshot.regions.find(({ name }) => name === region)?.address ?? Number.NaN;
    const of = lines.get(region) ?? new Set();
    for (let line = Math.floor((base + offset) / LINE); line <= Math.floor((base + offset + size - 1) / LINE); line++)
      of.add(line);
    lines.set(region, of);
  }
  return Object.fromEntries([...lines].map(([region, of]) => [region, of.size]));
}

test('the ABI mirror is the engine’s own', () => {
  expect(observer.abi()).toEqual(ABI);
});

test('the page says of each design what the C code says', () => {
  const texts = (key: string): unknown => new Map<string, unknown>(Object.entries(en)).get(key);
  for (const { id, commit, reads } of observer.ladder())
    expect([texts(`ladder.from.${id}`), texts(`ladder.reads.${id}`)]).toEqual(
      [commit, reads].map((text) => text.replaceAll("'", '’')),
    );
});

test('pg13 with 100 connections reads 19 lines of PGXACT and 7 of pgprocnos', () => {
  // 100 × 12 bytes are 18.75 lines; 100 × 4 bytes behind a header of 40 bytes are 6.9.
  expect(linesOf(observe('pg13', 100))).toMatchObject({ PGXACT: 19, pgprocnos: 7 });
});

test.each(['globalvis', 'xmin-moved'] as const)('%s reads as many lines of PGXACT as pg13', (design) => {
  expect(linesOf(observe(design, 100))).toMatchObject({ PGXACT: 19, pgprocnos: 7 });
});

test('dense with 100 connections reads 7 lines of xids and nothing of anybody else', () => {
  const lines = linesOf(observe('dense', 100));
  expect(lines).toEqual({ xids: 7, PGPROC: 1, ProcArray: 1, ProcArrayLock: 1, TransamVariables: 1 });
});

test('pg9.1 reads two lines of every PGPROC, and a third where the fields straddle', () => {
  const { PGPROC } = linesOf(observe('pg9.1', 100));
  expect(PGPROC).toBeGreaterThanOrEqual(200);
  expect(PGPROC).toBeLessThanOrEqual(300);
});

test('a reused snapshot touches the lock, the counter’s line and the own PGPROC, whatever the connections', () => {
  for (const connections of [2, 100, 12_500]) {
    const snapshot = observe('pg14', connections, true);
    expect(snapshot.reused).toBe(true);
    expect(linesOf(snapshot)).toEqual({ ProcArrayLock: 1, TransamVariables: 1, PGPROC: 1 });
    expect(snapshot.accesses.filter(({ kind }) => kind === 'atomic').map(({ region }) => region)).toEqual([
      'ProcArrayLock',
      'ProcArrayLock',
    ]);
  }
});

test('unlocked-reuse touches the counter’s line and the own PGPROC, and no lock', () => {
  for (const connections of [2, 100, 12_500]) {
    const snapshot = observe('unlocked-reuse', connections, true);
    expect(linesOf(snapshot)).toEqual({ TransamVariables: 1, PGPROC: 1 });
    // It reads xmin, advertises it with a store that is a full barrier, and reads the counter before and after.
    expect(snapshot.accesses.map(({ kind, field }) => `${kind} ${field}`)).toEqual([
      'read xactCompletionCount',
      'read xmin',
      'atomic xmin',
      'read xactCompletionCount',
    ]);
  }
});

test('shared-snapshot: who scans for all reads what dense reads, and publishes two lines’ worth', () => {
  const lines = linesOf(observe('shared-snapshot', 100));
  expect(lines).toEqual({ xids: 7, PGPROC: 1, ProcArray: 1, ProcArrayLock: 1, TransamVariables: 1, SharedSnapshot: 2 });
});

test('two-pass reads the bytes of xids[] that dense reads, 16 at a time, and the rest word by word', () => {
  const dense = observe('dense', 100);
  const twoPass = observe('two-pass', 100);
  expect(linesOf(twoPass)).toEqual(linesOf(dense));
  const sizes = twoPass.accesses.filter(({ region }) => region === 'xids').map(({ size }) => size);
  // Its own xid first, then three blocks of 32, then the last four.
  expect(sizes).toEqual([4, ...Array<number>(24).fill(16), 4, 4, 4, 4]);
});

test('running-set and csn touch the same lines whoever is connected', () => {
  for (const connections of [2, 100, 12_500]) {
    const set = linesOf(observe('running-set', connections));
    expect(set).toEqual({ ProcArrayLock: 1, TransamVariables: 1, ProcArray: 1, PGPROC: 1, runningSet: 1 });
    // A backend's first snapshot also reads the data for horizons; the next one, with no end in between, does not.
    expect(linesOf(observe('csn', connections))).toEqual({ csn: 1, PGPROC: 1, TransamVariables: 1, ProcArray: 1 });
    expect(linesOf(observe('csn', connections, true))).toEqual({ csn: 1, PGPROC: 1 });
  }
});

test.each(DESIGN_IDS)('%s: only who keeps a count reuses, and the first snapshot is no reuse', (design) => {
  expect(observe(design, 10, false).reused).toBe(false);
  expect(observe(design, 10, true).reused).toBe(REUSING_IDS.includes(design));
});

test.each(DESIGN_IDS)('%s writes its own xmin and nothing else but the lock and what it publishes', (design) => {
  const { accesses } = observe(design, 50);
  const writes = accesses.filter(
    ({ kind, field, region }) =>
      (kind === 'write' && region !== 'SharedSnapshot') ||
      // csn advertises its xmin with a full barrier, because it has no lock.
      (design === 'csn' && kind === 'atomic' && field === 'xmin'),
  );
  expect(writes.map(({ field }) => field)).toEqual(['xmin']);
  const xmins = accesses.filter(({ kind, field }) => kind === 'read' && field === 'xmin').length;
  // Up to 13 it reads everybody's xmin, and its own once more before it sets it.
  expect(xmins).toBe(design === 'pg9.1' || design === 'pg13' ? 51 : 1);
});

test('every access has a region and a field, and lies within the region', () => {
  for (const design of DESIGN_IDS) {
    const { accesses, regions } = observe(design, 64, false, 4);
    for (const { region, field, offset, size } of accesses) {
      const known = regions.filter(({ name }) => name === region);
      expect(known.length).toBeGreaterThan(0);
      expect(known.some((one) => offset + size <= one.size)).toBe(true);
      expect(field).not.toBe('');
    }
  }
});

test('the cost of a scan grows with the connections by the bytes of its layout', () => {
  const at = (design: DesignId, n: number) => linesOf(observe(design, n));
  expect((at('pg13', 6400).PGXACT ?? 0) - (at('pg13', 3200).PGXACT ?? 0)).toBe((3200 * 12) / LINE);
  expect((at('dense', 6400).xids ?? 0) - (at('dense', 3200).xids ?? 0)).toBe((3200 * 4) / LINE);
});

test('what cannot be observed is refused in words', () => {
  const answer = observer.snapshot({ design: 'pg14', idle: 12_500, active: 1, reuse: false });
  expect(answer).toMatchObject({ ok: false, error: { kind: 'bad-input', message: expect.stringContaining('12,500') } });
  expect(observer.snapshot({ design: 'pg14', idle: 0, active: 0, reuse: false }).ok).toBe(false);
});
