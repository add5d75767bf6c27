/**
 * An exercise as plain data: what `exercise-parse.ts` makes of a Markdown file. It holds no answers: those come from the
 * engine, for each variant anew (`viewmodel/exercise`). The format, for authors: scenarios/exercises/README.md.
 */
import { MARK_KINDS, type Prose } from './lesson.ts';

/** What is asked. The first five are about one step of a schedule that is played up to it. */
export const STEP_ASKED = ['rows', 'answer', 'snapshot', 'waits', 'error'] as const;
export type StepAsked = (typeof STEP_ASKED)[number];
/** About a standby that is behind: its snapshot, and whether that or the primary's is suboverflowed. */
export const STANDBY_ASKED = ['standby', 'suboverflowed'] as const;
export type StandbyAsked = (typeof STANDBY_ASKED)[number];
export const ASKED = [...STEP_ASKED, ...STANDBY_ASKED, 'lines', 'order', 'make', 'hunt'] as const;
export type Asked = (typeof ASKED)[number];
export const PICKS = ['fewest', 'most'] as const;
export type LinesPick = (typeof PICKS)[number];

/**
 * What can be decisive in an exercise, and whether each has a name: its own parts and steps, and what the stage's figures
 * mark. The page carries them as `data-mark`.
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

/** A name that stands for something else in each variant: `{name}` in the spec, the prose and the goal. */
export type Variable =
  /** Every `by`-th number of a range; two of one exercise are never equal. */
  | { readonly kind: 'number'; readonly name: string; readonly from: number; readonly to: number; readonly by: number }
  | { readonly kind: 'word'; readonly name: string; readonly words: readonly string[] }
  /** `text` again and again, its `#` the number; `to` may name a variable before it. */
  | {
      readonly kind: 'repeat';
      readonly name: string;
      readonly from: number;
      readonly to: string;
      readonly text: string;
    };

/** Whose snapshot is counted in `lines`: a design, and whether nothing has ended since this backend's last one. */
export interface CountedLines {
  readonly design: string;
  readonly reuse: boolean;
}

export type Ask =
  | {
      readonly what: StepAsked;
      /** Names of steps; the seed says which. */
      readonly steps: readonly string[];
    }
  | { readonly what: StandbyAsked }
  | {
      readonly what: 'lines';
      /** The seed says which. */
      readonly picks: readonly LinesPick[];
      /** Each with its idle connections; null: with `idle`. */
      readonly of: readonly (CountedLines & { readonly at: string | null })[];
      /** Numbers, or names of variables. Null: each design says its own. */
      readonly idle: string | null;
      readonly active: string;
    }
  | { readonly what: 'order' | 'make'; readonly goal: readonly GoalLine[] }
  /** Name of a planted fault. */
  | { readonly what: 'hunt'; readonly fault: string };

/** What must have come about; values may hold `{name}`. */
export type GoalLine =
  /** The step's last result: rows joined by `, `, values by blanks. */
  | { readonly kind: 'rows'; readonly step: string; readonly rows: string }
  /** The step's error holds these words. */
  | { readonly kind: 'error'; readonly step: string; readonly text: string }
  /** It had to wait; it ended without an error. */
  | { readonly kind: 'waits' | 'fine'; readonly step: string }
  /** Their last results. */
  | { readonly kind: 'differ' | 'same'; readonly step: string; readonly other: string }
  /** It was launched later than the other one. */
  | { readonly kind: 'after'; readonly step: string; readonly other: string }
  /** The session's snapshot, or the one that it would take now. */
  | { readonly kind: 'suboverflowed'; readonly session: string }
  /** So many row versions, or more, on the first page of a table, after what was done so far. */
  | { readonly kind: 'versions'; readonly table: string; readonly count: number };

/**
 * What a sentence of the task says, so that it can be checked. A goal is shown as a tick; a claim is what the words demand,
 * whether a tick says so or not. `exercise-claims.ts` reads them, `viewmodel/exercise/claims.ts` checks them.
 */
export type ClaimLine =
  | GoalLine
  /** All in one transaction of their session. */
  | { readonly kind: 'together'; readonly steps: readonly string[] }
  /** The question asks this, about one of these steps where it is about a step. */
  | { readonly kind: 'asks'; readonly what: Asked; readonly steps: readonly string[] }
  /** These steps have been made. */
  | { readonly kind: 'made'; readonly steps: readonly string[] }
  /** The step's SQL has these words in it. */
  | { readonly kind: 'says'; readonly step: string; readonly text: string }
  /** A hunt: this is what differs first, at one of these steps. */
  | { readonly kind: 'differs'; readonly what: DiffersIn; readonly steps: readonly string[] }
  /** The standby has not replayed all that was done. */
  | { readonly kind: 'behind' }
  /** Of the stamps on the rows some count for the reader and some do not. */
  | { readonly kind: 'fates' }
  /** Told, not demanded: the sentence leaves nothing to check. */
  | { readonly kind: 'told' };
/** What can differ between a faulty server and a sound one. */
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
  /** False: as they stand. True: sessions take turns as the seed says, each in its own order. */
  readonly mixed: boolean;
  /** Steps that must have been made when the question is asked. */
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
  /** What its words name, which must be seen: marks by kind and name. */
  readonly decisive: readonly string[];
  /** What the task's words demand. None: nobody has said it. */
  readonly claims: readonly Claim[];
  readonly hints: readonly (readonly Prose[])[];
  /** Said when the answer is known. */
  readonly why: readonly Prose[];
  /** Whose rules; 17 when nothing is said. */
  readonly rules: 13 | 14 | 15 | 16 | 17 | 18;
}

/** What a list says of an exercise: made when the site is built, so that a list needs no Markdown. */
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
