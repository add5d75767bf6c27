/** Texts of a question within a lesson. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

export const lessonsQuestion = addTexts({
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
} satisfies Area<'lessons'>);
