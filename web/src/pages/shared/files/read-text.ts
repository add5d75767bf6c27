/**
 * Reads texts from outside: an exercise, a record, a server's state, a measurement. Called in `texts-worker.ts` and nowhere else on
 * the page; tests call it directly. There is always an answer.
 */
import '../../../base/messages/en/exercise.ts';
import type { Messages } from '../../../base/messages/index.ts';
import { parseLinesBytes } from '../../../scenario/lines-shared-parse.ts';
import { decodeText, parseServerStateBytes } from '../../../scenario/server-state-parse.ts';
import { EXERCISE_LIMITS } from '../../../viewmodel/exercise/exercise.ts';
import { looksLikeExercise, parseExerciseBytes } from '../../../viewmodel/exercise/parse.ts';
import { parseRecordBytes } from '../../../viewmodel/record/record-read.ts';
import { unpackText } from '../../../viewmodel/stage/packed-text.ts';
import { faultyText, type ReadText, type TextKind, type TextQuestion } from './text-types.ts';

type Parse<K extends TextKind> = (bytes: Uint8Array, messages: Messages) => ReadText<K>['result'];
const PARSERS: { readonly [K in TextKind]: Parse<K> } = {
  exercise: parseExerciseBytes,
  record: parseRecordBytes,
  state: parseServerStateBytes,
  lines: parseLinesBytes,
};

export function readText<K extends TextKind>(
  { kind, source }: Pick<TextQuestion<K>, 'kind' | 'source'>,
  messages: Messages,
): ReadText<K> {
  const { t } = messages;
  let bytes: Uint8Array;
  if (typeof source === 'string') bytes = new TextEncoder().encode(source);
  else if (source instanceof Uint8Array) bytes = source;
  else {
    const unpacked = unpackText(source.packed, EXERCISE_LIMITS.fileBytes);
    if (!unpacked.ok)
      return faultyText(
        unpacked.error === 'too-large'
          ? t('exercise.tooLarge', { max: EXERCISE_LIMITS.fileBytes })
          : t('exercise.own.brokenLink'),
      );
    bytes = new TextEncoder().encode(unpacked.value);
  }
  const parse: Parse<K> = PARSERS[kind];
  const text = kind === 'record' ? null : decodeText(bytes);
  const isOther = kind === 'exercise' && text !== null && !looksLikeExercise(bytes);
  return { text, result: parse(bytes, messages), isOther, isLost: false };
}
