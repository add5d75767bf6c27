/** Titles and facts of the shipped exercises for lists of them, without their texts. Untranslated ones are in English. */
import { DEFAULT_LANG } from '../../../base/messages/index.ts';
import { type ExerciseInfo, GROUPS } from '../../../viewmodel/exercise/exercise.ts';

const all = Object.values(
  import.meta.glob<ExerciseInfo>('../../../../../scenarios/exercises/*.*.md', {
    query: '?exercise-info',
    import: 'default',
    eager: true,
  }),
);

const place = ({ group }: ExerciseInfo): number => GROUPS.indexOf(group);

/** @param lesson only this lesson's exercises */
export function exerciseInfos(lang: string, lesson?: string): readonly ExerciseInfo[] {
  return all
    .filter((one) => one.lang === DEFAULT_LANG && (lesson === undefined || one.lesson === lesson))
    .map((one) => all.find(({ id, lang: written }) => id === one.id && written === lang) ?? one)
    .sort((a, b) => place(a) - place(b) || (a.id < b.id ? -1 : 1));
}
