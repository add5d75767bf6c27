/**
 * What stands above a page, where something does: on stage the title of a page that draws none, for screen readers, and
 * the dark; else the way to the Lab's other pages. Fetched only there.
 */
import '../base/messages/en/shell.ts';
import '../base/messages/en/shell-later.ts';
import { useMessages } from '../ui/messages.tsx';
import { type Display, formatLink, type PageName, pagesOf, type Route, routeTo } from './address/address.ts';
import styles from './lab-nav.module.css';
import { StageDark } from './StageDark.tsx';

export function AbovePage({ route, display }: { readonly route: Route; readonly display: Display }) {
  const { t } = useMessages();
  const { page } = route;
  if (!display.stage) return <LabNav page={page} display={display} />;
  // A lesson has its own dark, which its speaker's window also drives.
  const isLesson = page === 'lessons' && route.address.id !== undefined;
  return (
    <>
      {!routeTo(page).titleIn.includes('stage') && <h1 className="visually-hidden">{t(`shell.nav.${page}`)}</h1>}
      {!isLesson && <StageDark />}
    </>
  );
}

/** The Lab's pages, side by side: measured here, modelled elsewhere, line by line, rung by rung. */
function LabNav({ page, display }: { readonly page: PageName; readonly display: Display }) {
  const { t } = useMessages();
  return (
    <nav className={styles.nav} aria-label={t('shell.labNav')}>
      {pagesOf('lab').map((name) => (
        <a key={name} href={formatLink(name, display)} aria-current={page === name ? 'page' : undefined}>
          {name === 'lab' ? t('shell.labNav.lab') : t(`shell.nav.${name}`)}
        </a>
      ))}
    </nav>
  );
}
