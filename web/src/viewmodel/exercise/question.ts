/** A question that is ready to be asked, with its key. It contains the answer, so it never goes into a file or an address. */
import type { Move } from '../../engine/stage/stage-types.ts';
import type { CountedLines, GoalLine, LinesPick } from '../../scenario/exercise.ts';

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

/** A standby that lags behind: it has replayed the WAL of the first `replayed` of the steps. */
interface OfStandby {
  readonly played: readonly Move[];
  readonly replayed: number;
}
/** The servers whose snapshot is suboverflowed. */
export const OVERFLOWED = ['neither', 'primary', 'standby', 'both'] as const;
export type Overflowed = (typeof OVERFLOWED)[number];
export function overflowedWhere(onPrimary: boolean, onStandby: boolean): Overflowed {
  if (onPrimary) return onStandby ? 'both' : 'primary';
  return onStandby ? 'standby' : 'neither';
}

interface OfStep {
  /** The moves before the question. */
  readonly played: readonly Move[];
  /** The next step, and its session. */
  readonly step: Move;
  readonly session: string;
}

export type Question =
  | (OfStep & {
      readonly kind: 'rows';
      readonly versions: readonly Version[];
      /** Line pointers. */
      readonly key: readonly number[];
    })
  | (OfStep & {
      readonly kind: 'answer' | 'error';
      /** Texts as `answerOf` makes them; for an error, '' means none. The seed decides the order. */
      readonly options: readonly string[];
      /** Into `options`. */
      readonly key: number;
    })
  | (OfStep & {
      readonly kind: 'snapshot';
      /** Possible bounds: ascending, the next xid last. */
      readonly xids: readonly number[];
      readonly key: { readonly xmin: number; readonly xmax: number; readonly xip: readonly number[] };
    })
  | (OfStep & {
      readonly kind: 'waits';
      /** Sessions that it may wait for; null: none. */
      readonly options: readonly (string | null)[];
      readonly key: number;
    })
  | (OfStandby & {
      readonly kind: 'standby';
      /** Possible bounds and list entries: ascending, the primary's next xid last. */
      readonly xids: readonly number[];
      /** `xip`: the listed xids; in recovery they are in subxip. */
      readonly key: { readonly xmin: number; readonly xmax: number; readonly xip: readonly number[] };
    })
  | (OfStandby & {
      readonly kind: 'suboverflowed';
      readonly options: readonly Overflowed[];
      readonly key: number;
      /**
       * Numbers for the transaction with the most subtransactions: xids assigned on the primary, and those that the
       * standby learned.
       */
      readonly facts: { readonly given: number; readonly lastOverflowedXid: number; readonly xmin: number };
    })
  | {
      readonly kind: 'lines';
      readonly pick: LinesPick;
      readonly active: number;
      /** `idle` null: the exercise has one number for all. */
      readonly options: readonly (CountedLines & { readonly idle: number | null; readonly lines: number })[];
      readonly key: number;
    }
  | {
      readonly kind: 'order';
      /** In the order of the page at first. */
      readonly steps: readonly Move[];
      readonly goal: readonly GoalLine[];
    }
  | { readonly kind: 'make'; readonly goal: readonly GoalLine[] }
  | { readonly kind: 'hunt'; readonly fault: string };
export type QuestionKind = Question['kind'];
export type StepQuestion = Extract<Question, OfStep>;

/** A learner's answer. `order`, `make` and `hunt` are answered by moves. */
export type Answer =
  | { readonly kind: 'rows'; readonly seen: readonly number[] }
  | { readonly kind: 'choice'; readonly at: number }
  | { readonly kind: 'snapshot'; readonly xmin: number; readonly xmax: number; readonly xip: readonly number[] }
  | { readonly kind: 'moves'; readonly moves: readonly Move[] };

const sameSet = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one));

/** Answered by moves: nobody knows the result beforehand, each attempt runs and shows how far it got. */
export const isMadeOfMoves = (question: Question): question is Extract<Question, { kind: 'order' | 'make' | 'hunt' }> =>
  question.kind === 'order' || question.kind === 'make' || question.kind === 'hunt';

/** Null: `judge.ts` runs the moves to judge them. */
export function isRight(question: Question, answer: Answer): boolean | null {
  switch (question.kind) {
    case 'rows':
      return answer.kind === 'rows' && sameSet(answer.seen, question.key);
    case 'snapshot':
    case 'standby': {
      const { xmin, xmax, xip } = question.key;
      return answer.kind === 'snapshot' && answer.xmin === xmin && answer.xmax === xmax && sameSet(answer.xip, xip);
    }
    case 'answer':
    case 'error':
    case 'waits':
    case 'suboverflowed':
    case 'lines':
      return answer.kind === 'choice' && answer.at === question.key;
    default:
      return null;
  }
}

/** Whether the answer is complete enough to be judged. */
export const isComplete = (answer: Answer | null): answer is Answer => answer !== null;

/** The text in a record. Law: reading a written answer gives an equal one. */
export function answerText(answer: Answer): string {
  switch (answer.kind) {
    case 'rows':
      return `rows:${answer.seen.join(',')}`;
    case 'choice':
      return `choice:${answer.at}`;
    case 'snapshot':
      return `snapshot:${answer.xmin}:${answer.xmax}:${answer.xip.join(',')}`;
    case 'moves':
      return `moves:${answer.moves.join(',')}`;
  }
}

/** Null: it is not an answer. */
export function parseAnswer(text: string): Answer | null {
  const [kind = '', ...parts] = text.split(':');
  const [first = '', second = '', third = ''] = parts;
  if (kind === 'snapshot' && parts.length === 3) {
    const [xmin, xmax, xip] = [wholes(first), wholes(second), wholes(third)];
    if (xmin?.length !== 1 || xmax?.length !== 1 || xip === null) return null;
    return { kind, xmin: xmin[0] ?? 0, xmax: xmax[0] ?? 0, xip };
  }
  const numbers = wholes(first);
  if (parts.length !== 1 || numbers === null) return null;
  if (kind === 'rows') return { kind, seen: numbers };
  if (kind === 'moves') return { kind, moves: numbers };
  return kind === 'choice' && numbers.length === 1 ? { kind, at: numbers[0] ?? 0 } : null;
}

function wholes(text: string): readonly number[] | null {
  if (text === '') return [];
  const parts = text.split(',');
  return parts.every((part) => /^-?\d{1,15}$/.test(part)) ? parts.map(Number) : null;
}
