/** The header: mark and name, the pages, language, theme. Hidden on stage. */
import '../base/messages/en/shell.ts';
import { type Lang, langs } from '../base/messages/index.ts';
import type { OwnName } from '../base/messages/types.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { useMessages } from '../ui/messages.tsx';
import { type Display, formatLink, type PageName, routeTo, type Theme } from './address/address.ts';
import styles from './app.module.css';
import { SECTIONS, type Section } from './first-routes.ts';

const DRAWN = import.meta.glob<OwnName>('../base/messages/*/own-name.ts', { import: 'ownName', eager: true });

/**
 * A language's name in that language. If its folder has a drawing of the name (`own-name.ts`), no face is fetched for
 * it.
 */
function LanguageName({ lang }: { readonly lang: Lang }) {
  const name = __XIP_LANG_NAMES__[lang] ?? lang;
  const drawn = DRAWN[`../base/messages/${lang}/own-name.ts`];
  if (drawn === undefined) return name;
  return (
    <>
      <svg
        className={styles.ownName}
        viewBox={`0 0 ${drawn.ems * 100} 100`}
        style={{ width: `${drawn.ems}em` }}
        aria-hidden="true"
      >
        <path d={drawn.path} />
      </svg>
      <span className="visually-hidden">{name}</span>
    </>
  );
}

/** The snapshot bracket: `[` at xmin, `]` before xmax, a notch for each running xid. */
function Logo({ height = 22 }: { readonly height?: number }) {
  return (
    <svg viewBox="0 0 38 24" width={(height * 38) / 24} height={height} aria-hidden="true" focusable="false">
      <path
        d="M7.5 2H2v20h6.5l4-9l4 9h5l4-9l4 9H36V2h-5.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinejoin="miter"
      />
    </svg>
  );
}

interface HeaderProps {
  readonly page: PageName | null;
  readonly display: Display;
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
  readonly onLang: (lang: Lang) => void;
  /** Left out: the address shows no page. */
  readonly onPresent?: (() => void) | undefined;
}

export function Header({ page, display, theme, onTheme, onLang, onPresent }: HeaderProps) {
  const { t, lang } = useMessages();
  const section = page === null ? null : routeTo(page).section;
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
        {(Object.keys(SECTIONS) as readonly Section[]).map((name) => (
          <a
            key={name}
            href={formatLink(name, display)}
            aria-current={page === name ? 'page' : section === name ? 'true' : undefined}
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
      {onPresent !== undefined && (
        <Button look="quiet" icon="stage" keyHint="F" className={styles.present ?? ''} onClick={onPresent}>
          {t('shell.present')}
        </Button>
      )}
      <IconButton
        icon={theme === 'dark' ? 'sun' : 'moon'}
        label={t(theme === 'dark' ? 'shell.theme.toLight' : 'shell.theme.toDark')}
        onClick={() => onTheme(other)}
      />
    </header>
  );
}
