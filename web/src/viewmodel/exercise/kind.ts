/**
 * A kind of question is one record of the type `Kind`: how it reads the block `ask`, how it draws a question from a seed,
 * which controls answer it, and the words and facts around it. The records are in `kinds/`, one chapter for each thing
 * that a question can be about, and `kinds.ts` is the table of them. Pages, records and tools branch over the shape of
 * the form and over what a record says, never over the kinds.
 */
import '../../base/messages/en/lesson.ts';
import type { Messages } from '../../base/messages/index.ts';
import { err, type Result } from '../../base/result.ts';
import type { CompiledSpec } from '../../engine/spec/spec-compile.ts';
import type { Move } from '../../engine/stage/stage-types.ts';
import type { Field } from '../../scenario/lesson-blocks.ts';
import type { LessonFaults } from '../../scenario/lesson-inline.ts';
import type { ExplainModel } from '../stage/explain.ts';
import type { Answer } from './answer.ts';
import { brokenClaims, type ClaimRun, fillClaim } from './claims.ts';
import type { AnyAsk, ExerciseOf, GoalLine, Group } from './exercise.ts';
import type { ExerciseDeps, ShowMoves } from './exercise-deps.ts';
import type { Values } from './fill.ts';
import { stepNamed } from './goal.ts';

/** A question that is ready to be asked, with its key. It contains the answer, so it never goes into a file or an address. */
export interface AnyQuestion {
  readonly kind: string;
}

/** A text, worded when the reader's language is known. */
export type Wording = (t: Messages['t']) => string;

// --- the form ----------------------------------------------------------------------------------------------------------

/** A row version that the asked step may see. */
export interface Version {
  readonly table: string;
  readonly block: number;
  readonly lp: number;
  readonly values: readonly (string | null)[];
  /** As stamped before the step; 0: none. */
  readonly xmin: number;
  readonly xmax: number;
}

/** `xip`: the xids that the snapshot lists. */
export interface SnapshotKey {
  readonly xmin: number;
  readonly xmax: number;
  readonly xip: readonly number[];
}

export interface Option {
  readonly says: Wording;
  /** Rows or a message, as a client prints them. */
  readonly isCode: boolean;
}

/** The control that answers a question, with its key. A page has one component for each shape. `ask`: the words above it. */
export type Form =
  /** One of several options is right. */
  | { readonly shape: 'choice'; readonly ask: Wording; readonly options: readonly Option[]; readonly key: number }
  /** Any of several row versions; the key has line pointers. */
  | {
      readonly shape: 'versions';
      readonly ask: Wording;
      readonly versions: readonly Version[];
      readonly key: readonly number[];
    }
  /** Two bounds and a list. `xids`: ascending, the next xid last; `listed`: what the list is called. */
  | {
      readonly shape: 'snapshot';
      readonly ask: Wording;
      readonly xids: readonly number[];
      readonly key: SnapshotKey;
      readonly listed: Wording;
    }
  /** These steps, in an order that reaches the goal. They are in the order of the page at first. */
  | { readonly shape: 'order'; readonly steps: readonly Move[]; readonly goal: readonly GoalLine[] }
  /** The learner presses or types steps, one by one, until the goal is reached or the planted fault shows. */
  | {
      readonly shape: 'schedule';
      readonly goal: readonly GoalLine[];
      readonly fault: string | null;
      readonly isTyped: boolean;
    };
export type Shape = Form['shape'];
export type FormOf<S extends Shape> = Extract<Form, { readonly shape: S }>;

/** A question about one step. */
export interface OfStep {
  /** The moves before it. */
  readonly played: readonly Move[];
  /** The next step, and its session. */
  readonly step: Move;
  readonly session: string;
}

/** The schedule that a question is about. */
export interface Setting {
  /** The moves before the question. */
  readonly played: readonly Move[];
  /** The number of these moves whose WAL a standby has replayed; null: there is no standby. */
  readonly replayed: number | null;
  /** The step that comes next, and its session; null: the question is about the state after `played`. */
  readonly next: { readonly step: Move; readonly session: string } | null;
}

// --- after an answer -----------------------------------------------------------------------------------------------------

/** The decision paths of row versions, from the engine, that show why an answer was wrong. */
export interface Paths {
  readonly models: readonly ExplainModel[];
  /** Conclusions from the paths, a sentence each. */
  readonly facts: readonly Wording[];
  /** Null: the paths need no introduction. */
  readonly title: Wording | null;
}

/** A counted option, drawn as a bar next to the others once the answer is known. */
export interface Bar {
  readonly says: Wording;
  readonly count: number;
  readonly isKey: boolean;
}

// --- the block `ask` -----------------------------------------------------------------------------------------------------

export interface AskBlock {
  /** The fields that are there, by name. */
  readonly fields: Readonly<Partial<Record<string, Field>>>;
  /** The line where the block begins: missing fields are reported there. */
  readonly first: number;
  readonly faults: LessonFaults;
}

export const missingField = ({ first, faults }: AskBlock, key: string): null =>
  faults.atLine(first, faults.t('lesson.field.missing', { key }));

