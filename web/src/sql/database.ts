/**
 * What drives statements: sessions of one database, each running one simple query at a time. A query that blocks stays
 * 'waiting' until a step of another session wakes it; `settle` runs all woken ones on, in the order of waking.
 * Types only; `createDatabase` is in database-run.ts.
 */
import type { Rules, VacuumReport } from './core.ts';
import type { Work } from './limits.ts';

export type SqlType =
  | 'int4'
  | 'int8'
  | 'text'
  | 'bool'
  | 'xid'
  | 'xid8'
  | 'cid'
  | 'tid'
  | 'pg_snapshot'
  | 'float8'
  | 'numeric'
  | 'void';

export interface ResultSet {
  readonly kind: 'rows';
  readonly columns: readonly { readonly name: string; readonly type: SqlType }[];
  /** As a client gets them in text format; null is SQL's NULL. */
  readonly rows: readonly (readonly (string | null)[])[];
}
export interface Command {
  readonly kind: 'command';
  /** Command tag, e.g. UPDATE 1. */
  readonly tag: string;
  /** Of VACUUM: what it did to each table. */
  readonly vacuumed?: readonly VacuumReport[];
}
/** An error a server would answer. */
export interface SqlError {
  readonly sqlstate: string;
  readonly message: string;
  /** ERROR, or FATAL. */
  readonly severity: 'ERROR' | 'FATAL';
}
export interface Notice {
  readonly session: number;
  readonly severity: 'NOTICE' | 'WARNING';
  readonly message: string;
  /** How many results of its query were complete when it was sent (libpq hands them out in that order). Default 0. */
  readonly after?: number;
}

/** What became of a simple query. Results before an error are kept, as libpq hands them out. */
export type QueryState =
  | { readonly status: 'idle' }
  /**
   * `wait` tells one wait from the next of the same query: another number, another wait (another deadlock_timeout).
   * `statement` counts the query's statements from 0: each has a statement_timeout of its own.
   */
  | {
      readonly status: 'waiting';
      readonly blockers: readonly number[];
      readonly wait?: number;
      readonly statement?: number;
    }
  | { readonly status: 'finished'; readonly results: readonly (ResultSet | Command)[]; readonly error?: SqlError };

export interface DatabaseOptions {
  readonly rules: Rules;
  readonly design?: string;
  /** First xid to be given out; 64 bits. Default 731 in epoch 0. */
  readonly firstXid?: bigint;
  readonly faults?: number;
  /** The one who closes a cycle dies (a server with a short deadlock_timeout stepped slowly). */
  readonly lastWaiterIsVictim?: boolean;
  /**
   * 'when-checked': a cycle stands until `checkDeadlock` is called for one of its sessions. For a driver that keeps a
   * clock itself, as isolationtester's runner does (spec-run.ts). Default 'at-once'.
   */
  readonly deadlocks?: 'at-once' | 'when-checked';
  /** Limits: rows of a table, statements of a query; reached, they are an error that says so. */
  readonly maxRows?: number;
}

/** In ms, as SET has them: deadlock_timeout (default 1000), lock_timeout and statement_timeout (0: none). */
export interface Timeouts {
  readonly deadlock: number;
  readonly lock: number;
  readonly statement: number;
}
export type CancelReason = 'user request' | 'lock timeout' | 'statement timeout';

/** A compiled simple query: plans, or what is wrong with it. Plain data, so that it can be made at build time. */
export interface CompiledQuery {
  readonly sql: string;
  /** Plans of the statements in order; type in plan.ts. */
  readonly statements: readonly unknown[];
  /** A syntax error, answered when it is run. */
  readonly error?: SqlError;
  /** Where in the text that error is, in UTF-16 units; left out where nobody knows. */
  readonly errorAt?: number;
}

/** Where a session is that is no plain connection to the database of the tables. */
export type ConnectPlace =
  /** Another database of the same server: it has no tables here. */
  | { readonly kind: 'database'; readonly name: string }
  /**
   * A standby that has replayed everything. Its oldest snapshot comes back as hot_standby_feedback: with the snapshot, or
   * at the end of each query through a slot, while that exists.
   */
  | { readonly kind: 'standby'; readonly slot: string | null };

export interface Database {
  /** What a run pays its work with; the runner pays with it too. */
  readonly work?: Work;
  /** @param place of the database where the tables are, unless said otherwise */
  connect(place?: ConnectPlace): number;
  disconnect(session: number): void;
  /**
   * Before each of its transactions gets an xid, so many of connections that nobody looks at come and commit, until this is
   * called again. Left out: the database cannot do that (a real server; what it prints is the same).
   */
  setElsewhere?(session: number, transactions: number): void;
  /** Starts a query in an idle session; it runs until it has finished or waits. */
  submit(session: number, query: CompiledQuery): QueryState;
  state(session: number): QueryState;
  /** Runs woken sessions on until nobody is woken any more; answers who finished, in order. */
  settle(): readonly number[];
  /** Takes the result of a finished query: the session is idle again. */
  take(session: number): Extract<QueryState, { status: 'finished' }>;
  /** What the session's SETs say of waiting. */
  timeouts(session: number): Timeouts;
  /** DeadLockCheck for a waiting session: true when it closes a cycle, and is then the victim (settle ends its query). */
  checkDeadlock(session: number): boolean;
  /** Cancels a waiting query: ERROR: canceling statement due to user request, or to the timeout that ran out. */
  cancel(session: number, why?: CancelReason): void;
  takeNotices(): readonly Notice[];
  checkpoint(): Checkpoint;
  restore(saved: Checkpoint): void;
}
/** Opaque; structured-cloneable. */
export interface Checkpoint {
  readonly core: Uint8Array;
  readonly sessions: unknown;
}
