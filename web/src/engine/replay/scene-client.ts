/**
 * A page's scene: the worker behind it, and requests that become answers. Who scrubs asks faster than anybody can answer:
 * one `show` is under way, the newest waits, and those in between are answered with null.
 */

import type { EngineError } from '../../base/engine-error.ts';
import { workerFault } from '../../base/not-loaded.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { type WasmPlace, wasmPlaceInBrowser } from '../wasm/wasm-module.ts';
import type { FromScene, ToScene } from './scene-messages.ts';
import type { LineRange, SceneOpened, SceneRequest, SceneShown, SceneTimeline, SceneWhen } from './scene-types.ts';

export interface SceneClient {
  /** Gives up what was open. */
  open(request: SceneRequest): Promise<Result<SceneOpened, EngineError>>;
  /** Null: something newer was asked before this one's turn came. */
  show(when: SceneWhen, looks: readonly LineRange[]): Promise<Result<SceneShown | null, EngineError>>;
  timeline(from: number, count: number): Promise<Result<SceneTimeline, EngineError>>;
  dispose(): void;
}

/** What goes between page and worker; a test has another one. */
export interface ScenePort {
  post(message: ToScene): void;
  close(): void;
}
export type StartScenePort = (hear: (message: FromScene) => void, fail: (message: string) => void) => ScenePort;

type Answer = (result: Result<FromScene, EngineError>) => void;
type ShowAnswer = (result: Result<SceneShown | null, EngineError>) => void;

/** A file that its worker misses is told to the page, too. */
const told = <T>(result: Result<T, EngineError>): Result<T, EngineError> =>
  result.ok ? result : err({ ...result.error, message: workerFault(result.error.message) });

const unexpected: EngineError = { kind: 'failed', message: 'the scene answered something else than was asked' };

class Client implements SceneClient {
  readonly #port: ScenePort;
  readonly #place: WasmPlace;
  readonly #waiting = new Map<number, Answer>();
  #failure: EngineError | undefined;
  #nextId = 0;
  #isShowing = false;
  #newest: { readonly when: SceneWhen; readonly looks: readonly LineRange[]; readonly answer: ShowAnswer } | undefined;

  constructor(start: StartScenePort, place: WasmPlace) {
    this.#place = place;
    this.#port = start(
      (message) => this.#hear(message),
      (message) => this.#fail(message),
    );
  }

  async open(request: SceneRequest): Promise<Result<SceneOpened, EngineError>> {
    // What was asked of the scene before is of no use any more.
    this.#newest?.answer(ok(null));
    this.#newest = undefined;
    const answer = await this.#ask((id) => ({ kind: 'open', id, place: this.#place, request }));
    if (!answer.ok) return answer;
    if (answer.value.kind !== 'opened') return err(unexpected);
    return told(answer.value.result);
  }

  show(when: SceneWhen, looks: readonly LineRange[]): Promise<Result<SceneShown | null, EngineError>> {
    this.#newest?.answer(ok(null));
    return new Promise((answer) => {
      this.#newest = { when, looks, answer };
      void this.#showNext();
    });
  }

  async timeline(from: number, count: number): Promise<Result<SceneTimeline, EngineError>> {
    const answer = await this.#ask((id) => ({ kind: 'timeline', id, from, count }));
    if (!answer.ok) return answer;
    return answer.value.kind === 'timeline' ? answer.value.result : err(unexpected);
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
    const answer = await this.#ask((id) => ({ kind: 'show', id, when: next.when, looks: next.looks }));
    this.#isShowing = false;
    if (!answer.ok) next.answer(answer);
    else next.answer(answer.value.kind === 'shown' ? answer.value.result : err(unexpected));
    void this.#showNext();
  }

  #ask(make: (id: number) => ToScene): Promise<Result<FromScene, EngineError>> {
    if (this.#failure !== undefined) return Promise.resolve(err(this.#failure));
    const id = this.#nextId++;
    return new Promise((answer) => {
      this.#waiting.set(id, answer);
      this.#port.post(make(id));
    });
  }

  #hear(message: FromScene): void {
    this.#waiting.get(message.id)?.(ok(message));
    this.#waiting.delete(message.id);
  }

  #fail(message: string): void {
    const failure: EngineError = { kind: 'failed', message };
    this.#failure = failure;
    for (const answer of this.#waiting.values()) answer(err(failure));
    this.#waiting.clear();
  }
}

export const createSceneClient = (start: StartScenePort, place: WasmPlace): SceneClient => new Client(start, place);

/** In a browser. */
export function startScene(): SceneClient {
  const start: StartScenePort = (hear, fail) => {
    const worker = new Worker(new URL('./scene-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = (event: MessageEvent<FromScene>) => hear(event.data);
    worker.onerror = (event) => fail(workerFault(event.message));
    return { post: (message) => worker.postMessage(message), close: () => worker.terminate() };
  };
  return createSceneClient(start, wasmPlaceInBrowser('xip-model', document.baseURI));
}
