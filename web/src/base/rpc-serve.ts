/** A worker's side of `rpc.ts`: its whole body is a table of methods. */
import type { Answer, Api, FromWorker, Question, Told, ToWorker } from './rpc.ts';

export interface Turn<E> {
  /** Sends an event before the answer. */
  tell(event: E): void;
  /** Aborted when nobody wants the answer any longer. */
  readonly signal: AbortSignal;
}

export type Methods<T extends Api<T>> = {
  readonly [K in keyof T]: (question: Question<T[K]>, turn: Turn<Told<T[K]>>) => Answer<T[K]> | Promise<Answer<T[K]>>;
};

interface ServeOptions {
  /** Settles when the worker has what it needs; rejects if that did not arrive. */
  readonly ready?: Promise<unknown>;
  /** The parts of a method's answer that are transferred, not copied. */
  readonly transfer?: (method: PropertyKey, answer: unknown) => Transferable[];
}

/** A worker's own end of its line to the page. */
export interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker, transfer: Transferable[]): void;
}

/**
 * Answers questions from now on. A method that throws ends this worker: the page hears why, and starts another.
 * @param scope a test passes its own
 * @returns a function that ends this worker for a reason outside any question
 */
export function serve<T extends Api<T>>(
  methods: Methods<T>,
  { ready, transfer }: ServeOptions = {},
  scope: WorkerScope = self as WorkerScope,
): { fail(message: string): void } {
  const post = (message: FromWorker, handed: Transferable[] = []): void => scope.postMessage(message, handed);
  const threw = (cause: unknown): void =>
    post({ kind: 'threw', message: cause instanceof Error ? cause.message : String(cause) });
  const turns = new Map<number, AbortController>();
  const isReady = Promise.resolve(ready).then(
    () => {
      post({ kind: 'ready' });
      return true;
    },
    () => {
      post({ kind: 'unloadable' });
      return false;
    },
  );
  const table = methods as Readonly<Record<PropertyKey, (question: unknown, turn: Turn<unknown>) => unknown>>;
  const run = async (message: Exclude<ToWorker, { kind: 'cancel' }>): Promise<void> => {
    const gone = new AbortController();
    const id = message.kind === 'ask' ? message.id : undefined;
    if (id !== undefined) turns.set(id, gone);
    try {
      const method = table[message.method];
      if (method === undefined) throw new Error(`no method ${String(message.method)}`);
      const tell = (event: unknown): void => {
        if (id !== undefined) post({ kind: 'told', id, event });
      };
      // A method that awaits nothing finishes at once, so messages without an answer keep their order.
      const answer = await method(message.question, { tell, signal: gone.signal });
      if (id !== undefined) post({ kind: 'answer', id, answer }, transfer?.(message.method, answer));
    } catch (cause) {
      threw(cause);
    } finally {
      if (id !== undefined) turns.delete(id);
    }
  };
  scope.onmessage = async ({ data }) => {
    if (data.kind === 'cancel') turns.get(data.id)?.abort();
    else if (ready === undefined || (await isReady)) await run(data);
  };
  return { fail: (message) => post({ kind: 'threw', message }) };
}
