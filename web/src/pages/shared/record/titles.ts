/** What exercises and lessons are called, by kind and id; and the order in which they are taught. */
import type { ClassColumn } from '../../../viewmodel/record/class-table.ts';
import type { DeedKind } from '../../../viewmodel/record/types.ts';
import { exerciseIndex } from '../exercises/shipped-exercises.ts';
import { lessonIndex } from '../lessons/lesson-index.ts';

export interface Titles {
  /** Null: this copy has no item of that id. */
  of(kind: DeedKind, id: string): string | null;
  readonly order: readonly ClassColumn[];
}

export function titlesIn(lang: string): Titles {
  const lessons = lessonIndex(lang);
  const exercises = exerciseIndex(
    lang,
    lessons.map(({ id }) => id),
  );
  const titles = new Map([
    ...lessons.map(({ id, title }) => [`lesson ${id}`, title] as const),
    ...exercises.map(({ id, title }) => [`exercise ${id}`, title] as const),
  ]);
  const order = lessons.flatMap(({ id }): readonly ClassColumn[] => [
    { kind: 'lesson', id },
    ...exercises.filter(({ lesson }) => lesson === id).map((one): ClassColumn => ({ kind: 'exercise', id: one.id })),
  ]);
  return { of: (kind, id) => titles.get(`${kind} ${id}`) ?? null, order };
}
