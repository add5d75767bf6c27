/** Asks the worker that observes the engine, access by access: what a snapshot reads, and what a design's operations cost. */
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
/** What the worker can do. */
export interface ObserveApi {
  /** What one snapshot reads, as 13 and as 14. */
  reads(question: At): Result<Reads, EngineError>;
  /** How many lines one snapshot of any design touches. */
  lines(question: At & { readonly counted: CountedLines }): Result<number, EngineError>;
  /** Tells each design's count as it comes: first what it reads, then with what its operations take, which takes far longer. */
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

/** Stays for the whole visit, and so do its answers' engines. */
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
  /** Tells each design's count as it comes; an older question hears no more. */
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
