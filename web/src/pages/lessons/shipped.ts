/**
 * The shipped lessons (scenarios/lessons), parsed when the site is built: web/tools/lessons-plugin.ts makes the modules.
 * The list is small and always there; a lesson is fetched when it is opened. What a language lacks is there in English.
 */
import { DEFAULT_LANG } from '../../base/messages/index.ts';
import type { Lesson, LessonInfo } from '../../scenario/lesson.ts';

const infos = import.meta.glob<LessonInfo>('../../../../scenarios/lessons/[0-9]*.md', {
  query: '?lesson-info',
  import: 'default',
  eager: true,
});
const modules = import.meta.glob<Lesson>('../../../../scenarios/lessons/[0-9]*.md', {
  query: '?lesson',
  import: 'default',
});

const all = Object.entries(infos).map(([path, info]) => ({ path, info }));
const numbers = [...new Set(all.map(({ info }) => info.number))].sort((a, b) => a - b);

/** Of one lesson: its file in the language asked for, else in English. */
function fileOf(number: number, lang: string) {
  const of = all.filter(({ info }) => info.number === number);
  return of.find(({ info }) => info.lang === lang) ?? of.find(({ info }) => info.lang === DEFAULT_LANG);
}

/** All lessons in the order of the curriculum. */
export const lessonIndex = (lang: string): readonly LessonInfo[] =>
  numbers.flatMap((number) => fileOf(number, lang)?.info ?? []);

/** Fetches a lesson; null: there is none of that id. */
export async function loadLesson(id: string, lang: string): Promise<Lesson | null> {
  const info = lessonIndex(lang).find((one) => one.id === id);
  const load = info === undefined ? undefined : modules[fileOf(info.number, lang)?.path ?? ''];
  return load === undefined ? null : await load();
}
