/** The choice of the table, and of its page. */
import { useId } from 'react';
import { useMessages } from '../../ui/messages.tsx';
import type { HeapModel } from '../../viewmodel/stage/heap.ts';
import type { HeapCallbacks } from './HeapGrid.tsx';
import styles from './heap-page.module.css';

export function PagePicker({ model, onPage }: { readonly model: HeapModel; readonly onPage: HeapCallbacks['onPage'] }) {
  const { t, format } = useMessages();
  const id = useId();
  const { table, tables, block, blocks } = model;
  if (table === null || (tables.length < 2 && blocks < 2)) return null;
  return (
    <div className={styles.picker}>
      {tables.length > 1 && (
        <>
          <label className="visually-hidden" htmlFor={id}>
            {t('heap.picker.table')}
          </label>
          <select id={id} className={styles.select} value={table} onChange={(event) => onPage(event.target.value, 0)}>
            {tables.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </>
      )}
      {blocks > 1 && (
        <span className={styles.pages}>
          <button
            type="button"
            className={styles.step}
            aria-label={t('heap.picker.previous')}
            disabled={block === 0}
            onClick={() => onPage(table, block - 1)}
          >
            ‹
          </button>
          <span>
            {t('heap.picker.block')} <b>{format.integer(block)}</b> {t('heap.picker.of', { blocks })}
          </span>
          <button
            type="button"
            className={styles.step}
            aria-label={t('heap.picker.next')}
            disabled={block >= blocks - 1}
            onClick={() => onPage(table, block + 1)}
          >
            ›
          </button>
        </span>
      )}
    </div>
  );
}
