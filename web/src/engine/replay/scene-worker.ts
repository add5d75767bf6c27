/** The worker that owns a scene. An answer's columns are transferred, not copied. */

import type { EngineError } from '../../base/engine-error.ts';
import { err, type Result } from '../../base/result.ts';
import { serve } from '../../base/rpc-serve.ts';
import { Scene } from './scene.ts';
import type { SceneApi } from './scene-types.ts';

let scene: Promise<Result<Scene, EngineError>> | undefined;
const opened = () => scene ?? Promise.resolve(err<EngineError>({ kind: 'failed', message: 'no scene is open' }));

/** Collects the columns' buffers; each column has its own, so all of them can be transferred. */
function buffersOf(value: unknown, into: ArrayBuffer[] = []): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer && value.byteLength > 0) into.push(value.buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) buffersOf(part, into);
  }
  return into;
}

serve<SceneApi>(
  {
    open: async ({ place, request }) => {
      scene ??= Scene.load(place);
      const loaded = await scene;
      if (!loaded.ok) scene = undefined;
      return loaded.ok ? loaded.value.open(request) : loaded;
    },
    show: async ({ when, looks }) => {
      const loaded = await opened();
      return loaded.ok ? loaded.value.show(when, looks) : loaded;
    },
    timeline: async ({ from, count }) => {
      const loaded = await opened();
      return loaded.ok ? loaded.value.timeline(from, count) : loaded;
    },
    run: async (span) => {
      const loaded = await opened();
      return loaded.ok ? loaded.value.run(span) : loaded;
    },
  },
  { transfer: (method, answer) => (method === 'open' ? [] : buffersOf(answer)) },
);
