/** The lesson that an exercise names: whether there is one is known where the lessons are, not where a file is read. Pure. */
import '../../base/messages/en/exercise.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { SpecProblem } from '../../scenario/spec-types.ts';

/** @param text the exercise's file  @param lessons the ids of all lessons */
export function unknownLesson(
  text: string,
  lesson: string,
  lessons: readonly string[],
  { t }: Pick<Messages, 't'>,
): readonly SpecProblem[] {
  if (lessons.includes(lesson)) return [];
  const lines = text.split(/\r\n?|\n/);
  const at = lines.findIndex((one) => one.startsWith('lesson:'));
  const column = (lines[at] ?? '').indexOf(lesson, 'lesson:'.length) + 1;
  const message = t('exercise.unknownLesson', { name: lesson.slice(0, 80), known: lessons });
  return [{ line: Math.max(0, at) + 1, column: Math.max(1, column), message }];
}
