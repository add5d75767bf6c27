/**
 * Makes the page cross-origin isolated where the host does not: registers the service worker that adds the headers, and
 * loads the page again once the worker is there. At most once per tab and per failure, never inside a frame, never in a loop:
 *
 *   decide ─┬─ isolated already ────────────────► nothing; the guard is cleared
 *           ├─ in a frame, file:, insecure ─────► nothing can be done here
 *           ├─ loaded through the worker, and still not isolated, or the guard is set ─► failed, said on the page
 *           └─ register ─► worker active ─► set the guard ─► reload
 *
 * The guard lives in sessionStorage. Where that cannot be written there is no reload at all.
 */
import { type IsolationProgress, setIsolationProgress } from '../engine/wasm/capabilities.ts';

export interface Situation {
  readonly isolated: boolean;
  readonly inFrame: boolean;
  /** http: or https:, and a context in which service workers exist. */
  readonly canRegister: boolean;
  /** This very page was loaded through the service worker. */
  readonly controlled: boolean;
  /** The page was loaded again for this before, in this tab. */
  readonly triedBefore: boolean;
  /** sessionStorage can be written. */
  readonly canRemember: boolean;
}
export type Decision = 'nothing' | 'register' | 'blocked' | 'failed';

/** Pure. */
export function decide(s: Situation): Decision {
  if (s.isolated || s.inFrame) return 'nothing';
  if (s.controlled || s.triedBefore) return 'failed';
  if (!s.canRegister || !s.canRemember) return 'blocked';
  return 'register';
}

const GUARD = 'xip.isolation-reload';
/** A worker that is not active within this time will not become active. */
const PATIENCE_MS = 8000;

const store = {
  read: (): boolean => {
    try {
      return sessionStorage.getItem(GUARD) !== null;
    } catch {
      return false;
    }
  },
  /** False if the browser stores nothing. */
  write: (): boolean => {
    try {
      sessionStorage.setItem(GUARD, '1');
      return sessionStorage.getItem(GUARD) === '1';
    } catch {
      return false;
    }
  },
  clear: (): void => {
    try {
      sessionStorage.removeItem(GUARD);
    } catch {
      // Nothing was stored, so there is nothing to remove.
    }
  },
};

/** A frame of another origin forbids the question; that is an answer, too. */
export const inFrame = (): boolean => {
  try {
    return window.self !== window.top;
  } catch {
    return true;
  }
};

/** Resolves when the worker answers for pages of this site; rejects when it does not start. */
async function activeWorker(): Promise<void> {
  // The type says that it always exists; with some blockers it is undefined.
  const registration: ServiceWorkerRegistration | undefined = await navigator.serviceWorker.register('./sw.js', {
    scope: './',
    updateViaCache: 'none',
  });
  if (registration === undefined) throw new Error('registration was blocked');
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (worker === null) throw new Error('no worker came of the registration');
  if (worker.state === 'activated') return;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the worker did not come up')), PATIENCE_MS);
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') {
        clearTimeout(timer);
        resolve();
      } else if (worker.state === 'redundant') {
        clearTimeout(timer);
        reject(new Error('the worker could not be installed'));
      }
    });
  });
}

/** Call once, at the start. */
export async function isolate(): Promise<void> {
  const tell = (progress: IsolationProgress) => setIsolationProgress(progress);
  const isolated = globalThis.crossOriginIsolated === true;
  if (isolated) store.clear();
  const decision = decide({
    isolated,
    inFrame: inFrame(),
    canRegister: /^https?:$/.test(location.protocol) && 'serviceWorker' in navigator,
    controlled: 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null,
    triedBefore: store.read(),
    // Written only at the moment of the reload; here it is enough to know that it could be.
    canRemember: typeof sessionStorageOrNull() === 'object',
  });
  switch (decision) {
    case 'nothing':
      return;
    case 'failed':
      return tell('failed');
    case 'blocked':
      return tell('blocked');
    case 'register':
      tell('pending');
      try {
        await activeWorker();
      } catch {
        return tell('blocked');
      }
      if (!store.write()) return tell('blocked');
      location.reload();
  }
}

function sessionStorageOrNull(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
