/**
 * A page's model: a worker behind it that goes through a list of points. The newest sweep wins; an older one hears no more of itself
 * than that it was cancelled. Whoever cancels has an answer within 100 ms: a worker that does not answer by then is ended, and the next
 * sweep gets a new one.
 */

import type { EngineError } from '../../base/engine-error.ts';
import { workerFault } from '../../base/not-loaded.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { type WasmPlace, wasmPlaceInBrowser } from '../wasm/wasm-module.ts';
import type { FromModel, ModelPoint, ToModel } from './model-messages.ts';
import type { ModelRow } from './model-types.ts';

export type { ModelPoint } from './model-messages.ts';

/** What a sweep tells while it goes on. `at` counts points from 0; `share` is of the whole sweep, 0 to 1. */
export type ModelEvent =
  | { readonly kind: 'progress'; readonly at: number; readonly share: number }
  | { readonly kind: 'row'; readonly at: number; readonly row: ModelRow };

export type SweepEnd = Result<'done' | 'cancelled', EngineError>;

export interface ModelClient {
  /** Answers when the sweep is over. Rows come in the order of the points. */
  sweep(points: readonly ModelPoint[], hear: (event: ModelEvent) => void): Promise<SweepEnd>;
  /** Ends the sweep under way, if there is one; answers when nothing runs any more. */
  cancel(): Promise<void>;
  dispose(): void;
}

/** What goes between page and worker; a test has another one. */
export interface ModelPort {
  post(message: ToModel): void;
  close(): void;
}
export type StartModelPort = (hear: (message: FromModel) => void, fail: (message: string) => void) => ModelPort;

/** A point that connects thousands cannot be interrupted for some tenths of a second. */
const PATIENCE_MS = 60;

interface Sweep {
  readonly id: number;
  readonly points: number;
  readonly hear: (event: ModelEvent) => void;
  readonly end: (end: SweepEnd) => void;
}

class Client implements ModelClient {
  readonly #start: StartModelPort;
  readonly #place: WasmPlace;
  readonly #patienceMs: number;
  #port: ModelPort | undefined;
  #sweep: Sweep | undefined;
  /** The sweep that was told to end, until the worker says that it has. */
  #ending: { readonly id: number; readonly done: () => void } | undefined;
  #cancelling: Promise<void> | undefined;
  #nextId = 0;
  #disposed = false;

  constructor(start: StartModelPort, place: WasmPlace, patienceMs: number) {
    this.#start = start;
    this.#place = place;
    this.#patienceMs = patienceMs;
  }

  sweep(points: readonly ModelPoint[], hear: (event: ModelEvent) => void): Promise<SweepEnd> {
    void this.cancel();
    const id = this.#nextId++;
    return new Promise((end) => {
      if (this.#disposed) {
        end(err({ kind: 'failed', message: 'closed' }));
        return;
      }
      const sweep = { id, points: points.length, hear, end };
      this.#sweep = sweep;
      const begin = (): void => {
        if (this.#sweep !== sweep) return;
        this.#port ??= this.#open();
        this.#port.post({ kind: 'sweep', id, place: this.#place, points });
      };
      if (this.#cancelling === undefined) begin();
      else void this.#cancelling.then(begin);
    });
  }

  cancel(): Promise<void> {
    const { id, end } = this.#sweep ?? {};
    this.#sweep = undefined;
    end?.(ok('cancelled'));
    if (id === undefined || this.#port === undefined || this.#cancelling !== undefined)
      return this.#cancelling ?? Promise.resolve();
    const port = this.#port;
    this.#cancelling = new Promise<void>((answer) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#ending = undefined;
        this.#cancelling = undefined;
        answer();
      };
      const timer = setTimeout(() => {
        port.close();
        if (this.#port === port) this.#port = undefined;
        done();
      }, this.#patienceMs);
      this.#ending = { id, done };
      port.post({ kind: 'cancel', id });
    });
    return this.#cancelling;
  }

  dispose(): void {
    this.#disposed = true;
    this.#sweep?.end(ok('cancelled'));
    this.#sweep = undefined;
    this.#port?.close();
    this.#port = undefined;
    this.#ending?.done();
  }

  #open(): ModelPort {
    const port: ModelPort = this.#start(
      (message) => {
        if (this.#port === port) this.#hear(message);
      },
      (message) => {
        if (this.#port !== port) return;
        // A worker that broke is not asked again.
        port.close();
        this.#port = undefined;
        this.#ending?.done();
        this.#finish(err({ kind: 'failed', message }));
      },
    );
    return port;
  }

  #hear(message: FromModel): void {
    const isOver = message.kind === 'done' || message.kind === 'cancelled' || message.kind === 'failed';
    if (isOver && this.#ending?.id === message.id) this.#ending.done();
    const sweep = this.#sweep;
    if (sweep === undefined || sweep.id !== message.id) return;
    switch (message.kind) {
      case 'progress':
        sweep.hear({ kind: 'progress', at: message.at, share: (message.at + message.share) / sweep.points });
        return;
      case 'row':
        sweep.hear({ kind: 'row', at: message.at, row: message.row });
        return;
      case 'failed':
        this.#finish(err({ ...message.error, message: workerFault(message.error.message) }));
        return;
      default:
        this.#finish(ok(message.kind));
    }
  }

  #finish(end: SweepEnd): void {
    const sweep = this.#sweep;
    this.#sweep = undefined;
    sweep?.end(end);
  }
}

export const createModelClient = (
  start: StartModelPort,
  place: WasmPlace,
  patienceMs: number = PATIENCE_MS,
): ModelClient => new Client(start, place, patienceMs);

/** In a browser. The worker starts with the first sweep. */
export function startModel(): ModelClient {
  const start: StartModelPort = (hear, fail) => {
    const worker = new Worker(new URL('./model-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = (event: MessageEvent<FromModel>) => hear(event.data);
    worker.onerror = (event) => fail(workerFault(event.message));
    return { post: (message) => worker.postMessage(message), close: () => worker.terminate() };
  };
  return createModelClient(start, wasmPlaceInBrowser('xip-model', document.baseURI));
}
