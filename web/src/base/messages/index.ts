/**
 * The one message catalogue. Every text that a person reads, on the page or from the command line, is in here.
 *
 * - English is the source: its keys and parameters are the type of the catalogue.
 * - Another language is one more folder like `en/` and one more line in `CATALOGUES`; the type checker lists what is missing.
 * - No React here. Components get it from `useMessages()` in `ui/messages.tsx`.
 */
import { en } from './en/index.ts';
import { createFormat, type Format } from './format.ts';
import type { Message, ParamsOf, Translated } from './types.ts';

export type { Format } from './format.ts';

type Source = typeof en;
export type Catalogue = Translated<Source>;
export type MessageKey = keyof Source;
/** Keys of messages that need no parameters: what may be passed around as a label. */
export type PlainKey = { [K in MessageKey]: Source[K] extends string ? K : never }[MessageKey];

const CATALOGUES = { en } as const satisfies Record<string, Catalogue>;

export type Lang = keyof typeof CATALOGUES;
export const LANGS = Object.keys(CATALOGUES) as readonly Lang[];
export const DEFAULT_LANG: Lang = 'en';
export const isLang = (s: string): s is Lang => Object.hasOwn(CATALOGUES, s);

export interface Messages {
  readonly lang: Lang;
  readonly format: Format;
  /** The text of `key` in this language. */
  readonly t: <K extends MessageKey>(key: K, ...params: ParamsOf<Source[K]>) => string;
}

/** A catalogue's text for a key; the parameters are those that the key's type asks for. */
export function createMessages(lang: Lang, catalogue: Catalogue): Messages {
  const format = createFormat(lang);
  return {
    lang,
    format,
    t: (key, ...params) => {
      // By its type it is there; a caller without types may still ask for another.
      const text: Message | undefined = catalogue[key];
      if (text === undefined) throw new Error(`no message “${key}” in “${lang}”`);
      // The key's own type has already checked the parameters.
      return typeof text === 'string' ? text : text(params[0] as never, format);
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
