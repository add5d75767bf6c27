/**
 * Litmus tests: what the C code's checker says of them (`litmus.gen.ts`), and the runs on real threads. The C side:
 * `wasm-core/src/labthreads/litmus.h`, `litmus_variants.h` and `tso.h`.
 */

import type { EngineError } from '../../base/engine-error.ts';
import type { Result } from '../../base/result.ts';

/** `buffer`: two threads store, and then look. `hole`: a snapshot is used again while somebody prunes. */
export const LITMUS_TESTS = ['buffer', 'hole'] as const;
export type LitmusTest = (typeof LITMUS_TESTS)[number];

/** The threads that noticed the other one, in the order of the outcomes' numbers in C. */
export const LITMUS_OUTCOMES = ['neither', 'reader', 'pruner', 'both'] as const;
export type LitmusOutcome = (typeof LITMUS_OUTCOMES)[number];

/** The shared words. Each is 0 at the start, and stores set it to 1. */
export type LitmusWord = 'count' | 'xmin' | 'row';
export interface LitmusStep {
  readonly op: 'store' | 'fence' | 'look' | 'read';
  readonly word: LitmusWord;
}

export interface LitmusThread {
  /** Steps done. */
  readonly at: number;
  /** A look found 1: the thread left. */
  readonly noticed: boolean;
  /** Words on their way to memory, oldest first. */
  readonly buffer: readonly LitmusWord[];
}

/** One move of a trace, and everything after it. `drains`: the oldest store of the thread's buffer went to memory. */
export interface LitmusMove extends Readonly<Record<LitmusWord, number>> {
  /** 0 is the reader, 1 the pruner. */
  readonly thread: number;
  readonly drains: boolean;
  readonly threads: readonly LitmusThread[];
}

export interface LitmusVariant {
  readonly test: LitmusTest;
  readonly fence: boolean;
  readonly secondLook: boolean;
  /** States that the checker visited. */
  readonly states: number;
  /** The reader's and the pruner's. */
  readonly programs: readonly (readonly LitmusStep[])[];
  /** In the order of `LITMUS_OUTCOMES`: the interleavings that end so (0: the model forbids it), and a shortest one. */
  readonly outcomes: readonly { readonly ways: number; readonly trace: readonly LitmusMove[] }[];
}

export const LITMUS_LIMITS = {
  runs: { min: 1, max: 100_000_000 },
  /** Turns of the work loop. */
  pause: { min: 0, max: 10_000 },
} as const;

export interface LitmusPlan {
  /** Its place in `LITMUS`. */
  readonly variant: number;
  readonly runs: number;
  /** The reader's pause between its first look and its store; only `hole` has one. */
  readonly pause: number;
  readonly seed: number;
}

export interface LitmusCounts {
  readonly isRunning: boolean;
  /** Runs by outcome, in the order of `LITMUS_OUTCOMES`. */
  readonly seen: readonly number[];
  /** How often the reader gave up its core, because the pruner did not come. */
  readonly naps: number;
}

export interface LitmusClient {
  /** Ends the runs before; the counts begin at 0 again. */
  run(plan: LitmusPlan): Promise<Result<null, EngineError>>;
  stop(): void;
  /** Read from shared memory: cheap, for every frame. */
  counts(): LitmusCounts;
  /** Why its worker is gone; undefined while it works. */
  failure(): EngineError | undefined;
  dispose(): void;
}

/** Never hangs: answers within a few seconds, or an error. */
export type StartLitmus = () => Promise<Result<LitmusClient, EngineError>>;
