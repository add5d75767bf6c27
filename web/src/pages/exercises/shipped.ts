/** The shipped exercises (scenarios/exercises), parsed when the page is opened. What a language lacks is there in English. */
import { DEFAULT_LANG, messagesIn } from '../../base/messages/index.ts';
import type { Exercise } from '../../scenario/exercise.ts';
import { parseExercise } from '../../scenario/exercise-parse.ts';

const files = import.meta.glob<string>('../../../../scenarios/exercises/*.*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export interface ShippedExercise {
  readonly id: string;
  readonly exercise: Exercise;
}

const textOf = (id: string, lang: string): string | undefined =>
  files[`../../../../scenarios/exercises/${id}.${lang}.md`];

/** The language that an exercise is shown in, when it is asked for in this one. Undefined: it is somebody's own, who alone knows. */
export function writtenIn(id: string, lang: string): string | undefined {
  if (textOf(id, lang) !== undefined) return lang;
  return textOf(id, DEFAULT_LANG) === undefined ? undefined : DEFAULT_LANG;
}

const ids = Object.keys(files)
  .map((path) => /([^/]+)[.]en[.]md$/.exec(path)?.[1] ?? '')
  .filter((id) => id !== '')
  .sort();

/** Null: there is none of that id. A shipped file has no faults; a test says so. */
export function loadExercise(id: string, lang: string): Exercise | null {
  const text = textOf(id, lang) ?? textOf(id, DEFAULT_LANG);
  const parsed = text === undefined ? null : parseExercise(text, messagesIn(DEFAULT_LANG));
  return parsed?.ok === true ? parsed.value : null;
}

/** All of them, by the lessons' order; hunts come last in each. @param lessons ids in the order of the curriculum */
export function exerciseIndex(lang: string, lessons: readonly string[]): readonly ShippedExercise[] {
  const all = ids.flatMap((id): readonly ShippedExercise[] => {
    const exercise = loadExercise(id, lang);
    return exercise === null ? [] : [{ id, exercise }];
  });
  const place = ({ exercise }: ShippedExercise): number =>
    lessons.indexOf(exercise.lesson) * 2 + (exercise.ask.what === 'hunt' ? 1 : 0);
  return [...all].sort((a, b) => place(a) - place(b) || (a.id < b.id ? -1 : 1));
}
