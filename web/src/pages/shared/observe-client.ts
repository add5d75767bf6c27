/**
 * Asks the worker that observes the engine, access by access: the memory that a snapshot reads, and the cost of a
 * design's operations.
 */
import type { DesignId } from '../../base/designs.ts';
import { type EngineError, engineAnswer } from '../../base/engine-error.ts';
import type { Result } from '../../base/result.ts';
import { connect } from '../../base/rpc.ts';
import { type WasmPlace, wasmPlaceInBrowser } from '../../engine/wasm/wasm-module.ts';
import type { CountedLines } from '../../scenario/exercise.ts';
import type { Machine } from '../../scenario/machine.ts';
import type { LadderCase, LadderCount } from '../../viewmodel/ladder/ladder-case.ts';
import workerUrl from './observe-worker.ts?worker&url';
import type { CountReads, Reads } from './reads.ts';

interface At {
  readonly place: WasmPlace;
  readonly idle: number;
  readonly active: number;
}
/** The worker's functions. */
export interface ObserveApi {
  /** The memory that one snapshot reads, as 13 and as 14. */
  reads(question: At): Result<Reads, EngineError>;
  /** The number of lines that one snapshot of any design touches. */
  lines(question: At & { readonly counted: CountedLines }): Result<number, EngineError>;
  /**
   * Reports each design's count as it arrives: first its reads, then the costs of its operations, which take far
   * longer.
   */
  ladder(
    question: {
      readonly engine: WasmPlace;
      readonly model: WasmPlace;
      readonly machine: Machine;
      readonly what: LadderCase;
    },
    hear: (told: readonly [DesignId, LadderCount]) => void,
  ): Result<null, EngineError>;
}

const start = () => connect<ObserveApi>(workerUrl);
const engine = (): WasmPlace => wasmPlaceInBrowser('xip-engine', document.baseURI);

/** Kept for the whole visit, together with the engines behind its answers. */
const forReads = start();
export const countReadsInWorker: CountReads = async (idle, active) =>
  engineAnswer(await forReads.ask('reads', { place: engine(), idle, active }));

export interface LinesCounter {
  count(counted: CountedLines, idle: number, active: number): Promise<Result<number, EngineError>>;
  dispose(): void;
}
export function startLinesCounter(): LinesCounter {
  const rpc = start();
  return {
    count: async (counted, idle, active) =>
      engineAnswer(await rpc.ask('lines', { place: engine(), counted, idle, active })),
    dispose: () => rpc.dispose(),
  };
}

export interface LadderCounter {
  /** Reports each design's count as it arrives; an older question gets no more reports. */
  ask(
    machine: Machine,
    what: LadderCase,
    hear: (design: DesignId, count: LadderCount) => void,
    fail: (error: EngineError) => void,
  ): void;
  dispose(): void;
}
export type StartLadderCounter = () => LadderCounter;

export function startLadderCounter(): LadderCounter {
  const rpc = start();
  let newest: AbortController | undefined;
  return {
    ask: async (machine, what, hear, fail) => {
      newest?.abort();
      const gone = new AbortController();
      newest = gone;
      const places = { engine: engine(), model: wasmPlaceInBrowser('xip-model', document.baseURI) };
      const asked = await rpc.ask(
        'ladder',
        { ...places, machine, what },
        { signal: gone.signal, hear: (told) => hear(...told) },
      );
      const answer = engineAnswer(asked);
      if (!answer.ok && !gone.signal.aborted) fail(answer.error);
    },
    dispose: () => {
      newest?.abort();
      rpc.dispose();
    },
  };
}
