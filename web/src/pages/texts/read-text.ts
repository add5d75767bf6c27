/**
 * What anybody may hand to a page, read: an exercise, a record, a server's state. Called in `texts-worker.ts` and nowhere else on the
 * page; tests call it as it is. There is always an answer.
 */
import type { Lang, Messages } from '../../base/messages/index.ts';
import { err, type Result } from '../../base/result.ts';
import { parseRecordBytes, type ReadRecord } from '../../model/record/record-read.ts';
import { unpackText } from '../../model/stage/packed-text.ts';
import type { Exercise } from '../../scenario/exercise.ts';
import { EXERCISE_LIMITS } from '../../scenario/exercise-blocks.ts';
import { looksLikeExercise, parseExerciseBytes } from '../../scenario/exercise-parse.ts';
import type { ServerState } from '../../scenario/server-state.ts';
import { decodeText, parseServerStateBytes } from '../../scenario/server-state-parse.ts';
import type { SpecProblem } from '../../scenario/spec-types.ts';

export interface TextKinds {
  readonly exercise: Exercise;
  readonly record: ReadRecord;
  readonly state: ServerState;
}
export type TextKind = keyof TextKinds;

/** A file's bytes; a text; or what an address has (`model/stage/packed-text.ts`). */
export type TextSource = Uint8Array | string | { readonly packed: string };

export interface ReadText<K extends TextKind> {
  /** What the places of its problems are in; null where it is no text, or too large to be shown. */
  readonly text: string | null;
  readonly result: Result<TextKinds[K], readonly SpecProblem[]>;
  /** It is no more than any text beside the ones that are meant: a README among exercises. */
  readonly isOther: boolean;
  /** Nothing is wrong with the text: what reads it could not be fetched, and may be when it is asked for again. */
  readonly isLost: boolean;
}
export interface TextQuestion<K extends TextKind = TextKind> {
  readonly kind: K;
  readonly source: TextSource;
  readonly lang: Lang;
}
/** How pages have a text read: in a worker. */
export type ReadTexts = <K extends TextKind>(question: TextQuestion<K>) => Promise<ReadText<K>>;

export const faultyText = (message: string, isLost = false): ReadText<never> => ({
  text: null,
  result: err([{ line: 1, column: 1, message }]),
  isOther: false,
  isLost,
});

type Parse<K extends TextKind> = (bytes: Uint8Array, messages: Messages) => ReadText<K>['result'];
const PARSERS: { readonly [K in TextKind]: Parse<K> } = {
  exercise: parseExerciseBytes,
  record: parseRecordBytes,
  state: parseServerStateBytes,
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
