/**
 * The shipped lessons (scenarios/lessons), parsed when the site is built: web/tools/scenarios-plugin.ts makes the
 * modules. A lesson is fetched when it is opened. Lessons missing in a language are in English. `lesson-index.ts` has
 * the list of them.
 */
import { DEFAULT_LANG } from '../../../base/messages/index.ts';
import type { Lesson, LessonFigure } from '../../../scenario/lesson.ts';
import { figureOf } from '../../../viewmodel/lesson/deck.ts';

const modules = import.meta.glob<Lesson>('../../../../../scenarios/lessons/[0-9]*.md', {
  query: '?lesson',
  import: 'default',
});

/** `…/01-two-stamps.en.md` */
const NAME = /\/(\d+)-([^/.]+)[.]([^/.]+)[.]md$/;
const files = Object.entries(modules).flatMap(([path, load]) => {
  const [, number, id, lang] = NAME.exec(path) ?? [];
  return number === undefined || id === undefined || lang === undefined
    ? []
    : [{ number: Number(number), id, lang, load }];
});

/** A lesson's place in the curriculum, from 1; 0: there is none of that id. */
export const numberOf = (id: string): number => files.find((file) => file.id === id)?.number ?? 0;

/** The figure of a lesson's step, with the lesson fetched for it; null: none. @param step from 1 */
export async function firstFigure(id: string, lang: string, step: number): Promise<LessonFigure | null> {
  const lesson = await loadLesson(id, lang);
  return lesson === null ? null : figureOf(lesson.steps, Math.min(step, lesson.steps.length) - 1);
}

/** Lessons that were fetched, by file. They never change. */
const there = new Map<string, Lesson>();
const fileOf = (id: string, lang: string) => {
  const of = files.filter((file) => file.id === id);
  return of.find((one) => one.lang === lang) ?? of.find((one) => one.lang === DEFAULT_LANG);
};

/** A lesson that has already been fetched: it is drawn at once. */
export function lessonThere(id: string, lang: string): Lesson | undefined {
  const file = fileOf(id, lang);
  return file === undefined ? undefined : there.get(`${file.id} ${file.lang}`);
}

/** Fetches a lesson; null: there is none of that id. */
export async function loadLesson(id: string, lang: string): Promise<Lesson | null> {
  const file = fileOf(id, lang);
  if (file === undefined) return null;
  const lesson = await file.load();
  there.set(`${file.id} ${file.lang}`, lesson);
  return lesson;
}
