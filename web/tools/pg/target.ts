/** What a schedule runs on: a real server, or the engine. Everything it answers is text that is the same on all of them. */
import type { SessionState } from './generate.ts';
import type { Table } from './schedule.ts';

/** What a session's client got for one simple query. */
export interface Answer {
  /** Rows as `a|b`, headed by column names; command tags; then maybe `ERROR 40001: message`. Notices come first. */
  readonly lines: readonly string[];
  readonly state: 'idle' | 'in transaction' | 'failed';
  readonly isDeadlock: boolean;
  /** Of a VACUUM: its horizon and what it did. No client sees it who does not ask. */
  readonly vacuum?: string;
}

/** What can be seen without any session noticing. */
export interface Sight {
  /** Of each session: xid, xmin, who it waits for. */
  readonly sessions: readonly string[];
  /** What a session that starts now would get: xmin, xmax, xip, subxip, overflowed. */
  readonly snapshot: string;
  readonly prepared: string;
  /** Replication slots, and what else a target that has them shows. */
  readonly holders?: readonly string[];
  /** Pages of the table: see page.ts. */
  readonly heap: readonly string[];
}

export interface Target {
  readonly name: string;
  /** A fresh table, no transactions, all sessions idle. */
  begin(table: Table): Promise<void>;
  /** Answers once the query has ended, or waits for a lock. */
  submit(session: number, sql: string): Promise<Answer | 'waiting'>;
  /** Whether a session that waits has got on in the meantime; and if so, what it has come to. */
  settle(session: number): Promise<Answer | 'waiting'>;
  observe(): Promise<Sight>;
  /** Ends everything that is open. The xid that would be taken next. */
  finish(): Promise<string>;
  /** Frees what it holds. */
  stop(): Promise<void>;
}

/** The session that a schedule of holders connects to another database of the server: the last one. */
export const ELSEWHERE = 3;

export type States = readonly SessionState[];
