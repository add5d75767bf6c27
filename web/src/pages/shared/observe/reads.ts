/**
 * The memory that one snapshot reads at one position of the slider: 13, and 14 in both cases. Runs in a worker: see
 * observe-worker.ts.
 */

import type { DesignId } from '../../../base/designs.ts';
import type { EngineError } from '../../../base/engine-error.ts';
import type { Result } from '../../../base/result.ts';
import type { ObservedAccess } from '../../../engine/lab/lab-types.ts';
import { countReads, type RegionPlace, type SnapshotReads } from '../../../viewmodel/race/snapshot-reads.ts';

export interface Reads {
  readonly slow: SnapshotReads;
  readonly reuse: SnapshotReads;
  readonly scan: SnapshotReads;
}
/** Counts them outside the main thread. */
export type CountReads = (idle: number, active: number) => Promise<Result<Reads, EngineError>>;

interface Observation {
  readonly accesses: readonly ObservedAccess[];
  readonly regions: readonly RegionPlace[];
}
type Observe = (request: {
  readonly design: DesignId;
  readonly idle: number;
  readonly active: number;
  readonly reuse: boolean;
}) => Result<Observation, EngineError>;

export function readsAt(observe: Observe, idle: number, active: number): Result<Reads, EngineError> {
  const one = (design: DesignId, reuse: boolean): Result<SnapshotReads, EngineError> => {
    const seen = observe({ design, idle, active, reuse });
    if (!seen.ok) return seen;
    const { accesses, regions } = seen.value;
    return { ok: true, value: countReads(design, reuse ? 'reuse' : 'scan', idle, accesses, regions) };
  };
  // 13 does the same in both cases.
  const slow = one('pg13', false);
  const reuse = one('pg14', true);
  const scan = one('pg14', false);
  if (!slow.ok) return slow;
  if (!reuse.ok) return reuse;
  if (!scan.ok) return scan;
  return { ok: true, value: { slow: slow.value, reuse: reuse.value, scan: scan.value } };
}
