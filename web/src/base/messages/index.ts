/**
 * The one message catalogue. Every text that a person reads, on the page or from the command line, is in here.
 *
 * - English is the source: its keys and parameters are the type of the catalogue.
 * - Another language is one more folder like `en/` and one more line in `CATALOGUES`; the type checker lists what is missing.
 * - No React here. Components get it from `useMessages()` in `ui/messages.tsx`.
 */
import { en } from './en/index.ts';
import { type LabProblemTexts, labProblems } from './en/lab.ts';
import { createFormat, type Format } from './format.ts';
import type { ParamsOf, Translated } from './types.ts';

export type { Format } from './format.ts';

type Source = typeof en;
export type Catalogue = Translated<Source>;
export type MessageKey = keyof Source;
/** Keys of messages that need no parameters: what may be passed around as a label. */
export type PlainKey = { [K in MessageKey]: Source[K] extends string ? K : never }[MessageKey];

/** All that a language is. */
export interface Language {
  readonly catalogue: Catalogue;
  /** What is wrong with an input of the lab; `engine/lab-config.ts` takes them as they are. */
  readonly labProblems: LabProblemTexts;
}

const CATALOGUES = { en: { catalogue: en, labProblems } } as const satisfies Record<string, Language>;

export type Lang = keyof typeof CATALOGUES;
export const LANGS = Object.keys(CATALOGUES) as readonly Lang[];
export const DEFAULT_LANG: Lang = 'en';
export const isLang = (s: string): s is Lang => Object.hasOwn(CATALOGUES, s);

export interface Messages {
  readonly lang: Lang;
  readonly format: Format;
  readonly labProblems: LabProblemTexts;
  /** The text of `key` in this language. */
  readonly t: <K extends MessageKey>(key: K, ...params: ParamsOf<Source[K]>) => string;
}

/** A catalogue's text for a key; the parameters are those that the key's type asks for. */
export function createMessages(lang: Lang, language: Language): Messages {
  const format = createFormat(lang);
  // The catalogue seen without its types: `t` has checked key and parameters by then.
  const texts: Readonly<Record<string, string | ((params: unknown, format: Format) => string)>> = language.catalogue;
  return {
    lang,
    format,
    labProblems: language.labProblems,
    t: (key, ...params) => {
      const text = texts[key];
      if (text === undefined) throw new Error(`no message "${key}" in language "${lang}"`);
      return typeof text === 'string' ? text : text(params[0], format);
    },
  };
}

const made = new Map<Lang, Messages>();

/** The messages of a language. Cheap: made once. */
export function messagesIn(lang: Lang): Messages {
  let messages = made.get(lang);
  if (messages === undefined) {
    messages = createMessages(lang, CATALOGUES[lang]);
    made.set(lang, messages);
  }
  return messages;
}
