/** The service worker: pages that open without a network, and the notice that a new edition waits. */
import '../base/messages/en/shell-later.ts';
import { useState } from 'react';
import { Store } from '../base/store.ts';
import { Button } from '../ui/Button.tsx';
import { useMessages } from '../ui/messages.tsx';
import { useStore } from '../ui/use-store.ts';
import styles from './update-notice.module.css';

/**
 * Has the service worker (`web/public/sw.js`) keep the whole site, and learns when a new version of it is there:
 *
 *   page is idle ─► register ─► "keep" ─► the worker fetches the files that it has not stored
 *   a worker waits behind the active one ─► `waiting` ─► the reader's click ─► "take-over" ─► it is active ─► reload
 *
 * Only that click reloads a page, and inside a frame nothing happens at all. Other open pages show the same notice when
 * one of them has activated the new version, and their click reloads them.
 */

/**
 * `none`; `waiting`: a new version is stored completely, and waits; `in-charge`: another page has activated it already.
 */
export type NewVersion = 'none' | 'waiting' | 'in-charge';

const newVersion = new Store<NewVersion>('none');
function tell(next: NewVersion): void {
  if (next !== newVersion.get()) newVersion.set(next);
}

/** The longest time until a reader who leaves the page open learns of a new version, once the page is visible again. */
const ASK_AGAIN_MS = 30 * 60_000;

let registered: ServiceWorkerRegistration | null = null;
/** The reader wants the new version: the next change of worker reloads this page. */
let wanted = false;

/** Loads the new version. Only ever called for a click. */
export function loadNewVersion(): void {
  const waiting = registered?.waiting ?? null;
  if (newVersion.get() === 'waiting' && waiting !== null) {
    wanted = true;
    waiting.postMessage({ xip: 'take-over' });
  } else {
    location.reload();
  }
}

/** Calls back when another worker is installed next to the active one: now, or later. */
function watch(registration: ServiceWorkerRegistration, onWaiting: () => void): void {
  // Without an active worker this is the site's first one, and no news.
  const look = () => {
    if (registration.waiting !== null && registration.active !== null) onWaiting();
  };
  const follow = (worker: ServiceWorker | null) => worker?.addEventListener('statechange', look);
  look();
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing));
}

/**
 * Call once, when the page is idle and the isolation is settled. Never rejects: without a worker the page only needs
 * the network.
 */
export async function keepOffline(inFrame: boolean): Promise<void> {
  if (inFrame || !/^https?:$/.test(location.protocol) || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  // If no worker was active, the first one takes over without a notice.
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
    // Some blockers return undefined.
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
    // Blocked, or no space: everything works as before, with the network.
  }
}

/** Announces a new version of the site, and loads it when the reader wants it. It moves nothing. */
export function UpdateNotice() {
  const { t } = useMessages();
  const version = useStore(newVersion);
  const [later, setLater] = useState(false);
  // The region exists before the text, so that screen readers announce it.
  return (
    <div aria-live="polite" className={styles.place}>
      {version !== 'none' && !later && (
        <div className={styles.notice}>
          <p>{t('shell.update.text')}</p>
          <Button look="primary" onClick={loadNewVersion}>
            {t('shell.update.load')}
          </Button>
          <Button onClick={() => setLater(true)}>{t('shell.update.later')}</Button>
        </div>
      )}
    </div>
  );
}
