/**
 * A language's name in that language. If its folder has a drawing of the name (`own-name.ts`), no face is fetched for
 * it.
 */
import type { Lang } from '../base/messages/index.ts';
import type { OwnName } from '../base/messages/types.ts';
import styles from './app.module.css';

const DRAWN = import.meta.glob<OwnName>('../base/messages/*/own-name.ts', { import: 'ownName', eager: true });

export function LanguageName({ lang }: { readonly lang: Lang }) {
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
