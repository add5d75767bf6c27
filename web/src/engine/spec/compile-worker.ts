/**
 * The worker that compiles a page's specs. It starts when text is edited or opened, and only then loads PostgreSQL's
 * parser; a text that breaks the parser breaks only this worker (compile-client.ts).
 */
import { fetchLanguage } from '../../base/messages/fetched.ts';
import { messagesIn } from '../../base/messages/index.ts';
import { serve } from '../../base/rpc-serve.ts';
import { loadCompiler } from '../../sql/compile.ts';
import { type CompileApi, compileSource } from './spec-compile.ts';

const compiler = loadCompiler();

serve<CompileApi>(
  {
    compile: async ({ source, lang }) => {
      // Without the language's texts the problems are in English.
      await fetchLanguage(lang).catch(() => undefined);
      return compileSource(source, await compiler, messagesIn(lang));
    },
  },
  { ready: compiler },
);
