/**
 * Files of the page that did not arrive: a worker's script, the engine, a part that a worker fetches later. Whoever hears of one
 * tells it here, and the page shows one sentence with a button that makes what is shown anew, workers included (`app/LoadAgain.tsx`).
 * No React, no DOM.
 */

/** What is said in sentences that end in a reason. In another language: `errors.notLoaded.file`. */
export const NOT_LOADED = 'a file of this page did not arrive';

export interface Loading {
  readonly isMissing: boolean;
  /** Counts what was asked for again. */
  readonly attempt: number;
}

let now: Loading = { isMissing: false, attempt: 0 };
const listeners = new Set<() => void>();

function set(next: Loading): void {
  now = next;
  for (const listener of [...listeners]) listener();
}

export const loading = {
  get: (): Loading => now,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** A file did not arrive. */
  miss: (): void => {
    if (!now.isMissing) set({ ...now, isMissing: true });
  },
  /** What was missing is asked for again, by whoever is made anew. */
  again: (): void => set({ isMissing: false, attempt: now.attempt + 1 }),
  /** What lacked it has gone. */
  forget: (): void => {
    if (now.isMissing) set({ ...now, isMissing: false });
  },
};

/** Browsers, and Emscripten's loader, say it each in their own words. */
const MISSING =
  /failed to fetch|fetching of the wasm failed|networkerror|load failed|dynamically imported module|importing a module script failed|failed to load (?:module )?script/i;
export const isMissingFile = (message: string): boolean => message === NOT_LOADED || MISSING.test(message);

/**
 * What became of a worker, for people. A script that does not arrive is an error without a message; that, and what a worker tells of
 * files it misses, is told to the page.
 */
export function workerFault(message: string | undefined): string {
  if (message !== undefined && message !== '' && !isMissingFile(message)) return message;
  loading.miss();
  return NOT_LOADED;
}
