/**
 * Has the service worker (`web/public/sw.js`) keep the whole site, and learns when a new version of it is there:
 *
 *   page is quiet ─► register ─► "keep" ─► the worker fetches what it has not kept
 *   a worker waits beside the one in charge ─► `waiting` ─► the reader's click ─► "take-over" ─► it is in charge ─► reload
 *
 * Nothing reloads but by that click, and inside a frame nothing happens at all. Pages that were open while another one
 * let the new version in are told the same, and their click loads them again.
 */

/** `none`; `waiting`: a new version is kept whole, and waits; `in-charge`: another page let it in already. */
export type NewVersion = 'none' | 'waiting' | 'in-charge';

let state: NewVersion = 'none';
const listeners = new Set<() => void>();

function tell(next: NewVersion): void {
  if (next === state) return;
  state = next;
  for (const listener of [...listeners]) listener();
}

/** With `onNewVersion` what `useSyncExternalStore` wants. */
export const newVersion = (): NewVersion => state;
export function onNewVersion(callback: () => void): () => void {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

/** Longest time until somebody who leaves the page open hears of a new version, once the page is looked at again. */
const ASK_AGAIN_MS = 30 * 60_000;

let registered: ServiceWorkerRegistration | null = null;
/** The reader wants the new version: the next change of worker loads this page again. */
let wanted = false;

/** Loads the new version. Only ever called for a click. */
export function loadNewVersion(): void {
  const waiting = registered?.waiting ?? null;
  if (state === 'waiting' && waiting !== null) {
    wanted = true;
    waiting.postMessage({ xip: 'take-over' });
  } else {
    location.reload();
  }
}

/** Calls when a worker beside the one in charge has installed itself: now, or whenever one comes. */
function watch(registration: ServiceWorkerRegistration, onWaiting: () => void): void {
  // Without one in charge it is the site's first worker, and no news.
  const look = () => {
    if (registration.waiting !== null && registration.active !== null) onWaiting();
  };
  const follow = (worker: ServiceWorker | null) => worker?.addEventListener('statechange', look);
  look();
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing));
}

/** Call once, when the page is quiet and has been made isolated, or has not. Never rejects: without a worker the page only needs the network. */
export async function keepOffline(inFrame: boolean): Promise<void> {
  if (inFrame || !/^https?:$/.test(location.protocol) || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  // Where none was in charge, the first one takes over without being news.
  let before = serviceWorker.controller;
  serviceWorker.addEventListener('controllerchange', () => {
    const first = before === null;
    before = serviceWorker.controller;
    if (wanted) location.reload();
    else if (!first) tell('in-charge');
  });
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'object' && data !== null && 'xip' in data && data.xip === 'kept' && 'whole' in data)
      document.documentElement.dataset.kept = data.whole === true ? 'whole' : 'part';
  });
  // Listening with addEventListener, messages wait until this.
  serviceWorker.startMessages();
  try {
    const registration: ServiceWorkerRegistration | undefined = await serviceWorker.register('./sw.js', {
      scope: './',
      updateViaCache: 'none',
    });
    // Blockers have been seen to answer with nothing.
    if (registration === undefined) return;
    registered = registration;
    watch(registration, () => tell('waiting'));
    (await serviceWorker.ready).active?.postMessage({ xip: 'keep' });
    let asked = Date.now();
    document.addEventListener('visibilitychange', () => {
      if (document.hidden || Date.now() - asked < ASK_AGAIN_MS) return;
      asked = Date.now();
      // Without a network there is nothing new.
      registration.update().catch(() => {});
    });
  } catch {
    // Blocked, or no room: all works as before, with the network.
  }
}
