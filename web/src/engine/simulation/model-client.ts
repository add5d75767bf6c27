/**
 * A page's model: a worker that works through a list of points. The newest sweep wins; an older one only learns that it
 * was cancelled. A cancelled sweep ends within 100 ms: if its worker has not stopped by then, the page ends the worker.
 */

import { engineAnswer } from '../../base/engine-error.ts';
import { ok } from '../../base/result.ts';
import { connect, type Rpc } from '../../base/rpc.ts';
import { type WasmPlace, wasmPlaceInBrowser } from '../wasm/wasm-module.ts';
import type { ModelApi, ModelEvent, ModelPoint, SweepEnd } from './model-types.ts';
import workerUrl from './model-worker.ts?worker&url';

export interface ModelClient {
  /** Resolves when the sweep is over. Rows come in the order of the points. */
  sweep(points: readonly ModelPoint[], hear: (event: ModelEvent) => void): Promise<SweepEnd>;
  /** Ends the sweep under way, if there is one; resolves when nothing runs any more. */
  cancel(): Promise<void>;
  dispose(): void;
}

/** A point that connects thousands cannot be interrupted for some tenths of a second. */
export const PATIENCE_MS = 60;

export function createModelClient(rpc: Rpc<ModelApi>, place: WasmPlace): ModelClient {
  let newest: AbortController | undefined;
  return {
    async sweep(points, hear) {
      newest?.abort();
      const gone = new AbortController();
      newest = gone;
      const asked = await rpc.ask(
        'sweep',
        { place, points },
        {
          signal: gone.signal,
          hear: (event) =>
            hear(event.kind === 'row' ? event : { ...event, share: (event.at + event.share) / points.length }),
        },
      );
      return gone.signal.aborted ? ok('cancelled') : engineAnswer(asked);
    },
    cancel: () => {
      newest?.abort();
      return rpc.idle();
    },
    dispose: () => {
      newest?.abort();
      rpc.dispose();
    },
  };
}

/** In a browser only. The worker starts with the first sweep. */
export const startModel = (): ModelClient =>
  createModelClient(connect(workerUrl, { cancelMs: PATIENCE_MS }), wasmPlaceInBrowser('xip-model', document.baseURI));
