/**
 * The one message catalogue. Every text that a person reads, on the page or from the command line, is in here.
 *
 * - English is the source and the fallback: its keys and parameters are the type of the catalogue. A module imports the files of `en/`
 *   whose texts it names (`english.ts`), so a page has those that it shows; the command line and tests import `en/index.ts`.
 * - Another language is one more folder like `en/` and nothing else. The page finds and fetches it by `fetched.ts`, Node by
 *   `folders.node.ts`; until then, and for each text that it lacks, English is shown. `xipscope lint --languages` lists what is missing.
 * - No React here. Components get it from `useMessages()` in `ui/messages.tsx`.
 */
import type { en } from './en/index.ts';
import { english } from './english.ts';
import { createFormat, type Format } from './format.ts';
import type { Message, ParamsOf, Translated } from './types.ts';

export type { Format } from './format.ts';

type Source = typeof en;
export type Catalogue = Translated<Source>;
export type MessageKey = keyof Source;
/** Keys of messages that need no parameters: what may be passed around as a label. */
export type PlainKey = { [K in MessageKey]: Source[K] extends string ? K : never }[MessageKey];

/** One area in another language: any of English’s keys of that area, the same parameters, any text. */
export type Translation<Prefix extends string> = Partial<{
  readonly [K in Extract<MessageKey, `${Prefix}.${string}`>]: Catalogue[K];
}>;

/** A language’s folder exports this as `language` from its `index.ts`. */
export interface Language {
  /** The BCP 47 tag for `<html lang>` and for `Intl`; it may be narrower than the folder’s name. */
  readonly tag: string;
  readonly messages: Partial<Catalogue>;
  /** The last touch to a text with parameters, where what is put in meets the words around it. */
  readonly tidy?: (text: string) => string;
}

declare const found: unique symbol;
/** A language that is there: the name of its folder, which is also its name in addresses. */
export type Lang = 'en' | (string & { readonly [found]: true });
export const DEFAULT_LANG: Lang = 'en';

/**
 * The languages that there are, and of each what has been fetched. The only state of this module; it grows, and what is
 * in it never changes, so that whoever has read a text may keep it.
 */
const languages = new Map<string, Language | null>([[DEFAULT_LANG, { tag: 'en', messages: english }]]);

/** Says which languages can be had, before any address is read. */
export function knowLanguages(names: readonly string[]): void {
  for (const name of names) if (!languages.has(name)) languages.set(name, null);
}

/** Hands over a language’s texts. The first time counts. */
export function addLanguage(name: string, language: Language): void {
  if (languages.get(name) == null) languages.set(name, language);
}

export const isLang = (s: string): s is Lang => languages.has(s);
/** Names of all languages, English first. */
export const langs = (): readonly Lang[] => [...languages.keys()].filter(isLang);
/** A language's own texts, if they are there. */
export const languageOf = (name: string): Language | null => languages.get(name) ?? null;
/** Whether `messagesIn` gives this language’s own texts already. */
export const hasTexts = (lang: Lang): boolean => languages.get(lang) != null;

export interface Messages {
  readonly lang: Lang;
  /** For `<html lang>`. */
  readonly tag: string;
  readonly format: Format;
  /** The text of `key` in this language, or in English if this language lacks it. */
  readonly t: <K extends MessageKey>(key: K, ...params: ParamsOf<Source[K]>) => string;
}

/** A language’s text for a key; the parameters are those that the key's type asks for. */
export function createMessages(lang: Lang, { tag, messages, tidy = (text) => text }: Language): Messages {
  const format = createFormat(tag);
  return {
    lang,
    tag,
    format,
    t: (key, ...params) => {
      // By its type it is there; a caller without types may still ask for another.
      const text: Message | undefined = messages[key] ?? english[key];
      if (text === undefined) throw new Error(`no message “${key}” in “${lang}”`);
      // The key's own type has already checked the parameters.
      return typeof text === 'string' ? text : tidy(text(params[0] as never, format));
    },
  };
}

const made = new Map<Lang, Messages>();

/** The messages of a language; English’s while its own have not been fetched. Cheap: made once. */
export function messagesIn(lang: Lang): Messages {
  const kept = made.get(lang);
  if (kept !== undefined) return kept;
  const language = languages.get(lang);
  if (language == null) return messagesIn(DEFAULT_LANG);
  const messages = createMessages(lang, language);
  made.set(lang, messages);
  return messages;
}
