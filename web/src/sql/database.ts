/**
 * The interface that drives statements: sessions of one database, each running one simple query at a time. A query that
 * blocks stays 'waiting' until a step of another session wakes it; `settle` continues all woken ones, in the order of
 * waking. Types only; `createDatabase` is in database-run.ts.
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
  | OtherType
  | 'void';

/** Types that few specs have: other-types.ts knows them. */
export type OtherType =
  | 'numeric'
  | 'date'
  | 'int2'
  | 'float4'
  | 'float8'
  | 'bpchar'
  | 'name'
  | 'uuid'
  | 'jsonb'
  | 'timestamp'
  | 'timestamptz'
  | 'time'
  | 'interval';

export interface ResultSet {
  readonly kind: 'rows';
  readonly columns: readonly { readonly name: string; readonly type: SqlType }[];
  /** As a client gets them in text format; null is SQL's NULL. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** Of INSERT, UPDATE and DELETE with RETURNING: their command tag. */
  readonly tag?: string;
}
export interface Command {
  readonly kind: 'command';
  /** Command tag, e.g. UPDATE 1. */
  readonly tag: string;
  /** For VACUUM: its report about each table. */
  readonly vacuumed?: readonly VacuumReport[];
}
/** An error as a server would report it. */
export interface SqlError {
  readonly sqlstate: string;
  readonly message: string;
  /** ERROR, or FATAL. */
  readonly severity: 'ERROR' | 'FATAL';
  /** Of a serialization failure, a duplicate key, and of what PostgreSQL itself computes. isolationtester prints none. */
  readonly detail?: string;
}
export interface Notice {
  readonly session: number;
  readonly severity: 'NOTICE' | 'WARNING';
  readonly message: string;
  /** How many results of its query were complete when it was sent (libpq delivers them in that order). Default 0. */
  readonly after?: number;
}

/** The state of a simple query. Results before an error are kept, as libpq delivers them. */
export type QueryState =
  | { readonly status: 'idle' }
  /**
   * `wait` distinguishes one wait from the next of the same query: a new wait has a new number (and a new
   * deadlock_timeout). `statement` counts the query's statements from 0: each has its own statement_timeout.
   */
  | {
      readonly status: 'waiting';
      readonly blockers: readonly number[];
      readonly wait?: number;
      readonly statement?: number;
      /**
       * It waits for a safe snapshot: neither a deadlock check nor lock_timeout ends that. 'unseen': to isolationtester
       * the session seems to be at work (see xip_safe_wait).
       */
      readonly forSnapshot?: 'seen' | 'unseen';
    }
  | { readonly status: 'finished'; readonly results: readonly (ResultSet | Command)[]; readonly error?: SqlError };

export interface DatabaseOptions {
  readonly rules: Rules;
  readonly design?: string;
  /** The first xid that it will assign; 64 bits. Default 731 in epoch 0. */
  readonly firstXid?: bigint;
  readonly faults?: number;
  /** The session that closes a cycle is the victim (a server with a short deadlock_timeout stepped slowly). */
  readonly lastWaiterIsVictim?: boolean;
  /**
   * 'when-checked': a cycle persists until `checkDeadlock` is called for one of its sessions. For a driver with its own
   * clock, like isolationtester's runner (spec-run.ts). Default 'at-once'.
   */
  readonly deadlocks?: 'at-once' | 'when-checked';
  /** Limits: rows of a table, statements of a query; beyond them an error says so. */
  readonly maxRows?: number;
}

/** In ms, as SET has them: deadlock_timeout (default 1000), lock_timeout and statement_timeout (0: none). */
export interface Timeouts {
  readonly deadlock: number;
  readonly lock: number;
  readonly statement: number;
}
export type CancelReason = 'user request' | 'lock timeout' | 'statement timeout';

/** A compiled simple query: plans, or its error. Plain data, so that it can be made at build time. */
export interface CompiledQuery {
  readonly sql: string;
  /** Plans of the statements in order; type in plan.ts. */
  readonly statements: readonly unknown[];
  /** A syntax error, reported when the query runs. */
  readonly error?: SqlError;
  /** The error's place in the text, in UTF-16 units; missing if unknown. */
  readonly errorAt?: number;
}

/** The place of a session that is no plain connection to the database of the tables. */
export type ConnectPlace =
  /** Another database of the same server: it has no tables here. */
  | { readonly kind: 'database'; readonly name: string }
  /**
   * A standby that has replayed everything. It reports its oldest snapshot as hot_standby_feedback: together with the
   * snapshot, or through a slot at the end of each query, while the slot exists.
   */
  | { readonly kind: 'standby'; readonly slot: string | null };

export interface Database {
  /** Pays for a run's work; the runner uses it too. */
  readonly work?: Work;
  /** @param place by default the database of the tables. @param name as isolationtester puts it into application_name */
  connect(place?: ConnectPlace, name?: string): number;
  disconnect(session: number): void;
  /**
   * Before each of its transactions gets an xid, this many transactions of unseen connections start and commit, until
   * the next call. Missing: the database cannot do that (a real server; its output is the same).
   */
  setElsewhere?(session: number, transactions: number): void;
  /** Starts a query in an idle session; it runs until it has finished or waits. */
  submit(session: number, query: CompiledQuery): QueryState;
  state(session: number): QueryState;
  /** Continues woken sessions until none is woken any more; returns those that finished, in order. */
  settle(): readonly number[];
  /** Takes the result of a finished query: the session is idle again. */
  take(session: number): Extract<QueryState, { status: 'finished' }>;
  /** The timeouts that the session's SETs determine. */
  timeouts(session: number): Timeouts;
  /** DeadLockCheck for a waiting session: true if it closes a cycle; it is then the victim (settle ends its query). */
  checkDeadlock(session: number): boolean;
  /** Cancels a waiting query: ERROR: canceling statement due to user request, or to the timeout that expired. */
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
