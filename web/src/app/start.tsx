/** The page, once its requirements are loaded: the address's codec, the texts of its language. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { messagesIn } from '../base/messages/index.ts';
import { LATER_MS, whenQuiet } from '../ui/fetched.tsx';
import { COURSE_FRAME } from '../viewmodel/course/frame.ts';
import { App, fetchAround } from './App.tsx';
import { browserAddressHost, createAddressStore } from './address/store.ts';
import { wantedLang } from './language.ts';

export function start(at: HTMLElement): void {
  const store = createAddressStore(browserAddressHost, (lang) => messagesIn(wantedLang(lang)));
  // A course that frames the page (scorm.html) gives the frame this name.
  if (window.name === COURSE_FRAME) {
    document.documentElement.dataset.course = '';
    void import('./course/inside.ts').then(({ tellPlaces }) => tellPlaces(store));
  }
  const draw = (): void =>
    createRoot(at).render(
      <StrictMode>
        <App store={store} />
      </StrictMode>,
    );
  // Drawn without it, React would show that the page is loading, and then show that for 300 ms at least.
  const around = fetchAround(store.get());
  if (around === undefined) draw();
  else void around.then(draw, draw);
}

/** Resolves when the page and all its initial requests are loaded. */
const loaded = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'complete') resolve();
    else addEventListener('load', () => resolve(), { once: true });
  });

/**
 * Has the service worker store a copy of the site, once the page is idle: nothing waits for that.
 * @param isolated resolves when the page is isolated, or cannot be; undefined: it was from the start, which still has
 * to be recorded
 */
export async function keepForLater(isolated: Promise<void> | undefined): Promise<void> {
  await loaded();
  await new Promise<void>((resolve) => whenQuiet(resolve, LATER_MS));
  try {
    const [{ inFrame, isolate }, { keepOffline }] = await Promise.all([
      import('./isolation.ts'),
      import('./offline.tsx'),
    ]);
    await (isolated ?? isolate());
    await keepOffline(inFrame());
  } catch {
    // Without the network there is nothing to keep; the next visit tries again.
  }
}
