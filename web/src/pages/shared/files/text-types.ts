/** The messages between pages and the worker that reads texts. Nothing here parses, so a page imports it without the parsers. */
import type { Lang } from '../../../base/messages/index.ts';
import { err, type Result } from '../../../base/result.ts';
import type { LinesFile } from '../../../scenario/lines-shared.ts';
import type { ServerState } from '../../../scenario/server-state.ts';
import type { SpecProblem } from '../../../scenario/spec-types.ts';
import type { Exercise } from '../../../viewmodel/exercise/kinds.ts';
import type { ReadRecord } from '../../../viewmodel/record/record-read.ts';

export interface TextKinds {
  readonly exercise: Exercise;
  readonly record: ReadRecord;
  readonly state: ServerState;
  readonly lines: LinesFile;
}
export type TextKind = keyof TextKinds;

/** A file's bytes; a text; or the packed text of an address (`viewmodel/stage/packed-text.ts`). */
export type TextSource = Uint8Array | string | { readonly packed: string };

export interface ReadText<K extends TextKind> {
  /** The text that its problems' places refer to; null if it is not text, or too large to show. */
  readonly text: string | null;
  readonly result: Result<TextKinds[K], readonly SpecProblem[]>;
  /** An unrelated text next to the expected ones: a README among exercises. */
  readonly isOther: boolean;
  /** The text has no fault: its reader could not be fetched, and the next try may succeed. */
  readonly isLost: boolean;
}
export interface TextQuestion<K extends TextKind = TextKind> {
  readonly kind: K;
  readonly source: TextSource;
  readonly lang: Lang;
}
/** The function with which pages have a text read: in a worker. */
export type ReadTexts = <K extends TextKind>(question: TextQuestion<K>) => Promise<ReadText<K>>;

export const faultyText = (message: string, isLost = false): ReadText<never> => ({
  text: null,
  result: err([{ line: 1, column: 1, message }]),
  isOther: false,
  isLost,
});

/** The worker's methods. */
export interface TextsApi {
  read(question: TextQuestion): ReadText<TextKind>;
}
