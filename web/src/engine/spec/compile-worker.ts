/**
 * The worker in which a page has its specs compiled. It is started when text is edited or opened, and only then is
 * PostgreSQL's parser fetched; a text that breaks the parser breaks this worker and nothing else (compile-client.ts).
 */
import { fetchLanguage } from '../../base/messages/fetched.ts';
import { messagesIn } from '../../base/messages/index.ts';
import { loadCompiler } from '../../sql/compile.ts';
import type { FromCompileWorker, ToCompileWorker } from './compile-messages.ts';
import { compileSource } from './compile-source.ts';

const post = (message: FromCompileWorker): void => self.postMessage(message);

const compiler = loadCompiler();
compiler.then(
  () => post({ kind: 'loaded' }),
  () => post({ kind: 'unloadable' }),
);

self.onmessage = async ({ data }: MessageEvent<ToCompileWorker>): Promise<void> => {
  const compile = await compiler.catch(() => undefined);
  if (compile === undefined) return;
  // Without its texts the problems are told in English.
  await fetchLanguage(data.lang).catch(() => undefined);
  // A broken invariant must be heard as the worker's error, which a rejected promise would not be.
  try {
    post({ kind: 'answer', answer: compileSource(data.source, compile, messagesIn(data.lang)) });
  } catch (cause) {
    setTimeout(() => {
      throw cause;
    });
  }
};
