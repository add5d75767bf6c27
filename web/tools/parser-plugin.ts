/**
 * PostgreSQL's parser (npm libpg-query) in a browser. Its package is made for Node and for bundlers that know nothing of
 * WebAssembly: it looks for its .wasm file beside the script that runs, under a fixed name. This plugin gives it the
 * address of the file that Vite serves or emits, so that it is found under any sub-path and its name changes with it.
 */
import type { Plugin } from 'vite';

const FACTORY = /[\\/]libpg-query[\\/]wasm[\\/]libpg-query\.js$/;
const LIBRARY = /[\\/]libpg-query[\\/]wasm[\\/]index\.js$/;
/** How the library makes its instance; once, when it is imported. */
const MAKES = 'PgQueryModule()';

/** Goes into `plugins` (the development server) and into `worker.plugins` (the built site). */
export function parserFile(): Plugin {
  return {
    name: 'xip-parser-file',
    enforce: 'pre',
    // As it is, so that the transformations below see it in development, too.
    config: () => ({ optimizeDeps: { exclude: ['libpg-query'] } }),
    transform(code, id) {
      const [file = ''] = id.split('?');
      // For CommonJS and AMD only; a browser's modules want to be told what is handed out.
      if (FACTORY.test(file)) return { code: `${code}\nexport default PgQueryModule;\n`, map: null };
      if (!LIBRARY.test(file)) return null;
      if (code.split(MAKES).length !== 2)
        this.error(`libpg-query has changed: ${MAKES} is expected once. See web/tools/parser-plugin.ts.`);
      const made = code.replace(MAKES, 'PgQueryModule({ locateFile: () => xipParserUrl })');
      return { code: `import xipParserUrl from './libpg-query.wasm?url';\n${made}`, map: null };
    },
  };
}
