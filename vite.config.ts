/**
 * Builds the page (`web/`) into `dist/`, serves it while it is worked on, and runs the unit tests.
 * All addresses are relative, so that any static host and any sub-path will do.
 */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { minifySync, type Plugin, type ResolveModulePreloadDependenciesFn, transformWithOxc } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';
import { wasmBuildId } from './wasm-core/build.mjs';
import { fileFor, ISOLATION_HEADERS, MIME_TYPES } from './web/node/serve.mjs';
import { at, siteDir, wasmDir } from './web/node/tree.mjs';
import { embedScript } from './web/tools/embed-script-plugin.ts';
import { smallFaces } from './web/tools/faces-plugin.ts';
import { latinFaces } from './web/tools/latin-faces-plugin.ts';
import { thirdParty } from './web/tools/notices-plugin.ts';
import { offlineList } from './web/tools/offline-plugin.ts';
import { parserFile, preloadOnEveryPage } from './web/tools/preload-plugin.ts';
import { lessonModules, scenarioModules } from './web/tools/scenarios-plugin.ts';
import { smallStyles } from './web/tools/styles-plugin.ts';

/** The site's copy of Emscripten's loader runs in browsers alone, where there is no `process`: what it does in Node is left out. */
async function inBrowsers(name: string, code: string): Promise<string> {
  // Advice for those who build it.
  const plain = code.replace(/ Build with -s ASSERTIONS=1 for more info\./, '');
  const { code: known } = await transformWithOxc(plain, name, { lang: 'js', define: { process: 'undefined' } });
  const { code: small, errors } = minifySync(name, known, { module: true });
  if (errors.length > 0) throw new Error(`${name}: ${errors.map(({ message }) => message).join('; ')}`);
  return small;
}

/** The script that runs before the first paint is not a module, so the bundler copies it unchanged. This takes out comments and spaces. */
function smallTheme(): Plugin {
  return {
    name: 'xip-small-theme',
    writeBundle({ dir }) {
      const file = join(dir ?? siteDir, 'theme.js');
      // Older browsers read it to say that they are too old: its syntax stays as it was written.
      const { code, errors } = minifySync(file, readFileSync(file, 'utf8'), { compress: { target: 'es2020' } });
      if (errors.length > 0) this.error(errors.map(({ message }) => message).join('; '));
      writeFileSync(file, code);
    },
  };
}

/** The WebAssembly as static files under `wasm/`, untouched by the bundler, in development and in the built site. */
function wasmFiles(): Plugin {
  const isServed = (file: string): boolean => /\.(mjs|wasm|js)$/.test(file);
  return {
    name: 'xip-wasm-files',
    configureServer(server) {
      server.middlewares.use('/wasm', (request, response, next) => {
        const file = fileFor(wasmDir, request.url ?? '/');
        if (file === undefined || !isServed(file) || !existsSync(file)) return next();
        const type = MIME_TYPES[file.slice(file.lastIndexOf('.'))] ?? 'application/octet-stream';
        response.writeHead(200, { ...ISOLATION_HEADERS, 'Content-Type': type, 'Cache-Control': 'no-cache' });
        response.end(readFileSync(file));
      });
    },
    async writeBundle({ dir }) {
      if (!existsSync(wasmDir)) this.error('build/wasm is missing: run `node wasm-core/build.mjs` first.');
      for (const file of readdirSync(wasmDir).filter(isServed)) {
        const to = join(dir ?? siteDir, 'wasm', file);
        cpSync(join(wasmDir, file), to);
        // Emscripten leaves its loader half as it was written; on the way to a first figure each kB counts.
        if (file.endsWith('.mjs')) writeFileSync(to, await inBrowsers(file, readFileSync(join(wasmDir, file), 'utf8')));
      }
    },
  };
}

/** Markdown's entities have a module for browsers that asks the page's document, which a worker lacks, and one for all else. */
function entitiesWithoutDocument(): Plugin {
  const NAME = 'decode-named-character-reference';
  return {
    name: 'xip-entities-without-document',
    enforce: 'pre',
    resolveId: (id) => (id === NAME ? at('node_modules', NAME, 'index.js') : null),
  };
}

