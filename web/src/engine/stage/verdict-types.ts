/** What a run's transactions did to each other, as the worker tells it. Steps are the stage's ticks, and moves its moves. */
import type { SerialDoubt } from './serial-types.ts';

/** Berenson's and Adya's names, most particular first; `other`: no order fits, and none of the names does either. */
export const ANOMALIES = [
  'lost-update',
  'non-repeatable-read',
  'phantom',
  'read-skew',
  'write-skew',
  'phantom-skew',
  'read-only',
  'other',
] as const;
export type Anomaly = (typeof ANOMALIES)[number];

/** One of a session's transactions. */
export interface VerdictName {
  /** As in the spec. */
  readonly session: string;
  /** Its first step, if its session ran other transactions, compared or not; null: it is the session's only one. */
  readonly step: number | null;
}

/**
 * - `missed`: `one` read a row that `other` changed, and saw it as it was before
 * - `missed-search`: rows that `other` changed would be among those that `one` looked for
 * - `saw`: `one` read what `other` had changed
 * - `saw-search`: because of `other`, a row was no longer among those that `one` looked for
 * - `over`: `one` wrote over what `other` had written
 */
export type ClauseKind = 'missed' | 'missed-search' | 'saw' | 'saw-search' | 'over';
export interface VerdictClause {
  readonly kind: ClauseKind;
  readonly one: VerdictName;
  readonly oneStep: number;
  readonly other: VerdictName;
  readonly otherStep: number;
  readonly table: string;
}
export interface VerdictRow {
  readonly table: string;
  readonly block: number;
  readonly offset: number;
}
/** A transaction that did not commit, and the error that ended it; null: it was rolled back on purpose. */
export interface VerdictFailure {
  readonly name: string;
  readonly step: number;
  readonly error: string | null;
}
/** A write that waited for somebody else's: a dirty write that did not happen. */
export interface VerdictWait {
  readonly session: string;
  readonly step: number;
  readonly on: readonly string[];
}

/** The statement because of which there is no verdict; no session, no step: it is the set-up's. */
export interface VerdictPlace {
  readonly session: string | null;
  readonly step: number | null;
  readonly sql: string;
}

/** What may prevent it: an UPDATE that reads and writes at once, SELECT … FOR UPDATE, a stricter level. */
export type Remedy = 'atomic' | 'for-update' | 'repeatable-read' | 'serializable';
/** The spec with it, and the steps to run; nobody has run them yet. */
export interface Suggestion {
  readonly remedy: Remedy;
  readonly text: string;
  readonly moves: readonly number[];
}

interface Common {
  readonly failures: readonly VerdictFailure[];
  readonly wait: VerdictWait | null;
}
export type RunVerdict = Common &
  (
    | /** No two committed transactions overlapped, from the first query of each to its end. */ {
        readonly kind: 'alone';
      }
    /** Their results are those of this order. */
    | { readonly kind: 'order'; readonly order: readonly VerdictName[] }
    | {
        readonly kind: 'anomaly';
        readonly anomaly: Anomaly;
        readonly of: readonly VerdictName[];
        /** How many were tried; none fits. */
        readonly orders: number;
        /** The circle, edge by edge; empty for some `other`. */
        readonly clauses: readonly VerdictClause[];
        readonly rows: readonly VerdictRow[];
        /** For `read-only`: the one that only reads, and the order that fits the others. */
        readonly reader: VerdictName | null;
        readonly rest: readonly VerdictName[];
        /** The one to try first is first. */
        readonly suggestions: readonly Suggestion[];
      }
    | { readonly kind: 'undecided'; readonly why: SerialDoubt; readonly at: VerdictPlace | null }
  );

/** What came of another spec with these steps: a session that waits goes on with its next step when its wait is over. */
export interface Attempt {
  readonly moves: readonly number[];
  readonly verdict: RunVerdict | null;
}
