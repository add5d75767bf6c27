/** Where the page begins. */
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { DEFAULT_LANG, hasTexts, messagesIn } from '../base/messages/index.ts';
import { COURSE_FRAME } from '../model/course/frame.ts';
import { App } from './App.tsx';
import { parseAddress } from './address/address.ts';
import { browserAddressHost, createAddressStore } from './address/store.ts';
import { inFrame, isolate } from './isolation.ts';
import { prepareLang, wantedLang } from './language.ts';
import { keepOffline } from './offline.ts';

void isolate().then(() => keepOffline(inFrame()));

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

/** Everything else is read, said and drawn in a language whose texts are there. */
function start(at: HTMLElement): void {
  const store = createAddressStore(browserAddressHost, (lang) => messagesIn(wantedLang(lang)));
  // A course that frames the page (scorm.html) gives the frame this name.
  if (window.name === COURSE_FRAME) {
    document.documentElement.dataset.course = '';
    void import('./course/inside.ts').then(({ tellPlaces }) => tellPlaces(store));
  }
  createRoot(at).render(
    <StrictMode>
      <App store={store} />
    </StrictMode>,
  );
}

const first = parseAddress(browserAddressHost.hash(), () => messagesIn(DEFAULT_LANG));
const lang = wantedLang((first.ok ? first.value : first.error).display.lang);
if (hasTexts(lang)) start(root);
else {
  const begin = () => start(root);
  // Without its texts the page is in English.
  prepareLang(lang).then(begin, begin);
}
