/**
 * Has the browser fetch the code that draws every page (React's renderer, the shell) in parallel with the page's first
 * small script and not after it: that one imports them only when it knows the address, and the bundler preloads only
 * static imports.
 */
import type { HtmlTagDescriptor, Plugin } from 'vite';

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
