/**
 * English as far as it was brought. A module imports the files of `en/` whose texts it names, and so brings them: a page
 * or a worker has the texts that it shows, and no others. `web/tools/check-texts.mjs` holds every module to it.
 */
import type { Message } from './types.ts';

/** What all modules together have brought. It grows, and what is in it never changes. */
export const english: Record<string, Message> = {};

/** @returns the same table, for those who want to know what is in it */
export function addTexts<const T extends Readonly<Record<string, Message>>>(table: T): T {
  Object.assign(english, table);
  return table;
}
