/**
 * PostgreSQL's parser (npm libpg-query) in a browser. Its package is made for Node and for bundlers that do not handle
 * WebAssembly: it looks for its .wasm file next to the running script, under a fixed name. This plugin gives it the
 * address of the file that Vite serves or emits, so that it is found under any sub-path and its name changes with its
 * contents.
 */
import type { Plugin } from 'vite';

const FACTORY = /[\\/]libpg-query[\\/]wasm[\\/]libpg-query\.js$/;
const LIBRARY = /[\\/]libpg-query[\\/]wasm[\\/]index\.js$/;
/** The way it exports: only to CommonJS and AMD. */
const HANDED_OUT = /if\(typeof exports==="object"&&typeof module==="object"\)[^\n]*\n?$/;
/** Replaces the functions that its Node part calls. */
const NO_NODE = "const require = () => { throw new Error('no Node here'); };";
/** The library creates its instance this way; once, when it is imported. */
const MAKES = 'PgQueryModule()';

/** Goes into `plugins` (the development server) and into `worker.plugins` (the built site). */
export function parserFile(): Plugin {
  return {
    name: 'xip-parser-file',
    enforce: 'pre',
    // Left unbundled, so that the transformations below see it in development, too.
    config: () => ({ optimizeDeps: { exclude: ['libpg-query'] } }),
    transform: {
      filter: { id: /libpg-query/ },
      handler(code, id) {
        const [file = ''] = id.split('?');
        const expect = (isThere: boolean, what: string): void => {
          if (!isThere)
            this.error(`libpg-query has changed: ${what} is expected once. See web/tools/parser-plugin.ts.`);
        };
        if (FACTORY.test(file)) {
          expect(HANDED_OUT.test(code), String(HANDED_OUT));
          return { code: `${NO_NODE}\n${code.replace(HANDED_OUT, '')}\nexport default PgQueryModule;\n`, map: null };
        }
        if (!LIBRARY.test(file)) return null;
        expect(code.split(MAKES).length === 2, MAKES);
        const made = code.replace(MAKES, 'PgQueryModule({ locateFile: () => xipParserUrl })');
        return { code: `import xipParserUrl from './libpg-query.wasm?url';\n${made}`, map: null };
      },
    },
  };
}
