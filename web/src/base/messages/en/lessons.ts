/** The pages of the lessons: the list, a lesson, its questions, the speaker's window. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

export const lessons = addTexts({
  'lessons.number': (p: { kind: string; source: string }) => `${p.kind}: ${p.source}`,
  'lessons.lessonOf': (p: { number: number }, f: Format) => `Lesson ${f.integer(p.number)}`,
  'lessons.stepOf': (p: { step: number; steps: number }, f: Format) =>
    `Step ${f.integer(p.step)} of ${f.integer(p.steps)}`,
  'lessons.go': (p: { step: number; title: string }, f: Format) => `Step ${f.integer(p.step)}: ${p.title}`,
  'lessons.nav': 'Steps of this lesson',
  'lessons.previous': 'Back',
  'lessons.next': 'Next',
  'lessons.nextLesson': (p: { title: string }) => `Next lesson: ${p.title}`,
  'lessons.all': 'All lessons',
  'lessons.askRoom': 'Question',
  'lessons.notes': 'Speaker’s notes',
  'lessons.figure': (p: { title: string }) => `Figure: ${p.title}`,
  'lessons.loading': 'Opening the lesson…',
  'lessons.none': (p: { id: string }) => `There is no lesson “${p.id}”.`,
  'lessons.notFetched': 'The lesson could not be fetched. Look at the network connection and try again.',
  'lessons.goTo': (p: { digits: string }) => `go to step ${p.digits}`,
  'lessons.blank': 'The picture is dark. Press any key.',
} satisfies Area<'lessons'>);
