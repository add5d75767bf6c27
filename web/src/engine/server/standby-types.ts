/**
 * A standby next to its server, as a stage shows it (standby-core.ts): the primary's WAL records about running xids,
 * how far the standby has replayed them, and its snapshots there. Plain data: it crosses from the worker to the page.
 *
 * A *position* is the number of records before it. The result depends only on the request, not on earlier ones.
 */
import type { SnapshotAsked } from './snapshot-answers.ts';
import type { StandbyState, WalRecord } from './standby-core.ts';

export interface StandbyRequest {
  /**
   * Where the standby was copied: 0 at the server's start, with nobody running; otherwise while the server was running.
   */
  readonly from: number;
  /** How far it has replayed; 'end': everything; null: the set-up's WAL. Never before `from`, nor past WAL's end. */
  readonly replay: number | 'end' | null;
  /** Positions at which its query sessions took a snapshot that they still hold. */
  readonly held: readonly number[];
}

export interface StandbyRecord extends Pick<WalRecord, 'kind' | 'xid' | 'xids' | 'overflowed'> {
  /** The tick of the primary that wrote it; 0: the set-up. */
  readonly tick: number;
}

export interface HeldSnapshot {
  readonly at: number;
  /** `ahead`: replay has not reached its position; `refused`: nobody could connect there. */
  readonly state: 'taken' | 'ahead' | 'refused';
  /** Null unless it is taken. */
  readonly snapshot: SnapshotAsked | null;
}

export interface StandbyShown {
  readonly records: readonly StandbyRecord[];
  /** There is more WAL after `records`: it is neither shown nor replayed. */
  readonly more: boolean;
  /** The end of the primary's WAL after each tick, from tick 0 to the one shown. */
  readonly ends: readonly number[];
  readonly from: number;
  readonly at: number;
  readonly state: Pick<
    StandbyState,
    'readiness' | 'pendingXmin' | 'latestCompletedXid' | 'nextXid' | 'lastOverflowedXid' | 'known'
  >;
  /** The standby's pg_subtrans: each subtransaction with its top transaction, ascending. */
  readonly parents: readonly (readonly [xid: number, parent: number])[];
  /** A snapshot taken now; null: the standby cannot take one. */
  readonly snapshot: SnapshotAsked | null;
  readonly held: readonly HeldSnapshot[];
  /** A snapshot of the primary, taken by a session without a transaction. */
  readonly primary: {
    readonly now: SnapshotAsked;
    /** The latest tick whose WAL is fully replayed; null: not even the set-up's is. */
    readonly replayed: { readonly tick: number; readonly snapshot: SnapshotAsked } | null;
  };
  /** Why the standby stopped before it reached `at`; null: it did not stop. */
  readonly stopped: string | null;
}
