/**
 * The page's entry point. It is small, and requests everything that the address will need at once (`first-fetch.ts`):
 * React, the page, its figure and the engine load in parallel and not one after the other.
 */
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { DEFAULT_LANG, hasTexts, messagesIn } from '../base/messages/index.ts';
import { addressNeeds, notFetched, parseAddress } from './address/address.ts';
import { fetchFirst } from './first-fetch.ts';
import { prepareLang, wantedLang } from './language.ts';

/**
 * Sets a language whose texts are loaded, for everything that is read, spoken and drawn; without them it is English.
 */
async function inItsLanguage(hash: string): Promise<void> {
  const first = addressNeeds(hash) === null ? parseAddress(hash, () => messagesIn(DEFAULT_LANG)) : notFetched(hash);
  const lang = wantedLang((first.ok ? first.value : first.error).display.lang);
  const texts = hasTexts(lang) ? null : prepareLang(lang).catch(() => undefined);
  // The first drawing keeps the page busy for a while, so the worker starts before it.
  await Promise.all([fetchFirst(hash, lang), texts]);
}

async function begin(): Promise<void> {
  const { hash } = location;
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  const page = import('./start.tsx');
  // If the page has to reload to be isolated, that happens before anything is drawn.
  const isolation = globalThis.crossOriginIsolated === true ? null : import('./isolation.ts');
  const [{ start, keepForLater }, isolating] = await Promise.all([
    page,
    isolation,
    inItsLanguage(hash),
    // The page itself reports a failed fetch.
    addressNeeds(hash)?.catch(() => undefined),
  ]);
  const isolated = isolating?.isolate();
  // The reader may have gone to another address meanwhile, with no listener yet.
  for (let read = hash; location.hash !== read; ) {
    read = location.hash;
    await addressNeeds(read)?.catch(() => undefined);
  }
  start(root);
  void keepForLater(isolated);
}

// Not awaited here: the rest of the page imports the same modules as this file, and waits for it. If the browser is too
// old, public/theme.js has shown a message, and the page does not start.
if (document.documentElement.dataset.tooOld === undefined) void begin();
