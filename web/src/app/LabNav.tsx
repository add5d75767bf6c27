/** The Lab's pages, side by side: measured here, modelled elsewhere, line by line, rung by rung. */
import { useMessages } from '../ui/messages.tsx';
import { type Display, formatLink, type PageName } from './address/address.ts';
import styles from './lab-nav.module.css';

const LAB_PAGES = ['lab', 'cliff', 'model', 'ladder', 'lines', 'calculator'] as const satisfies readonly PageName[];
export type LabPageName = (typeof LAB_PAGES)[number];
export const isOfLab = (page: PageName): page is LabPageName => LAB_PAGES.some((each) => each === page);

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
