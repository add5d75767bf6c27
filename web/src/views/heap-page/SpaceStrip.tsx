/** The used space of the page: its 8,192 bytes on one line, pointers from the left, tuples from the right. */

import { useMessages } from '../../ui/messages.tsx';
import { type HeapModel, PAGE_BYTES } from '../../viewmodel/stage/heap.ts';
import styles from './heap-page.module.css';

const HEIGHT = 8;

export function SpaceStrip({ model }: { readonly model: HeapModel }) {
  const { t } = useMessages();
  const { lower, upper, items } = model.space;
  if (upper === 0) return null;
  const chosen = model.rows[model.chosenRow ?? -1];
  const at = chosen?.kind === 'version' ? chosen.tuple : null;
  return (
    <div className={styles.space}>
      <svg
        className={styles.strip}
        viewBox={`0 0 ${PAGE_BYTES} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('heap.spaceDrawing')}
      >
        <rect className={styles.stripFree} width={PAGE_BYTES} height={HEIGHT} />
        <rect className={styles.stripPointers} width={lower} height={HEIGHT} />
        <path
          className={styles.stripTuples}
          d={items.map(({ from, to }) => `M${from} 0H${to}V${HEIGHT}H${from}Z`).join('')}
        />
        {at !== null && (
          <rect className={styles.stripChosen} x={at.at} width={Math.max(at.length, 48)} height={HEIGHT} />
        )}
      </svg>
      <span className={styles.spaceWords}>{t('heap.space', { lower, upper, free: upper - lower })}</span>
    </div>
  );
}
