/** A page's scene: the worker behind it, and requests that become answers. While somebody scrubs, the newest request wins. */

import { type EngineError, engineAnswer } from '../../base/engine-error.ts';
import { err, type Result } from '../../base/result.ts';
import { connect, newestOf, type Rpc, reopening } from '../../base/rpc.ts';
import { type WasmPlace, wasmPlaceInBrowser } from '../wasm/wasm-module.ts';
import type {
  LineRange,
  SceneApi,
  SceneOpened,
  SceneRequest,
  SceneShown,
  SceneSpan,
  SceneTimeline,
  SceneWhen,
} from './scene-types.ts';
import workerUrl from './scene-worker.ts?worker&url';

export interface SceneClient {
  /** Closes the scene that was open. */
  open(request: SceneRequest): Promise<Result<SceneOpened, EngineError>>;
  /** Null: a newer request came before this one's turn. */
  show(when: SceneWhen, looks: readonly LineRange[]): Promise<Result<SceneShown | null, EngineError>>;
  timeline(from: number, count: number): Promise<Result<SceneTimeline, EngineError>>;
  run(span: SceneSpan): Promise<Result<readonly SceneShown[], EngineError>>;
  dispose(): void;
}

const NOTHING: EngineError = { kind: 'failed', message: 'no scene is open' };

export function createSceneClient(rpc: Rpc<SceneApi>, place: WasmPlace): SceneClient {
  const held = reopening(rpc, async (request: SceneRequest) => engineAnswer(await rpc.ask('open', { place, request })));
  const whenOpen = async <T>(ask: () => Promise<Result<T, EngineError>>): Promise<Result<T, EngineError>> =>
    held.whenOpen(ask) ?? err(NOTHING);
  const shows = newestOf((question: { readonly when: SceneWhen; readonly looks: readonly LineRange[] }) =>
    whenOpen(async () => engineAnswer(await rpc.ask('show', question))),
  );
  return {
    open: (request) => {
      // Earlier requests to the scene are useless now.
      shows.drop();
      return held.open(request);
    },
    show: (when, looks) => shows.ask({ when, looks }),
    timeline: (from, count) => whenOpen(async () => engineAnswer(await rpc.ask('timeline', { from, count }))),
    run: (span) => whenOpen(async () => engineAnswer(await rpc.ask('run', span))),
    dispose: () => {
      shows.drop();
      rpc.dispose();
    },
  };
}

/** In a browser only. */
export const startScene = (): SceneClient =>
  createSceneClient(connect(workerUrl), wasmPlaceInBrowser('xip-model', document.baseURI));
