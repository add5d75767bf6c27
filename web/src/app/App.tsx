/**
 * The frame around every page: reads the address, shows the header and the page, keeps theme, language and stage mode.
 */

import '../base/messages/en/shell.ts';
import { Suspense, useEffect, useRef, useState } from 'react';
import { messagesIn } from '../base/messages/index.ts';
import { isAssigned } from '../pages/shared/class/current-key.ts';
import { fetched, LATER_MS, whenQuiet } from '../ui/fetched.tsx';
import { useMediaQuery, useNewest } from '../ui/hooks.ts';
import { isShortcut, useKeys } from '../ui/keys.ts';
import { MessagesProvider, useMessages } from '../ui/messages.tsx';
import common from '../ui/page.module.css';
import { FigureProvider, OwnTabProvider } from '../ui/page.tsx';
import { useStore } from '../ui/use-store.ts';
import { type Display, formatAddress, type PageName, type Route, routeTo, type Theme } from './address/address.ts';
import type { AddressStore } from './address/store.ts';
import styles from './app.module.css';
import { ErrorBoundary, LoadAgain } from './ErrorBoundary.tsx';
import { BadAddress, FigureBox } from './FigureBox.tsx';
import { Header } from './Header.tsx';
import { useLanguage } from './language.ts';
import { Page } from './Page.tsx';

/**
 * Light or dark: the address's theme, else the reader's choice, else the system's preference. public/theme.js does the
 * same before the first paint.
 */

const KEY = 'xip.theme';

const readChoice = (): Theme | null => {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : null;
  } catch {
    return null;
  }
};
const writeChoice = (choice: Theme | null): void => {
  try {
    if (choice === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // Then the choice is remembered for this page only.
  }
};

export interface ThemeControl {
  readonly theme: Theme;
  readonly choose: (theme: Theme) => void;
}

function useTheme(asked: Theme | undefined): ThemeControl {
  const [choice, setChoice] = useState(readChoice);
  const system: Theme = useMediaQuery('(prefers-color-scheme: dark)') ? 'dark' : 'light';
  const theme = asked ?? choice ?? system;
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return {
    theme,
    choose: (next) => {
      // Choosing the system's preference means: follow the system again.
      const kept = next === system ? null : next;
      writeChoice(kept);
      setChoice(kept);
    },
  };
}

/** Needed only inside another site's page, in the Lab or at a bad address; the last one is fetched for later. */
const EmbedPage = fetched(() => import('./embed/EmbedFrame.tsx').then((own) => own.EmbedPage));
const AbovePage = fetched(() => import('./AbovePage.tsx').then((own) => own.AbovePage));
/** Fetches what the first page is drawn with; undefined: nothing. */
export function fetchAround(state: ReturnType<AddressStore['get']>): Promise<unknown> | undefined {
  return state.ok && hasAbove(state.value.route, state.value.display) ? AbovePage.fetch() : undefined;
}
const ClassBar = fetched(() => import('./ClassBar.tsx').then((own) => own.ClassBar));
const UpdateNotice = fetched(() => import('./offline.tsx').then((own) => own.UpdateNotice));

export function App({ store }: { readonly store: AddressStore }) {
  const parsed = useStore(store);
  const display = parsed.ok ? parsed.value.display : parsed.error.display;
  const route = parsed.ok ? parsed.value.route : null;
  const { lang, choose: chooseLang } = useLanguage(display.lang);
  const { theme, choose } = useTheme(display.theme);
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => whenQuiet(() => setQuiet(true), LATER_MS), []);

  const setDisplay = (next: Display) => {
    if (route !== null) store.set({ route, display: next });
  };
  const setStage = (stage: boolean) => setDisplay({ ...display, stage });
  // A figure in another site's page has the size that its host sets: there is no stage mode, and F belongs to the host.
  const isEmbedded = display.embed !== undefined;
  const isOnStage = display.stage && !isEmbedded;
  useKeys({ f: () => setStage(!display.stage) }, { active: route !== null && !isEmbedded });
  useLeave(isOnStage, () => setStage(false));

  useEffect(() => {
    document.documentElement.lang = messagesIn(lang).tag;
  }, [lang]);
  useEffect(() => {
    if (isOnStage) document.documentElement.dataset.stage = '';
    else delete document.documentElement.dataset.stage;
  }, [isOnStage]);

  if (isEmbedded)
    return (
      <MessagesProvider lang={lang}>
        <FigureProvider figure={FigureBox}>
          <main id="content">
            <ErrorBoundary>
              <Suspense>
                <EmbedPage parsed={parsed} onAddress={(next) => store.set(next)} />
              </Suspense>
            </ErrorBoundary>
          </main>
        </FigureProvider>
      </MessagesProvider>
    );
  const page = parsed.ok ? (
    <OwnTabProvider value={formatAddress(parsed.value)}>
      <Page
        route={parsed.value.route}
        stage={display.stage}
        onRoute={(next, how) => store.set({ route: next, display: parsed.value.display }, how)}
        onStage={setStage}
      />
    </OwnTabProvider>
  ) : (
    <BadAddress error={parsed.error.error} display={display} />
  );
  // The Lab's pages come with what has its place above them; a page that goes on stage does not wait for anything.
  const above = route !== null && hasAbove(route, display) && (
    <AbovePage route={route} display={display} onLeave={() => setStage(false)} />
  );
  return (
    <MessagesProvider lang={lang}>
      <FigureProvider figure={FigureBox}>
        {!display.stage && <SkipLink />}
        {!display.stage && (
          <Header
            page={route?.page ?? null}
            display={display}
            theme={theme}
            onPresent={route === null ? undefined : () => setStage(true)}
            onTheme={(next) => {
              choose(next);
              // An address that names a theme would win over the choice: it takes the choice up.
              if (display.theme !== undefined) setDisplay({ ...display, theme: next });
            }}
            onLang={(next) => {
              chooseLang(next);
              // Also in the address, so that a copied link shows what its sender saw.
              setDisplay({ ...display, lang: next });
            }}
          />
        )}
        <Content page={route?.page ?? null}>
          {display.stage ? <Spare>{above}</Spare> : above}
          {route !== null && !display.stage && <Assigned route={route} />}
          <LoadAgain>{page}</LoadAgain>
        </Content>
        {!display.stage && isQuiet && (
          <Spare>
            <UpdateNotice />
          </Spare>
        )}
      </FigureProvider>
    </MessagesProvider>
  );
}

