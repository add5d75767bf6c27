/** A page's way to have a spec compiled: in a worker, under a clock (`base/rpc.ts`). Whatever the text is, there is an answer. */

import '../../base/messages/en/source.ts';
import { DEFAULT_LANG, type Lang, messagesIn, type PlainKey } from '../../base/messages/index.ts';
import { err } from '../../base/result.ts';
import { connect, type Limits, type Lost, type Rpc } from '../../base/rpc.ts';
import type { SpecProblem } from '../../scenario/spec-types.ts';
import workerUrl from './compile-worker.ts?worker&url';
import type { CompileApi, CompileResult } from './spec-compile.ts';

export interface CompileClient {
  compile(source: Uint8Array | string, lang?: Lang): Promise<CompileResult>;
}

/** The parser is 340 kB. The slowest known text takes a third of a second. */
export const COMPILE_LIMITS: Limits = { loadMs: 60_000, answerMs: 10_000 };

const SAID: Readonly<Record<Lost['kind'], PlainKey>> = {
  'not-loaded': 'source.compile.noParser',
  'too-slow': 'source.compile.tooSlow',
  broke: 'source.compile.broke',
  cancelled: 'source.compile.broke',
  closed: 'source.compile.broke',
};

/** The text may be fine: the parser did not load. */
export const isParserMissing = (problems: readonly SpecProblem[], lang: Lang): boolean =>
  problems[0]?.message === messagesIn(lang).t('source.compile.noParser');

export function createCompileClient(rpc: Rpc<CompileApi>): CompileClient {
  return {
    async compile(source, lang = DEFAULT_LANG) {
      const answer = await rpc.ask('compile', { source, lang });
      if (answer.ok) return answer.value;
      return err([{ line: 1, column: 1, message: messagesIn(lang).t(SAID[answer.error.kind]) }]);
    },
  };
}

const inPage = createCompileClient(connect(workerUrl, COMPILE_LIMITS));

/**
 * Parses and compiles a spec in a worker. The first call starts the worker and loads the parser.
 * @param source a file's bytes, or a text from the editor
 */
export const compileText = (source: Uint8Array | string, lang?: Lang): Promise<CompileResult> =>
  inPage.compile(source, lang);
