/**
 * The worker in which a page has its specs compiled. It is started when text is edited or opened, and only then is
 * PostgreSQL's parser fetched; a text that breaks the parser breaks this worker and nothing else (compile-client.ts).
 */
import { fetchLanguage } from '../../base/messages/fetched.ts';
import { messagesIn } from '../../base/messages/index.ts';
import { serve } from '../../base/rpc-serve.ts';
import { loadCompiler } from '../../sql/compile.ts';
import type { CompileApi } from './compile-client.ts';
import { compileSource } from './compile-source.ts';

const compiler = loadCompiler();

serve<CompileApi>(
  {
    compile: async ({ source, lang }) => {
      // Without its texts the problems are told in English.
      await fetchLanguage(lang).catch(() => undefined);
      return compileSource(source, await compiler, messagesIn(lang));
    },
  },
  { ready: compiler },
);
