/** The pages of the lessons: the list, a lesson, its questions, the speaker's window. */
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

export const lessons = {
  'lessons.list.title': 'Thirteen lessons on PostgreSQL’s snapshots',
  'lessons.list.lead':
    'From two stamps on a row to the cliff of savepoints. Every figure is live: step it, choose in it, change it. What you read and answer stays in this browser.',
  'lessons.list.steps': (p: { steps: number }, f: Format) => `${f.integer(p.steps)} steps`,
  'lessons.list.readUpTo': (p: { step: number; steps: number }, f: Format) =>
    `you were at step ${f.integer(p.step)} of ${f.integer(p.steps)}`,
  'lessons.list.readAll': 'read to its end',
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
  'lessons.stage': 'Stage',
  'lessons.askRoom': 'Question',
  'lessons.notes': 'Speaker’s notes',
  'lessons.figure': (p: { title: string }) => `Figure: ${p.title}`,
  'lessons.question.lead': 'Before you go on:',
  'lessons.question.right': 'Right.',
  'lessons.question.wrong': 'Not quite.',
  'lessons.question.theAnswer': 'The answer:',
  'lessons.question.choose': (p: { count: number }, f: Format) => `${f.integer(p.count)} of these are right.`,
  'lessons.question.check': 'Check',
  'lessons.question.noRows': 'No rows',
  'lessons.question.showMe': 'Show me',
  'lessons.question.way': (p: { way: 'works' | 'waits' | 'fails'; kind: string }) =>
    p.way === 'waits'
      ? 'It waits'
      : p.way === 'fails'
        ? 'It fails'
        : p.kind === 'waits'
          ? 'It does not wait'
          : 'It works',
  'lessons.how.rows': 'One row a line, its values with a space or a comma between them.',
  'lessons.how.snapshot': 'As PostgreSQL prints it: xmin:xmax:xip, for instance 731:735:732,733.',
  'lessons.engine.waits': (p: { waits: boolean }) => (p.waits ? 'It waits.' : 'It does not wait.'),
  'lessons.engine.noRows': 'It gets no rows.',
  'lessons.engine.says': 'The engine answers:',
  'lessons.loading': 'Opening the lesson…',
  'lessons.none': (p: { id: string }) => `There is no lesson “${p.id}”.`,
  'lessons.notFetched': 'The lesson could not be fetched. Look at the network connection and try again.',
  'lessons.goTo': (p: { digits: string }) => `go to step ${p.digits}`,
  'lessons.blank': 'The picture is dark. Press any key.',
  'lessons.speaker.engine': 'The engine’s answer is on the lesson’s own page, not on stage.',
  'lessons.speaker.title': 'Speaker’s notes',
  'lessons.speaker.none': 'No notes for this step.',
  'lessons.speaker.next': 'Then:',
  'lessons.speaker.end': 'This is the last step.',
  'lessons.speaker.since': 'since the beginning',
  'lessons.speaker.alone': 'Open a lesson on stage in another window of this browser; both stay in step.',
  'lessons.exercise.about': 'Exercises about this',
} satisfies Area<'lessons'>;
