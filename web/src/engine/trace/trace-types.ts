/**
 * The trace: format `xipscope-trace/1`. A header, then a line for everything that isolationtester would report about a
 * step, each with the state of the server at that moment. All is plain data; xids are their low 32 bits unless said
 * otherwise.
 */

import type { TraceState } from '../server/state-types.ts';

export type * from '../server/state-types.ts';

export const TRACE_FORMAT = 'xipscope-trace/1';

export interface TraceHeader {
  readonly format: typeof TRACE_FORMAT;
  /** The PostgreSQL version whose rules apply: 13 to 18. */
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

/** A command tag, and how many of its line's results come before it. */
export interface TraceTag {
  readonly after: number;
  readonly tag: string;
}

export interface TraceLine {
  /** Counted from 1, as on the command line. */
  readonly permutation: number;
  /** Launches so far, the unit of a cursor. 0 after the set-up. */
  readonly tick: number;
  /** The step's place in the permutation, from 0; null for set-up and end. A step that waited has two lines. */
  readonly index: number | null;
  readonly session: string | null;
  readonly step: string | null;
  readonly sql: string | null;
  /**
   * `time`: nobody moved, a deadlock_timeout expired (only on the stage). A step that ends with an error is also
   * `done`; then `error` is set.
   */
  readonly status: 'done' | 'waiting' | 'setup' | 'end' | 'failed' | 'time';
  /** It was reported as waiting earlier. */
  readonly completed: boolean;
  readonly error: string | null;
  /** The last result set. */
  readonly columns: readonly string[] | null;
  readonly rows: TraceResult['rows'] | null;
  /** All result sets, if there are several. */
  readonly results: readonly TraceResult[];
  /** Tags of the step's commands, and its error's DETAIL: for the stage, a written trace has neither. Missing: none. */
  readonly tags?: readonly TraceTag[];
  readonly detail?: string;
  /** Notices, and isolationtester's own messages. */
  readonly notices: readonly string[];
  /**
   * A step's: how many transactions of unseen connections start and commit before each of its own gets its xid.
   * Missing: none.
   */
  readonly elsewhere?: number;
  /** Null when the run was made without. */
  readonly state: TraceState | null;
}

export interface Trace {
  readonly header: TraceHeader;
  readonly lines: readonly TraceLine[];
}
