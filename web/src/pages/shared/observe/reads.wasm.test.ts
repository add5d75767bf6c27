/** The lens on Home shows the memory that the C code wrote, at the offsets of the server's own structures. */
import { beforeAll, expect, test } from 'vitest';
import { Observer } from '../../../engine/replay/observer.ts';
import { wasmPlaceInNode } from '../../../engine/wasm/wasm-place.node.ts';
import type { LensSegment, LineLens } from '../../../viewmodel/race/line-lens.ts';
import { type Reads, readsAt } from './reads.ts';

let reads: Reads;
beforeAll(async () => {
  const loaded = await Observer.load(wasmPlaceInNode('xip-engine'));
  if (!loaded.ok) throw new Error(loaded.error.message);
  const answer = readsAt((request) => loaded.value.snapshot(request), 999, 1);
  if (!answer.ok) throw new Error(answer.error.message);
  reads = answer.value;
});
const fields = (lens: LineLens | null): readonly LensSegment[] =>
  (lens?.segments ?? []).filter(({ field }) => field !== '');

test('13: entries of 12 bytes that straddle the line, every xid 0, and its own xmin written among them', () => {
  const { lens } = reads.slow;
  expect(lens).toMatchObject({ region: 'PGXACT', entrySize: 12, lines: 188 });
  expect(lens?.torn.start === true || lens?.torn.end === true).toBe(true);
  const xids = fields(lens).filter(({ field }) => field === 'xid');
  expect(xids.length).toBeGreaterThanOrEqual(5);
  expect(xids.every(({ value }) => value === 0)).toBe(true);
  const [written, ...more] = fields(lens).filter(({ kind }) => kind === 'written');
  expect(more).toEqual([]);
  expect(written?.field).toBe('xmin');
  // The one value that the snapshot itself wrote: a normal xid.
  expect(written?.value).toBeGreaterThanOrEqual(3);
  const others = fields(lens).filter(({ field, kind }) => field === 'xmin' && kind === 'read');
  expect(others.every(({ value }) => value === 0)).toBe(true);
});

test('14, after a transaction has ended: sixteen xids of 4 bytes fill the line, none written', () => {
  const { lens } = reads.scan;
  expect(lens).toMatchObject({ region: 'xids', entrySize: 4, entries: 16, torn: { start: false, end: false } });
  expect(fields(lens).map(({ offset, size, kind, value }) => [offset, size, kind, value])).toEqual(
    Array.from({ length: 16 }, (_, i) => [i * 4, 4, 'read', 0]),
  );
});

test('14, with none ended: of the line it reads the counter alone, its last 8 bytes', () => {
  const { lens } = reads.reuse;
  expect(lens).toMatchObject({ region: 'TransamVariables', lines: 1 });
  expect(fields(lens)).toHaveLength(1);
  expect(fields(lens)[0]).toMatchObject({ field: 'xactCompletionCount', offset: 56, size: 8, kind: 'read' });
  expect(fields(lens)[0]?.value).toBeGreaterThan(0);
});

test('13 with 1,000 connections: the lock, the counter, 40 + 4,000 bytes of pgprocnos[] and its header, 12,000 of PGXACT', () => {
  // The header and the first of pgprocnos[] are on one line, and it counts once.
  expect(reads.slow.lines).toBe(1 + 1 + Math.ceil(4040 / 64) + Math.ceil(12_000 / 64));
});
