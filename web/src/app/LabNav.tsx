/** The Lab's pages, side by side: measured here, modelled elsewhere, line by line, rung by rung. */
import '../base/messages/en/shell.ts';
import { useMessages } from '../ui/messages.tsx';
import { type Display, formatLink, type PageName, pagesOf } from './address/address.ts';
import styles from './lab-nav.module.css';

export function LabNav({ page, display }: { readonly page: PageName; readonly display: Display }) {
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
