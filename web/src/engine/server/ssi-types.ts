/**
 * What SERIALIZABLE remembers of a simulated server's transactions (wasm-core/src/ssi/watch.h): the latest ones, their
 * rw-conflicts and dangerous structures, and the SIREAD locks as they are now. Steps are the stage's ticks; null: no
 * step, or unknown.
 */
import type { SimSsiFailure, SimSxactState } from '../wasm/sim-ssi.gen.ts';

export type SsiState = SimSxactState;
export type SsiFailure = NonNullable<SimSsiFailure>;

export interface SsiTransaction {
  /** From 1, in the order of snapshots. */
  readonly number: number;
  /** The session's name; null: a session outside the spec. */
  readonly session: string | null;
  readonly state: SsiState;
  readonly readOnly: boolean;
  /** Its locks and conflicts still count. */
  readonly remembered: boolean;
  readonly xid: number | null;
  /** Of two that have committed, the one with the smaller number was first. */
  readonly commitOrder: number | null;
  readonly began: number | null;
  readonly ended: number | null;
}

/** A table, a page of it, a row version; or a page of an index, or all of it. */
export interface SsiTarget {
  readonly table: string;
  readonly index: string | null;
  /** Null: all of it. */
  readonly page: number | null;
  /** Null: the whole page. */
  readonly offset: number | null;
}

/** Transactions by number; null: of those that were summarized. */
export interface SsiConflict {
  readonly reader: number | null;
  readonly writer: number | null;
  readonly step: number | null;
  readonly readStep: number | null;
  readonly writeStep: number | null;
  /** The writer met the reader's SIREAD lock; false: the reader met the writer's version. */
  readonly atWrite: boolean;
  /** That lock's target, or that version. */
  readonly target: SsiTarget;
}

/** Tin → Tpivot → Tout, with Tout the first to commit: the victim has failed, or will (`failure` null). */
export interface SsiStructure {
  readonly step: number | null;
  readonly failedAt: number | null;
  readonly failure: SsiFailure | null;
  readonly victim: number;
  readonly in: number | null;
  readonly pivot: number | null;
  readonly out: number | null;
}

export interface SsiLock {
  /** Null: of those that were summarized. */
  readonly transaction: number | null;
  readonly committed: boolean;
  readonly step: number | null;
  readonly target: SsiTarget;
}

export interface StageSsi {
  readonly transactions: readonly SsiTransaction[];
  readonly conflicts: readonly SsiConflict[];
  readonly structures: readonly SsiStructure[];
  readonly locks: readonly SsiLock[];
}
