/**
 * A static server for the built page: loopback only, with the headers that make a page cross-origin isolated, and with
 * the page's Content-Security-Policy.
 *
 *   node web/node/serve.mjs [--port N] [--exact]    serves dist/; --exact fails if the port is taken
 */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Fault, main, say } from './proc.mjs';
import { siteDir } from './tree.mjs';

export const HOST = '127.0.0.1';

/**
 * Without the first two there is no SharedArrayBuffer, and so no threads. The third lets an isolated page of another origin
 * embed this site, as web/public/sw.js does: nothing here is secret.
 */
export const ISOLATION_HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/**
 * The Content-Security-Policy that the site's service worker (web/public/sw.js) gives each of its files. A server that can send
 * headers sends the same, because a first visit has no service worker yet, and a web worker has no policy but its own file's.
 * @param {string} worker the text of sw.js
 */
export function policyIn(worker) {
  return /'Content-Security-Policy':\s+"([^"]*)"/.exec(worker)?.[1];
}

/**
 * The policy of the site in a folder; none if there is no site.
 * @param {string} folder
 * @returns {Promise<Record<string, string>>}
 */
async function policyHeader(folder) {
  const policy = policyIn(await readFile(join(folder, 'sw.js'), 'utf8').catch(() => ''));
  return policy === undefined ? {} : { 'Content-Security-Policy': policy };
}

/** @type {Record<string, string>} */
export const MIME_TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/**
 * The file that a URL's path names below a folder; undefined if it would lead out of it.
 * @param {string} folder
 * @param {string} url
 */
export function fileFor(folder, url) {
  try {
    const path = decodeURIComponent(new URL(url, 'http://x').pathname);
    const file = normalize(join(folder, path.endsWith('/') ? `${path}index.html` : path));
    return file.startsWith(folder + sep) && !file.includes('\0') ? file : undefined;
  } catch {
    return undefined;
  }
}

const compress = promisify(gzip);
/** Already compressed: a second time makes nothing smaller. */
const COMPRESSED = new Set(['.woff2', '.png', '.webp', '.zip']);

/**
 * Serves a folder, compressed by gzip if the browser accepts it, as nearly every static host does.
 * @param {string} folder
 */
export function staticServer(folder) {
  /** Compressed bodies, by their ETag. @type {Map<string, Promise<Buffer>>} */
  const small = new Map();
  const compressed = (/** @type {string} */ etag, /** @type {Buffer} */ body) => {
    const known = small.get(etag) ?? compress(body, { level: 9 });
    small.set(etag, known);
    return known;
  };
  return createServer(async (request, response) => {
    const always = { ...ISOLATION_HEADERS, ...(await policyHeader(folder)) };
    const answer = (/** @type {number} */ status, /** @type {string} */ text) => {
      response.writeHead(status, { ...always, 'Content-Type': 'text/plain; charset=utf-8' });
      response.end(request.method === 'HEAD' ? undefined : `${text}\n`);
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, 'Only GET and HEAD.');
    const file = fileFor(folder, request.url ?? '/');
    if (file === undefined) return answer(400, 'Not a path below this site.');
    try {
      if (!(await stat(file)).isFile()) return answer(404, 'Not found.');
      const body = await readFile(file);
      // Weak: the same for the compressed and the plain body.
      const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      // Files under assets/ carry their hash in the name; browsers check all others again each time.
      const isHashed = /[\\/]assets[\\/]/.test(file.slice(folder.length));
      const headers = {
        ...always,
        'Content-Type': MIME_TYPES[extname(file)] ?? 'application/octet-stream',
        'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
        'X-Content-Type-Options': 'nosniff',
        ETag: etag,
      };
      if (request.headers['if-none-match'] === etag) {
        response.writeHead(304, headers);
        response.end();
        return;
      }
      const isSmaller = !COMPRESSED.has(extname(file)) && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
      const sent = isSmaller ? await compressed(etag, body) : body;
      response.writeHead(200, {
        ...headers,
        ...(isSmaller && { 'Content-Encoding': 'gzip' }),
        Vary: 'Accept-Encoding',
        'Content-Length': sent.byteLength,
      });
      response.end(request.method === 'HEAD' ? undefined : sent);
    } catch {
      answer(404, 'Not found.');
    }
  });
}

/**
 * Listens on the port, or on the next free one unless it has to be this one. Port 0 is any free one.
 * @param {import('node:http').Server} server
 * @param {number} port
 * @param {boolean} exact
 * @returns {Promise<number>} the port it got
 */
export function listen(server, port, exact) {
  return new Promise((resolve, reject) => {
    let tried = port;
    server.on('error', (error) => {
      const isTaken = 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES');
      if (isTaken && !exact && tried < Math.min(port + 100, 65_535)) {
        tried++;
        server.listen(tried, HOST);
      } else {
        reject(new Fault(`Cannot listen on ${HOST}:${tried}: ${error.message}. Choose another with --port.`));
      }
    });
    server.on('listening', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : tried);
    });
    server.listen(tried, HOST);
  });
}

/** @param {string | undefined} asked @param {number} otherwise */
export function portFrom(asked, otherwise) {
  if (asked === undefined || asked === '') return otherwise;
  const port = Number(asked);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Fault(`'${asked}' is not a port: give a whole number from 0 to 65535 (PORT=… or --port …).`);
}

/**
 * Serves the built page until Ctrl-C.
 * @param {number} port
 * @param {boolean} exact
 */
export async function serveSite(port, exact) {
  const server = staticServer(siteDir);
  const got = await listen(server, port, exact);
  if (port !== 0 && got !== port) say(`  Port ${port} is taken; ${got} is free.`);
  process.stdout.write(`\n  Xipscope is at http://${HOST}:${got}/\n  Ctrl-C ends it.\n\n`);
  await new Promise((resolve) => {
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.once(signal, resolve);
  });
  server.closeAllConnections();
  server.close();
}

export function portOption() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      exact: { type: 'boolean', default: false },
      // Read by the set-up (setup.mjs), before anything is served.
      'no-install': { type: 'boolean' },
    },
  });
  return { port: portFrom(values.port ?? process.env.PORT, 4173), exact: values.exact };
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    const { port, exact } = portOption();
    await serveSite(port, exact);
  });
}
