/**
 * `npm run package`, which `npm pack` also runs before it packs: the command line as plain JavaScript in `build/cli`,
 * so that the npm package needs no compiler, no TypeScript and no other package. The page, the WebAssembly and the
 * scenarios are packed unchanged; `files` in package.json lists them.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { at, buildDir, root, siteDir } from '../node/tree.mjs';
import { thirdParty } from './notices-plugin.ts';
import { ownPlaces } from './own-places-plugin.ts';

/** PostgreSQL's parser and its server are read from the site, which already contains them. */

const FACTORY = /[\\/]libpg-query[\\/]wasm[\\/]libpg-query\.js$/;
const LIBRARY = /[\\/]libpg-query[\\/]wasm[\\/]index\.js$/;
const MAKES = 'PgQueryModule()';

/** The parser's WebAssembly in the built site. */
export function parserInSite(): string {
  const found = readdirSync(join(siteDir, 'assets')).filter((name) => /^libpg-query-.*\.wasm$/.test(name));
  const [name] = found;
  if (name === undefined || found.length > 1)
    throw new Error(`one libpg-query.wasm is expected in dist/assets: ${found}`);
  return `dist/assets/${name}`;
}

/** The parser as a module of the bundle. Its package expects its file next to itself, where the bundle has none. */
function parserFromSite(): Plugin {
  return {
    name: 'xip-parser-from-site',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^libpg-query$/ },
      handler: () => join(root, 'node_modules/libpg-query/wasm/index.js'),
    },
    transform: {
      filter: { id: /libpg-query/ },
      handler(code, id) {
        if (FACTORY.test(id)) {
          const ending = /if\(typeof exports==="object"&&typeof module==="object"\)[^\n]*\n?$/;
          if (!ending.test(code)) this.error(`libpg-query has changed: its end is not ${ending}.`);
          const require =
            "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);";
          const made = code.replace(ending, '');
          return { code: `${require}\nconst __dirname = '';\n${made}\nexport default PgQueryModule;\n`, map: null };
        }
        if (!LIBRARY.test(id)) return null;
        if (code.split(MAKES).length !== 2) this.error(`libpg-query has changed: ${MAKES} is expected once.`);
        const place = `new URL(${JSON.stringify(`../../${parserInSite()}`)}, import.meta.url).href`;
        return { code: code.replace(MAKES, `PgQueryModule({ locateFile: () => ${place} })`), map: null };
      },
    },
  };
}

const SERVER = /[\\/]@electric-sql[\\/]pglite[\\/]dist[\\/]chunk-[\w-]+\.js$/;

/** PostgreSQL for general queries: its package expects its files next to itself; they are read from the site, too. */
function serverFromSite(): Plugin {
  const assets = readdirSync(join(siteDir, 'assets'));
  return {
    name: 'xip-server-from-site',
    enforce: 'pre',
    transform: {
      filter: { id: SERVER },
      handler(code) {
        const made = code.replaceAll(/new URL\("\.\/(\w+)\.(wasm|data)",import\.meta\.url\)/g, (_, stem, ending) => {
          const [name, ...more] = assets.filter((one) => one.startsWith(`${stem}-`) && one.endsWith(`.${ending}`));
          if (name === undefined || more.length > 0)
            return this.error(`one ${stem}.${ending} is expected in dist/assets`);
          return `new URL("../../dist/assets/${name}", import.meta.url)`;
        });
        return { code: made, map: null };
      },
    },
  };
}

export const cliDir = join(buildDir, 'cli');

await build({
  configFile: false,
  root: at('web'),
  logLevel: 'warn',
  publicDir: false,
  plugins: [ownPlaces(), parserFromSite(), serverFromSite(), thirdParty().page()],
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    outDir: cliDir,
    emptyOutDir: true,
    target: 'node20',
    minify: true,
    rolldownOptions: {
      input: { xipscope: at('web/cli/packed.ts') },
      // All in the entry's folder: each finds the package's folder two levels up.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
