/**
 * The shipped lessons (scenarios/lessons), parsed when the site is built: web/tools/scenarios-plugin.ts makes the
 * modules. A lesson is fetched when it is opened. Lessons missing in a language are in English. `lesson-index.ts` has
 * the list of them.
 */
import { DEFAULT_LANG } from '../../../base/messages/index.ts';
import type { Lesson, LessonFigure } from '../../../scenario/lesson.ts';
import { figureOf } from '../../../viewmodel/lesson/deck.ts';

type Loaders = Readonly<Record<string, () => Promise<Lesson>>>;

const english: Loaders = import.meta.glob<Lesson>('../../../../../scenarios/lessons/[0-9]*.en.md', {
  query: '?lesson',
  import: 'default',
});

/** `…/01-two-stamps.en.md` */
const NAME = /\/(\d+)-([^/.]+)[.][^/]+$/;
const partsOf = (path: string) => NAME.exec(path) ?? [];
/** A lesson's file in one language. */
const fileIn = (loaders: Loaders, id: string, lang: string): string | undefined =>
  Object.keys(loaders).find((path) => partsOf(path)[2] === id && path.endsWith(`.${lang}.md`));

/** A lesson's place in the curriculum, from 1; 0: there is none of that id. */
export const numberOf = (id: string): number => Number(partsOf(fileIn(english, id, DEFAULT_LANG) ?? '')[1] ?? 0);

/** The figure of a lesson's step, with the lesson fetched for it; null: none. @param step from 1 */
export async function firstFigure(id: string, lang: string, step: number): Promise<LessonFigure | null> {
  const lesson = await loadLesson(id, lang);
  return lesson === null ? null : figureOf(lesson.steps, Math.min(step, lesson.steps.length) - 1);
}

/** Lessons that were fetched, by id and the language asked for. They never change. */
const there = new Map<string, Lesson>();

/** A lesson that has already been fetched: it is drawn at once. */
export const lessonThere = (id: string, lang: string): Lesson | undefined => there.get(`${id} ${lang}`);

/** Fetches a lesson; null: there is none of that id. */
export async function loadLesson(id: string, lang: string): Promise<Lesson | null> {
  const others: Loaders = lang === DEFAULT_LANG ? {} : (await import('./lesson-index.ts')).translatedLessons;
  const load = others[fileIn(others, id, lang) ?? ''] ?? english[fileIn(english, id, DEFAULT_LANG) ?? ''];
  if (load === undefined) return null;
  const lesson = await load();
  there.set(`${id} ${lang}`, lesson);
  return lesson;
}
