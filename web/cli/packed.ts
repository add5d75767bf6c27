/**
 * The npm package's command line, as `web/tools/package.ts` bundles it: everything is built, so nothing has to be
 * prepared.
 */
import { fetchLanguage } from '../src/base/messages/fetched.ts';
import { DEFAULT_LANG, langs } from '../src/base/messages/index.ts';
import type { Place } from './start.ts';

export { start } from './start.ts';

export const place: Place = {
  prepare: () => Promise.resolve(),
  loadLanguages: async () => {
    const others = langs().filter((lang) => lang !== DEFAULT_LANG);
    await Promise.all(others.map(fetchLanguage));
    return [...others].sort();
  },
};
