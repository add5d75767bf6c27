/** What the fills of the boxes mean. */
import '../../base/messages/en/layout.ts';
import { useMessages } from '../../ui/messages.tsx';
import { TONES } from '../../viewmodel/layout/results.ts';
import styles from './layout.module.css';

export function ToneLegend() {
  const { t } = useMessages();
  return (
    <ul className={styles.legend} aria-label={t('layout.legend')}>
      {[...TONES].reverse().map((tone) => (
        <li key={tone}>
          <span className={styles.tile} data-tone={tone} aria-hidden="true" />
          {t(`layout.legend.${tone}`)}
        </li>
      ))}
    </ul>
  );
}
