/** Asks the worker that observes the engine, access by access: what a snapshot reads, and what a design's operations cost. */

import type { DesignId } from '../../../base/designs.ts';
import { type EngineError, engineAnswer } from '../../../base/engine-error.ts';
import type { Result } from '../../../base/result.ts';
import { connect } from '../../../base/rpc.ts';
import { type WasmPlace, wasmPlaceInBrowser } from '../../../engine/wasm/wasm-module.ts';
import type { Machine } from '../../../scenario/machine.ts';
import type { CountedLines } from '../../../viewmodel/exercise/exercise.ts';
import type { LadderCase, LadderCount } from '../../../viewmodel/ladder/ladder-case.ts';
import type { ObserveApi } from './observe-api.ts';
import workerUrl from './observe-worker.ts?worker&url';
import type { CountReads } from './reads.ts';

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
