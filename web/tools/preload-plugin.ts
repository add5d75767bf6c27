/**
 * Has the browser fetch the code that draws every page (React's renderer, the shell) in parallel with the page's first
 * small script and not after it: that one imports them only when it knows the address, and the bundler preloads only
 * static imports.
 */
import type { HtmlTagDescriptor, Plugin } from 'vite';

/**
 * PostgreSQL's parser (npm libpg-query) in a browser. Its package is made for Node and for bundlers that do not handle
 * WebAssembly: it looks for its .wasm file next to the running script, under a fixed name. This plugin gives it the
 * address of the file that Vite serves or emits, so that it is found under any sub-path and its name changes with its
 * contents.
 */

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
            this.error(`libpg-query has changed: ${what} is expected once. See web/tools/preload-plugin.ts.`);
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

interface Built {
  readonly type: string;
  readonly name?: string | undefined;
  readonly fileName: string;
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } | undefined;
}

/**
 * Links for the chunks of these names, and for their style. A name without a chunk is reported: the page has another
 * shape.
 */
export function linksFor(names: readonly string[], bundle: readonly Built[]): readonly HtmlTagDescriptor[] | string {
  const links: HtmlTagDescriptor[] = [];
  const link = (attrs: Record<string, string | boolean>) => links.push({ tag: 'link', attrs, injectTo: 'head' });
  for (const name of names) {
    const chunk = bundle.find((file) => file.type === 'chunk' && file.name === name);
    if (chunk === undefined) return `No chunk is called ${name}: see chunksByMeaning in vite.config.ts.`;
    // Not `modulepreload`: the browser would compile it at once, and the page's first script would wait for it.
    link({ rel: 'preload', as: 'script', crossorigin: true, href: `./${chunk.fileName}` });
    for (const css of chunk.viteMetadata?.importedCss ?? [])
      link({ rel: 'preload', as: 'style', crossorigin: true, href: `./${css}` });
  }
  return links;
}

/** @param page the HTML file that is for readers */
export function preloadOnEveryPage(page: string, names: readonly string[]): Plugin {
  return {
    name: 'xip-preload-on-every-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { filename, bundle }) {
        if (bundle === undefined || !filename.endsWith(`/${page}`)) return undefined;
        const links = linksFor(names, Object.values(bundle));
        if (typeof links === 'string') throw new Error(links);
        return [...links];
      },
    },
  };
}
