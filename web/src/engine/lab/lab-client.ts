/**
 * A page's lab: `startLab` starts the worker that owns it and answers a client that reads slices straight from shared memory.
 */

import type { EngineError } from '../../base/engine-error.ts';
import { DEFAULT_LANG, messagesIn, type PlainKey } from '../../base/messages/index.ts';
import { NOT_LOADED, workerFault } from '../../base/not-loaded.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { ns } from '../../base/units.ts';
import { wasmPlaceInBrowser } from '../wasm/wasm-module.ts';
import { BoardReader } from './lab-board.ts';
import { checkLabConfig } from './lab-config.ts';
import type { FromLabWorker, ToLabWorker } from './lab-messages.ts';
import type { LabClient, LabConfig, LabInfo, LabSlice, LabState, StartLab } from './lab-types.ts';

/** Compiling and starting up to 66 workers takes a second or two on a slow machine; after this something is wrong. */
const START_LIMIT_MS = 15_000;

type Answer = (result: Result<number, EngineError>) => void;

class WorkerLab implements LabClient {
  readonly #worker: Worker;
  readonly #board: BoardReader;
  readonly #waiting = new Map<number, Answer>();
  #failure: EngineError | undefined;
  #disposed = false;
  #nextId = 0;

  constructor(worker: Worker, buffer: ArrayBufferLike, board: number) {
    this.#worker = worker;
    this.#board = new BoardReader(buffer, board);
    worker.onmessage = (event: MessageEvent<FromLabWorker>) => this.#hear(event.data);
    worker.onerror = (event) => this.#fail(faultOf(event.message));
  }

  request(config: LabConfig): Promise<Result<number, EngineError>> {
    const checked = checkLabConfig(config);
    if (!checked.ok) return Promise.resolve(checked);
    const failure = this.#failure ?? (this.#disposed ? GONE : undefined);
    if (failure !== undefined) return Promise.resolve(err(failure));
    const id = this.#nextId++;
    return new Promise((answer) => {
      this.#waiting.set(id, answer);
      this.#post({ kind: 'request', id, config });
    });
  }

  pause(): void {
    this.#post({ kind: 'pause', paused: true });
  }

  resume(): void {
    this.#post({ kind: 'pause', paused: false });
  }

  drain(): readonly LabSlice[] {
    return this.#disposed ? [] : this.#board.drain();
  }

  info(): LabInfo {
    return {
      clockResolutionNs: ns(this.#board.clockStepNs()),
      cores: navigator.hardwareConcurrency,
      workUnitsPerUs: this.#board.workUnitsPerUs(),
    };
  }

  state(): LabState {
    if (this.#disposed) return 'stopped';
    return this.#failure === undefined ? this.#board.state() : 'failed';
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    // A worker's children end with it, wherever they are.
    this.#worker.terminate();
    this.#answerAll(GONE);
  }

  #post(message: ToLabWorker): void {
    if (!this.#disposed) this.#worker.postMessage(message);
  }

  #hear(message: FromLabWorker): void {
    if (message.kind === 'failed') this.#fail(message.error);
    if (message.kind !== 'answer') return;
    this.#waiting.get(message.id)?.(message.result);
    this.#waiting.delete(message.id);
  }

  #fail(error: EngineError): void {
    this.#failure = error;
    this.#answerAll(error);
  }

  #answerAll(error: EngineError): void {
    for (const answer of this.#waiting.values()) answer(err(error));
    this.#waiting.clear();
  }
}

const { t } = messagesIn(DEFAULT_LANG);
const failed = (key: PlainKey): EngineError => ({ kind: 'failed', message: t(key), key });
const GONE = failed('errors.labGone');
/** A file that did not arrive, or what the engine says. */
function faultOf(message: string | undefined): EngineError {
  const said = workerFault(message);
  return said === NOT_LOADED ? failed('errors.labNoWorker') : { kind: 'failed', message: said };
}

export const startLab: StartLab = (maxActive) =>
  new Promise((answer) => {
    const worker = new Worker(new URL('./lab-worker.ts', import.meta.url), { type: 'module' });
    const fail = (error: EngineError): void => {
      clearTimeout(limit);
      worker.terminate();
      answer(err(error));
    };
    const limit = setTimeout(() => fail(failed('errors.labSlow')), START_LIMIT_MS);
    worker.onerror = (event) => fail(faultOf(event.message));
    worker.onmessage = (event: MessageEvent<FromLabWorker>) => {
      const message = event.data;
      if (message.kind === 'failed') return fail(faultOf(message.error.message));
      if (message.kind !== 'started') return;
      clearTimeout(limit);
      answer(ok(new WorkerLab(worker, message.buffer, message.board)));
    };
    const start: ToLabWorker = {
      kind: 'start',
      place: wasmPlaceInBrowser('xip-lab', document.baseURI),
      maxActive,
    };
    worker.postMessage(start);
  });
