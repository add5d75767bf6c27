/**
 * `npm run package`, which `npm pack` also runs before it packs: the command line as plain JavaScript in `build/cli`,
 * so that the npm package needs no compiler, no TypeScript and no other package. The page, the WebAssembly and the
 * scenarios are packed unchanged; `files` in package.json lists them.
 */
import { join } from 'node:path';
import { build } from 'vite';
import { thirdParty } from './notices-plugin.ts';
import { ownPlaces, parserFromSite } from './package-plugins.ts';
import { at, buildDir } from './tree.mjs';

export const cliDir = join(buildDir, 'cli');

await build({
  configFile: false,
  root: at('web'),
  logLevel: 'warn',
  publicDir: false,
  plugins: [ownPlaces(), parserFromSite(), thirdParty().page()],
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
