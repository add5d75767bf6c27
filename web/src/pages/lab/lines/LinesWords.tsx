/**
 * The picture in words: the finding, then each side's counters and the holders of lines. Folded up, or only for screen
 * readers.
 */
import { memo } from 'react';
import { useMessages } from '../../../ui/messages.tsx';
import styles from './lines.module.css';

interface LinesWordsProps {
  readonly words: readonly string[];
  /** On stage nobody reads this much; screen readers still do. */
  readonly unseen?: boolean;
}

export const LinesWords = memo(function LinesWords({ words, unseen = false }: LinesWordsProps) {
  const { t } = useMessages();
  const list = (
    <ul>
      {words.map((text, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: both sides may say the same
        <li key={i}>{text}</li>
      ))}
    </ul>
  );
  if (unseen)
    return (
      <section className="visually-hidden" aria-label={t('lines.words')} data-testid="lines-words">
        {list}
      </section>
    );
  return (
    <details className={styles.words} data-testid="lines-words">
      <summary>{t('lines.words')}</summary>
      {list}
    </details>
  );
});
