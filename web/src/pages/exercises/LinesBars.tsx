/** The cache lines that were counted for each option, as bars of one scale. */
import '../../base/messages/en/exercise.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { Bar } from '../../viewmodel/exercise/kind.ts';
import styles from './exercises.module.css';

export function LinesBars({ bars }: { readonly bars: readonly Bar[] }) {
  const { t } = useMessages();
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul className={styles.bars} aria-label={t('exercise.why.lines.bars')}>
      {bars.map(({ says, count, isKey }) => {
        const text = says(t);
        return (
          <li key={text} data-key={isKey}>
            <span>{text}</span>
            <span className={styles.bar}>
              <span style={{ width: `${(count / most) * 100}%` }} />
              <b>{t('exercise.why.lines.count', { lines: count })}</b>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
