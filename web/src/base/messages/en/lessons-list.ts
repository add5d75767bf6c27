/** Texts of the list of lessons, and of links between lessons and exercises. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

export const lessonsList = addTexts({
  'lessons.list.title': 'Fourteen lessons on PostgreSQL’s snapshots',
  'lessons.list.lead':
    'How MVCC (multiversion concurrency control) works, and its price. For MVCC alone: lessons 1, 2, 13 and 14. Every figure is live: step it, change it. What you answer stays in this browser.',
  'lessons.list.group.rows': 'Rows and snapshots',
  'lessons.list.group.cost': 'What a snapshot costs',
  'lessons.list.group.special': 'Special cases, and what is left',
  'lessons.list.group.isolation': 'Isolation: lessons 1 and 2 are enough to begin',
  'lessons.list.steps': (p: { steps: number }, f: Format) => `${f.integer(p.steps)} steps`,
  'lessons.list.readUpTo': (p: { step: number; steps: number }, f: Format) =>
    `you were at step ${f.integer(p.step)} of ${f.integer(p.steps)}`,
  'lessons.list.readAll': 'read to its end',
  'lessons.exercise.about': 'Exercises about this',
} satisfies Area<'lessons'>);
