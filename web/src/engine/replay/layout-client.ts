/** A page's layout bench: the worker behind it. */
import { type EngineError, engineAnswer } from '../../base/engine-error.ts';
import type { Result } from '../../base/result.ts';
import { connect, type Rpc } from '../../base/rpc.ts';
import { type WasmPlace, wasmPlaceInBrowser } from '../wasm/wasm-module.ts';
import type { LayoutApi, LayoutRequest, LayoutTally, TableRequest } from './layout-types.ts';
import workerUrl from './layout-worker.ts?worker&url';

export interface LayoutClient {
  run(request: LayoutRequest): Promise<Result<LayoutTally, EngineError>>;
  table(request: TableRequest): Promise<Result<LayoutTally, EngineError>>;
  dispose(): void;
}

const createLayoutClient = (rpc: Rpc<LayoutApi>, place: WasmPlace): LayoutClient => ({
  run: async (request) => engineAnswer(await rpc.ask('run', { place, request })),
  table: async (request) => engineAnswer(await rpc.ask('table', { place, request })),
  dispose: () => rpc.dispose(),
});

/** In a browser only. */
export const startLayoutBench = (): LayoutClient =>
  createLayoutClient(connect(workerUrl), wasmPlaceInBrowser('xip-model', document.baseURI));