/**
 * A worker's own file is imported by none of its others. WebKit (Safari, too) runs it a second time for them: the worker then has two
 * of everything, and the second has opened nothing. What both need is a file of its own: see `sharedInWorkers`.
 */
function workersRunOnce(): Plugin {
  return {
    name: 'xip-workers-run-once',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entries = new Set(chunks.flatMap(({ isEntry, fileName }) => (isEntry ? [fileName] : [])));
      for (const { fileName, imports, dynamicImports } of chunks)
        for (const imported of [...imports, ...dynamicImports].filter((name) => entries.has(name)))
          this.error(
            `${fileName} imports its worker's own file ${imported}, which WebKit would run again: name in sharedInWorkers the module of it that both need.`,
          );
    },
  };
}
/** Each with all that it imports: what a worker and the files that it fetches later have in common. */
const sharedInWorkers = [{ name: 'stage-host', test: /[\\/]stage[\\/]stage-host\.ts$/ }];

/** Vite's development server puts scripts and styles into the page and talks to it; the built page has its strict policy. */
function relaxedPolicyInDevelopment(): Plugin {
  const relax = (policy: string): string =>
    policy
      .replace(/script-src /, "script-src 'unsafe-inline' ")
      .replace(/style-src /, "style-src 'unsafe-inline' ")
      .replace(/connect-src /, 'connect-src ws: ');
  return {
    name: 'xip-relaxed-policy-in-development',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace(/<meta[^>]+http-equiv="Content-Security-Policy"[^>]*>/, relax),
    },
  };
}

/** @param names the ends of paths, without the files' extensions */
const filesOf = (...names: readonly string[]): RegExp =>
  new RegExp(`[\\\\/](?:${names.join('|').replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')})\\.(?:tsx?|css|csv)`);

/**
 * What is fetched together is one file: each of these takes all that its modules import, but for what one above it has taken.
 * Left to itself the bundler makes a file of each set of modules that two pages happen to share, and a first visit asks for a hundred.
 */
const chunksByMeaning = [
  // What the first address is read with, and says what else to fetch; React is of it. Not main.tsx, which begins the page: other pages
  // import from this file, too.
  { name: 'entry', test: /[\\/]app[\\/](first-fetch|language)\.ts$/ },
  { name: 'react-dom', test: /[\\/]node_modules[\\/](react-dom|scheduler)[\\/]/ },
  { name: 'shell', test: /[\\/]app[\\/]start\.tsx$/ },
  { name: 'lesson', test: /[\\/]pages[\\/]lessons[\\/]LessonsPage\.tsx$/ },
  {
    name: 'figure',
    test: /[\\/]pages[\\/](playground[\\/](PlayPage|PlayFigure)|shared[\\/]play[\\/]figures[\\/]rows)\.tsx$/,
  },
  // A film needs it, and nothing of what follows.
  { name: 'clock', test: filesOf('ui/clock') },
  // What most pages have: what is chosen, dragged and downloaded.
  {
    name: 'ui',
    test: filesOf(
      ...['Figure', 'DataTable', 'Slider', 'slider-scale', 'choice', 'place', 'controls.module'].map(
        (name) => `ui/${name}`,
      ),
      ...['picture-text', 'design-style'].map((name) => `viewmodel/${name}`),
    ),
  },
  { name: 'd3', test: /[\\/]node_modules[\\/]d3-/ },
  // What Home and the Lab have in common: threads that measure, rows of results, published figures, a scan that moves.
  {
    name: 'lab',
    test: filesOf(
      ...['lab/lab-client', 'wasm/capabilities'].map((name) => `engine/${name}`),
      ...['lab/rows', 'lab/claim', 'lab/published-series', 'race/slowed', 'race/snapshot-reads'].map(
        (name) => `viewmodel/${name}`,
      ),
      ...['scan-trail/ScanTrail', 'observe/observe-client', 'scenario/published', 'published/idle-connections'],
      ...['en/home', 'en/capability'],
    ),
  },
  // Home has keys and names of other pages; they do not wait for Home.
  { name: 'shell-later', test: filesOf('en/shell-later') },
  { name: 'HomePage', test: /[\\/]pages[\\/]home[\\/]HomePage\.tsx$/ },
].map((group, i) => ({ ...group, priority: 20 - i }));

