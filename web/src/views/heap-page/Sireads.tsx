/**
 * SIREAD locks on a page: a session's letter in a frame at each row that it has read, and above the rows for the page,
 * the table and its indexes. Fetched once a session is serializable.
 */
import '../../base/messages/en/conflicts.ts';
import '../../base/messages/en/ui.ts';
import type { Messages } from '../../base/messages/index.ts';
import { useMessages } from '../../ui/messages.tsx';
import { SSI_MARK } from '../../viewmodel/score/marks-ssi.ts';
import type { HeapModel } from '../../viewmodel/stage/heap.ts';
import { type HeapLayout, marksX } from '../../viewmodel/stage/heap-layout.ts';
import type { HeapLock, HeapLocks, LockedTarget } from '../../viewmodel/stage/heap-locks.ts';
import { whoShort } from '../../viewmodel/stage/heap-words.ts';
import styles from './sireads.module.css';

const whoOf = ({ session }: HeapLock, messages: Messages): string =>
  session.name === '' ? messages.t('conflicts.old') : whoShort(session, messages);

const textsOf = ({ target, locks }: LockedTarget, messages: Messages): readonly string[] =>
  locks.map((lock) =>
    messages.t('conflicts.lock', {
      who: whoOf(lock, messages),
      what: messages.t('conflicts.target', target),
      isKept: lock.isKept,
    }),
  );

/** Above the rows: what is locked as a whole, and the key of the marks. */
export function SireadBar({ locks }: { readonly locks: HeapLocks }) {
  const messages = useMessages();
  const { t } = messages;
  const all = [...locks.wider, ...locks.rows];
  if (all.length === 0) return null;
  return (
    <div className={styles.bar} data-sireads="">
      <p className="visually-hidden">{t('ui.clauses', { all: all.flatMap((target) => textsOf(target, messages)) })}</p>
      <b aria-hidden="true">{t('conflicts.locks')}</b>
      {locks.wider.map(({ target, locks: held }) => {
        const what = t('conflicts.target', target);
        return (
          <span key={what} className={styles.wider} aria-hidden="true" data-siread={what}>
            {what}
            {held.map((lock) => (
              <span
                key={`${lock.session.name} ${lock.isKept}`}
                className={styles.chip}
                style={{ ['--hue' as string]: lock.session.hue }}
                data-kept={lock.isKept}
                data-new={lock.isNew}
                data-mark={SSI_MARK.lock(target, lock.session.letter)}
              >
                {lock.session.letter || '…'}
              </span>
            ))}
          </span>
        );
      })}
      <span className={styles.key}>{t('conflicts.locks.key')}</span>
    </div>
  );
}

interface SireadRowsProps {
  readonly locks: HeapLocks;
  readonly model: HeapModel;
  readonly layout: HeapLayout;
}

/** In the rows' drawing, at the end of each caption's line. */
export function SireadRows({ locks, model, layout }: SireadRowsProps) {
  const { em, row, tops } = layout;
  const size = 1.35 * em;
  return locks.rows.map(({ target, locks: held }) => {
    const index = model.rows.findIndex(({ offset }) => offset === target.offset);
    if (index < 0) return null;
    const top = (tops[index] ?? 0) + row.base - 1.05 * em;
    return (
      <g key={target.offset} data-siread={`(${target.page},${target.offset})`}>
        {held.map((lock, i) => {
          const x = marksX(layout, held.length - i);
          return (
            <g
              key={`${lock.session.name} ${lock.isKept}`}
              className={styles.mark}
              style={{ ['--hue' as string]: lock.session.hue }}
              data-kept={lock.isKept}
              data-new={lock.isNew}
              data-mark={SSI_MARK.lock(target, lock.session.letter)}
            >
              <rect x={x} y={top} width={size} height={size} />
              <text x={x + size / 2} y={top + size / 2 + 0.35 * em} textAnchor="middle">
                {lock.session.letter || '…'}
              </text>
            </g>
          );
        })}
      </g>
    );
  });
}
