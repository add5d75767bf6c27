/** Texts of a lesson or a set of exercises in an LMS (SCORM 1.2), and of the command that packs one. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

export const course = addTexts({
  'course.choose': 'Exercise',
  'course.back': 'Back to the course',
  'course.done': (p: { right: number; of: number }, f: Format) => `${f.integer(p.right)} of ${f.integer(p.of)} right.`,
  'course.told': 'Your LMS keeps this.',
  'course.noLms': 'No LMS was found around this page: nothing is reported; all else works.',
  'course.refused': (p: { what: string }) =>
    `The LMS refused: ${p.what}. You can go on; ask the people who run the LMS.`,
  'course.faulty': (p: { what: string }) => `This package is damaged (${p.what}). Ask your teacher to upload it again.`,
} satisfies Area<'course'>);
