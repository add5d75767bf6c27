/** The worker that owns a page's observed engine: one request, one answer. */
import { err, type Result } from '../base/result.ts';
import type { LabError } from './lab-types.ts';
import type { ObservedSnapshot, ObserveRequest } from './observer.ts';
import { Observer } from './observer.ts';
import type { WasmPlace } from './wasm-module.ts';

export interface ToObserveWorker {
  readonly id: number;
  readonly place: WasmPlace;
  readonly request: ObserveRequest;
}
export interface FromObserveWorker {
  readonly id: number;
  readonly result: Result<ObservedSnapshot, LabError>;
}

let observer: Promise<Result<Observer, LabError>> | undefined;

self.onmessage = async (event: MessageEvent<ToObserveWorker>): Promise<void> => {
  const { id, place, request } = event.data;
  observer ??= Observer.load(place);
  const loaded = await observer;
  const answer: FromObserveWorker = { id, result: loaded.ok ? loaded.value.snapshot(request) : err(loaded.error) };
  self.postMessage(answer);
};
