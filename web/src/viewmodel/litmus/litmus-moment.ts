/**
 * One interleaving, move by move: two programs, their store buffers, memory, and what the last move did. The moves are
 * the checker's.
 */

import {
  LITMUS_OUTCOMES,
  type LitmusMove,
  type LitmusOutcome,
  type LitmusStep,
  type LitmusThread,
  type LitmusVariant,
  type LitmusWord,
} from '../../engine/lab/litmus-types.ts';
import { allows, BROKEN } from './litmus.ts';

export interface StepView extends LitmusStep {
  /** `left`: the thread left before it came to this step. */
  readonly state: 'done' | 'now' | 'next' | 'todo' | 'left';
  /** What a look or a read that is done has found; null for other steps. */
  readonly found: boolean | null;
}
export interface ThreadView {
  readonly steps: readonly StepView[];
  readonly buffer: readonly LitmusWord[];
}

/** What the last move did. */
export interface MoveView {
  readonly thread: number;
  readonly kind: LitmusStep['op'] | 'drain';
  readonly word: LitmusWord;
  /** A look or a read found the word set. */
  readonly found: boolean;
  /** It went past a store of its own thread that still waits in the buffer. */
  readonly passed: boolean;
}

export interface Moment {
  readonly at: number;
  readonly of: number;
  readonly threads: readonly ThreadView[];
  /** 1: set. */
  readonly memory: Readonly<Record<LitmusWord, number>>;
  /** Null before the first move. */
  readonly move: MoveView | null;
}

/** The two threads, by their numbers. */
export const LITMUS_THREADS = ['reader', 'pruner'] as const;
export type LitmusActor = (typeof LITMUS_THREADS)[number];

export const MEMORY: readonly LitmusWord[] = ['count', 'xmin', 'row'];

/** The outcome whose interleaving is shown: the wish, if the model allows it, else the broken one, else the first. */
export function shownOutcome(variant: LitmusVariant, wish: LitmusOutcome | undefined): LitmusOutcome {
  const order = [...(wish === undefined ? [] : [wish]), BROKEN, ...LITMUS_OUTCOMES];
  return order.find((outcome) => allows(variant, outcome)) ?? BROKEN;
}

export const traceOf = (variant: LitmusVariant, outcome: LitmusOutcome): readonly LitmusMove[] =>
  variant.outcomes[LITMUS_OUTCOMES.indexOf(outcome)]?.trace ?? [];

const START: LitmusThread = { at: 0, noticed: false, buffer: [] };

/** What a done step has found: the last one of a thread that noticed found the word set, all looks before did not. */
function foundBy(step: LitmusStep, i: number, thread: LitmusThread, row: number): boolean | null {
  if (step.op === 'look') return thread.noticed && i === thread.at - 1;
  return step.op === 'read' ? row !== 0 : null;
}

function threadView(
  program: readonly LitmusStep[],
  thread: LitmusThread,
  row: number,
  isNow: (i: number) => boolean,
): ThreadView {
  const steps = program.map((step, i): StepView => {
    const isDone = i < thread.at;
    const state = isDone ? (isNow(i) ? 'now' : 'done') : thread.noticed ? 'left' : i === thread.at ? 'next' : 'todo';
    return { ...step, state, found: isDone ? foundBy(step, i, thread, row) : null };
  });
  return { steps, buffer: thread.buffer };
}

function moveView(variant: LitmusVariant, move: LitmusMove, before: LitmusThread): MoveView {
  const { thread, drains } = move;
  const after = move.threads[thread] ?? START;
  if (drains) return { thread, kind: 'drain', word: before.buffer[0] ?? 'count', found: false, passed: false };
  const { op, word } = variant.programs[thread]?.[after.at - 1] ?? { op: 'fence', word: 'count' };
  const found = op === 'look' ? after.noticed : op === 'read' && move[word] !== 0;
  return { thread, kind: op, word, found, passed: op === 'look' && after.buffer.length > 0 };
}

/** The state after `at` moves of the outcome's interleaving; a number outside it is taken as its nearest end. */
export function momentOf(variant: LitmusVariant, outcome: LitmusOutcome, at: number): Moment {
  const trace = traceOf(variant, outcome);
  const place = Math.max(0, Math.min(at, trace.length));
  const last = trace[place - 1];
  const before = trace[place - 2];
  const threads = last?.threads ?? [START, START];
  return {
    at: place,
    of: trace.length,
    threads: variant.programs.map((program, i) => {
      const thread = threads[i] ?? START;
      return threadView(
        program,
        thread,
        last?.row ?? 0,
        (step) => last !== undefined && last.thread === i && !last.drains && step === thread.at - 1,
      );
    }),
    memory: { count: last?.count ?? 0, xmin: last?.xmin ?? 0, row: last?.row ?? 0 },
    move: last === undefined ? null : moveView(variant, last, before?.threads[last.thread] ?? START),
  };
}

/** The catalogue's key for the last move; each says one sentence. */
export type MoveKey =
  | 'start'
  | `fence.${LitmusActor}`
  | `${'store' | 'drain'}.${LitmusWord}`
  | `look.${'count' | 'xmin'}.${'old' | 'passed' | 'new'}`
  | `read.${'gone' | 'there'}`;

export function moveKeyOf(move: MoveView | null): MoveKey {
  if (move === null) return 'start';
  const { thread, kind, word, found, passed } = move;
  switch (kind) {
    case 'fence':
      return `fence.${LITMUS_THREADS[thread] ?? 'reader'}`;
    case 'store':
    case 'drain':
      return `${kind}.${word}`;
    case 'read':
      return found ? 'read.gone' : 'read.there';
    case 'look':
      return `look.${word === 'xmin' ? 'xmin' : 'count'}.${found ? 'new' : passed ? 'passed' : 'old'}`;
  }
}

/** The catalogue's key for a step of a program. */
export type StepKey = 'fence' | 'read' | `store.${LitmusWord}` | `look.${'count' | 'xmin'}`;
export function stepKeyOf({ op, word }: LitmusStep): StepKey {
  if (op === 'store') return `store.${word}`;
  return op === 'look' ? `look.${word === 'xmin' ? 'xmin' : 'count'}` : op;
}
