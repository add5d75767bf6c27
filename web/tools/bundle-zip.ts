/**
 * The site as one zip: a folder that any static server can serve, with a short readme. The same site gives the same
 * bytes, on any machine at any time.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';

/** The zip contains one folder. */
export const BUNDLE_FOLDER = 'xipscope';

const README = `Xipscope: a microscope on PostgreSQL's snapshots

This folder is the whole of it. It needs a browser and any static web server, and no network.

  1. Unpack it.
  2. In this folder run one of

       python3 -m http.server 8000 --bind 127.0.0.1
       npx serve -l 8000
       caddy file-server --listen 127.0.0.1:8000

  3. Open http://localhost:8000/

Opening index.html as a file does not work: browsers give WebAssembly's threads and service workers to
pages from a server only. Other machines need https:// for the same reason; without it all but the
measured figures works.

On the first visit the page may load itself once more: a service worker adds two headers that threads
need (Cross-Origin-Opener-Policy: same-origin, Cross-Origin-Embedder-Policy: require-corp) where the
server does not send them. After one visit the browser has kept everything, and works without the server.
`;

/** Only for an LMS: `scorm-zip.ts`. */
export const COURSE_PAGE = 'scorm.html';

/** The list as `offline-plugin.ts` wrote it. */
function listIn(worker: string): readonly string[] | undefined {
  const json = /^const SITE = (\{".*\});$/m.exec(worker)?.[1];
  if (json === undefined) return undefined;
  const site: unknown = JSON.parse(json);
  if (typeof site !== 'object' || site === null || !('files' in site) || !Array.isArray(site.files)) return undefined;
  const paths = site.files.map((entry: unknown) => (Array.isArray(entry) ? String(entry[0]).replace(/\?.*$/, '') : ''));
  return paths.length > 0 && paths.every((path) => path !== '') ? paths : undefined;
}

/**
 * The files of a built site that a reader needs, without its service worker; undefined if that has no list of files.
 */
export const filesOfSite = (folder: string): readonly string[] | undefined =>
  listIn(readFileSync(join(folder, 'sw.js'), 'utf8'));

/** A zip stores local time, so this is the same everywhere: the earliest possible time. */
export const ZIP_OPTIONS = { level: 9, mtime: new Date(1980, 0, 1) } as const;

/**
 * @param folder a built site
 * @returns the zip's bytes; undefined if the site's service worker has no list of files
 */
export function zipSite(folder: string): Uint8Array | undefined {
  const paths = filesOfSite(folder);
  if (paths === undefined) return undefined;
  const files: Zippable = {};
  // The order of the files in the zip.
  for (const path of [...paths, 'sw.js'].sort())
    if (path !== COURSE_PAGE) files[`${BUNDLE_FOLDER}/${path}`] = readFileSync(join(folder, path));
  files[`${BUNDLE_FOLDER}/README.txt`] = new TextEncoder().encode(README);
  return zipSync(files, ZIP_OPTIONS);
}
