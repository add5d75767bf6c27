/**
 * What stands above a page, where something does: on stage the title of a page that draws none, for screen readers, and
 * the dark and the way back; else the way to the Lab's other pages. Fetched only there.
 */
import '../base/messages/en/shell-later.ts';
import { useEffect, useRef } from 'react';
import { useMessages } from '../ui/messages.tsx';
import { type Display, formatLink, type PageName, pagesOf, type Route, routeTo } from './address/address.ts';
import styles from './lab-nav.module.css';
import { StageDark } from './StageDark.tsx';
import { StageExit } from './StageExit.tsx';
import { useStoryStart, useThemeKey } from './stage-story.ts';

/** Its own bar has a button that leaves the stage: not the lists of lessons and exercises, which have no bar. */
function leavesByItself({ page, address }: Route): boolean {
  if (page === 'home' || page === 'play' || page === 'standby') return true;
  if (page === 'lessons') return address.id !== undefined;
  return page === 'exercises' && (address.id !== undefined || address.text !== undefined);
}

interface AbovePageProps {
  readonly route: Route;
  readonly display: Display;
  readonly onLeave: () => void;
}

export function AbovePage({ route, display, onLeave }: AbovePageProps) {
  const { t } = useMessages();
  const { page } = route;
  useStoryStart(page);
  if (!display.stage) return <LabNav page={page} display={display} />;
  // A lesson has its own dark, which its speaker's window also drives.
  const isLesson = page === 'lessons' && route.address.id !== undefined;
  return (
    <>
      {!routeTo(page).titleIn.includes('stage') && <h1 className="visually-hidden">{t(routeTo(page).name)}</h1>}
      {!isLesson && <StageDark />}
      {(page === 'home' || isLesson) && <ThemeKey route={route} display={display} />}
      {page === 'standby' && <StageExit route={route} display={display} bar="right" />}
      {page === 'play' && <StageExit route={route} display={display} bar="play" />}
      {!leavesByItself(route) && <StageExit route={route} display={display} onLeave={onLeave} />}
    </>
  );
}

/** Home's own bar names the key. In an exercise T lets time pass. */
function ThemeKey({ route, display }: Pick<AbovePageProps, 'route' | 'display'>) {
  useThemeKey(route, display);
  return null;
}

/** As the Lab's card opens it: a picture before the form for one's own file. */
const SAMPLE = '&sample=1';

/** The Lab's pages, side by side: measured here, modelled elsewhere, line by line, rung by rung. */
function LabNav({ page, display }: { readonly page: PageName; readonly display: Display }) {
  const { t } = useMessages();
  // Each page links to the list of simplifications: it needs no place here.
  const isListed = (name: PageName): boolean => name !== 'simplified' || name === page;
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const show = () => showCurrent(row.current, page);
    show();
    // The names are wider or narrower in their own face, which comes a moment later.
    void document.fonts.ready.then(show);
  }, [page]);
  return (
    <nav ref={row} className={styles.nav} aria-label={t('shell.labNav')}>
      {pagesOf('lab')
        .filter(isListed)
        .map((name) => (
          <a
            key={name}
            data-to={name}
            href={`${formatLink(name, display)}${name === 'server' ? SAMPLE : ''}`}
            aria-current={page === name ? 'page' : undefined}
          >
            {name === 'lab' ? t('shell.labNav.lab') : t(routeTo(name).name)}
          </a>
        ))}
    </nav>
  );
}

/** A row that is wider than the window begins with the page's own name in its middle; the page itself does not move. */
function showCurrent(row: HTMLElement | null, page: PageName): void {
  const own = row?.querySelector(`[data-to="${page}"]`);
  if (row == null || own == null) return;
  const [outer, inner] = [row.getBoundingClientRect(), own.getBoundingClientRect()];
  row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}
