import { expect, test } from 'vitest';
import { DESIGN_IDS, type DesignId } from '../../base/designs.ts';
import { ns } from '../../base/units.ts';
import type { ObservedAccess } from '../../engine/lab/lab-types.ts';
import { OPERATION_KINDS } from '../../engine/replay/scene-types.ts';
import { fakeRow } from '../lab/rows.fake.ts';
import { modelRow } from '../prediction/model-rows.fake.ts';
import { meanRows } from '../prediction/model-rows.ts';
import { PUBLISHED_GAINS } from './ladder.fake.ts';
import {
  type LadderCount,
  ladderRows,
  measuredCosts,
  missesOfRow,
  operationNs,
  touchedRegions,
} from './ladder-case.ts';

const access = (region: string, offset: number, size: number, kind: ObservedAccess['kind'] = 'read') => ({
  region,
  offset,
  size,
  kind,
  field: 'f',
});

test('each byte and each line counts once; lines are those of memory, wherever a region begins', () => {
  const regions = touchedRegions(
    [
      access('xids', 0, 4),
      access('xids', 0, 4),
      access('xids', 60, 4),
      access('lock', 0, 4, 'atomic'),
      access('xids', 64, 4, 'write'),
    ],
    [
      { name: 'xids', address: 0 },
      { name: 'lock', address: 128 },
    ],
  );
  expect(regions).toEqual([
    { region: 'xids', lines: 2, bytes: 12, written: 1 },
    { region: 'lock', lines: 1, bytes: 4, written: 1 },
  ]);
  // The same bytes, shifted by 8: byte 60 is on the next line.
  expect(touchedRegions([access('xids', 0, 4), access('xids', 60, 4)], [{ name: 'xids', address: 8 }])).toEqual([
    { region: 'xids', lines: 2, bytes: 8, written: 0 },
  ]);
});
test('a line on which two regions meet is one line, the first one’s, and written if either writes there', () => {
  // pgprocnos[] begins 40 bytes after its header.
  const places = [
    { name: 'ProcArray', address: 128 },
    { name: 'pgprocnos', address: 168 },
  ];
  const header = access('ProcArray', 0, 4);
  expect(touchedRegions([header, access('pgprocnos', 0, 4, 'write'), access('pgprocnos', 24, 4)], places)).toEqual([
    { region: 'ProcArray', lines: 1, bytes: 8, written: 1 },
    { region: 'pgprocnos', lines: 1, bytes: 4, written: 0 },
  ]);
  expect(touchedRegions([header, access('pgprocnos', 0, 4)], places).map(({ region }) => region)).toEqual([
    'ProcArray',
  ]);
});
test('misses that are neither shared nor for the horizon are the others; never fewer than none', () => {
  expect(missesOfRow(modelRow('pg13', 0, 1))).toEqual({ trueSharing: 1, falseSharing: 1, forHorizon: 0.5, other: 0.5 });
  const row = modelRow('pg13', 0, 1);
  expect(missesOfRow({ perSnapshot: { ...row.perSnapshot, misses: 1 } }).other).toBe(0);
});
test('operations of everybody’s first transaction do not count', () => {
  const of = (kind: (typeof OPERATION_KINDS)[number], transaction: number, took: number) => ({
    kind,
    transaction,
    took,
  });
  const all = [of('assign', 0, 999), of('assign', 1, 10), of('end', 1, 40), of('assign', 2, 20), of('snapshot', 2, 7)];
  const timeline = {
    count: all.length,
    kind: Uint8Array.from(all.map(({ kind }) => OPERATION_KINDS.indexOf(kind))),
    transaction: Uint32Array.from(all.map(({ transaction }) => transaction)),
    startNs: Float64Array.from(all.map((_, i) => i * 1000)),
    endNs: Float64Array.from(all.map(({ took }, i) => i * 1000 + took)),
  };
  expect(operationNs(timeline)).toEqual({ assign: 15, end: 40 });
  expect(operationNs({ ...timeline, count: 1 })).toEqual({ assign: null, end: null });
});
test('a row for each design with what is known; what is not is null', () => {
  const count: LadderCount = {
    rung: { id: 'xmin-moved', commit: '1f51c17c68d', reads: 'flags and xid' },
    regions: [{ region: 'PGXACT', lines: 19, bytes: 600, written: 0 }],
    again: [{ region: 'PGXACT', lines: 19, bytes: 600, written: 0 }],
    inScene: {
      operations: { assign: ns(15), end: ns(40) },
      check: { ns: ns(5), ownLoads: 20, accesses: 0, misses: 0 },
    },
  };
  const rows = ladderRows({
    counts: new Map<DesignId, LadderCount>([['xmin-moved', count]]),
    modelled: meanRows([modelRow('pg14', 100, 1)], 1),
    alone: [{ ...modelRow('pg14', 100, 1), nsPerSnapshot: ns(14) }],
    measured: new Map([['pg14' as const, { snapshot: ns(30), visibility: ns(20), assign: ns(31), end: ns(32) }]]),
    gains: PUBLISHED_GAINS,
  });
  expect(rows.length).toBe(DESIGN_IDS.length);
  const of = (design: DesignId) => rows.find((row) => row.design === design);
  expect(of('xmin-moved')).toMatchObject({ inPostgres: true, reads: 'flags and xid', misses: null });
  expect(of('xmin-moved')?.gains.length).toBe(3);
  expect(of('xmin-moved')?.costs.assign).toEqual({ measured: null, modelled: 15 });
  // The cost for one thread without commits is never in the same figure as the cost next to writers.
  expect(of('pg14')?.costs.alone).toEqual({ measured: 30, modelled: 14 });
  expect(of('pg14')?.costs.snapshot).toEqual({
    measured: null,
    modelled: 200,
    seeds: { low: 200, median: 200, high: 200, n: 1 },
  });
  expect(of('pg14')?.regions).toBeNull();
  expect(of('csn')).toMatchObject({ inPostgres: false, gains: [] });
  expect(of('pg14')?.costs).toMatchObject({
    visibility: { measured: 20, modelled: null },
    assign: { measured: 31, modelled: null },
    end: { measured: 32, modelled: null },
  });
  expect(of('xmin-moved')?.costs.visibility).toEqual({ measured: null, modelled: 5 });
  expect(of('csn')?.costs.visibility).toEqual({ measured: null, modelled: null });
  // A design's reads are known before the costs of its operations.
  const early = ladderRows({
    counts: new Map<DesignId, LadderCount>([['xmin-moved', { ...count, inScene: null }]]),
    modelled: [],
    alone: [],
    measured: new Map(),
    gains: [],
  }).find(({ design }) => design === 'xmin-moved');
  expect(early?.regions).toEqual(count.regions);
  expect(early?.costs).toMatchObject({ visibility: { modelled: null }, assign: { modelled: null } });
});

test('measured costs join the bare loop and the operations of one design, at one number of connections', () => {
  const operations = { check: ns(20), assign: ns(30), end: null };
  const costs = measuredCosts(
    [
      fakeRow('pg13', 100, { workload: 'snapshot', nsPerSnapshot: ns(200) }),
      fakeRow('pg13', 100, { workload: 'operations', nsPerSnapshot: null, operations }),
      fakeRow('csn', 100, { workload: 'operations', nsPerSnapshot: null, operations }),
      fakeRow('pg14', 1000, { workload: 'snapshot', nsPerSnapshot: ns(30) }),
    ],
    100,
  );
  expect([...costs]).toEqual([
    ['pg13', { snapshot: 200, visibility: 20, assign: 30, end: null }],
    ['csn', { snapshot: null, visibility: 20, assign: 30, end: null }],
  ]);
});
