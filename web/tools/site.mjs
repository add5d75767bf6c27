/** Builds the page into `dist/`, if any of its inputs has changed. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { wasmBuildId } from '../../wasm-core/build.mjs';
import { runOrFault, step } from '../node/proc.mjs';
import { at, filesUnder, hashOf, hashOfFiles, readStamp, siteDir, withLock, writeStamp } from '../node/tree.mjs';

const PLACES = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/scorm.html',
  'scenarios',
  'vite.config.ts',
  'package-lock.json',
  'LICENSE',
  'web/tools/notices',
  'web/tools/site.mjs',
  'web/tools/scenarios-plugin.ts',
  'web/tools/offline-plugin.ts',
  // All of Vite's plugins, so that none can be forgotten here.
  ...filesUnder(['web/tools'], (path) => path.endsWith('-plugin.ts')),
];
const isMade = (/** @type {string} */ path) => !/\.test\.tsx?$/.test(path);

const inputs = () => hashOf([hashOfFiles(filesUnder(PLACES, isMade)), wasmBuildId()]);

export const siteIsBuilt = () => readStamp('site') === inputs() && existsSync(join(siteDir, 'index.html'));

export async function buildSite() {
  if (siteIsBuilt()) return;
  await withLock('site', async () => {
    if (siteIsBuilt()) return;
    const key = inputs();
    await step('Building the page', () =>
      runOrFault(
        'Building the page',
        process.execPath,
        [at('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
        {
          cwd: at(),
          env: { NODE_ENV: 'production' },
        },
      ),
    );
    writeStamp('site', key);
  });
}