/** The parts of `text` between the separators, without blanks around them. */
export const partsOf = (text: string, by: string): readonly string[] =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '');

// --- a variant in the making ---------------------------------------------------------------------------------------------

/** The reason why there is no variant: a fault of the file, or of the engine. Lines and columns are the file's. */
export type VariantProblem =
  | { readonly kind: 'spec'; readonly problems: readonly { line: number; column: number; message: string }[] }
  | { readonly kind: 'name'; readonly name: string; readonly known: readonly string[] }
  | { readonly kind: 'step' | 'session' | 'design' | 'fault'; readonly name: string }
  | { readonly kind: 'number'; readonly text: string; readonly min: number; readonly max: number }
  | { readonly kind: 'not-posed'; readonly seed: number; readonly tries: number }
  | { readonly kind: 'engine'; readonly message: string };

export type Made<T> = Result<T, VariantProblem>;
export const engineFailed = (message: string): Made<never> => err({ kind: 'engine', message });

/** Most schedules that are drawn for one variant. */
export const MAX_TRIES = 60;
export const notPosed = ({ seed }: { readonly seed: number }, tries = MAX_TRIES): Made<never> =>
  err({ kind: 'not-posed', seed, tries });

/**
 * The schedules that make a good question. 1: those of the first edition, which old records answered; claims do not
 * matter. 2: only those for which every claim holds, too.
 */
export const EDITIONS = [1, 2] as const;
export type Edition = (typeof EDITIONS)[number];

/** The seed's decisions before the question is drawn. */
export interface Making<A extends AnyAsk> {
  readonly id: string;
  readonly seed: number;
  readonly exercise: ExerciseOf<A>;
  readonly world: ExerciseDeps;
  readonly edition: Edition;
  /** Of the first try. */
  readonly values: Values;
}

/** A spec that compiles, and the steps of its schedule. */
export interface Stage {
  readonly compiled: CompiledSpec;
  readonly steps: readonly Move[];
}

/** A sound server for the schedule. */
export async function openSound<A extends AnyAsk>(
  { exercise, world }: Making<A>,
  { compiled }: Stage,
): Promise<Made<ShowMoves>> {
  const opened = await world.open(compiled, exercise, null);
  return opened.ok ? opened : engineFailed(opened.error);
}

/** A question, and the values that its prose has. */
export interface Drawn<Q extends AnyQuestion> {
  readonly question: Q;
  readonly values: Values;
}

/** Whether the task's words are true for this question. Claims came with the second edition. */
export function isAsClaimed<A extends AnyAsk>(
  { exercise, values, edition }: Making<A>,
  { step, ...run }: Pick<ClaimRun, 'compiled' | 'moves' | 'shown' | 'replayed'> & { readonly step: Move | null },
): boolean {
  const claims = exercise.claims.map((claim) => fillClaim(claim, values));
  const asked = { what: exercise.ask.what, step };
  return edition === 1 || brokenClaims(claims, { difference: null, asked, ...run }).length === 0;
}

/** The moves of steps by name. */
export function namedSteps({ spec }: CompiledSpec, names: readonly string[]): Made<readonly Move[]> {
  const moves: Move[] = [];
  for (const name of names) {
    const step = stepNamed(spec, name);
    if (step === null) return err({ kind: 'step', name });
    moves.push(step);
  }
  return { ok: true, value: moves };
}

// --- the record ------------------------------------------------------------------------------------------------------------

/** Names in the block `ask`: `lint` reports those that do not exist. */
export interface Named {
  /** Names of steps of the spec. */
  readonly steps?: readonly string[];
  readonly designs?: readonly string[];
}

export interface Kind<A extends AnyAsk, Q extends AnyQuestion> {
  readonly group: Group;
  readonly shape: Shape;
  /** The blocks that the file needs, and a standby that the server needs. `step`: the claim `asks` also names the steps. */
  readonly needs: { readonly spec: boolean; readonly goal: boolean; readonly standby: boolean; readonly step: boolean };
  /** The figure that shows what comes of the asked step; null: nothing is played. */
  readonly outcome: 'rows' | 'xids' | null;
  /** The fields of the block `ask` that this kind reads. */
  readonly fields: readonly string[];
  /** Null: a fault is reported. */
  read(block: AskBlock, what: A['what']): A | null;
  named(ask: A): Named;
  /** Draws a question; if a schedule makes no good question, the next one. @param stage null: the kind needs no spec */
  draw(making: Making<A>, stage: Stage | null): Promise<Made<Drawn<Q>>>;
  /** Null: nothing is played before the question. */
  setting(question: Q): Setting | null;
  form(question: Q): Form;
  /** The facts that decide, one per line. @param step name of the asked step */
  facts(question: Q, answer: Answer, step: string): readonly Wording[];
  /** Each option's count, drawn as a bar. Left out: the kind counts nothing. */
  bars?(question: Q): readonly Bar[];
  /** Null: no decision path explains the answer. */
  paths(question: Q, answer: Answer, show: ShowMoves): Promise<Result<Paths, string>> | null;
}
