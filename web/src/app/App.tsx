/** The page around the pages: reads the address, shows header and page, keeps theme, language and stage mode. */
import { type ComponentType, lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { DEFAULT_LANG } from '../base/messages/index.ts';
import { useKeys } from '../ui/keys.ts';
import { MessagesProvider, useMessages } from '../ui/messages.tsx';
import type { PageProps } from '../ui/page.ts';
import type { AddressOf, Display, PageName, RouteOf } from './address/address.ts';
import type { AddressStore } from './address/store.ts';
import styles from './app.module.css';
import { BadAddress } from './BadAddress.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Header } from './Header.tsx';
import { isOfLab, LabNav } from './LabNav.tsx';
import { useTheme } from './theme.ts';

/** Each page is fetched when somebody goes there. */
const PAGES: { readonly [P in PageName]: ComponentType<PageProps<AddressOf<P>>> } = {
  home: lazy(() => import('../pages/home/HomePage.tsx')),
  play: lazy(() => import('../pages/playground/PlayPage.tsx')),
  server: lazy(() => import('../pages/server/ServerPage.tsx')),
  standby: lazy(() => import('../pages/standby/StandbyPage.tsx')),
  lab: lazy(() => import('../pages/lab/LabPage.tsx')),
  lines: lazy(() => import('../pages/lab/lines/LinesPage.tsx')),
  model: lazy(() => import('../pages/lab/model/ModelPage.tsx')),
  ladder: lazy(() => import('../pages/lab/ladder/LadderPage.tsx')),
  cliff: lazy(() => import('../pages/lab/cliff/CliffPage.tsx')),
};

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
            route={parsed.value.route}
            display={parsed.value.display}
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
function Content({ page, children }: { readonly page: PageName | null; readonly children: React.ReactNode }) {
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

interface PageFrameProps<P extends PageName> {
  readonly route: RouteOf<P>;
  readonly display: Display;
  readonly onRoute: (next: RouteOf<P>, how?: 'replace' | 'push') => void;
  readonly onStage: (stage: boolean) => void;
}

function Page<P extends PageName>({ route, display, onRoute, onStage }: PageFrameProps<P>) {
  const Chosen: ComponentType<PageProps<AddressOf<P>>> = PAGES[route.page];
  return (
    <Chosen
      address={route.address}
      onAddress={(address, how) => onRoute({ ...route, address }, how)}
      stage={display.stage}
      onStage={onStage}
    />
  );
}
