/**
 * At the end of a build, writes the list of the site's files into its service worker (`web/public/sw.js`), which stores
 * them. The gallery is left out: it is a tool for developers of the page.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/**
 * The list that the service worker keeps: every file of the built site with the hash of its bytes. Pure but for reading
 * files; `offline-plugin.ts` runs it at the end of a build.
 */

/** Address below the site's folder, and 16 hexadecimal digits of SHA-256. */
export type Kept = readonly [address: string, hash: string];

/** Computed as in web/public/sw.js. */
export const hashOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

/** The files that a page needs first come first, so that readers who leave early have most of them. */
const ORDER = [/^index\.html$/, /^theme\.js$/, /\.(css|woff2)$/, /^assets\/index-/, /^wasm\//, /\.js$/];
const rankOf = (path: string): number => {
  const rank = ORDER.findIndex((pattern) => pattern.test(path));
  return rank === -1 ? ORDER.length : rank;
};

/**
 * The list of a built site.
 * @param buildId the value that pages put after `wasm/…?v=`: another build has other addresses, and never gets this
 * one's bytes
 * @param skipped files that nobody needs without a network, as paths below the folder
 */
export function listSite(folder: string, buildId: string, skipped: ReadonlySet<string>): readonly Kept[] {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => path !== 'sw.js' && !path.endsWith('.map') && !skipped.has(path));
  const ranked = paths.sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
  return ranked.map((path) => [
    path.startsWith('wasm/') ? `${path}?v=${buildId}` : path,
    hashOfBytes(readFileSync(join(folder, path))),
  ]);
}

const PLACE = "const SITE = { version: '', files: [] };";

/** The worker's text with the list inserted; undefined if it has no place for one. */
export function withList(worker: string, files: readonly Kept[]): string | undefined {
  if (worker.split(PLACE).length !== 2) return undefined;
  const version = hashOfBytes(Buffer.from(JSON.stringify(files)));
  return worker.replace(PLACE, () => `const SITE = ${JSON.stringify({ version, files })};`);
}

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
        // PostgreSQL for general queries is larger than all the rest: a spec that needs it fetches it, and needs a network.
        const assets = readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`);
        const large = assets.filter((name) => /\/(pglite|initdb)-[\w-]+\.(wasm|data)$/.test(name));
        const skipped = new Set(['gallery.html', ...gallery.map((file) => file.fileName), ...large]);
        const path = join(folder, 'sw.js');
        const worker = withList(readFileSync(path, 'utf8'), listSite(folder, buildId, skipped));
        if (worker === undefined) return this.error('web/public/sw.js has no place for the list of files.');
        writeFileSync(path, worker);
      },
    },
  };
}
