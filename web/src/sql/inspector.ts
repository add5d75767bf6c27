/**
 * What system views show of a server beyond what statements ask it (core.ts): its locks, its sessions as the proc array
 * has them, its pages. Types only; whoever brings the evaluator, which makes answers of these rows, brings this too.
 * Nothing here changes the server.
 */

/** A line of pg_locks without SIREAD locks. */
export interface LockLine {
  /** A session; SESSIONS + the handle of a prepared transaction. */
  readonly owner: number;
  readonly kind: 'relation' | 'transaction' | 'tuple' | 'advisory';
  /** Relation or xid, block, offset number; of an advisory lock its two numbers, then class and database. */
  readonly on: readonly [number, number, number];
  /** LOCKMODE */
  readonly mode: number;
  readonly granted: boolean;
  readonly fast: boolean;
}
export interface SireadLine {
  /** As above; undefined: of summarized transactions. */
  readonly owner: number | undefined;
  readonly committed: boolean;
  readonly relation: number;
  /** 0: the table itself; else the number of an index (serializable.ts). */
  readonly index: number;
  readonly page: number | undefined;
  readonly offset: number | undefined;
}
export interface Activity {
  readonly pgprocno: number;
  /** 0: no transaction. */
  readonly level: number;
  /** As its PGPROC shows them; 0: none. */
  readonly xid: number;
  readonly xmin: number;
  /** How many transactions it has started. */
  readonly xacts: number;
  readonly waitsFor: 'relation' | 'transaction' | 'tuple' | 'advisory' | 'snapshot' | undefined;
}
/** One row of heap_page_items. */
export type PageItem = Readonly<Record<string, string | number | null>>;

export interface Inspector {
  /** Ids of sessions are below it; from it on are prepared transactions. */
  readonly sessions: number;
  locks(): readonly LockLine[];
  sireads(): readonly SireadLine[];
  activity(session: number): Activity;
  prepared(): readonly { readonly handle: number; readonly xid: number }[];
  /** relfrozenxid and relminmxid. */
  frozen(relation: number): { readonly xid: number; readonly multi: number };
  /** A page's bytes; undefined past the end. */
  page(relation: number, block: number): Uint8Array | undefined;
  /** HeapTupleSatisfiesUpdate says so, and sets its hint bits. */
  isBeingModified(session: number, relation: number, block: number, offset: number): boolean;
  items(relation: number, block: number): readonly PageItem[];
  /** Asked of any connected session. */
  members(session: number, multi: number): readonly { readonly xid: number; readonly status: string }[];
}
