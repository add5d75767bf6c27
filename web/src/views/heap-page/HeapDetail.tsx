/** The chosen version's header in words: the manual's explanation, with this version's values. */

import '../../base/messages/en/heap-explain.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { HeapModel } from '../../viewmodel/stage/heap.ts';
import { headerWords, valuesWords } from '../../viewmodel/stage/heap-detail-words.ts';
import styles from './heap-page.module.css';

export function HeapDetail({ model }: { readonly model: HeapModel }) {
  const messages = useMessages();
  const { t } = messages;
  const row = model.rows[model.chosenRow ?? -1];
  if (row?.kind !== 'version') return <p className={styles.note}>{t('heap.detail.hint')}</p>;
  return (
    <details className={styles.detail}>
      <summary>{t('heap.detail.title', { ctid: row.ctid })}</summary>
      <dl className={styles.words}>
        {headerWords(row, messages).map(({ field, words }) => (
          <div key={field} className={styles.word}>
            <dt>{field}</dt>
            <dd>{words}</dd>
          </div>
        ))}
        {valuesWords(row, messages).map(({ field, words }) => (
          <div key={`column ${field}`} className={styles.word}>
            <dt>{field}</dt>
            <dd className={styles.wordValue}>{words}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
