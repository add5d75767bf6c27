/**
 * The state of a simulated server between two steps, in the form of the trace (contracts: `xipscope-trace/1`). Plain
 * data; xids are their low 32 bits unless said otherwise.
 */

export interface TraceSnapshot {
  readonly xmin: number;
  readonly xmax: number;
  readonly xip: readonly number[];
  readonly subxip: readonly number[];
  readonly suboverflowed: boolean;
  readonly reused: boolean;
  /** Ordinal of the snapshot among all that this session has taken. */
  readonly taken: number;
}

export interface TraceSession {
  readonly session: string;
  /** 0: none. */
  readonly xid: number;
  readonly xmin: number;
  readonly level: number;
  readonly curcid: number;
  readonly state: string;
  /** Names of the sessions it waits for. */
  readonly waitsFor: readonly string[];
  readonly subxids: readonly number[];
  readonly overflowed: boolean;
  readonly snapshot: TraceSnapshot | null;
}

export interface TraceTuple {
  /** (block,offset) */
  readonly ctid: string;
  readonly xmin: number;
  readonly xmax: number;
  readonly cmin: number;
  readonly cmax: number;
  readonly infomask: number;
  readonly infomask2: number;
  readonly values: readonly (string | null)[];
  /** Names of the sessions whose snapshot sees it. */
  readonly visibleTo: readonly string[];
  readonly removable: boolean;
}

/** The server's state. Later versions may add fields; readers keep fields that they do not know. */
export interface TraceState {
  /** 64 bits. */
  readonly nextXid: number;
  readonly latestCompletedXid: number;
  readonly xactCompletionCount: number;
  readonly lastOverflowedXid: number;
  readonly sessions: readonly TraceSession[];
  readonly horizons: Readonly<Record<string, unknown>>;
  readonly tables: Readonly<Record<string, readonly TraceTuple[]>>;
}
