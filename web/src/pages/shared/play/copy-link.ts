/** The page's address to the clipboard: it is this very state. Answers what to say. */
import type { Messages } from '../../../base/messages/index.ts';

/** The address line follows the state after a moment (app/address/store.ts). */
const SETTLE_MS = 350;

export async function copyLink({ t }: Messages): Promise<string> {
  try {
    await new Promise((done) => setTimeout(done, SETTLE_MS));
    await navigator.clipboard.writeText(location.href);
    return t('stage.linkCopied');
  } catch {
    return t('stage.linkFailed');
  }
}
