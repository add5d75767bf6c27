/** The error that a WebAssembly engine, or the worker that owns it, answers instead of a result. */

import { workerFault } from './loading.ts';
import type { Messages, PlainKey } from './messages/index.ts';
import { err, type Result } from './result.ts';
import type { Lost } from './rpc.ts';

export type EngineErrorKind = 'bad-input' | 'unsupported' | 'failed';
/** `message` is for people: what is wrong, where, what to do. */
export interface EngineError {
  readonly kind: EngineErrorKind;
  readonly message: string;
  /** Set where the page has a text for it: the same as `message`, in the reader's language. */
  readonly key?: PlainKey;
}

/** A worker's answer, or why there is none. If the worker misses a file, the page learns of it. */
export function engineAnswer<T>(asked: Result<Result<T, EngineError>, Lost>): Result<T, EngineError> {
  if (!asked.ok) return err({ kind: 'failed', message: workerFault(asked.error.message) });
  const { value } = asked;
  return value.ok ? value : err({ ...value.error, message: workerFault(value.error.message) });
}

/** Why there is no lab, in the reader's language if the page has a text for it; the engine's own message is English. */
export const engineErrorText = (error: EngineError | null | undefined, { t }: Pick<Messages, 't'>): string =>
  error?.key === undefined ? (error?.message ?? '') : t(error.key);
