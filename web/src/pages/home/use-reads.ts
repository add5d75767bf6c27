/** What one snapshot reads at the slider's place, counted by the engine build once the slider stands still. */
import { useEffect, useState } from 'react';
import type { Result } from '../../base/result.ts';
import type { DesignId, LabError, ObservedAccess } from '../../engine/lab-types.ts';
import { countReads, type RegionPlace, type SnapshotReads } from '../../model/snapshot-reads.ts';

export interface ObserveRequest {
  readonly design: DesignId;
  readonly idle: number;
  readonly active: number;
  /** True: no transaction has ended since this backend's last snapshot. */
  readonly reuse: boolean;
}
export type ObserveSnapshot = (
  request: ObserveRequest,
) => Promise<
  Result<{ readonly accesses: readonly ObservedAccess[]; readonly regions: readonly RegionPlace[] }, LabError>
>;

export interface Reads {
  readonly slow: SnapshotReads;
  readonly reuse: SnapshotReads;
  readonly scan: SnapshotReads;
}
export type ReadsState = Result<Reads, LabError> | undefined;

/** So long the slider has to stand still: counting 10,000 entries is work for the main thread's neighbours too. */
const STILL_MS = 160;

export function useReads(observe: ObserveSnapshot, idle: number, active: number): ReadsState {
  const [state, setState] = useState<ReadsState>(undefined);
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(() => {
      void readsAt(observe, idle, active).then((reads) => {
        if (!gone) setState(reads);
      });
    }, STILL_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [observe, idle, active]);
  return state;
}

async function readsAt(observe: ObserveSnapshot, idle: number, active: number): Promise<Result<Reads, LabError>> {
  const one = async (design: DesignId, reuse: boolean): Promise<Result<SnapshotReads, LabError>> => {
    const seen = await observe({ design, idle, active, reuse });
    if (!seen.ok) return seen;
    const { accesses, regions } = seen.value;
    return { ok: true, value: countReads(design, reuse ? 'reuse' : 'scan', idle, accesses, regions) };
  };
  // 13 does the same in both cases.
  const slow = await one('pg13', false);
  const reuse = await one('pg14', true);
  const scan = await one('pg14', false);
  if (!slow.ok) return slow;
  if (!reuse.ok) return reuse;
  if (!scan.ok) return scan;
  return { ok: true, value: { slow: slow.value, reuse: reuse.value, scan: scan.value } };
}
