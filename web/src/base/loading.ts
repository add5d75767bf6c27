/**
 * Files of the page that did not arrive. Code that notices one reports it here, and the page shows one sentence with a button that
 * rebuilds the view, workers included (`app/ErrorBoundary.tsx`). No React, no DOM.
 */
import { Store } from './store.ts';

/** Why something failed, worded to end a sentence. Other languages have it as `errors.notLoaded.file`. */
export const NOT_LOADED = 'a file of this page did not arrive';

/** Each browser, and Emscripten's loader, words this error differently. */
const MISSING =
  /failed to fetch|fetching of the wasm failed|networkerror|load failed|dynamically imported module|importing a module script failed|failed to load (?:module )?script|unable to preload css/i;
export const isMissingFile = (message: string): boolean => message === NOT_LOADED || MISSING.test(message);

export interface Loading {
  readonly isMissing: boolean;
  /** Counts the reader's retries. */
  readonly attempt: number;
}

const store = new Store<Loading>({ isMissing: false, attempt: 0 });
const setMissing = (isMissing: boolean): void => {
  if (store.get().isMissing !== isMissing) store.change({ isMissing });
};

export const loading = {
  get: store.get,
  subscribe: store.subscribe,
  /** A file did not arrive. */
  miss: (): void => setMissing(true),
  /** The page asks again for the missing file: the view is rebuilt and fetches it. */
  again: (): void => store.set({ isMissing: false, attempt: store.get().attempt + 1 }),
  /** The part of the page that missed the file is gone. */
  forget: (): void => setMissing(false),
};

/**
 * Why a worker failed, for people. A script that does not arrive is an error without a message. The page learns of
 * that, and of files that a worker misses.
 */
export function workerFault(message: string | undefined): string {
  if (message !== undefined && message !== '' && !isMissingFile(message)) return message;
  loading.miss();
  return NOT_LOADED;
}
