/**
 * The list of the shipped lessons, with their titles and leads in every language: for choosing one. Opening a lesson in
 * English does not need it (`shipped-lessons.ts`).
 */
import { DEFAULT_LANG } from '../../../base/messages/index.ts';
import type { Lesson, LessonInfo } from '../../../scenario/lesson.ts';

const infos = Object.values(
  import.meta.glob<LessonInfo>('../../../../../scenarios/lessons/[0-9]*.md', {
    query: '?lesson-info',
    import: 'default',
    eager: true,
  }),
);
const numbers = [...new Set(infos.map(({ number }) => number))].sort((a, b) => a - b);

/** All lessons in the order of the curriculum. Texts missing in a language are in English. */
export const lessonIndex = (lang: string): readonly LessonInfo[] =>
  numbers.flatMap((number) => {
    const of = infos.filter((info) => info.number === number);
    return of.find((info) => info.lang === lang) ?? of.find((info) => info.lang === DEFAULT_LANG) ?? [];
  });

/** The lessons in the other languages, by path; each is fetched when it is called. */
export const translatedLessons = import.meta.glob<Lesson>(
  ['../../../../../scenarios/lessons/[0-9]*.md', '!../../../../../scenarios/lessons/*.en.md'],
  { query: '?lesson', import: 'default' },
);
