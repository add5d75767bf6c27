/**
 * The worker that takes observed snapshots and counts what they read. 10,000 connections are 40,000 accesses: only the
 * counts travel to the page, so that the race's frames do not wait for them.
 */

import type { EngineError } from '../../base/engine-error.ts';
import { err, type Result } from '../../base/result.ts';
import { Observer } from '../../engine/replay/observer.ts';
import type { WasmPlace } from '../../engine/wasm/wasm-module.ts';
import { type Reads, readsAt } from './reads.ts';

export interface ToReadsWorker {
  readonly id: number;
  readonly place: WasmPlace;
  readonly idle: number;
  readonly active: number;
}
export interface FromReadsWorker {
  readonly id: number;
  readonly result: Result<Reads, EngineError>;
}

let observer: Promise<Result<Observer, EngineError>> | undefined;

self.onmessage = async (event: MessageEvent<ToReadsWorker>): Promise<void> => {
  const { id, place, idle, active } = event.data;
  observer ??= Observer.load(place);
  const loaded = await observer;
  // Asked again, it is fetched again.
  if (!loaded.ok) observer = undefined;
  const result = loaded.ok ? readsAt((request) => loaded.value.snapshot(request), idle, active) : err(loaded.error);
  self.postMessage({ id, result } satisfies FromReadsWorker);
};
