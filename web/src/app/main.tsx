/**
 * Where the page begins. It is small, and asks for all that the address will need at once (`first-fetch.ts`): React, the
 * page, its figure and the engine come side by side and not one after the other.
 */
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { DEFAULT_LANG, hasTexts, messagesIn } from '../base/messages/index.ts';
import { addressNeeds, notFetched, parseAddress } from './address/address.ts';
import { fetchFirst } from './first-fetch.ts';
import { prepareLang, wantedLang } from './language.ts';

/** Everything is read, said and drawn in a language whose texts are there; without them it is English. */
async function inItsLanguage(hash: string): Promise<void> {
  const first = addressNeeds(hash) === null ? parseAddress(hash, () => messagesIn(DEFAULT_LANG)) : notFetched(hash);
  const lang = wantedLang((first.ok ? first.value : first.error).display.lang);
  const texts = hasTexts(lang) ? null : prepareLang(lang).catch(() => undefined);
  // A first drawing keeps the page busy for a while: the worker has begun by then.
  await Promise.all([fetchFirst(hash, lang), texts]);
}

async function begin(): Promise<void> {
  const { hash } = location;
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  const page = import('./start.tsx');
  // Where the page has to be loaded again to be isolated, that is settled before anything is drawn.
  const isolation = globalThis.crossOriginIsolated === true ? null : import('./isolation.ts');
  // What cannot be fetched is told by the page.
  await addressNeeds(hash)?.catch(() => undefined);
  const [{ start, keepForLater }, isolating] = await Promise.all([page, isolation, inItsLanguage(hash)]);
  const isolated = isolating?.isolate();
  // Somebody may have gone to another address meanwhile, and nobody heard of it.
  for (let read = hash; location.hash !== read; ) {
    read = location.hash;
    await addressNeeds(read)?.catch(() => undefined);
  }
  start(root);
  void keepForLater(isolated);
}

// Not awaited here: the rest of the page imports what this file does, and waits for it. Where the browser is too old, public/theme.js
// has said so, and nothing is begun.
if (document.documentElement.dataset.tooOld === undefined) void begin();
