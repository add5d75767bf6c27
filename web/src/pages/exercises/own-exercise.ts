/**
 * Somebody's own exercise: a file that was opened or dropped, or the text that an address brings. Anybody's text: it is
 * parsed to plain data, and nothing of it runs or becomes HTML. There is always an answer.
 */
import type { Messages } from '../../base/messages/index.ts';
import { err, type Result } from '../../base/result.ts';
import { ownId } from '../../model/exercise/own.ts';
import { packText, unpackText } from '../../model/stage/packed-text.ts';
import type { Exercise } from '../../scenario/exercise.ts';
import { EXERCISE_LIMITS } from '../../scenario/exercise-blocks.ts';
import { parseExercise, parseExerciseBytes } from '../../scenario/exercise-parse.ts';
import type { SpecProblem } from '../../scenario/spec-types.ts';
import { type NamedBytes, shownName } from '../playground/source/read-file.ts';

export interface OwnExercise {
  /** The file's name, for people; '' where an address brought the text. */
  readonly file: string;
  /** Null: it is no text, or too large to be shown. */
  readonly text: string | null;
  /** As deeds and seeds know it: the same text is the same exercise, wherever it is opened. */
  readonly id: string;
  readonly result: Result<Exercise, readonly SpecProblem[]>;
}

/** Longer links are cut by some programs that pass them on: then the file is handed out instead. */
export const LONG_LINK = 2000;

export async function readOwnFile(file: NamedBytes, messages: Messages): Promise<OwnExercise> {
  const name = shownName(file.name);
  const fault = (message: string): OwnExercise => faulty(name, message);
  // Its size is known before any of it is read.
  if (file.size > EXERCISE_LIMITS.fileBytes)
    return fault(messages.t('exercise.tooLarge', { max: EXERCISE_LIMITS.fileBytes }));
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return fault(messages.t('source.open.unreadable'));
  }
  const result = parseExerciseBytes(bytes, messages);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { file: name, text, id: ownId(text), result };
  } catch {
    return { file: name, text: null, id: '', result };
  }
}

/** @param packed as an address has it */
export function readOwnPacked(packed: string, messages: Messages): OwnExercise {
  const text = unpackText(packed, EXERCISE_LIMITS.fileBytes);
  if (text.ok)
    return { file: '', text: text.value, id: ownId(text.value), result: parseExercise(text.value, messages) };
  return faulty(
    '',
    text.error === 'too-large'
      ? messages.t('exercise.tooLarge', { max: EXERCISE_LIMITS.fileBytes })
      : messages.t('exercise.own.brokenLink'),
  );
}

const faulty = (file: string, message: string): OwnExercise => ({
  file,
  text: null,
  id: '',
  result: err([{ line: 1, column: 1, message }]),
});

/** Law: what is packed is read back as the same exercise. */
export const packOwn = (text: string): string => packText(text);
