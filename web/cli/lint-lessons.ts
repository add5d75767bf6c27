/** `xipscope lint` for lessons: each file by itself, and every other language compared with the English one. */
import { basename, dirname, join } from 'node:path';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { lessonDifferences } from '../src/scenario/lesson-languages.ts';
import { parseLessonBytes } from '../src/scenario/lesson-parse.ts';
import type { SpecProblem } from '../src/scenario/spec-types.ts';
import { readSpecFile } from './spec-input.ts';

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
