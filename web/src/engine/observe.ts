/** A page's observed engine, in a worker of its own. Works without isolation. */
import { DEFAULT_LANG, messagesIn } from '../base/messages/index.ts';
import { err, type Result } from '../base/result.ts';
import type { LabError } from './lab-types.ts';
import type { FromObserveWorker, ToObserveWorker } from './observe-worker.ts';
import type { ObservedSnapshot, ObserveRequest } from './observer.ts';
import { wasmPlaceInBrowser } from './wasm-module.ts';

let worker: Worker | undefined;
let nextId = 0;
const waiting = new Map<number, (result: Result<ObservedSnapshot, LabError>) => void>();

function startWorker(): Worker {
  const started = new Worker(new URL('./observe-worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = (event: MessageEvent<FromObserveWorker>) => {
    waiting.get(event.data.id)?.(event.data.result);
    waiting.delete(event.data.id);
  };
  started.onerror = (event) => {
    const { t } = messagesIn(DEFAULT_LANG);
    for (const answer of waiting.values())
      answer(err({ kind: 'failed', message: event.message || t('errors.labNoWorker') }));
    waiting.clear();
    worker = undefined;
  };
  return started;
}

/** Takes one snapshot in the engine build and answers every access to shared memory that it made. */
export function observeSnapshot(request: ObserveRequest): Promise<Result<ObservedSnapshot, LabError>> {
  worker ??= startWorker();
  const id = nextId++;
  const message: ToObserveWorker = { id, place: wasmPlaceInBrowser('xip-engine', document.baseURI), request };
  return new Promise((answer) => {
    waiting.set(id, answer);
    worker?.postMessage(message);
  });
}
