/**
 * Questions to a worker that may hang or break, as one does that reads what anybody wrote: it is started at the first question and kept.
 * Questions are answered one after another. A worker that breaks, does not come or takes too long is ended and its question answered
 * with what happened; the next question starts a new one. So whatever the text is, there is an answer.
 */
import { err, ok, type Result } from './result.ts';

/** What became of a question: the worker or what it needs could not be fetched; it took too long; it broke the worker. */
export type Lost = 'not-loaded' | 'too-slow' | 'broke';

/** First one of `loaded` and `unloadable`; after `loaded` an `answer` for each question, in order. */
export type FromClocked<A> =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'unloadable' }
  | { readonly kind: 'answer'; readonly answer: A };

/** What is needed of a `Worker`. */
export interface ClockedWorker<Q, A> {
  onmessage: ((event: MessageEvent<FromClocked<A>>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(question: Q): void;
  terminate(): void;
}

export interface ClockLimits {
  /** To fetch and start the worker over whatever network there is. */
  readonly loadMs: number;
  /** For one answer. */
  readonly answerMs: number;
}

export type Ask<Q, A> = (question: Q) => Promise<Result<A, Lost>>;

/** @param start starts a worker */
export function createClocked<Q, A>(start: () => ClockedWorker<Q, A>, limits: ClockLimits): Ask<Q, A> {
  let worker: ClockedWorker<Q, A> | undefined;
  let isLoaded = false;
  /** Settles when all questions before have been answered; never rejects. */
  let turn: Promise<unknown> = Promise.resolve();

  const one = (question: Q): Promise<Result<A, Lost>> =>
    new Promise((answer) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const end = (lost: Lost): void => {
        clearTimeout(timer);
        worker?.terminate();
        worker = undefined;
        answer(err(lost));
      };
      const allow = (ms: number, lost: Lost): void => {
        clearTimeout(timer);
        timer = setTimeout(() => end(lost), ms);
      };
      const begin = (): void => allow(limits.answerMs, 'too-slow');
      try {
        if (worker === undefined) {
          isLoaded = false;
          worker = start();
        }
        worker.onmessage = ({ data }) => {
          if (data.kind === 'loaded') {
            isLoaded = true;
            begin();
          } else if (data.kind === 'unloadable') end('not-loaded');
          else {
            clearTimeout(timer);
            answer(ok(data.answer));
          }
        };
        worker.onerror = () => end(isLoaded ? 'broke' : 'not-loaded');
        if (isLoaded) begin();
        else allow(limits.loadMs, 'not-loaded');
        worker.postMessage(question);
      } catch {
        // A browser may refuse to start a worker at all.
        end('not-loaded');
      }
    });

  return (question) => {
    const result = turn.then(() => one(question));
    turn = result;
    return result;
  };
}