/**
 * Esc leaves the stage, as it leaves every slide show. A dialog, list or note that is open above the stage gets the key
 * first. A browser in full-screen mode may keep Esc to itself.
 */
function useLeave(active: boolean, leave: () => void): void {
  const newest = useNewest(leave);
  useEffect(() => {
    if (!active) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || !isShortcut(event)) return;
      if (document.querySelector(OPEN) === null) newest.current();
    };
    // In the capture phase, while everything that the key will close is still open.
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [active]);
}
/** The open elements that Esc closes by itself. */
const OPEN =
  'dialog[open], details[data-popup="true"][open], [role="tooltip"][data-open="true"], [popover]:popover-open, [data-asked]';

/** What a page can do without: neither waits for its file nor fails with it. */
const Spare = ({ children }: { readonly children: React.ReactNode }) => (
  <ErrorBoundary silent>
    <Suspense>{children}</Suspense>
  </ErrorBoundary>
);

/** Above a lesson or exercise of the student's assignment; its line is reserved until its script is there. */
function Assigned({ route: { page, address } }: { readonly route: Route }) {
  const [, setLeft] = useState(false);
  const id = (page === 'lessons' || page === 'exercises') && address.id;
  if (!id || !isAssigned(id)) return null;
  return (
    <div className={styles.assigned}>
      <Spare>
        <ClassBar id={id} onLeave={() => setLeft(true)} />
      </Spare>
    </div>
  );
}

/** On stage, and in the Lab. */
const hasAbove = ({ page }: Route, { stage }: Display): boolean => stage || routeTo(page).section === 'lab';

function SkipLink() {
  const { t } = useMessages();
  // The hash belongs to the routes, so a plain #content would lead away from the page.
  const skip = () => document.getElementById('content')?.focus();
  return (
    <button type="button" className={styles.skip} onClick={skip}>
      {t('shell.skip')}
    </button>
  );
}

/** Sets the document's title, and moves the focus to the new page after a navigation. */
function Content({ page, children }: { readonly page: PageName | null; readonly children: React.ReactNode }) {
  const { t } = useMessages();
  const main = useRef<HTMLElement>(null);
  const before = useRef(page);
  useEffect(() => {
    document.title =
      page === 'home'
        ? t('shell.homeTitle')
        : t('shell.documentTitle', { page: page === null ? t('shell.notFound.title') : t(routeTo(page).name) });
    if (before.current !== page) {
      before.current = page;
      main.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
  }, [page, t]);
  return (
    <main id="content" ref={main} tabIndex={-1} className={styles.content} data-page={page ?? undefined}>
      {/* The key keeps an error of one page from being shown on the next. */}
      <ErrorBoundary key={page ?? 'none'}>
        <Suspense fallback={<p className={`${common.loading} ${styles.loading}`}>{t('shell.loading')}</p>}>
          {children}
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}
