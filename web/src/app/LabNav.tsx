/** The Lab's pages, side by side: measured here, modelled elsewhere, line by line, rung by rung. */
import { useMessages } from '../ui/messages.tsx';
import { type Display, formatLink } from './address/address.ts';
import styles from './lab-nav.module.css';
import { LAB_PAGES, type LabPageName } from './Page.tsx';

export function LabNav({ page, display }: { readonly page: LabPageName; readonly display: Display }) {
  const { t } = useMessages();
  return (
    <nav className={styles.nav} aria-label={t('shell.labNav')}>
      {LAB_PAGES.map((name) => (
        <a key={name} href={formatLink(name, display)} aria-current={page === name ? 'page' : undefined}>
          {name === 'lab' ? t('shell.labNav.lab') : t(`shell.nav.${name}`)}
        </a>
      ))}
    </nav>
  );
}
