/** The worker in which a page reads what anybody may have written; see `read-text.ts`. */

import type { FromClocked } from '../../base/clocked.ts';
import { fetchLanguage } from '../../base/messages/fetched.ts';
import { messagesIn } from '../../base/messages/index.ts';
import { readText } from './read-text.ts';
import type { ReadText, TextKind, TextQuestion } from './text-types.ts';

const post = (message: FromClocked<ReadText<TextKind>>): void => self.postMessage(message);

self.onmessage = async ({ data }: MessageEvent<TextQuestion>): Promise<void> => {
  // Without its texts the problems are told in English.
  await fetchLanguage(data.lang).catch(() => undefined);
  // A broken invariant must be heard as the worker's error, which a rejected promise would not be.
  try {
    post({ kind: 'answer', answer: readText(data, messagesIn(data.lang)) });
  } catch (cause) {
    setTimeout(() => {
      throw cause;
    });
  }
};
post({ kind: 'loaded' });