/** Hashes shorter than usual, since a first visit reads hundreds of them: 36 bits that change with a file of the same name. */
const fileNames = {
  hashCharacters: 'base36',
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
} as const;

/** Pages that a first address may name: all that they import is fetched in parallel with them. */
const FIRST_PAGES = /[\\/](HomePage|figure|lesson)-/;
/** The chunks of a first visit, which say what else to preload with a chunk that they import later. */
const FIRST_CHUNKS = /[\\/](index|entry|figure|lesson|shell)-/;
/**
 * In a first visit's chunks the lists of what to preload are a tenth of all: of parts that are opened later they name only the style, without which
 * a part cannot be drawn. Its scripts are asked for by its own first one.
 */
const preloaded: ResolveModulePreloadDependenciesFn = (file, deps, { hostId, hostType }) =>
  hostType === 'html' || FIRST_PAGES.test(file) || !FIRST_CHUNKS.test(hostId)
    ? deps
    : deps.filter((one) => one.endsWith('.css'));

/** `{ en: 'English', … }`: each language's folder, called in itself. */
function namesOfLanguages(): Record<string, string | undefined> {
  const folder = at('web/src/base/messages');
  const langs = readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));
  return Object.fromEntries(langs.map((lang) => [lang, new Intl.DisplayNames(lang, { type: 'language' }).of(lang)]));
}

const pages = existsSync(at('web')) ? readdirSync(at('web')).filter((file) => file.endsWith('.html')) : [];

const notices = thirdParty();

export default defineConfig({
  root: at('web'),
  base: './',
  plugins: [
    react(),
    smallFaces(),
    latinFaces(),
    smallStyles(),
    scenarioModules(),
    lessonModules(),
    parserFile(),
    wasmFiles(),
    smallTheme(),
    embedScript(),
    preloadOnEveryPage('index.html', ['react-dom', 'shell']),
    notices.page(),
    offlineList(wasmBuildId()),
    relaxedPolicyInDevelopment(),
  ],
  define: {
    __XIP_BUILD_ID__: JSON.stringify(wasmBuildId()),
    __XIP_LANG_NAMES__: JSON.stringify(namesOfLanguages()),
  },
  server: { headers: ISOLATION_HEADERS, fs: { allow: [at()] } },
  // A worker's bundle has plugins of its own.
  worker: {
    format: 'es',
    plugins: () => [scenarioModules(), parserFile(), notices.worker(), entitiesWithoutDocument(), workersRunOnce()],
    rolldownOptions: {
      output: { codeSplitting: { includeDependenciesRecursively: true, groups: sharedInWorkers }, ...fileNames },
    },
  },
  build: {
    outDir: siteDir,
    emptyOutDir: true,
    target: 'es2023',
    // Inlined files would be data: URLs and inline scripts, which the policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: preloaded },
    rolldownOptions: {
      input: Object.fromEntries(pages.map((page) => [basename(page, '.html'), at('web', page)])),
      output: {
        codeSplitting: { includeDependenciesRecursively: true, groups: chunksByMeaning },
        ...fileNames,
      },
    },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          root: at(),
          // Files share their modules, and each core has its share of files. A test that needs fresh modules resets them.
          isolate: false,
          maxWorkers: availableParallelism(),
          // Laws with many cases: on a busy machine five seconds were not enough for some.
          testTimeout: 30_000,
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, '**/*.wasm.test.ts', '**/*.servers.test.ts', 'web/e2e/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'servers',
          root: at(),
          include: ['web/**/*.servers.test.ts'],
          // Real servers, three for each file: who talks to them mostly waits.
          maxWorkers: availableParallelism(),
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'wasm',
          root: at(),
          include: ['web/**/*.wasm.test.ts'],
          isolate: false,
          maxWorkers: availableParallelism(),
          // Files with real threads take the cores from one another; no test asks how fast anything is.
          testTimeout: 120_000,
        },
      },
    ],
  },
});
