/** What pages and the worker that reads texts say to each other. Nothing here parses: a page imports it without the parsers. */
import type { Lang } from '../../base/messages/index.ts';
import { err, type Result } from '../../base/result.ts';
import type { Exercise } from '../../scenario/exercise.ts';
import type { ServerState } from '../../scenario/server-state.ts';
import type { SpecProblem } from '../../scenario/spec-types.ts';
import type { ReadRecord } from '../../viewmodel/record/record-read.ts';

export interface TextKinds {
  readonly exercise: Exercise;
  readonly record: ReadRecord;
  readonly state: ServerState;
}
export type TextKind = keyof TextKinds;

/** A file's bytes; a text; or what an address has (`viewmodel/stage/packed-text.ts`). */
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
