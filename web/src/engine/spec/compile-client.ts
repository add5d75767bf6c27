/** A page's way to have a spec compiled: in a worker, under a clock (`clocked.ts`). Whatever the text is, there is an answer. */

import { type ClockedWorker, type ClockLimits, createClocked, type Lost } from '../../base/clocked.ts';
import { DEFAULT_LANG, type Lang, messagesIn, type PlainKey } from '../../base/messages/index.ts';
import { err } from '../../base/result.ts';
import type { CompileResult, ToCompileWorker } from './compile-messages.ts';

export type { CompileResult } from './compile-messages.ts';
export type CompileWorker = ClockedWorker<ToCompileWorker, CompileResult>;

/** The parser is 340 kB. The slowest text that is known takes a third of a second. */
const LIMITS: ClockLimits = { loadMs: 60_000, answerMs: 10_000 };

export interface CompileClient {
  compile(source: Uint8Array | string, lang?: Lang): Promise<CompileResult>;
}

const SAID: Readonly<Record<Lost, PlainKey>> = {
  'not-loaded': 'source.compile.noParser',
  'too-slow': 'source.compile.tooSlow',
  broke: 'source.compile.broke',
};

/** @param start starts a worker */
export function createCompileClient(start: () => CompileWorker, limits: ClockLimits = LIMITS): CompileClient {
  const ask = createClocked(start, limits);
  return {
    async compile(source, lang = DEFAULT_LANG) {
      const answer = await ask({ source, lang });
      if (answer.ok) return answer.value;
      return err([{ line: 1, column: 1, message: messagesIn(lang).t(SAID[answer.error]) }]);
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
