/**
 * Files of the page that did not arrive. Code that notices one reports it here, and the page shows one sentence with a button that
 * rebuilds the view, workers included (`app/ErrorBoundary.tsx`). No React, no DOM.
 */
import { isMissingFile, NOT_LOADED } from './not-loaded.ts';
import { Store } from './store.ts';

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
