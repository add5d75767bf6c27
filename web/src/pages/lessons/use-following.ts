/** The lesson after this one. Its title is in the list of lessons, which a reader needs only at the last step. */
import { useEffect, useState } from 'react';
import type { LessonInfo } from '../../scenario/lesson.ts';

/** @param wanted until then undefined is enough */
export function useFollowing(id: string, lang: string, wanted: boolean): LessonInfo | undefined {
  const [index, setIndex] = useState<{ readonly lang: string; readonly lessons: readonly LessonInfo[] } | null>(null);
  useEffect(() => {
    if (!wanted) return undefined;
    let isWanted = true;
    import('../shared/lessons/lesson-index.ts').then(
      ({ lessonIndex }) => isWanted && setIndex({ lang, lessons: lessonIndex(lang) }),
      // Without it the link to the next lesson is missing, and the list of lessons is a click away.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [wanted, lang]);
  if (index === null || index.lang !== lang) return undefined;
  return index.lessons[index.lessons.findIndex((one) => one.id === id) + 1];
}
