/**
 * The language: the one that the address asks for, else the reader's choice, else the browser's preference among the
 * existing ones, else English. A language is shown once its texts and its face are loaded; until then the previous one
 * stays.
 */
import { useEffect, useState } from 'react';
import { fetchLanguage } from '../base/messages/fetched.ts';
import { DEFAULT_LANG, hasTexts, isLang, type Lang, langs } from '../base/messages/index.ts';

const KEY = 'xip.lang';

/** A language’s own style sheet, for a face that ours lack. The bundler makes each a separate file. */
const FACES = import.meta.glob<unknown>('../base/messages/*/face.css');

const readChoice = (): Lang | null => {
  try {
    const stored = localStorage.getItem(KEY);
    return stored !== null && isLang(stored) ? stored : null;
  } catch {
    return null;
  }
};
const writeChoice = (choice: Lang): void => {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Then the choice is remembered for this page only.
  }
};

/**
 * The part that two tags must share for one to serve a reader of the other: the language and its script, not the
 * country.
 */
const readingOf = (tag: string): string => {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return '';
  }
};

/** The first of the wanted tags for which there is a language that its reader can read. */
export function preferred(wanted: readonly string[], there: readonly Lang[]): Lang {
  for (const tag of wanted) {
    const reading = readingOf(tag);
    const lang = there.find((each) => reading !== '' && readingOf(each) === reading);
    if (lang !== undefined) return lang;
  }
  return DEFAULT_LANG;
}

/** The language to show when the address asks for none. */
const ownLang = (): Lang => readChoice() ?? preferred(navigator.languages, langs());
export const wantedLang = (asked: Lang | undefined): Lang => asked ?? ownLang();

/** Loads texts and face of a language. The texts are shown even if the face cannot be loaded. */
export async function prepareLang(lang: Lang): Promise<void> {
  const face = FACES[`../base/messages/${lang}/face.css`];
  await Promise.all([fetchLanguage(lang), face?.().catch(() => undefined)]);
}

export interface LanguageControl {
  /** The language on the page. */
  readonly lang: Lang;
  /** Switches, and remembers the choice for the next visit. */
  readonly choose: (lang: Lang) => void;
}

export function useLanguage(asked: Lang | undefined): LanguageControl {
  const [own, setOwn] = useState(ownLang);
  const wanted = asked ?? own;
  const [shown, setShown] = useState<Lang>(() => (hasTexts(wanted) ? wanted : DEFAULT_LANG));
  useEffect(() => {
    let isCurrent = true;
    prepareLang(wanted).then(
      () => isCurrent && setShown(wanted),
      // The previous language stays, and can be read. The next choice tries again.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [wanted]);
  return {
    lang: shown,
    choose: (next) => {
      writeChoice(next);
      setOwn(next);
    },
  };
}
