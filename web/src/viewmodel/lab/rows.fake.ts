/**
 * FAKE rows for tests and the gallery: a formula, no measurement. Never used by a page. Deterministic.
 */

import type { DesignId } from '../../base/designs.ts';
import { ns, perSecond, us } from '../../base/units.ts';
import type { ResultRow } from './rows.ts';

/** ns that a connection adds to a snapshot; a design without an entry counts as `running-set`. */
const PER_CONNECTION: Readonly<Partial<Record<DesignId, number>>> = {
  'pg9.1': 3.1,
  pg13: 1.4,
  globalvis: 1.1,
  'xmin-moved': 1,
  dense: 0.25,
  pg14: 0.001,
  'unlocked-reuse': 0.001,
  'backend-cache': 0.001,
  'shared-snapshot': 0.001,
  'two-pass': 0.1,
  'running-set': 0.001,
  csn: 0.001,
};

export function fakeRow(design: DesignId, idle: number, more: Partial<ResultRow> = {}): ResultRow {
  const nsPerSnapshot = 60 + (PER_CONNECTION[design] ?? 0.001) * idle;
  const tps = 1e9 / (28_000 + 2 * nsPerSnapshot);
  const transactions = Math.round(tps);
  return {
    design,
    active: 1,
    idle,
    mostlyIdle: 0,
    workload: 'readonly',
    lock: true,
    seconds: 1,
    transactions,
    snapshots: 2 * transactions,
    reused: design === 'pg14' ? 2 * transactions : 0,
    tps: perSecond(tps),
    tpsQuartiles: { q1: tps * 0.985, median: tps, q3: tps * 1.01, n: 50 },
    nsPerSnapshot: idle === 0 ? null : ns(nsPerSnapshot),
    costMissing: idle === 0 ? 'inNoise' : null,
    otherWorkUsAsked: us(28),
    otherWorkUsReached: us(28.1),
    mostlyIdleAskedPerS: perSecond(0),
    mostlyIdleReachedPerS: perSecond(0),
    connectsAskedPerS: perSecond(0),
    connectsReachedPerS: perSecond(0),
    operations: null,
    subtrans: null,
    slices: 50,
    oversubscribed: false,
    tpsInterval: { low: tps * 0.99, median: tps, high: tps * 1.01, n: 10 },
    disturbed: [],
    ...more,
  };
}

export const fakeSweep = (designs: readonly DesignId[], counts: readonly number[]): readonly ResultRow[] =>
  counts.flatMap((idle) => designs.map((design) => fakeRow(design, idle)));
