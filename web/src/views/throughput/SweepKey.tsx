/** The key to the marks: one sample each of measured here, modelled and published. */

import { Icon } from '../../ui/Icon.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { markPath } from '../../viewmodel/design-style.ts';
import chart from '../shared/chart/chart.module.css';
import styles from './throughput.module.css';

export type SweepSource = 'measured' | 'modelled' | 'published';

export function SweepKey({ shown }: { readonly shown: readonly SweepSource[] }) {
  const { t } = useMessages();
  return (
    <ul className={styles.key}>
      {shown.map((source) => (
        <li key={source}>
          <Icon name={source} size="1.1em" />
          <svg className={styles.sample} viewBox="0 0 40 14" aria-hidden="true">
            <Sample source={source} />
          </svg>
          {t(`lab.sweep.key.${source}`)}
        </li>
      ))}
    </ul>
  );
}

function Sample({ source }: { readonly source: SweepSource }) {
  const xs = [9, 31];
  if (source === 'measured')
    return (
      <>
        <path className={styles.whisker} d="M9 1V13M31 1V13" />
        <path className={chart.line} d="M0 7H40" />
        {xs.map((x) => (
          <path key={x} className={styles.full} d={markPath('square', 8)} transform={`translate(${x} 7)`} />
        ))}
      </>
    );
  if (source === 'modelled')
    return (
      <>
        <path className={styles.modelled} d="M0 7H40" />
        {xs.map((x) => (
          <path key={x} className={styles.hollow} d={markPath('square', 8)} transform={`translate(${x} 7)`} />
        ))}
      </>
    );
  return (
    <>
      <path className={chart.thread} d="M0 7H40" />
      <path className={chart.cross} d="M5 7h8m-4-4v8M27 7h8m-4-4v8" />
    </>
  );
}
