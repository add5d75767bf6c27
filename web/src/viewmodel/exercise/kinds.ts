/**
 * The kinds of questions: one table, and what follows from it alone. To add a kind, write one record in a chapter of
 * `kinds/`; its name in the block `ask` is its key there. The type-checker names each part that the record lacks, and
 * the texts that it needs.
 */
import type { Answer } from './answer.ts';
import type { AnyAsk, ExerciseOf } from './exercise.ts';
import type { AskBlock, Form, FormOf, Kind, Setting } from './kind.ts';
import { LINES_KINDS } from './kinds/of-lines.ts';
import { MOVES_KINDS } from './kinds/of-moves.ts';
import { SIREADS_KINDS } from './kinds/of-sireads.ts';
import { STANDBY_KINDS } from './kinds/of-standby.ts';
import { STEP_KINDS } from './kinds/of-step.ts';

/** In the order in which messages list them. */
export const QUESTION_KINDS = { ...STEP_KINDS, ...SIREADS_KINDS, ...STANDBY_KINDS, ...LINES_KINDS, ...MOVES_KINDS };

export type QuestionKind = keyof typeof QUESTION_KINDS;
type Records = (typeof QUESTION_KINDS)[QuestionKind];
export type Ask = Records extends infer R ? (R extends Kind<infer A, infer _> ? A : never) : never;
export type Question = Records extends infer R ? (R extends Kind<infer _, infer Q> ? Q : never) : never;
export type Exercise = ExerciseOf<Ask>;

/**
 * The record of a kind takes the asks and the questions of that kind alone. TypeScript accepts a method in place of one that
 * takes any of them; that is sound here because the kind is always read from the ask or the question itself.
 */
const recordOf = (kind: QuestionKind): Kind<Ask, Question> => QUESTION_KINDS[kind];

export const isQuestionKind = (name: string): name is QuestionKind => Object.hasOwn(QUESTION_KINDS, name);

/** Null: a fault is reported. */
export const readAs = (kind: QuestionKind, block: AskBlock): Ask | null => recordOf(kind).read(block, kind);

/** The record of the kind that an exercise asks, or that a question is. */
export const kindAsked = ({ ask }: { readonly ask: Ask }): Kind<Ask, Question> => recordOf(ask.what);
export const kindOf = ({ kind }: Question): Kind<Ask, Question> => recordOf(kind);

export const formOf = (question: Question): Form => kindOf(question).form(question);
export const settingOf = (question: Question): Setting | null => kindOf(question).setting(question);

/** Null: not answered by moves. For moves nobody knows the result beforehand: each attempt runs and shows how far it got. */
export function movesFormOf(question: Question): FormOf<'order' | 'schedule'> | null {
  const form = formOf(question);
  return form.shape === 'order' || form.shape === 'schedule' ? form : null;
}
export const isMadeOfMoves = (question: Question): boolean => movesFormOf(question) !== null;

/** The sessions in which the learner types SQL, as the file names them; empty: this is not a typed exercise. */
export const promptsOf = ({ ask }: { readonly ask: Ask }): readonly string[] =>
  (ask.what === 'make' ? ask.prompts : undefined) ?? [];

/** The planted fault of the server on which the question is played; null: it is sound. */
export const faultOf = (question: Question): string | null => {
  const form = formOf(question);
  return form.shape === 'schedule' ? form.fault : null;
};

/** Whether the exercise needs a server with a standby. */
export const hasStandby = ({ ask: { what } }: { readonly ask: AnyAsk }): boolean =>
  isQuestionKind(what) && QUESTION_KINDS[what].needs.standby;

const sameSet = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one));

/** Null: `judge.ts` runs the moves to judge them. */
export function isRight(question: Question, answer: Answer): boolean | null {
  const form = formOf(question);
  switch (form.shape) {
    case 'choice':
      return answer.kind === 'choice' && answer.at === form.key;
    case 'versions':
      return answer.kind === 'rows' && sameSet(answer.seen, form.key);
    case 'snapshot': {
      const { xmin, xmax, xip } = form.key;
      return answer.kind === 'snapshot' && answer.xmin === xmin && answer.xmax === xmax && sameSet(answer.xip, xip);
    }
    case 'order':
    case 'schedule':
      return null;
  }
}
