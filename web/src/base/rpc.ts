/**
 * The page's side of every worker: questions go to a worker and come back as values. The other side is `rpc-serve.ts`.
 *
 * - The first question starts the worker, or `warm` does so earlier.
 * - A worker handles one question at a time; the others wait here. So a failing worker leaves one question without its
 *   answer, and no other.
 * - A worker that cannot be fetched, throws, or exceeds its time limit is ended. Its question is answered with `Lost`,
 *   and the next question starts another worker. There is always an answer, and nothing stays broken.
 * - A worker that was started ahead and does not arrive costs no question: one that already waits for it is asked of
 *   another worker.
 *
 * When a worker's file is missing, its client passes `Lost.message` on to `workerFault` (loading.ts), and `LoadAgain`
 * (app/ErrorBoundary.tsx) shows the sentence and *Try again*; the clients of parsers (compile-client.ts, texts-client.ts)
 * have sentences of their own for each `Lost.kind`. Each file's own case is in e2e/lost-files.spec.ts.
 *
 * A new worker knows nothing: `reopening` opens in it what the last one had open.
 */
import { NOT_LOADED } from './loading.ts';
import { err, ok, type Result } from './result.ts';

/** A method as a worker's table declares it: `(question, hear) => answer`. Methods that send events before the answer have `hear`. */
type Method = (question: never, hear: never) => unknown;
/** The methods of a worker, as an interface of functions. */
export type Api<T> = { readonly [K in keyof T]: Method };
export type Question<F> = F extends (question: infer Q, ...rest: never[]) => unknown ? Q : never;
export type Answer<F> = F extends (...args: never[]) => infer R ? Awaited<R> : never;
export type Told<F> = F extends (question: never, hear: (told: infer E) => void) => unknown ? E : never;

/** Why a question has no answer. `message` is for people; NOT_LOADED where a file did not arrive, or not in time. */
export interface Lost {
  readonly kind: 'not-loaded' | 'too-slow' | 'broke' | 'cancelled' | 'closed';
  readonly message: string;
}

export type ToWorker =
  | { readonly kind: 'ask'; readonly id: number; readonly method: PropertyKey; readonly question: unknown }
  | { readonly kind: 'tell'; readonly method: PropertyKey; readonly question: unknown }
  | { readonly kind: 'cancel'; readonly id: number };
