/**
 * A page's way to have a spec compiled: a worker is started at the first call and kept. Calls are answered one after
 * another. A worker that breaks or takes too long is ended and its call answered with a problem at line 1; the next call
 * starts a new one. So whatever the text is, there is an answer.
 */
import { DEFAULT_LANG, type Lang, messagesIn, type PlainKey } from '../base/messages/index.ts';
import { err } from '../base/result.ts';
import type { CompileResult, FromCompileWorker, ToCompileWorker } from './compile-messages.ts';

export type { CompileResult } from './compile-messages.ts';

/** What is needed of a `Worker`. */
export interface CompileWorker {
  onmessage: ((event: MessageEvent<FromCompileWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToCompileWorker): void;
  terminate(): void;
}

export interface CompileLimits {
  /** To fetch and start the parser: 340 kB over whatever network there is. */
  readonly loadMs: number;
  /** To compile one text. The slowest that is known takes a third of a second. */
  readonly compileMs: number;
}
const LIMITS: CompileLimits = { loadMs: 60_000, compileMs: 10_000 };

export interface CompileClient {
  compile(source: Uint8Array | string, lang?: Lang): Promise<CompileResult>;
}

const failed = (key: PlainKey, lang: Lang): CompileResult =>
  err([{ line: 1, column: 1, message: messagesIn(lang).t(key) }]);

/** @param start starts a worker */
export function createCompileClient(start: () => CompileWorker, limits: CompileLimits = LIMITS): CompileClient {
  let worker: CompileWorker | undefined;
  let isLoaded = false;
  /** Settles when all calls before have been answered; never rejects. */
  let turn: Promise<unknown> = Promise.resolve();

  const one = (source: Uint8Array | string, lang: Lang): Promise<CompileResult> =>
    new Promise((answer) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const end = (key: PlainKey): void => {
        clearTimeout(timer);
        worker?.terminate();
        worker = undefined;
        answer(failed(key, lang));
      };
      const allow = (ms: number, key: PlainKey): void => {
        clearTimeout(timer);
        timer = setTimeout(() => end(key), ms);
      };
      const begin = (): void => allow(limits.compileMs, 'source.compile.tooSlow');
      try {
        if (worker === undefined) {
          isLoaded = false;
          worker = start();
        }
        worker.onmessage = ({ data }) => {
          if (data.kind === 'loaded') {
            isLoaded = true;
            begin();
          } else if (data.kind === 'unloadable') end('source.compile.noParser');
          else {
            clearTimeout(timer);
            answer(data.result);
          }
        };
        worker.onerror = () => end(isLoaded ? 'source.compile.broke' : 'source.compile.noParser');
        if (isLoaded) begin();
        else allow(limits.loadMs, 'source.compile.noParser');
        worker.postMessage({ source, lang });
      } catch {
        // A browser may refuse to start a worker at all.
        end('source.compile.noParser');
      }
    });

  return {
    compile(source, lang = DEFAULT_LANG) {
      const result = turn.then(() => one(source, lang));
      turn = result;
      return result;
    },
  };
}

const inPage = createCompileClient(
  () => new Worker(new URL('./compile-worker.ts', import.meta.url), { type: 'module' }) as CompileWorker,
);

/**
 * Parses and compiles a spec in a worker. Starts the worker, and has the parser fetched, when first called.
 * @param source a file's bytes, or a text from the editor
 */
export const compileText = (source: Uint8Array | string, lang?: Lang): Promise<CompileResult> =>
  inPage.compile(source, lang);
