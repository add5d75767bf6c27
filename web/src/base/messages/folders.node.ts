/** The languages besides English for Node: every folder here with an `index.ts`. The page has `fetched.ts`. */
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { addLanguage, DEFAULT_LANG, knowLanguages, type Language } from './index.ts';

/** Loads all languages. Returns their names, without English’s. */
export async function loadLanguages(): Promise<readonly string[]> {
  const names = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== DEFAULT_LANG)
    .map((entry) => entry.name)
    .filter((name) => existsSync(fileURLToPath(new URL(`./${name}/index.ts`, import.meta.url))))
    .sort();
  knowLanguages(names);
  for (const name of names) {
    // A relative name: whoever loads this module as TypeScript loads that one, too.
    const { language }: { readonly language: Language } = await import(/* @vite-ignore */ `./${name}/index.ts`);
    addLanguage(name, language);
  }
  return names;
}
