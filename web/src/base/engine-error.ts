/** What a WebAssembly engine, or the worker that owns it, answers instead of a result. */
import type { PlainKey } from './messages/index.ts';

export type EngineErrorKind = 'bad-input' | 'unsupported' | 'failed';
/** `message` is for people: what is wrong, where, what to do. */
export interface EngineError {
  readonly kind: EngineErrorKind;
  readonly message: string;
  /** Where the page has words for it: the same as `message`, in the reader's language. */
  readonly key?: PlainKey;
}
