/*
 * The one service worker of this site. It makes pages cross-origin isolated on hosts that cannot send the headers
 * themselves, which is what shared memory and threads need. An offline copy can come here later: `answer` is the place.
 *
 * It never reloads a page and never talks to one. When a page is to be loaded again is decided in src/app/isolation.ts.
 */
const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  // A page that embeds this one may be isolated too, and needs this permission then. Nothing here is secret.
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** The same response with the isolation headers. What may not be rebuilt (opaque, redirects) goes through as it is. */
function withHeaders(response) {
  if (response.status === 0 || response.type === 'opaqueredirect') return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** Where a response comes from. */
async function answer(request) {
  return withHeaders(await fetch(request));
}

addEventListener('install', () => {
  skipWaiting();
});

addEventListener('activate', (event) => {
  event.waitUntil(clients.claim());
});

addEventListener('fetch', (event) => {
  const { request } = event;
  if (new URL(request.url).origin !== location.origin) return;
  // Developer tools ask like this; fetch() would refuse.
  if (request.cache === 'only-if-cached' && request.mode !== 'same-origin') return;
  event.respondWith(answer(request));
});
