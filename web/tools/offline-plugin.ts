/**
 * At the end of a build, writes the list of the site's files into its service worker (`web/public/sw.js`), which stores
 * them. The gallery is left out: it is a tool for developers of the page.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { listSite, withList } from './offline-list.ts';

export function offlineList(buildId: string): Plugin {
  return {
    name: 'xip-offline-list',
    apply: 'build',
    writeBundle: {
      // After all plugins that add files.
      order: 'post',
      sequential: true,
      handler(options, bundle) {
        const folder = options.dir;
        if (folder === undefined) return this.error('The build has no folder.');
        const gallery = Object.values(bundle).filter((file) => file.type === 'chunk' && file.name === 'gallery');
        const skipped = new Set(['gallery.html', ...gallery.map((file) => file.fileName)]);
        const path = join(folder, 'sw.js');
        const worker = withList(readFileSync(path, 'utf8'), listSite(folder, buildId, skipped));
        if (worker === undefined) return this.error('web/public/sw.js has no place for the list of files.');
        writeFileSync(path, worker);
      },
    },
  };
}
