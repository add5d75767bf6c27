/**
 * `xipscope lint --languages`: the texts that the interface's other languages lack, or that differ from the English
 * ones.
 */

import '../src/base/messages/en/index.ts';
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { languageDifferences } from '../src/base/messages/compare.ts';
import { DEFAULT_LANG, languageOf, messagesIn } from '../src/base/messages/index.ts';
import { ok } from '../src/base/result.ts';
import { lessonDifferences } from '../src/scenario/lesson-languages.ts';
import { parseLessonBytes } from '../src/scenario/lesson-parse.ts';
import type { Machine } from '../src/scenario/machine.ts';
import { parseMachineBytes } from '../src/scenario/machine-parse.ts';
import { parseSpecBytes } from '../src/scenario/spec-parse.ts';
import type { Spec, SpecProblem } from '../src/scenario/spec-types.ts';
import { machineTextDifferences, scenarioTextDifferences } from '../src/scenario/texts-file.ts';
import type { Io } from './io.ts';
import { readSpecFile } from './spec-input.ts';

/** `xipscope lint` for lessons: each file by itself, and every other language compared with the English one. */

/** `NN-id.LANG.md` */
const LESSON_FILE = /^(\d\d-[a-z0-9-]+)\.([a-zA-Z-]+)\.md$/;
export const isLessonFile = (file: string): boolean => LESSON_FILE.test(basename(file));

/**
 * All faults of a lesson. A lesson in another language is compared with the English one of its folder; if that is
 * missing or broken, which is reported separately, it is compared with nothing.
 */
export function lintLesson(bytes: Uint8Array, file: string): readonly SpecProblem[] {
  const parsed = parseLessonBytes(bytes);
  if (!parsed.ok) return parsed.error;
  const [, name, lang] = LESSON_FILE.exec(basename(file)) ?? [];
  if (name === undefined || lang === DEFAULT_LANG) return [];
  const english = readSpecFile(join(dirname(file), `${name}.${DEFAULT_LANG}.md`));
  const original = english.ok ? parseLessonBytes(english.value) : null;
  return original?.ok === true ? lessonDifferences(original.value, parsed.value, messagesIn(DEFAULT_LANG)) : [];
}

/**
 * For each folder and language of these files: the English lessons that it lacks, which readers get in English.
 * Complete languages are left out.
 * @param known languages that may have none of these files
 */
export function untranslatedLessons(
  files: readonly string[],
  known: readonly string[] = [],
): readonly { readonly folder: string; readonly lang: string; readonly lessons: readonly string[] }[] {
  const there = new Map<string, Map<string, Set<string>>>();
  for (const file of files) {
    const [, name, lang] = LESSON_FILE.exec(basename(file)) ?? [];
    if (name === undefined || lang === undefined) continue;
    const langs = there.get(dirname(file)) ?? new Map<string, Set<string>>();
    there.set(dirname(file), langs.set(lang, (langs.get(lang) ?? new Set<string>()).add(name)));
  }
  return [...there].flatMap(([folder, langs]) =>
    [...new Set([...langs.keys(), ...known])].flatMap((lang) => {
      const has = langs.get(lang) ?? new Set<string>();
      const lessons = [...(langs.get(DEFAULT_LANG) ?? [])].filter((name) => !has.has(name));
      return lessons.length === 0 ? [] : [{ folder, lang, lessons }];
    }),
  );
}

/**
 * `xipscope lint` for the texts of machines in other languages: each file is compared with the machines of its folder.
 */

const { t } = messagesIn(DEFAULT_LANG);

function machinesIn(folder: string): ReadonlyMap<string, Machine | null> {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  return new Map(
    names.map((name) => {
      const bytes = readSpecFile(join(folder, name));
      const parsed = bytes.ok ? parseMachineBytes(bytes.value) : null;
      return [basename(name, '.json'), parsed?.ok === true ? parsed.value : null];
    }),
  );
}

/** All faults of such a file, in the order of its lines. */
export const lintMachineTexts = (bytes: Uint8Array, file: string): readonly SpecProblem[] =>
  machineTextDifferences(bytes, machinesIn(dirname(file))).faults;

/**
 * The texts that each of these languages lacks, line by line: shown in English, and not a fault. Checks only folders
 * that have such files.
 */
export function untranslatedMachines(files: readonly string[], langs: readonly string[]): readonly string[] {
  const folders = [...new Set(files.map((file) => dirname(file)))];
  return folders.flatMap((folder) =>
    langs.flatMap((lang) => {
      const file = join(folder, `texts.${lang}.txt`);
      const bytes = existsSync(file) ? readSpecFile(file) : ok(new Uint8Array());
      if (!bytes.ok) return [];
      const { missing } = machineTextDifferences(bytes.value, machinesIn(folder));
      return [t('machine.cli.lintTexts', { lang, missing: missing.length }), ...missing.map((one) => `  ${one}`)];
    }),
  );
}

/**
 * `xipscope lint` for the texts of scenarios in other languages: each file is compared with the specs of its folder.
 */

const TEXTS = /^texts\.([a-zA-Z-]+)\.txt$/;
export const isScenarioTexts = (file: string): boolean => TEXTS.test(basename(file));

function specsBeside(file: string): ReadonlyMap<string, Spec | null> {
  const folder = dirname(file);
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.spec'))
    .sort();
  return new Map(
    names.map((name) => {
      const bytes = readSpecFile(join(folder, name));
      const parsed = bytes.ok ? parseSpecBytes(bytes.value) : null;
      return [basename(name, '.spec'), parsed?.ok === true ? parsed.value : null];
    }),
  );
}

/** All faults of such a file, in the order of its lines. */
export const lintScenarioTexts = (bytes: Uint8Array, file: string): readonly SpecProblem[] =>
  scenarioTextDifferences(bytes, specsBeside(file)).faults;

/**
 * The texts that each of these languages lacks, line by line: shown in English, and not a fault. Checks only folders
 * that have such files: nobody translates a user's own specs.
 */
export function untranslatedScenarios(files: readonly string[], langs: readonly string[]): readonly string[] {
  const folders = [...new Set(files.filter(isScenarioTexts).map((file) => dirname(file)))];
  return folders.flatMap((folder) =>
    langs.flatMap((lang) => {
      const file = join(folder, `texts.${lang}.txt`);
      const bytes = existsSync(file) ? readSpecFile(file) : ok(new Uint8Array());
      if (!bytes.ok) return [];
      const { missing } = scenarioTextDifferences(bytes.value, specsBeside(file));
      return [t('spec.cli.lintScenarioTexts', { lang, missing: missing.length }), ...missing.map((one) => `  ${one}`)];
    }),
  );
}

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
