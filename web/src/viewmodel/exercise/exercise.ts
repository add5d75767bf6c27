/**
 * An exercise as plain data: the result of `parse.ts` for a Markdown file. It holds no answers: the engine computes them
 * for each variant. Nothing here depends on the kinds of questions, which `kinds.ts` lists. The format, for authors:
 * scenarios/exercises/README.md.
 */
import { MARK_KINDS, type Prose } from '../../scenario/lesson.ts';

/** Lists show the kinds of questions under these names, in this order. */
export const GROUPS = ['predict', 'count', 'order', 'make', 'hunt'] as const;
export type Group = (typeof GROUPS)[number];

/** How hard an exercise is: 1 asks for what its lesson says, 2 for a step further, 3 for several at once. */
export const LEVELS = [1, 2, 3] as const;
export type Level = (typeof LEVELS)[number];

/** The block `ask`: the kind of the question, and what else that kind reads there. */
export interface AnyAsk {
  readonly what: string;
}

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

/** A snapshot whose cache lines are counted: its design, and whether nothing has ended since this backend's last one. */
export interface CountedLines {
  readonly design: string;
  readonly reuse: boolean;
}

/**
 * A condition that must hold at the end; values may contain `{name}`. In a typed exercise the steps are not known
 * beforehand, so `step` names a session, and any of its statements may meet the condition.
 */
export type GoalLine =
  /** The step's last result: rows joined by `, `, values by blanks. */
  | { readonly kind: 'rows'; readonly step: string; readonly rows: string }
  /** The step's error contains these words. */
  | { readonly kind: 'error'; readonly step: string; readonly text: string }
  /** It had to wait; it ended without an error. */
  | { readonly kind: 'waits' | 'fine'; readonly step: string }
  /** It had to wait, and then returned these rows. */
  | { readonly kind: 'waited'; readonly step: string; readonly rows: string }
  /** The rows on the first page of a table that are committed, in any order. */
  | { readonly kind: 'committed'; readonly table: string; readonly rows: string }
  /** The last results of both steps. */
  | { readonly kind: 'differ' | 'same'; readonly step: string; readonly other: string }
  /** It was launched later than the other one. */
  | { readonly kind: 'after'; readonly step: string; readonly other: string }
  /** The session's snapshot, or the one that it would take now. */
  | { readonly kind: 'suboverflowed'; readonly session: string }
  /** At least this many row versions on the first page of a table, after all steps so far. */
  | { readonly kind: 'versions'; readonly table: string; readonly count: number }
  /** No more moves than this have been made. */
  | { readonly kind: 'within'; readonly count: number };

/**
 * A sentence of the task in a form that can be checked. A goal is shown as a tick; a claim is a demand of the words,
 * whether a tick shows it or not. `parse.ts` reads them, `claims.ts` checks them.
 */
export type ClaimLine =
  | GoalLine
  /** All in one transaction of their session. */
  | { readonly kind: 'together'; readonly steps: readonly string[] }
  /** The question is of this kind, and about one of these steps if it is about a step. */
  | { readonly kind: 'asks'; readonly what: string; readonly steps: readonly string[] }
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

/** `kinds.ts` exports it as `Exercise`, with the asks of all kinds. */
export interface ExerciseOf<A extends AnyAsk> {
  readonly title: string;
  /** Id of the lesson that it belongs to. */
  readonly lesson: string;
  /** What it asks for, in a sentence, for lists of exercises; '': its author has not said. */
  readonly about: string;
  /** Null: its author has not said. */
  readonly level: Level | null;
  /** The question. */
  readonly prose: readonly Prose[];
  readonly vary: readonly Variable[];
  /** Null: the kind of question needs none. */
  readonly spec: { readonly text: string /** Of its first line, from 1. */; readonly line: number } | null;
  /** Null: all steps in the spec's order. */
  readonly schedule: ExerciseSchedule | null;
  readonly ask: A;
  /** A schedule must reach all of it; empty: the kind of question has no goal. */
  readonly goal: readonly GoalLine[];
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
  readonly group: Group;
}

/** What the page of exercises adds to an entry; other lists do without, and are smaller. */
export interface ExerciseLine extends Pick<ExerciseOf<AnyAsk>, 'about' | 'level'> {
  readonly id: string;
  readonly lang: string;
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
