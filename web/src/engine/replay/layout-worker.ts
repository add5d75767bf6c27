/** The worker that replays operations under layouts, one request after another. */
import type { EngineError } from '../../base/engine-error.ts';
import type { Result } from '../../base/result.ts';
import { serve } from '../../base/rpc-serve.ts';
import type { WasmPlace } from '../wasm/wasm-module.ts';
import { runLayout } from './layout-bench.ts';
import type { LayoutApi } from './layout-types.ts';
import { Scene } from './scene.ts';
import { runTable } from './table.ts';

let scene: Promise<Result<Scene, EngineError>> | undefined;

async function withScene<R>(
  place: WasmPlace,
  run: (scene: Scene) => Result<R, EngineError>,
): Promise<Result<R, EngineError>> {
  scene ??= Scene.load(place);
  const loaded = await scene;
  if (!loaded.ok) scene = undefined;
  return loaded.ok ? run(loaded.value) : loaded;
}

serve<LayoutApi>({
  run: ({ place, request }) => withScene(place, (loaded) => runLayout(loaded, request)),
  table: ({ place, request }) => withScene(place, (loaded) => runTable(loaded, request)),
});
