/**
 * The languages besides English, as the bundler finds their folders: each is a chunk of its own, fetched when it is wanted.
 * For the page and its workers; Node has `folders.node.ts`.
 */
import { addLanguage, hasTexts, isLang, knowLanguages, type Lang, type Language } from './index.ts';

const FOUND = import.meta.glob<Language>(['./*/index.ts', '!./en/index.ts'], { import: 'language' });
const nameOf = (path: string): string => path.split('/')[1] ?? '';

knowLanguages(Object.keys(FOUND).map(nameOf));

/** Fetches a language’s texts, once. English and what is there already cost nothing. Rejects if the network fails. */
export async function fetchLanguage(lang: Lang): Promise<void> {
  if (!isLang(lang) || hasTexts(lang)) return;
  const load = FOUND[`./${lang}/index.ts`];
  if (load !== undefined) addLanguage(lang, await load());
}
