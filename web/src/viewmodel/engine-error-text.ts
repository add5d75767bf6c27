/** Why there is no lab, in the reader's language if the page has a text for it; the engine's own message is English. */

import type { EngineError } from '../base/engine-error.ts';
import type { Messages } from '../base/messages/index.ts';

export const engineErrorText = (error: EngineError | null | undefined, { t }: Pick<Messages, 't'>): string =>
  error?.key === undefined ? (error?.message ?? '') : t(error.key);
