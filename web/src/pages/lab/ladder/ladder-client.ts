/** Asks the worker that counts for the ladder. It lives as long as the page that asks. */

import type { DesignId } from '../../../base/designs.ts';
import type { EngineError } from '../../../base/engine-error.ts';
import { workerFault } from '../../../base/not-loaded.ts';
import { wasmPlaceInBrowser } from '../../../engine/wasm/wasm-module.ts';
import type { Machine } from '../../../scenario/machine.ts';
import type { LadderCase, LadderCount } from '../../../viewmodel/ladder/ladder-case.ts';
import type { FromLadderWorker, ToLadderWorker } from './ladder-worker.ts';

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
  const worker = new Worker(new URL('./ladder-worker.ts', import.meta.url), { type: 'module' });
  let newest = 0;
  return {
    ask: (machine, what, hear, fail) => {
      const id = ++newest;
      worker.onmessage = ({ data }: MessageEvent<FromLadderWorker>) => {
        if (data.id !== newest) return;
        if (data.result.ok) hear(data.design, data.result.value);
        else fail({ ...data.result.error, message: workerFault(data.result.error.message) });
      };
      worker.onerror = (event) => fail({ kind: 'failed', message: workerFault(event.message) });
      const message: ToLadderWorker = {
        id,
        engine: wasmPlaceInBrowser('xip-engine', document.baseURI),
        model: wasmPlaceInBrowser('xip-model', document.baseURI),
        machine,
        what,
      };
      worker.postMessage(message);
    },
    dispose: () => worker.terminate(),
  };
}
