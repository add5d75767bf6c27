/**
 * The trace: format `xipscope-trace/1`. A header, then a line for everything isolationtester would report of a step,
 * each with the state of the server at that moment. All is plain data; xids are their low 32 bits unless said otherwise.
 */

import type { TraceState } from '../server/state-types.ts';

export type * from '../server/state-types.ts';

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
  /** `time`: nobody moved, a deadlock_timeout ran out (the stage's). `done` is also said of a step that ends with an error; then `error` is there. */
  readonly status: 'done' | 'waiting' | 'setup' | 'end' | 'failed' | 'time';
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
  /**
   * A step's: how many transactions of connections that are not in the picture come and commit before each of its own gets its
   * xid. Missing: none.
   */
  readonly elsewhere?: number;
  /** Null when the run was made without. */
  readonly state: TraceState | null;
}

export interface Trace {
  readonly header: TraceHeader;
  readonly lines: readonly TraceLine[];
}
