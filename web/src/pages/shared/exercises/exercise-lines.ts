/** What each shipped exercise asks for, and how hard it is: more than other lists of exercises need. */
import { DEFAULT_LANG } from '../../../base/messages/index.ts';
import type { ExerciseLine } from '../../../viewmodel/exercise/exercise.ts';

const all = Object.values(
  import.meta.glob<ExerciseLine>('../../../../../scenarios/exercises/*.*.md', {
    query: '?exercise-line',
    import: 'default',
    eager: true,
  }),
);

const NOTHING: Pick<ExerciseLine, 'about' | 'level'> = { about: '', level: null };

/** In English where the language has none. */
export function exerciseLine(id: string, lang: string): Pick<ExerciseLine, 'about' | 'level'> {
  const own = all.filter((one) => one.id === id);
  return own.find((one) => one.lang === lang) ?? own.find((one) => one.lang === DEFAULT_LANG) ?? NOTHING;
}