export type FromWorker =
  /** It runs, and has everything it needs. */
  | { readonly kind: 'ready' }
  /** A file that it needs did not arrive. */
  | { readonly kind: 'unloadable' }
  | { readonly kind: 'told'; readonly id: number; readonly event: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  /** A broken invariant. The worker's state is unknown. */
  | { readonly kind: 'threw'; readonly message: string };

/** The part of `Worker` that is used; a test passes its own. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToWorker, transfer: Transferable[]): void;
  terminate(): void;
}

/** In milliseconds. Without `loadMs` or `answerMs` a worker has all the time that it takes. */
export interface Limits {
  /** To fetch and start the worker, whatever the network. */
  readonly loadMs?: number;
  /** For one answer. */
  readonly answerMs?: number;
  /** For a worker to stop working on a cancelled question, before it is ended. Without it the worker is ended at once. */
  readonly cancelMs?: number;
}
/** Called for every worker that is lost, whether it had a question or not, but not for one that was ended on purpose. */
export type OnLost = (lost: Lost) => void;

export interface AskOptions<E> {
  /** Gets the events that come before the answer. */
  readonly hear?: (told: E) => void;
  readonly transfer?: Transferable[];
  /** Gives the question up: it is answered with `cancelled` at once. */
  readonly signal?: AbortSignal;
}

export interface Rpc<T extends Api<T>> {
  ask<K extends keyof T>(
    method: K,
    question: Question<T[K]>,
    options?: AskOptions<Told<T[K]>>,
  ): Promise<Result<Answer<T[K]>, Lost>>;
  /** Sends a message that has no answer. It goes to the worker at once, even while other questions wait. */
  tell<K extends keyof T>(method: K, question: Question<T[K]>, transfer?: Transferable[]): void;
  /** Starts the worker ahead of the first question. */
  warm(): void;
  /** Ends the worker, however busy it is; its questions are answered with `cancelled`. The next question starts another. */
  restart(): void;
  /** How many workers were lost. Whatever they held is gone. */
  losses(): number;
  /** Settles when the worker has nothing to do. */
  idle(): Promise<void>;
  /** Ends it for good. */
  dispose(): void;
}

interface Asked {
  readonly id: number;
  readonly message: ToWorker;
  readonly transfer: Transferable[];
  readonly hear: (event: unknown) => void;
  readonly answer: (result: Result<unknown, Lost>) => void;
}

const CANCELLED: Lost = { kind: 'cancelled', message: 'cancelled' };
const CLOSED: Lost = { kind: 'closed', message: 'closed' };

class Client {
  readonly #start: () => WorkerLike;
  readonly #limits: Limits;
  readonly #onLost: OnLost;
  #worker: WorkerLike | undefined;
  #isReady = false;
  /** The worker was started by `warm` or `tell`, not for a question. */
  #isAhead = false;
  #isClosed = false;
  #nextId = 0;
  #losses = 0;
  readonly #queue: Asked[] = [];
  /** The question that the worker is working on. A cancelled one stays here until the worker has stopped working on it. */
  #now: Asked | undefined;
  #isCancelled = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #idle: (() => void)[] = [];

  constructor(start: () => WorkerLike, limits: Limits, onLost: OnLost) {
    this.#start = start;
    this.#limits = limits;
    this.#onLost = onLost;
  }

  ask(method: PropertyKey, question: unknown, options: AskOptions<unknown> = {}): Promise<Result<unknown, Lost>> {
    const { hear = () => undefined, transfer = [], signal } = options;
    if (this.#isClosed) return Promise.resolve(err(CLOSED));
    if (signal?.aborted === true) return Promise.resolve(err(CANCELLED));
    const id = this.#nextId++;
    return new Promise((settle) => {
      const answer = (result: Result<unknown, Lost>): void => {
        // A signal may belong to many questions, one after the other.
        signal?.removeEventListener('abort', cancel);
        settle(result);
      };
      const asked: Asked = { id, message: { kind: 'ask', id, method, question }, transfer, hear, answer };
      const cancel = (): void => this.#cancel(asked);
      signal?.addEventListener('abort', cancel);
      this.#queue.push(asked);
      this.#next();
    });
  }

  tell(method: PropertyKey, question: unknown, transfer: Transferable[] = []): void {
    if (this.#isClosed) return;
    this.warm();
    this.#worker?.postMessage({ kind: 'tell', method, question }, transfer);
  }

  /** @param isAhead false: for a question */
  warm(isAhead = true): void {
    if (this.#isClosed || this.#worker !== undefined) return;
    let worker: WorkerLike;
    try {
      worker = this.#start();
    } catch {
      // A browser may refuse to start a worker at all; then the question that needs it is answered with an error.
      return;
    }
    this.#worker = worker;
    this.#isReady = false;
    this.#isAhead = isAhead;
    worker.onmessage = ({ data }) => {
      if (this.#worker === worker) this.#hear(data);
    };
    worker.onerror = ({ message }) => {
      // A script that does not arrive is an error without a message.
      if (this.#worker === worker) this.#lose(this.#isReady || message ? broke(message) : MISSING);
    };
  }

  restart(): void {
    this.#end(CANCELLED);
  }

  losses(): number {
    return this.#losses;
  }

  idle(): Promise<void> {
    if (this.#now === undefined) return Promise.resolve();
    return new Promise((done) => this.#idle.push(done));
  }

  dispose(): void {
    this.#isClosed = true;
    this.#end(CLOSED);
  }

  #end(lost: Lost): void {
    const waiting = this.#queue.splice(0);
    this.#lose(lost);
    for (const { answer } of waiting) answer(err(lost));
  }

  #next(): void {
    if (this.#now !== undefined) return;
    const asked = this.#queue.shift();
    if (asked === undefined) {
      for (const done of this.#idle.splice(0)) done();
      return;
    }
    this.#now = asked;
    this.#isCancelled = false;
    this.warm(false);
    try {
      if (this.#worker === undefined) {
        this.#lose(MISSING);
        return;
      }
      this.#worker.postMessage(asked.message, asked.transfer);
    } catch (cause) {
      this.#lose(broke(cause instanceof Error ? cause.message : String(cause)));
      return;
    }
    if (this.#isReady) this.#allow(this.#limits.answerMs, TOO_SLOW);
    else this.#allow(this.#limits.loadMs, MISSING);
  }

  #hear(message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        this.#isReady = true;
        if (this.#now !== undefined && !this.#isCancelled) this.#allow(this.#limits.answerMs, TOO_SLOW);
        return;
      case 'unloadable':
        this.#lose(MISSING);
        return;
      case 'threw':
        this.#lose(broke(message.message));
        return;
      case 'told':
        if (message.id === this.#now?.id && !this.#isCancelled) this.#now.hear(message.event);
        return;
      case 'answer':
        if (message.id === this.#now?.id) this.#finish(ok(message.answer));
    }
  }

  #cancel(asked: Asked): void {
    const at = this.#queue.indexOf(asked);
    if (at >= 0) this.#queue.splice(at, 1);
    else if (this.#now !== asked || this.#isCancelled) return;
    asked.answer(err(CANCELLED));
    if (at >= 0) return;
    this.#isCancelled = true;
    this.#worker?.postMessage({ kind: 'cancel', id: asked.id }, []);
    this.#allow(this.#limits.cancelMs ?? 0, CANCELLED);
  }

  /** The worker is no longer usable. */
  #lose(lost: Lost): void {
    this.#losses++;
    const worker = this.#worker;
    this.#worker = undefined;
    worker?.terminate();
    if (worker !== undefined && lost !== CLOSED && lost !== CANCELLED) this.#onLost(lost);
    const waiting = this.#now;
    if (this.#isAhead && lost === MISSING && waiting !== undefined && !this.#isCancelled) {
      this.#isAhead = false;
      this.#now = undefined;
      this.#queue.unshift(waiting);
      this.#next();
      return;
    }
    this.#finish(err(lost));
  }

  #finish(result: Result<unknown, Lost>): void {
    clearTimeout(this.#timer);
    const asked = this.#now;
    this.#now = undefined;
    // The promise of a cancelled question is already settled; then this has no effect.
    asked?.answer(result);
    this.#next();
  }

  #allow(ms: number | undefined, lost: Lost): void {
    clearTimeout(this.#timer);
    if (ms !== undefined) this.#timer = setTimeout(() => this.#lose(lost), ms);
  }
}

const MISSING: Lost = { kind: 'not-loaded', message: NOT_LOADED };
const TOO_SLOW: Lost = { kind: 'too-slow', message: 'no answer in time' };
const broke = (message: string | undefined): Lost => ({ kind: 'broke', message: message || 'the worker broke' });

/** @param start starts a worker; a test passes its own */
export const createRpc = <T extends Api<T>>(
  start: () => WorkerLike,
  limits: Limits = {},
  onLost: OnLost = () => undefined,
): Rpc<T> =>
  // The client knows which questions and answers exist only from the table's types.
  new Client(start, limits, onLost) as Rpc<T>;

/** @param url of the worker's script: `import url from './x-worker.ts?worker&url'` */
export const connect = <T extends Api<T>>(url: string, limits?: Limits, onLost?: OnLost): Rpc<T> =>
  createRpc<T>(() => new Worker(url, { type: 'module' }), limits, onLost);

/**
 * A reader who drags a slider asks faster than a worker can answer: one question runs, the newest waits, and those in
 * between are answered with null.
 */
export function newestOf<Q, R, F>(
  ask: (question: Q) => Promise<Result<R, F>>,
): { ask(question: Q): Promise<Result<R | null, F>>; drop(): void } {
  let isAsking = false;
  let newest: { readonly question: Q; readonly answer: (result: Result<R | null, F>) => void } | undefined;
  const next = async (): Promise<void> => {
    const turn = newest;
    if (isAsking || turn === undefined) return;
    newest = undefined;
    isAsking = true;
    const result = await ask(turn.question);
    isAsking = false;
    turn.answer(result);
    void next();
  };
  const drop = (): void => {
    newest?.answer(ok(null));
    newest = undefined;
  };
  return {
    ask: (question) => {
      drop();
      return new Promise((answer) => {
        newest = { question, answer };
        void next();
      });
    },
    drop,
  };
}

/**
 * For a worker that holds something: a replacement worker opens again what was opened last.
 * @param open asks the worker to open it
 */
export function reopening<T extends Api<T>, Q, R, E>(
  rpc: Rpc<T>,
  open: (question: Q) => Promise<Result<R, E>>,
): {
  open(question: Q): Promise<Result<R, E>>;
  /** Asks a worker that has it open. Answers why it could not be opened, or undefined if nothing has been opened yet. */
  whenOpen<A>(ask: () => Promise<Result<A, E>>): Promise<Result<A, E>> | undefined;
} {
  let last: { readonly question: Q } | undefined;
  let opened: { readonly result: Promise<Result<R, E>>; readonly losses: number } | undefined;
  const begin = (question: Q): Promise<Result<R, E>> => {
    const result = open(question);
    opened = { result, losses: rpc.losses() };
    return result;
  };
  return {
    open: (question) => {
      last = { question };
      return begin(question);
    },
    whenOpen: (ask) => {
      if (last === undefined) return undefined;
      const there = opened?.losses === rpc.losses() ? opened.result : begin(last.question);
      return there.then((result) => (result.ok ? ask() : result));
    },
  };
}
