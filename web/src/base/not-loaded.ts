/** How a file of the page that did not arrive is told from other faults: a worker's script, the engine, a part fetched later. */

/** The reason as sentences end in it. In another language: `errors.notLoaded.file`. */
export const NOT_LOADED = 'a file of this page did not arrive';

/** Each browser, and Emscripten's loader, words this error differently. */
const MISSING =
  /failed to fetch|fetching of the wasm failed|networkerror|load failed|dynamically imported module|importing a module script failed|failed to load (?:module )?script/i;
export const isMissingFile = (message: string): boolean => message === NOT_LOADED || MISSING.test(message);
