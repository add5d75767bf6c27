/**
 * The trace: format `xipscope-trace/1`. A header, then a line for everything isolationtester would report of a step,
 * each with the state of the server at that moment. All is plain data; xids are their low 32 bits unless said otherwise.
 */

export const TRACE_FORMAT = 'xipscope-trace/1';

export interface TraceHeader {
  readonly format: typeof TRACE_FORMAT;
  /** Which server's behaviour: 13 to 18. */
  readonly rules: number;
  readonly design: string;
  /** Names, in the spec's order. */
  readonly sessions: readonly string[];
  readonly title: string | null;
}

export interface TraceResult {
  readonly columns: readonly string[];
  /** As a client gets them; null is SQL's NULL. */
  readonly rows: readonly (readonly (string | null)[])[];
}

export interface TraceSnapshot {
  readonly xmin: number;
  readonly xmax: number;
  readonly xip: readonly number[];
  readonly subxip: readonly number[];
  readonly suboverflowed: boolean;
  readonly reused: boolean;
  /** Ordinal of the snapshot among all that this session took. */
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

/** What the server looks like. More fields may come; readers keep what they do not know. */
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

export interface TraceLine {
  /** Counted from 1, as on the command line. */
  readonly permutation: number;
  /** Launches so far: what a cursor counts. 0 after the set-up. */
  readonly tick: number;
  /** The step's place in the permutation, from 0; null for set-up and end. A step that waited has two lines. */
  readonly index: number | null;
  readonly session: string | null;
  readonly step: string | null;
  readonly sql: string | null;
  /** `done` is also said of a step that ends with an error; then `error` is there. */
  readonly status: 'done' | 'waiting' | 'setup' | 'end' | 'failed';
  /** It was reported as waiting before. */
  readonly completed: boolean;
  readonly error: string | null;
  /** The last result set. */
  readonly columns: readonly string[] | null;
  readonly rows: TraceResult['rows'] | null;
  /** All result sets, when there are several. */
  readonly results: readonly TraceResult[];
  /** Notices, and what isolationtester says of its own. */
  readonly notices: readonly string[];
  /** Null when the run was made without. */
  readonly state: TraceState | null;
}

export interface Trace {
  readonly header: TraceHeader;
  readonly lines: readonly TraceLine[];
}
