/**
 * An exercise as plain data: the result of `exercise-parse.ts` for a Markdown file. It holds no answers: the engine
 * computes them for each variant (`viewmodel/exercise`). The format, for authors: scenarios/exercises/README.md.
 */
import { MARK_KINDS, type Prose } from './lesson.ts';

/** The kinds of questions. The first five are about one step of a schedule that is played up to it. */
export const STEP_ASKED = ['rows', 'answer', 'snapshot', 'waits', 'error'] as const;
export type StepAsked = (typeof STEP_ASKED)[number];
/** About a standby that lags behind: its snapshot, and whether that or the primary's is suboverflowed. */
export const STANDBY_ASKED = ['standby', 'suboverflowed'] as const;
export type StandbyAsked = (typeof STANDBY_ASKED)[number];
export const ASKED = [...STEP_ASKED, ...STANDBY_ASKED, 'lines', 'order', 'make', 'hunt'] as const;
export type Asked = (typeof ASKED)[number];
export const PICKS = ['fewest', 'most'] as const;
export type LinesPick = (typeof PICKS)[number];

/**
 * The kinds of marks that can be decisive in an exercise, and whether each has a name: its own parts and steps, and the
 * marks of the stage's figures. The page carries them as `data-mark`.
 */
export const EXERCISE_MARKS = {
  schedule: false,
  next: false,
  answers: false,
  goals: false,
  steps: false,
  step: true,
  ...MARK_KINDS,
} as const;

/** A name whose value differs in each variant: `{name}` in the spec, the prose and the goal. */
export type Variable =
  /** Every `by`-th number of a range; two such variables of an exercise are never equal. */
  | { readonly kind: 'number'; readonly name: string; readonly from: number; readonly to: number; readonly by: number }
  | { readonly kind: 'word'; readonly name: string; readonly words: readonly string[] }
  /** `text` repeated, its `#` the number; `to` may name a variable before it. */
  | {
      readonly kind: 'repeat';
      readonly name: string;
      readonly from: number;
      readonly to: string;
      readonly text: string;
    };

/** The snapshot that `lines` counts: its design, and whether nothing has ended since this backend's last one. */
export interface CountedLines {
  readonly design: string;
  readonly reuse: boolean;
}

export type Ask =
  | {
      readonly what: StepAsked;
      /** Names of steps; the seed picks one. */
      readonly steps: readonly string[];
    }
  | { readonly what: StandbyAsked }
  | {
      readonly what: 'lines';
      /** The seed picks one. */
      readonly picks: readonly LinesPick[];
      /** Each with its number of idle connections; null: `idle` has it. */
      readonly of: readonly (CountedLines & { readonly at: string | null })[];
      /** Numbers, or names of variables. Null: each design has its own. */
      readonly idle: string | null;
      readonly active: string;
    }
  | { readonly what: 'order' | 'make'; readonly goal: readonly GoalLine[] }
  /** Name of a planted fault. */
  | { readonly what: 'hunt'; readonly fault: string };

/** A condition that must hold at the end; values may contain `{name}`. */
export type GoalLine =
  /** The step's last result: rows joined by `, `, values by blanks. */
  | { readonly kind: 'rows'; readonly step: string; readonly rows: string }
  /** The step's error contains these words. */
  | { readonly kind: 'error'; readonly step: string; readonly text: string }
  /** It had to wait; it ended without an error. */
  | { readonly kind: 'waits' | 'fine'; readonly step: string }
  /** The last results of both steps. */
  | { readonly kind: 'differ' | 'same'; readonly step: string; readonly other: string }
  /** It was launched later than the other one. */
  | { readonly kind: 'after'; readonly step: string; readonly other: string }
  /** The session's snapshot, or the one that it would take now. */
  | { readonly kind: 'suboverflowed'; readonly session: string }
  /** At least this many row versions on the first page of a table, after all steps so far. */
  | { readonly kind: 'versions'; readonly table: string; readonly count: number };

/**
 * A sentence of the task in a form that can be checked. A goal is shown as a tick; a claim is a demand of the words,
 * whether a tick shows it or not. `exercise-parse.ts` reads them, `viewmodel/exercise/claims.ts` checks them.
 */
export type ClaimLine =
  | GoalLine
  /** All in one transaction of their session. */
  | { readonly kind: 'together'; readonly steps: readonly string[] }
  /** The question asks this, about one of these steps if it is about a step. */
  | { readonly kind: 'asks'; readonly what: Asked; readonly steps: readonly string[] }
  /** These steps have been run. */
  | { readonly kind: 'made'; readonly steps: readonly string[] }
  /** The step's SQL contains these words. */
  | { readonly kind: 'says'; readonly step: string; readonly text: string }
  /** A hunt: this is the first difference, at one of these steps. */
  | { readonly kind: 'differs'; readonly what: DiffersIn; readonly steps: readonly string[] }
  /** The standby has not replayed everything. */
  | { readonly kind: 'behind' }
  /** Some stamps on the rows count for the reader and some do not. */
  | { readonly kind: 'fates' }
  /** Information, not a demand: the sentence leaves nothing to check. */
  | { readonly kind: 'told' };
/** The possible differences between a faulty server and a sound one. */
export const DIFFERS_IN = ['rows', 'error', 'waits', 'notices'] as const;
export type DiffersIn = (typeof DIFFERS_IN)[number];

export interface Claim {
  readonly line: ClaimLine;
  /** The words of the task, as they are in its prose. */
  readonly words: string;
}

export interface ExerciseSchedule {
  /** Names of steps. */
  readonly steps: readonly string[];
  /** False: in the order given. True: sessions take turns as the seed decides, each in its own order. */
  readonly mixed: boolean;
  /** Steps that must have been run before the question. */
  readonly needs: readonly string[];
}

export interface Exercise {
  readonly title: string;
  /** Id of the lesson that it belongs to. */
  readonly lesson: string;
  /** The question. */
  readonly prose: readonly Prose[];
  readonly vary: readonly Variable[];
  /** Null: `lines` needs none. */
  readonly spec: { readonly text: string /** Of its first line, from 1. */; readonly line: number } | null;
  /** Null: all steps in the spec's order. */
  readonly schedule: ExerciseSchedule | null;
  readonly ask: Ask;
  /** Marks, by kind and name, that must be visible because the words mention them. */
  readonly decisive: readonly string[];
  /** The demands of the task's words. Empty: nobody has written them down. */
  readonly claims: readonly Claim[];
  readonly hints: readonly (readonly Prose[])[];
  /** Shown when the answer is known. */
  readonly why: readonly Prose[];
  /** The version whose rules apply; 17 by default. */
  readonly rules: 13 | 14 | 15 | 16 | 17 | 18;
}

/** An exercise as a list shows it: made when the site is built, so that a list needs no Markdown. */
export interface ExerciseInfo {
  readonly id: string;
  readonly lang: string;
  readonly title: string;
  readonly lesson: string;
  readonly what: Asked;
}

export const EXERCISE_LIMITS = {
  fileBytes: 64_000,
  variables: 20,
  words: 20,
  /** Of a repeated text. */
  repeats: 200,
  scheduleSteps: 100,
  goals: 10,
  claims: 30,
  hints: 6,
} as const;
