/** The page around the pages: reads the address, shows header and page, keeps theme, language and stage mode. */
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { DEFAULT_LANG } from '../base/messages/index.ts';
import { useKeys } from '../ui/keys.ts';
import { MessagesProvider, useMessages } from '../ui/messages.tsx';
import type { Address, Display, Route } from './address/address.ts';
import type { AddressStore } from './address/store.ts';
import styles from './app.module.css';
import { BadAddress } from './BadAddress.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Header } from './Header.tsx';
import { isOfLab, LabNav } from './LabNav.tsx';
import { useTheme } from './theme.ts';

/** Each page is fetched when somebody goes there. */
const HomePage = lazy(() => import('../pages/home/HomePage.tsx'));
const PlayPage = lazy(() => import('../pages/playground/PlayPage.tsx'));
const ServerPage = lazy(() => import('../pages/server/ServerPage.tsx'));
const StandbyPage = lazy(() => import('../pages/standby/StandbyPage.tsx'));
const LabPage = lazy(() => import('../pages/lab/LabPage.tsx'));
const ModelPage = lazy(() => import('../pages/lab/model/ModelPage.tsx'));
const LadderPage = lazy(() => import('../pages/lab/ladder/LadderPage.tsx'));
const CliffPage = lazy(() => import('../pages/lab/cliff/CliffPage.tsx'));
const LinesPage = lazy(() => import('../pages/lab/lines/LinesPage.tsx'));

export function App({ store }: { readonly store: AddressStore }) {
  const parsed = useSyncExternalStore(store.subscribe, store.get);
  const display = parsed.ok ? parsed.value.display : parsed.error.display;
  const route = parsed.ok ? parsed.value.route : null;
  const lang = display.lang ?? DEFAULT_LANG;
  const { theme, choose } = useTheme(display.theme);

  const setDisplay = (next: Display) => {
    if (route !== null) store.set({ route, display: next });
  };
  const setStage = (stage: boolean) => setDisplay({ ...display, stage });
  useKeys({ f: () => setStage(!display.stage) }, { active: route !== null });

  useEffect(() => {
    document.documentElement.lang = lang;
  }, [lang]);
  useEffect(() => {
    if (display.stage) document.documentElement.dataset.stage = '';
    else delete document.documentElement.dataset.stage;
  }, [display.stage]);

  return (
    <MessagesProvider lang={lang}>
      <SkipLink />
      {!display.stage && (
        <Header
          page={route?.page ?? null}
          display={display}
          theme={theme}
          onTheme={(next) => {
            choose(next);
            // An address that names a theme would win over the choice: it takes the choice up.
            if (display.theme !== undefined) setDisplay({ ...display, theme: next });
          }}
          onLang={(next) => setDisplay({ ...display, lang: next })}
        />
      )}
      <Content page={route?.page ?? null}>
        {!display.stage && route !== null && isOfLab(route.page) && <LabNav page={route.page} display={display} />}
        {parsed.ok ? (
          <Page
            address={parsed.value}
            onRoute={(next, how) => store.set({ route: next, display: parsed.value.display }, how)}
            onStage={setStage}
          />
        ) : (
          <BadAddress error={parsed.error.error} display={display} />
        )}
      </Content>
    </MessagesProvider>
  );
}

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

/** Gives the document its title, and the focus to the new page when somebody goes to another one. */
function Content({ page, children }: { readonly page: Route['page'] | null; readonly children: React.ReactNode }) {
  const { t } = useMessages();
  const main = useRef<HTMLElement>(null);
  const before = useRef(page);
  useEffect(() => {
    document.title =
      page === 'home'
        ? t('shell.homeTitle')
        : t('shell.documentTitle', { page: page === null ? t('shell.notFound.title') : t(`shell.nav.${page}`) });
    if (before.current !== page) {
      before.current = page;
      main.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
  }, [page, t]);
  return (
    <main id="content" ref={main} tabIndex={-1} className={styles.content} data-page={page ?? undefined}>
      {/* The key: a fault of one page is not carried to the next. */}
      <ErrorBoundary key={page ?? 'none'}>
        <Suspense fallback={<p className={styles.loading}>{t('shell.loading')}</p>}>{children}</Suspense>
      </ErrorBoundary>
    </main>
  );
}

interface PageFrameProps {
  readonly address: Address;
  readonly onRoute: (next: Route, how?: 'replace' | 'push') => void;
  readonly onStage: (stage: boolean) => void;
}

function Page({ address: { route, display }, onRoute, onStage }: PageFrameProps) {
  const shared = { stage: display.stage, onStage };
  switch (route.page) {
    case 'home':
      return (
        <HomePage
          address={route.address}
          onAddress={(address, how) => onRoute({ page: 'home', address }, how)}
          {...shared}
        />
      );
    case 'play':
      return (
        <PlayPage
          address={route.address}
          onAddress={(address, how) => onRoute({ page: 'play', address }, how)}
          {...shared}
        />
      );
    case 'server':
      return (
        <ServerPage
          address={route.address}
          onAddress={(address, how) => onRoute({ page: 'server', address }, how)}
          {...shared}
        />
      );
    case 'standby':
      return (
        <StandbyPage
          address={route.address}
          onAddress={(address, how) => onRoute({ page: 'standby', address }, how)}
          {...shared}
        />
      );
    case 'lab':
      return (
        <LabPage
          address={route.address}
          onAddress={(address, how) => onRoute({ page: 'lab', address }, how)}
          {...shared}
        />
      );
    case 'lines':
      return (
        <LinesPage
          address={route.address}
          onAddress={(address, how) => onRoute({ page: 'lines', address }, how)}
          {...shared}
        />
      );
    case 'model':
      return (
        <ModelPage
          address={route.address}
          onAddress={(address, how) => onRoute({ page: 'model', address }, how)}
          {...shared}
        />
      );
    case 'ladder':
      return (
        <LadderPage
          address={route.address}
          onAddress={(address, how) => onRoute({ page: 'ladder', address }, how)}
          {...shared}
        />
      );
    case 'cliff':
      return (
        <CliffPage
          address={route.address}
          onAddress={(address, how) => onRoute({ page: 'cliff', address }, how)}
          {...shared}
        />
      );
  }
}
