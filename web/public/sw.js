/*
 * The one service worker of this site. It does three things:
 *
 * - It makes pages cross-origin isolated on hosts that cannot send the headers themselves, which is what shared memory
 *   and threads need.
 * - It gives every file the page's Content-Security-Policy, which a worker does not have from the page.
 * - It keeps every file of the site, so that after one visit everything works without a network.
 *
 * SITE is the list of files, each with what its bytes hash to; web/tools/offline-plugin.ts writes it when the site is built
 * (empty while the page is worked on: then nothing is kept). A file is kept under its address and hash, and only with the
 * bytes that the list names. So a kept site is always one version: half of a new one, or an old file from a cache on the
 * way, never gets in.
 *
 *   first visit    install, take over at once; the page says "keep" when it has nothing better to do, and all files come
 *   another visit  kept files are answered without asking the network; the browser looks for a new sw.js by itself
 *   a new version  its files come while it installs; it waits; the page says so; a click there says "take-over"
 *
 * It never reloads a page. When a page is to be loaded again is decided in src/app/isolation.ts and src/app/offline.ts.
 */
const SITE = { version: '', files: [] };

const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  // A page that embeds this one may be isolated too, and needs this permission then. Nothing here is secret.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  // The page's own (index.html), for workers: they go by the header of their own file. A course frames the page.
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-src 'self'",
};

/** Two copies of the site on one origin do not touch each other's. */
const CACHE = `xipscope ${registration.scope}`;
/** Fetched at once: enough to be quick, few enough to leave room for what the page itself asks for. */
const AT_ONCE = 3;

/** Absolute address → hash. The order is that of the list: what a page needs first comes first. */
const WANTED = new Map(SITE.files.map(([path, hash]) => [new URL(path, registration.scope).href, hash]));

const prefixOf = (url) => `${url}${url.includes('?') ? '&' : '?'}xip=`;
const keyOf = (url, hash) => prefixOf(url) + hash;

/** The same response with the isolation headers and the policy. What may not be rebuilt (opaque, redirects) goes through as it is. */
function withHeaders(response) {
  if (response.status === 0 || response.type === 'opaqueredirect') return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** The first 16 hexadecimal digits of SHA-256, as the list has them. */
async function hashOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Fetches one file and keeps it. False if it did not come, has other bytes than the list says, or there is no room. */
async function keepOne(cache, url, hash) {
  try {
    // Only names under assets/ change with the bytes; what lies in the browser's own cache under another may be old.
    const cached = url.includes('/assets/') ? 'default' : 'no-cache';
    const response = await fetch(url, { cache: cached, priority: 'low', credentials: 'same-origin' });
    if (response.status !== 200) return false;
    const bytes = await response.arrayBuffer();
    if ((await hashOf(bytes)) !== hash) return false;
    const headers = new Headers(response.headers);
    // What is kept is what came out of them.
    for (const name of ['Content-Encoding', 'Content-Length', 'Vary']) headers.delete(name);
    await cache.put(keyOf(url, hash), new Response(bytes, { headers }));
    return true;
  } catch {
    return false;
  }
}

/** Fetches what is missing of this version. True when nothing is, afterwards. */
async function keepMissing() {
  const cache = await caches.open(CACHE);
  const there = new Set((await cache.keys()).map((key) => key.url));
  const missing = [...WANTED].filter(([url, hash]) => !there.has(keyOf(url, hash)));
  const rest = missing.values();
  let kept = 0;
  const some = async () => {
    for (const [url, hash] of rest) if (await keepOne(cache, url, hash)) kept++;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, some));
  return kept === missing.length;
}

let keeping = null;
/** The same, once at a time. */
function keepAll() {
  keeping ??= keepMissing().finally(() => {
    keeping = null;
  });
  return keeping;
}

/**
 * Forgets files of other versions: only while no new version is coming (they may be its own), and only when there is but
 * one page. A page of an old version may yet ask for the old files.
 */
async function sweep() {
  const isNewComing = () => registration.installing !== null || registration.waiting !== null;
  if ((await clients.matchAll({ type: 'window', includeUncontrolled: true })).length > 1) return;
  const cache = await caches.open(CACHE);
  const own = new Set([...WANTED].map(([url, hash]) => keyOf(url, hash)));
  for (const key of await cache.keys()) {
    if (isNewComing()) return;
    if (!own.has(key.url)) await cache.delete(key);
  }
}

/** The listed address that a request means: the site's folder is its index.html, whatever comes after a question mark. */
function addressOf(request) {
  const url = new URL(request.url);
  url.hash = '';
  if (request.mode === 'navigate') url.search = '';
  return url.href === registration.scope ? `${url.href}index.html` : url.href;
}

/** A file of another version that is still here: for pages that were open before this worker took over. */
async function ofAnotherVersion(url) {
  const cache = await caches.open(CACHE);
  const prefix = prefixOf(url);
  const key = (await cache.keys()).find((each) => each.url.startsWith(prefix));
  return key === undefined ? undefined : await cache.match(key);
}

/** Where a response comes from. */
async function answer(request) {
  const url = addressOf(request);
  const hash = WANTED.get(url);
  if (hash !== undefined) {
    const kept = await caches
      .open(CACHE)
      .then((cache) => cache.match(keyOf(url, hash)))
      .catch(() => undefined);
    if (kept !== undefined) return withHeaders(kept);
  }
  try {
    const response = await fetch(request);
    if (response.status !== 404) return withHeaders(response);
    return withHeaders((await ofAnotherVersion(url)) ?? response);
  } catch (error) {
    const old = await ofAnotherVersion(url).catch(() => undefined);
    if (old !== undefined) return withHeaders(old);
    throw error;
  }
}

async function install() {
  // The first one has nobody to wait for, and a page may wait for it.
  if (registration.active === null) return skipWaiting();
  // A new version is whole before it is offered. If it did not come whole, the browser tries again another time.
  if (!(await keepAll())) throw new Error('not all files of the new version came');
}

/** What pages say: `keep` everything; `take-over` from the version before. */
async function hear({ data, source }) {
  if (data?.xip === 'take-over') return skipWaiting();
  if (data?.xip !== 'keep') return;
  const whole = await keepAll();
  if (whole) await sweep();
  source?.postMessage({ xip: 'kept', version: SITE.version, files: WANTED.size, whole: whole && WANTED.size > 0 });
}

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('message', (event) => event.waitUntil(hear(event)));

addEventListener('fetch', (event) => {
  const { request } = event;
  if (new URL(request.url).origin !== location.origin) return;
  // Developer tools ask like this; fetch() would refuse.
  if (request.cache === 'only-if-cached' && request.mode !== 'same-origin') return;
  // Nothing else is ever asked of this site.
  if (request.method !== 'GET') return;
  event.respondWith(answer(request));
});
