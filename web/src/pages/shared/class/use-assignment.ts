/** An assignment's items with the student's standing in each, as the browser's record has it. */
import { useEffect, useMemo, useState } from 'react';
import { kept } from '../../../ui/kept.ts';
import { useMessages } from '../../../ui/messages.tsx';
import {
  type Assignment,
  deedsOf,
  type ItemState,
  itemsOf,
  type Known,
  seedFor,
  statesOf,
  type Unknown,
} from '../../../viewmodel/class/assignment.ts';
import { type Deed, readProgress } from '../../../viewmodel/record/progress.ts';
import { exerciseIndex } from '../exercises/shipped-exercises.ts';
import { lessonIndex } from '../lessons/lesson-index.ts';
import { loadReadings, READ_EVENT } from '../lessons/readings.ts';
import { DEED_EVENT } from '../record/keep-deed.ts';

/** All lessons, each followed by its exercises: the order in which they are taught. */
export function knownIn(lang: string): readonly Known[] {
  const lessons = lessonIndex(lang);
  const exercises = exerciseIndex(
    lang,
    lessons.map(({ id }) => id),
  );
  return lessons.flatMap(({ id, title, steps }): readonly Known[] => [
    { kind: 'lesson', id, title, steps },
    ...exercises
      .filter(({ lesson }) => lesson === id)
      .map((one): Known => ({ kind: 'exercise', id: one.id, title: one.title })),
  ]);
}

export interface Assigned {
  readonly states: readonly ItemState[];
  readonly unknown: readonly Unknown[];
  /** The student's first variant; null: no name yet. */
  readonly seed: number | null;
  /** The attempts that belong to this assignment. */
  readonly deeds: readonly Deed[];
}

/** What the browser keeps of the student's work. */
const readKept = () => ({ deeds: readProgress(kept()), readings: loadReadings() });

export function useAssignment(assignment: Assignment, name: string): Assigned {
  const { lang } = useMessages();
  const all = useMemo(() => knownIn(lang), [lang]);
  const [work, setWork] = useState(readKept);
  useEffect(() => {
    const on = (): void => setWork(readKept());
    for (const event of [DEED_EVENT, READ_EVENT]) addEventListener(event, on);
    return () => {
      for (const event of [DEED_EVENT, READ_EVENT]) removeEventListener(event, on);
    };
  }, []);
  return useMemo(() => {
    const seed = seedFor(assignment.seed, name);
    const { items, unknown } = itemsOf(assignment.set, all);
    const deeds = deedsOf(work.deeds, items, seed);
    const states = statesOf(items, deeds, (id) => work.readings[id]?.furthest ?? 0, seed);
    return { states, unknown, seed, deeds };
  }, [assignment, name, all, work]);
}
