/**
 * Whether a text from an address is word for word what *New* begins with, as in Home's link to the prompts: then its words
 * are the site's own, whoever wrote the link. One more letter in it, and they are not.
 */
import '../../base/messages/en/prompt.ts';
import { DEFAULT_LANG, type Messages, messagesIn } from '../../base/messages/index.ts';
import { DATABASES, newFrame } from './databases.ts';
import { writeTyped } from './typed.ts';

/** The name of such a text as a file; null: its words are somebody else's. */
export function ownFile(text: string, messages: Messages): string | null {
  const isOwn = [messages, messagesIn(DEFAULT_LANG)].some(({ t }) =>
    DATABASES.some((name) => writeTyped(newFrame(name, t(`prompt.db.${name}`), t('prompt.about')), []) === text),
  );
  return isOwn ? messages.t('prompt.file') : null;
}
