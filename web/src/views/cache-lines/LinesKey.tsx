/** What the figure's signs mean, in sight with it: of the caches at first, of the rows' letters among the details. */
import '../../base/messages/en/lines.ts';
import { memo } from 'react';
import { useMessages } from '../../ui/messages.tsx';
import styles from './cache-lines.module.css';

const CACHES = ['changed', 'copy', 'none', 'arc', 'lost'] as const;
const ROWS = { m: 'M', e: 'E', f: 'F', o: 'O', dot: '•', torn: '' } as const;
const ROW_SIGNS = ['m', 'e', 'f', 'o', 'dot', 'torn'] as const;

export const LinesKey = memo(function LinesKey({ isPlain }: { readonly isPlain: boolean }) {
  const { t } = useMessages();
  return (
    <p className={styles.key} data-testid="lines-key">
      {isPlain
        ? CACHES.map((sign) => (
            <span key={sign}>
              <i data-sign={sign} aria-hidden="true">
                {sign === 'lost' ? '×' : ''}
              </i>
              {t(`lines.key.${sign}`)}
            </span>
          ))
        : ROW_SIGNS.map((sign) => (
            <span key={sign}>
              {ROWS[sign] !== '' && <b>{ROWS[sign]}</b>} {t(`lines.key.${sign}`)}
            </span>
          ))}
    </p>
  );
});
