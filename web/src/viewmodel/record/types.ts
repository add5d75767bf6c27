/**
 * Attempts at lessons and exercises as plain data: the browser keeps them (`progress.ts`), a record hands them in as a
 * file. A *deed* is one attempt at one question; nothing is ever changed or removed, later attempts are added.
 */

/** The kinds of questions. A lesson's question has its step's number in `part`, from 1. */
export const DEED_KINDS = ['exercise', 'lesson'] as const;
export type DeedKind = (typeof DEED_KINDS)[number];

export interface Deed {
  readonly kind: DeedKind;
  /** Of the exercise or lesson: its file's name without number, language and `.md`. */
  readonly id: string;
  /** Of an exercise; 0 for a lesson, which has no variants. */
  readonly seed: number;
  /** Step of a lesson; 0 for an exercise. */
  readonly part: number;
  /** The answer, as one text that the kind of question can parse (`viewmodel/exercise/question.ts`). */
  readonly answer: string;
  readonly isRight: boolean;
  /** Number of hints shown before the answer. */
  readonly hints: number;
  /** When the question appeared, and when the answer was given: ISO 8601, UTC. */
  readonly begun: string;
  readonly at: string;
}

/** The most that are kept: older ones are dropped first. */
export const MAX_DEEDS = 2_000;
/** Characters of an answer that are kept. */
export const MAX_ANSWER_CHARS = 400;
