/**
 * What a stage shows of a standby beside its server (standby-core.ts): the primary's WAL as far as it says who runs, how
 * far the standby has replayed it, and what snapshots say there. Plain data: it crosses from the worker to the page.
 *
 * A *position* counts records: so many stand before it. Everything follows from the request, whatever was asked before.
 */
import type { StandbyState, WalRecord } from './standby-core.ts';

export interface StandbyRequest {
  /** Where the standby was copied: 0 where the server began, with nobody running; else while it went on running. */
  readonly from: number;
  /** How far it has replayed; 'end': all there is; null: what the set-up wrote. Never before `from`, nor past WAL's end. */
  readonly replay: number | 'end' | null;
  /** Where its query sessions have taken a snapshot that they still hold. */
  readonly held: readonly number[];
}

export interface StandbyRecord extends Pick<WalRecord, 'kind' | 'xid' | 'xids' | 'overflowed'> {
  /** The tick of the primary that wrote it; 0: the set-up. */
  readonly tick: number;
}

export interface SnapshotForm {
  readonly xmin: number;
  readonly xmax: number;
  /** Empty in recovery. */
  readonly xip: readonly number[];
  readonly subxip: readonly number[];
  readonly suboverflowed: boolean;
}
export interface HeldSnapshot {
  readonly at: number;
  /** `ahead`: replay has not come to its position; `refused`: nobody could connect there. */
  readonly state: 'taken' | 'ahead' | 'refused';
  /** Null unless it is taken. */
  readonly snapshot: SnapshotForm | null;
}

export interface StandbyShown {
  readonly records: readonly StandbyRecord[];
  /** WAL goes on behind `records`: that much is not shown, and not replayed. */
  readonly more: boolean;
  /** Where the primary's WAL ended after each tick, from tick 0 to the one that is shown. */
  readonly ends: readonly number[];
  readonly from: number;
  readonly at: number;
  readonly state: Pick<
    StandbyState,
    'readiness' | 'pendingXmin' | 'latestCompletedXid' | 'nextXid' | 'lastOverflowedXid' | 'known'
  >;
  /** The standby's pg_subtrans: subtransaction and top one, ascending. */
  readonly parents: readonly (readonly [xid: number, parent: number])[];
  /** Taken now; null: it can give none. */
  readonly snapshot: SnapshotForm | null;
  readonly held: readonly HeldSnapshot[];
  /** A snapshot of the primary's, taken by somebody who runs no transaction. */
  readonly primary: {
    readonly now: SnapshotForm;
    /** Of the latest tick whose WAL is all replayed; null: not even the set-up's is. */
    readonly replayed: { readonly tick: number; readonly snapshot: SnapshotForm } | null;
  };
  /** Why the standby stopped before `at` was reached; null: it did not. */
  readonly stopped: string | null;
}
