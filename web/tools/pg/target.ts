/** The target of a schedule: a real server, or the engine. All its answers are text that is the same on all of them. */
import type { SessionState } from './generate.ts';
import type { Table } from './schedule.ts';

/** A client's answer to one simple query. */
export interface Answer {
  /** Rows as `a|b`, headed by column names; command tags; then maybe `ERROR 40001: message`. Notices come first. */
  readonly lines: readonly string[];
  readonly state: 'idle' | 'in transaction' | 'failed';
  readonly isDeadlock: boolean;
  /** For a VACUUM: its horizon and its counts. A client sees them only with VERBOSE. */
  readonly vacuum?: string;
}

/** Facts that can be observed without affecting any session. */
export interface Sight {
  /** For each session: xid, xmin, and the session that it waits for. */
  readonly sessions: readonly string[];
  /** The snapshot of a session that starts now: xmin, xmax, xip, subxip, overflowed. */
  readonly snapshot: string;
  readonly prepared: string;
  /** Replication slots, and other facts of targets that have them. */
  readonly holders?: readonly string[];
  /** Pages of the table: see page.ts. */
  readonly heap: readonly string[];
}

export interface Target {
  readonly name: string;
  /** A fresh table, no transactions, all sessions idle. */
  begin(table: Table): Promise<void>;
  /** Returns once the query has ended, or waits for a lock. */
  submit(session: number, sql: string): Promise<Answer | 'waiting'>;
  /** Returns the answer of a waiting session if it has continued in the meantime. */
  settle(session: number): Promise<Answer | 'waiting'>;
  observe(): Promise<Sight>;
  /** Ends all open transactions. Returns the next xid. */
  finish(): Promise<string>;
  /** Frees its resources. */
  stop(): Promise<void>;
}

/** The session that a schedule of holders connects to another database of the server: the last one. */
export const ELSEWHERE = 3;

export type States = readonly SessionState[];
