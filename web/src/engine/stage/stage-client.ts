/**
 * A page's stage: the worker behind it, and requests that become answers. Who scrubs asks faster than anybody can answer:
 * one `show` is under way, the newest waits, and those in between are answered with null.
 */
import { workerFault } from '../../base/not-loaded.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { CompiledSpec } from '../spec/spec-compile.ts';
import { wasmPlaceInBrowser } from '../wasm/wasm-module.ts';
import type { FromStage, Move, Shown, ShowRequest, StageOptions, StageStop, ToStage } from './stage-types.ts';

export interface StageClient {
  /** Gives up what was open. */
  open(compiled: CompiledSpec, options: StageOptions): Promise<Result<null, string>>;
  /** Null: something newer was asked before this one's turn came. */
  show(request: ShowRequest): Promise<Result<Shown | null, string>>;
  /** Lines of the trace, the header first. */
  trace(moves: readonly Move[], permutation: number | null): Promise<Result<readonly string[], StageStop>>;
  dispose(): void;
}

/** What goes between page and worker; a test has another one. */
export interface StagePort {
  post(message: ToStage): void;
  close(): void;
}
export type StartPort = (hear: (message: FromStage) => void, fail: (message: string) => void) => StagePort;

type Answer = (result: Result<FromStage, string>) => void;

class Client implements StageClient {
  readonly #port: StagePort;
  readonly #moduleUrl: string;
  readonly #waiting = new Map<number, Answer>();
  #failure: string | undefined;
  #nextId = 0;
  #isShowing = false;
  #newest:
    | { readonly request: ShowRequest; readonly answer: (result: Result<Shown | null, string>) => void }
    | undefined;

  constructor(start: StartPort, moduleUrl: string) {
    this.#moduleUrl = moduleUrl;
    this.#port = start(
      (message) => this.#hear(message),
      (message) => this.#fail(message),
    );
  }

  async open(compiled: CompiledSpec, options: StageOptions): Promise<Result<null, string>> {
    const wasm = { moduleUrl: this.#moduleUrl };
    const answer = await this.#ask((id) => ({ kind: 'open', id, compiled, options, wasm }));
    if (!answer.ok) return answer;
    const { value } = answer;
    return value.kind === 'opened' && value.error !== null ? err(workerFault(value.error)) : ok(null);
  }

  show(request: ShowRequest): Promise<Result<Shown | null, string>> {
    this.#newest?.answer(ok(null));
    return new Promise((answer) => {
      this.#newest = { request, answer };
      this.#showNext();
    });
  }

  async trace(moves: readonly Move[], permutation: number | null): Promise<Result<readonly string[], StageStop>> {
    const answer = await this.#ask((id) => ({ kind: 'trace', id, moves, permutation }));
    if (!answer.ok) return err({ kind: 'failed', error: answer.error });
    if (answer.value.kind === 'stopped') return err(answer.value.stop);
    return ok(answer.value.kind === 'trace' ? answer.value.lines : []);
  }

  dispose(): void {
    this.#fail('closed');
    this.#port.close();
  }

  async #showNext(): Promise<void> {
    const next = this.#newest;
    if (this.#isShowing || next === undefined) return;
    this.#newest = undefined;
    this.#isShowing = true;
    const answer = await this.#ask((id) => ({ kind: 'show', id, request: next.request }));
    this.#isShowing = false;
    next.answer(answer.ok ? ok(answer.value.kind === 'shown' ? answer.value.shown : null) : answer);
    void this.#showNext();
  }

  #ask(make: (id: number) => ToStage): Promise<Result<FromStage, string>> {
    if (this.#failure !== undefined) return Promise.resolve(err(this.#failure));
    const id = this.#nextId++;
    return new Promise((answer) => {
      this.#waiting.set(id, answer);
      this.#port.post(make(id));
    });
  }

  #hear(message: FromStage): void {
    this.#waiting.get(message.id)?.(message.kind === 'failed' ? err(workerFault(message.message)) : ok(message));
    this.#waiting.delete(message.id);
  }

  #fail(message: string): void {
    this.#failure = message;
    for (const answer of this.#waiting.values()) answer(err(message));
    this.#waiting.clear();
  }
}

export const createStageClient = (start: StartPort, moduleUrl: string): StageClient => new Client(start, moduleUrl);

/** A worker that was started before anybody had a use for it; the next stage takes it. */
let ahead: Worker | undefined;
const startWorker = (): Worker => new Worker(new URL('./stage-worker.ts', import.meta.url), { type: 'module' });

/** Has a worker fetch itself and the engine, for a stage that is about to be started. */
export function stageAhead(): void {
  if (ahead !== undefined) return;
  try {
    ahead = startWorker();
  } catch {
    // A browser may refuse; who wants a stage is told so.
    return;
  }
  const started = ahead;
  // Nobody waits for it yet: the stage that would have taken it starts another.
  started.onerror = () => {
    if (ahead === started) ahead = undefined;
  };
  const warm: ToStage = { kind: 'warm', wasm: placeOfEngine() };
  ahead.postMessage(warm);
}
const placeOfEngine = () => ({ moduleUrl: wasmPlaceInBrowser('xip-engine', document.baseURI).moduleUrl });

/** In a browser. */
export function startStage(): StageClient {
  const start: StartPort = (hear, fail) => {
    const worker = ahead ?? startWorker();
    ahead = undefined;
    worker.onmessage = (event: MessageEvent<FromStage>) => hear(event.data);
    worker.onerror = (event) => fail(workerFault(event.message));
    return { post: (message) => worker.postMessage(message), close: () => worker.terminate() };
  };
  return createStageClient(start, placeOfEngine().moduleUrl);
}
