/**
 * FAKE ladder for tests and the gallery. Lines and bytes of 9.1 to 14 follow the layouts by hand for 100 connections;
 * all times and misses, and everything about the last six, are invented. The gains are the published ones.
 */
import { ns } from '../../base/units.ts';
import { LADDER_IDS, type LadderId } from '../design-style.ts';
import {
  type CommitGain,
  type CostFigure,
  gainsFor,
  type Ladder,
  type LadderRow,
  type TouchedRegion,
} from './ladder.ts';

export const PUBLISHED_GAINS: readonly CommitGain[] = [
  { commit: '1f51c17c68d', workload: 'pgbench read-only on a smaller 2-socket machine', gain: 1.07 },
  { commit: '1f51c17c68d', workload: 'pgbench read-only submitted in batches of 100 queries', gain: 1.22 },
  { commit: '1f51c17c68d', workload: 'batches of 100 empty SELECTs', gain: 2.85 },
  {
    commit: '941697c3c1a+5788e258bb2+73487a60fc1',
    workload: 'pgbench read-only on a larger 2-socket machine',
    gain: 1.07,
  },
  { commit: '941697c3c1a+5788e258bb2+73487a60fc1', workload: 'read-heavy mixed without row contention', gain: 1.1 },
  { commit: '623a9ba79bb', workload: 'pgbench read-only on a smaller 2-socket machine', gain: 1.03 },
  {
    commit: '623a9ba79bb',
    workload: 'pgbench read-only on a larger machine (about double the smaller one’s gain)',
    gain: 1.06,
  },
];

/** A rung that is not in these three gets plain figures: a new design needs no entry here. */
const FROM: Readonly<Partial<Record<LadderId, string>>> = {
  'pg9.1': 'up to 9.1',
  pg13: '9.2 to 13',
  globalvis: 'dc7420c2c92',
  'xmin-moved': '1f51c17c68d',
  dense: '941697c3c1a, 5788e258bb2, 73487a60fc1',
  pg14: '623a9ba79bb; 14 to 18',
  'unlocked-reuse': 'an idea of 2012',
  'backend-cache': 'left open in 2020',
  'shared-snapshot': 'left open in 2020',
  'two-pass': 'left open in 2020',
  'running-set': 'left open in 2020',
  csn: 'discussed for years',
};
const READS: Readonly<Partial<Record<LadderId, string>>> = {
  'pg9.1': 'PGPROC of every connection: databaseId, flags, xmin, xid',
  pg13: 'pgprocnos[] and the PGXACT of every connection: flags, xmin and xid',
  globalvis: 'pgprocnos[] and the PGXACT of every connection: flags and xid',
  'xmin-moved': 'pgprocnos[] and the PGXACT of every connection: flags and xid',
  dense: 'xids[] of every connection; statusFlags[] of those with an xid',
  pg14: 'the counter; and only if it moved since the last snapshot, xids[] of every connection',
  'unlocked-reuse': 'the counter, without the lock',
  'backend-cache': 'the counter, once for all snapshot types',
  'shared-snapshot': 'the shared snapshot’s number, and its list',
  'two-pass': 'xids[] of every connection, 16 bytes a load',
  'running-set': 'the list of running xids alone',
  csn: 'one commit sequence number',
};
const region = (name: string, lines: number, bytes: number, written = 0): TouchedRegion => ({
  region: name,
  lines,
  bytes,
  written,
});
const COUNTER = region('TransamVariables', 1, 16);
const LOCK = region('ProcArrayLock', 1, 4, 1);
const OWN = region('own PGPROC', 1, 8, 1);
const XIDS = region('xids', 7, 400);
const REGIONS: Readonly<Partial<Record<LadderId, readonly TouchedRegion[]>>> = {
  'pg9.1': [region('PGPROC', 100, 1600, 1), COUNTER, LOCK],
  pg13: [region('PGXACT', 19, 1000, 1), region('pgprocnos', 7, 400), COUNTER, LOCK],
  globalvis: [region('PGXACT', 19, 600, 1), region('pgprocnos', 7, 400), COUNTER, LOCK],
  'xmin-moved': [region('PGXACT', 19, 600), region('pgprocnos', 7, 400), COUNTER, LOCK, OWN],
  dense: [XIDS, COUNTER, LOCK, OWN],
  pg14: [COUNTER, LOCK, OWN],
  'unlocked-reuse': [COUNTER, OWN],
  'backend-cache': [COUNTER, LOCK, OWN],
  'shared-snapshot': [region('shared snapshot', 2, 96), LOCK, OWN],
  'two-pass': [XIDS, COUNTER, LOCK, OWN],
  'running-set': [region('running', 1, 40), COUNTER, LOCK, OWN],
  csn: [region('sequence', 1, 8), OWN],
};

/** For the designs that keep something: the regions that they touch when they must scan. */
const SCAN = [XIDS, COUNTER, LOCK, OWN];
const SCANS: Readonly<Partial<Record<LadderId, readonly TouchedRegion[]>>> = {
  pg14: SCAN,
  'unlocked-reuse': SCAN,
  'backend-cache': SCAN,
};

function fakeRow(design: LadderId, i: number, all: boolean): LadderRow {
  const inPostgres = i < 6;
  const from = FROM[design] ?? 'an idea';
  const cost = (measured: number, modelled: number): CostFigure => ({
    measured: all || inPostgres ? ns(measured) : null,
    modelled: all ? ns(modelled) : null,
  });
  const snapshot = [612, 108, 96, 94, 41, 17, 12, 16, 24, 19, 15, 9][i] ?? 10;
  return {
    design,
    from,
    inPostgres,
    reads: READS[design] ?? READS.dense ?? '',
    regions: all || inPostgres ? (SCANS[design] ?? REGIONS[design] ?? [XIDS, COUNTER, LOCK, OWN]) : null,
    again: all || inPostgres ? (REGIONS[design] ?? [XIDS, COUNTER, LOCK, OWN]) : null,
    misses: all
      ? {
          trueSharing: 2 + (i % 3) * 0.4,
          falseSharing: i === 2 ? 8.4 : 0,
          forHorizon: i < 2 ? 8.9 - i : 0,
          other: i < 5 ? 0.1 : 0,
        }
      : null,
    costs: {
      alone: cost(snapshot, snapshot * 0.8),
      snapshot: {
        measured: null,
        modelled: all ? ns(snapshot * 2.3) : null,
        seeds: all ? { low: snapshot * 2, median: snapshot * 2.3, high: snapshot * 2.7, n: 9 } : null,
      },
      visibility: cost(design === 'csn' ? 38 : 6.2, 7.1),
      assign: cost(18 + i * 2.1, 61),
      end: cost(24 + i * 1.7, 88),
    },
    gains: gainsFor(from, PUBLISHED_GAINS),
  };
}

/** `whole`: every figure exists. `half`: nothing is modelled, and the last six are neither counted nor measured. */
export function fakeLadder(state: 'whole' | 'half' | 'bare'): Ladder {
  const rows = LADDER_IDS.map((design, i) => fakeRow(design, i, state === 'whole'));
  const nothing: CostFigure = { measured: null, modelled: null };
  return {
    connections: 100,
    activeWriters: 8,
    measuredOn: state === 'bare' ? null : 'this machine, 2 threads (invented)',
    modelledOn: state === 'whole' ? '2 × Xeon Gold 5215 (invented)' : null,
    rows:
      state === 'bare'
        ? rows.map((row) => ({
            ...row,
            regions: null,
            again: null,
            costs: { alone: nothing, snapshot: nothing, visibility: nothing, assign: nothing, end: nothing },
          }))
        : rows,
  };
}
