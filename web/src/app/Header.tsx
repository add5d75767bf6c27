/** The header: mark and name, the pages, language, theme. Hidden on stage. */
import { type Lang, langs } from '../base/messages/index.ts';
import { IconButton } from '../ui/Button.tsx';
import { useMessages } from '../ui/messages.tsx';
import { type Display, formatLink, type PageName, type Theme } from './address/address.ts';
import styles from './app.module.css';
import { LanguageName } from './LanguageName.tsx';
import { Logo } from './Logo.tsx';
import { isOfLab } from './lab-pages.ts';

interface HeaderProps {
  readonly page: PageName | null;
  readonly display: Display;
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
  readonly onLang: (lang: Lang) => void;
}

/** In display order. */
const PAGES = ['home', 'lessons', 'exercises', 'play', 'lab'] as const satisfies readonly PageName[];

/** A page that the header does not name belongs to one that it does. */
const isWithin = (name: PageName, page: PageName | null): boolean =>
  (name === 'lab' && page !== null && isOfLab(page)) ||
  (name === 'exercises' && (page === 'record' || page === 'teacher')) ||
  (name === 'play' && (page === 'server' || page === 'standby'));

export function Header({ page, display, theme, onTheme, onLang }: HeaderProps) {
  const { t, lang } = useMessages();
  const other: Theme = theme === 'dark' ? 'light' : 'dark';
  return (
    <header className={styles.header} data-page={page ?? undefined}>
      <a className={styles.brand} href={formatLink('home', display)}>
        <Logo />
        <span>
          <b>xip</b>scope
        </span>
      </a>
      <nav className={styles.nav} aria-label={t('shell.nav')}>
        {PAGES.map((name) => (
          <a
            key={name}
            href={formatLink(name, display)}
            aria-current={page === name ? 'page' : isWithin(name, page) ? 'true' : undefined}
          >
            {t(`shell.nav.${name}`)}
          </a>
        ))}
      </nav>
      {langs().length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
        <div className={styles.langs} role="group" aria-label={t('shell.lang')}>
          {langs().map((each) => (
            <button key={each} type="button" lang={each} aria-pressed={each === lang} onClick={() => onLang(each)}>
              <LanguageName lang={each} />
            </button>
          ))}
        </div>
      )}
      <IconButton
        icon={theme === 'dark' ? 'sun' : 'moon'}
        label={t(theme === 'dark' ? 'shell.theme.toLight' : 'shell.theme.toDark')}
        onClick={() => onTheme(other)}
      />
    </header>
  );
}
