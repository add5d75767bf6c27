/** What few specs need of the state between steps: rows of sequences, the clock, chance. Plain data. */
import type { FunctionPlan } from './plan.ts';
import type { SequenceRow } from './sequence.ts';

/** Of the database. */
export interface More {
  readonly sequences: Map<number, SequenceRow>;
  readonly functions: Map<string, FunctionPlan>;
  /** Rows of sequences that were ever made. */
  made: number;
  /**
   * Seconds since the database was made. MODEL: its clock goes on by one second with each query that a session sends,
   * and stands still in between.
   */
  seconds: number;
}
/** Of a session. */
export interface SessionMore {
  /** currval: by sequence. */
  readonly current: Map<number, bigint>;
  /** lastval: the sequence. */
  last: number | undefined;
  /** When its transaction and its query began, by the database's clock. */
  begun: number;
  sent: number;
  /** random(): MODEL: the same numbers in each run; setseed sets it. */
  seed: number;
}

export const newMore = (): More => ({ sequences: new Map(), functions: new Map(), made: 0, seconds: 0 });
export const newSessionMore = (session: number): SessionMore => ({
  current: new Map(),
  last: undefined,
  begun: 0,
  sent: 0,
  seed: session * 7919,
});
