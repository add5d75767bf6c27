/**
 * `xipscope lint --languages`: the texts that the interface's other languages lack, or that differ from the English
 * ones.
 */
import { basename, dirname } from 'node:path';
import { languageDifferences } from '../src/base/messages/compare.ts';
import { DEFAULT_LANG, languageOf, messagesIn } from '../src/base/messages/index.ts';
import type { Io } from './io.ts';

const { t } = messagesIn(DEFAULT_LANG);

export interface TextFindings {
  /** All languages besides English. */
  readonly langs: readonly string[];
  /** Texts shown in English: reported, but not faults. */
  readonly notes: readonly string[];
  /** Keys that English lacks, parameters that a text leaves out: faults. */
  readonly faults: readonly string[];
}

/** @param exercises the files of exercises among the checked ones, called NAME.LANG.md */
export async function lintTexts(
  exercises: readonly string[],
  { loadLanguages }: Pick<Io, 'loadLanguages'>,
): Promise<TextFindings> {
  const notes: string[] = [];
  const faults: string[] = [];
  const langs = await loadLanguages();
  for (const name of langs) {
    const language = languageOf(name);
    if (language === null) continue;
    const { missing, unknown, parameters } = languageDifferences(language);
    notes.push(t('spec.cli.lintTexts', { lang: name, missing: missing.length }), ...missing.map((key) => `  ${key}`));
    notes.push(...untranslated(exercises, name));
    faults.push(
      ...unknown.map((key) => t('spec.cli.lintUnknownText', { lang: name, key })),
      ...parameters.map((one) => t('spec.cli.lintParameters', { lang: name, ...one })),
    );
  }
  return { langs, notes, faults };
}

/** Exercises that a language lacks, folder by folder. */
function untranslated(files: readonly string[], lang: string): readonly string[] {
  const has = new Set(files);
  const suffix = `.${DEFAULT_LANG}.md`;
  const lacking = files.filter((file) => file.endsWith(suffix) && !has.has(file.replace(suffix, `.${lang}.md`)));
  return [...new Set(lacking.map((file) => dirname(file)))].map((folder) =>
    t('lesson.untranslated', {
      folder,
      lang,
      lessons: lacking.filter((file) => dirname(file) === folder).map((file) => basename(file, suffix)),
    }),
  );
}
