/** Texts of the speaker’s notes. */
import { addTexts } from '../english.ts';
import type { Area } from '../types.ts';

export const lessonsSpeaker = addTexts({
  'lessons.speaker.engine': 'The engine’s answer is on the lesson’s own page, not in what you present.',
  'lessons.speaker.title': 'Speaker’s notes',
  'lessons.speaker.next': 'Then:',
  'lessons.speaker.end': 'This is the last step.',
  'lessons.speaker.since': 'since the beginning',
  'lessons.speaker.alone': 'Present a lesson (F) in another window of this browser; both stay in step.',
} satisfies Area<'lessons'>);
