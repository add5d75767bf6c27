/**
 * A page's model: a worker behind it that goes through a list of points. The newest sweep wins; an older one hears no more of itself
 * than that it was cancelled. A cancelled sweep is over within 100 ms: a worker that does not leave off by then is ended.
 */
import { type EngineError, engineAnswer } from '../../base/engine-error.ts';
import { ok, type Result } from '../../base/result.ts';
import { connect, type Rpc } from '../../base/rpc.ts';
import type { Machine } from '../../scenario/machine.ts';
import { type WasmPlace, wasmPlaceInBrowser } from '../wasm/wasm-module.ts';
import type { ModelConfig, ModelRow } from './model-types.ts';
import workerUrl from './model-worker.ts?worker&url';

export interface ModelPoint {
  readonly machine: Machine;
  readonly config: ModelConfig;
  /** Of the draws; 1 if left out. */
  readonly seed?: number;
}

/** What a sweep tells while it goes on. `at` counts points from 0. */
export type ModelEvent =
  /** Of the whole sweep, 0 to 1; as the worker tells it, of this point. */
  | { readonly kind: 'progress'; readonly at: number; readonly share: number }
  | { readonly kind: 'row'; readonly at: number; readonly row: ModelRow };

export type SweepEnd = Result<'done' | 'cancelled', EngineError>;

/** What the worker can do. */
export interface ModelApi {
  /** Rows come in the order of the points. */
  sweep(
    question: { readonly place: WasmPlace; readonly points: readonly ModelPoint[] },
    hear: (told: ModelEvent) => void,
  ): SweepEnd;
}

export interface ModelClient {
  /** Answers when the sweep is over. Rows come in the order of the points. */
  sweep(points: readonly ModelPoint[], hear: (event: ModelEvent) => void): Promise<SweepEnd>;
  /** Ends the sweep under way, if there is one; answers when nothing runs any more. */
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

/** In a browser. The worker starts with the first sweep. */
export const startModel = (): ModelClient =>
  createModelClient(connect(workerUrl, { cancelMs: PATIENCE_MS }), wasmPlaceInBrowser('xip-model', document.baseURI));
