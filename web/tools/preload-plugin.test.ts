/** The links at the start of a page: for the chunks that will draw it, and for their style. */
import { expect, test } from 'vitest';
import { linksFor } from './preload-plugin.ts';

const chunk = (name: string, css: readonly string[] = []) => ({
  type: 'chunk',
  name,
  fileName: `assets/${name}-1.js`,
  viteMetadata: { importedCss: new Set(css) },
});
const bundle = [chunk('entry'), chunk('shell', ['assets/shell-2.css']), { type: 'asset', fileName: 'a.svg' }];

test('a chunk is preloaded as a script, its style as a style', () => {
  const links = linksFor(['shell'], bundle);
  expect(typeof links === 'string' ? links : links.map(({ attrs }) => attrs)).toEqual([
    { rel: 'preload', as: 'script', crossorigin: true, href: './assets/shell-1.js' },
    { rel: 'preload', as: 'style', crossorigin: true, href: './assets/shell-2.css' },
  ]);
});

test('a chunk that is not there is told by name', () => {
  expect(linksFor(['react-dom'], bundle)).toMatch(/^No chunk is called react-dom: see chunksByMeaning/);
});
