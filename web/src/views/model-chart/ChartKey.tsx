/** The meaning of the marks; the curves themselves are named at their ends. */

import { useMessages } from '../../ui/messages.tsx';
import { markPath } from '../../viewmodel/design-style.ts';
import chart from '../shared/chart/chart.module.css';
import styles from './model-chart.module.css';

export function ChartKey({ hasWithout }: { readonly hasWithout: boolean }) {
  const { t } = useMessages();
  return (
    <ul className={styles.key}>
      <li>
        <Sample>
          <path className={chart.line} d="M0 7H32" />
          <path className={styles.fullInk} d={markPath('square', 8)} transform="translate(10 7)" />
          <path className={styles.fullInk} d={markPath('circle', 8)} transform="translate(23 7)" />
        </Sample>
        {t('modelChart.key.prediction')}
      </li>
      <li>
        <Sample>
          <path className={chart.line} d="M0 7H32" />
          <path className={styles.hollow} d={markPath('square', 8)} transform="translate(10 7)" />
          <path className={styles.hollow} d={markPath('circle', 8)} transform="translate(23 7)" />
        </Sample>
        {t('modelChart.key.fitted')}
      </li>
      <li>
        <Sample>
          <path className={chart.thread} d="M0 7H32" />
          <path className={chart.cross} d="M11 7h10m-5-5v10" />
        </Sample>
        {t('modelChart.key.published')}
      </li>
      {hasWithout && (
        <li>
          <Sample>
            <path className={styles.without} d="M0 7H32" />
          </Sample>
          {t('modelChart.key.without')}
        </li>
      )}
    </ul>
  );
}

function Sample({ children }: { readonly children: React.ReactNode }) {
  return (
    <svg className={styles.sample} viewBox="0 0 32 14" aria-hidden="true">
      {children}
    </svg>
  );
}
