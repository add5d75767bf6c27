/**
 * A teacher's own exercise: a file that was opened or dropped, or the text from an address. It may come from anybody:
 * it is parsed to plain data in a worker (`pages/texts`), and nothing of it runs or becomes HTML. There is always an
 * answer.
 */
import '../../../base/messages/en/exercise.ts';
import '../../../base/messages/en/source.ts';
import type { Messages } from '../../../base/messages/index.ts';
import { err } from '../../../base/result.ts';
import { EXERCISE_LIMITS } from '../../../viewmodel/exercise/exercise.ts';
import { ownId } from '../../../viewmodel/exercise/fill.ts';
import { unknownLesson } from '../../../viewmodel/exercise/lesson-named.ts';
import { packText } from '../../../viewmodel/stage/packed-text.ts';
import { type NamedBytes, shownName } from '../files/open-file.ts';
import { faultyText, type ReadText, type ReadTexts, type TextSource } from '../files/text-types.ts';

export interface OwnExercise extends ReadText<'exercise'> {
  /** The file's name, for readers; '' if the text came from an address. */
  readonly file: string;
  /** The id in deeds and seeds: the same text is the same exercise, wherever it is opened. '' if there is no text. */
  readonly id: string;
}

/** Some programs cut longer links when they pass them on: then the page offers the file instead. */
export const LONG_LINK = 2000;

export async function readOwnFile(file: NamedBytes, messages: Messages, read: ReadTexts): Promise<OwnExercise> {
  const name = shownName(file.name);
  const fault = (message: string): OwnExercise => ({ ...faultyText(message), file: name, id: '' });
  // The size is known before any of it is read.
  if (file.size > EXERCISE_LIMITS.fileBytes)
    return fault(messages.t('exercise.tooLarge', { max: EXERCISE_LIMITS.fileBytes }));
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return fault(messages.t('source.open.unreadable'));
  }
  return named(name, bytes, messages, read);
}

/** @param packed as an address has it */
export const readOwnPacked = (packed: string, messages: Messages, read: ReadTexts): Promise<OwnExercise> =>
  named('', { packed }, messages, read);

async function named(file: string, source: TextSource, { lang }: Messages, read: ReadTexts): Promise<OwnExercise> {
  const answer = await read({ kind: 'exercise', source, lang });
  return { ...answer, file, id: answer.text === null ? '' : ownId(answer.text) };
}

/** @returns the same, or faulty if it belongs to none of these lessons */
export function ofLessons(own: OwnExercise, lessons: readonly string[], messages: Messages): OwnExercise {
  const { text, result } = own;
  if (!result.ok || text === null) return own;
  const faults = unknownLesson(text, result.value.lesson, lessons, messages);
  return faults.length === 0 ? own : { ...own, result: err(faults) };
}

/** Law: a packed text is read back as the same exercise. */
export const packOwn = (text: string): string => packText(text);
