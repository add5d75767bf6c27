/** The worker that owns a scene. One request after the other; the columns of an answer are handed over, not copied. */

import type { EngineError } from '../../base/engine-error.ts';
import { err, type Result } from '../../base/result.ts';
import { Scene } from './scene.ts';
import type { FromScene, ToScene } from './scene-messages.ts';

let scene: Promise<Result<Scene, EngineError>> | undefined;
let last = Promise.resolve();

self.onmessage = (event: MessageEvent<ToScene>): void => {
  // In order, also where one has to wait for the module.
  last = last.then(() => answer(event.data)).then(post);
};

async function answer(message: ToScene): Promise<FromScene> {
  const { kind, id } = message;
  try {
    if (kind === 'open') {
      scene ??= Scene.load(message.place);
      const loaded = await scene;
      if (!loaded.ok) scene = undefined;
      return { kind: 'opened', id, result: loaded.ok ? loaded.value.open(message.request) : loaded };
    }
    const loaded = await (scene ?? Promise.resolve(err<EngineError>({ kind: 'failed', message: 'no scene is open' })));
    if (kind === 'show')
      return { kind: 'shown', id, result: loaded.ok ? loaded.value.show(message.when, message.looks) : loaded };
    return { kind, id, result: loaded.ok ? loaded.value.timeline(message.from, message.count) : loaded };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const result = err<EngineError>({ kind: 'failed', message });
    return kind === 'open' ? { kind: 'opened', id, result } : { kind: kind === 'show' ? 'shown' : kind, id, result };
  }
}

/** Every column is in memory of its own, so that all of it can change hands. */
function buffersOf(value: unknown, into: ArrayBuffer[] = []): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer && value.byteLength > 0) into.push(value.buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) buffersOf(part, into);
  }
  return into;
}

function post(message: FromScene): void {
  self.postMessage(message, { transfer: message.kind === 'opened' ? [] : buffersOf(message) });
}
