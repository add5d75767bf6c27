/** Asks the worker that counts what one snapshot reads. It starts with the first question and stays. */
import { workerFault } from '../../base/not-loaded.ts';
import { err } from '../../base/result.ts';
import { wasmPlaceInBrowser } from '../../engine/wasm/wasm-module.ts';
import type { CountReads } from './reads.ts';
import type { FromReadsWorker, ToReadsWorker } from './reads-worker.ts';

type Answer = (result: FromReadsWorker['result']) => void;

let worker: Worker | undefined;
let nextId = 0;
const waiting = new Map<number, Answer>();

function startWorker(): Worker {
  const started = new Worker(new URL('./reads-worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = (event: MessageEvent<FromReadsWorker>) => {
    const { id, result } = event.data;
    // Its engine did not arrive: the next question starts another worker.
    if (!result.ok) return end(result.error.message);
    waiting.get(id)?.(result);
    waiting.delete(id);
  };
  started.onerror = (event) => end(event.message);
  const end = (message: string | undefined): void => {
    const error = { kind: 'failed', message: workerFault(message) } as const;
    for (const answer of waiting.values()) answer(err(error));
    waiting.clear();
    started.terminate();
    if (worker === started) worker = undefined;
  };
  return started;
}

export const countReadsInWorker: CountReads = (idle, active) => {
  worker ??= startWorker();
  const asked = worker;
  const id = nextId++;
  const message: ToReadsWorker = { id, place: wasmPlaceInBrowser('xip-engine', document.baseURI), idle, active };
  return new Promise((answer) => {
    waiting.set(id, answer);
    asked.postMessage(message);
  });
};
