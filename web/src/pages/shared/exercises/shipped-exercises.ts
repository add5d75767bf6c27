/**
 * The shipped exercises (scenarios/exercises): each is fetched, in one language, when it is opened, and parsed then.
 * Exercises missing in a language are in English. `exercise-infos.ts` has the data for lists of all of them.
 */
import { DEFAULT_LANG } from '../../../base/messages/index.ts';
import type { ExerciseInfo } from '../../../viewmodel/exercise/exercise.ts';
import type { Exercise } from '../../../viewmodel/exercise/kinds.ts';
import { readTextInWorker } from '../files/texts-client.ts';
import { exerciseInfos } from './exercise-infos.ts';

const files = import.meta.glob<string>('../../../../../scenarios/exercises/*.*.md', {
  query: '?raw',
  import: 'default',
});

const fileOf = (id: string, lang: string): (() => Promise<string>) | undefined =>
  files[`../../../../../scenarios/exercises/${id}.${lang}.md`];

/**
 * The language in which an exercise is shown when this one is requested. Undefined for a teacher's own: only its author
 * knows.
 */
export function writtenIn(id: string, lang: string): string | undefined {
  if (fileOf(id, lang) !== undefined) return lang;
  return fileOf(id, DEFAULT_LANG) === undefined ? undefined : DEFAULT_LANG;
}

/** Null: there is none of that id. A shipped file has no faults; a test says so. Rejects if the network fails. */
export async function loadExercise(id: string, lang: string): Promise<Exercise | null> {
  const fetched = (fileOf(id, lang) ?? fileOf(id, DEFAULT_LANG))?.();
  if (fetched === undefined) return null;
  const { result, isLost } = await readTextInWorker({ kind: 'exercise', source: await fetched, lang: DEFAULT_LANG });
  if (isLost) throw new Error('what reads exercises could not be loaded');
  return result.ok ? result.value : null;
}

/**
 * All of them, by the lessons' order; hunts come last in each.
 * @param lessons ids in the order of the curriculum
 */
export function exerciseIndex(lang: string, lessons: readonly string[]): readonly ExerciseInfo[] {
  const place = ({ lesson, group }: ExerciseInfo): number => lessons.indexOf(lesson) * 2 + (group === 'hunt' ? 1 : 0);
  return exerciseInfos(lang).toSorted((a, b) => place(a) - place(b) || (a.id < b.id ? -1 : 1));
}
