/** The worker in which a page reads what anybody may have written; see `read-text.ts`. */
import { fetchLanguage } from '../../../base/messages/fetched.ts';
import { messagesIn } from '../../../base/messages/index.ts';
import { serve } from '../../../base/rpc-serve.ts';
import { readText } from './read-text.ts';
import type { TextsApi } from './text-types.ts';

serve<TextsApi>({
  read: async (question) => {
    // Without its texts the problems are reported in English.
    await fetchLanguage(question.lang).catch(() => undefined);
    return readText(question, messagesIn(question.lang));
  },
});
