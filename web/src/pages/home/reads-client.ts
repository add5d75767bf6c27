/** Asks the worker that counts what one snapshot reads. It starts with the first question and stays. */
import { err } from '../../base/result.ts';
import { wasmPlaceInBrowser } from '../../engine/wasm-module.ts';
import type { CountReads } from './reads.ts';
import type { FromReadsWorker, ToReadsWorker } from './reads-worker.ts';

type Answer = (result: FromReadsWorker['result']) => void;

let worker: Worker | undefined;
let nextId = 0;
const waiting = new Map<number, Answer>();

function startWorker(): Worker {
  const started = new Worker(new URL('./reads-worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = (event: MessageEvent<FromReadsWorker>) => {
    waiting.get(event.data.id)?.(event.data.result);
    waiting.delete(event.data.id);
  };
  started.onerror = (event) => {
    for (const answer of waiting.values()) answer(err({ kind: 'failed', message: event.message }));
    waiting.clear();
    worker = undefined;
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
