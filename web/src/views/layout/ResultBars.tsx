/** Times of layouts: a bar each, from zero. */
import '../../base/messages/en/layout.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { LayoutResult } from '../../viewmodel/layout/results.ts';
import styles from './layout.module.css';

/** A layout with its counts; null: not yet. */
export interface ResultRow {
  readonly id: string;
  readonly name: string;
  readonly hue: string;
  readonly result: LayoutResult | null;
}

interface ResultBarsProps {
  readonly rows: readonly ResultRow[];
  /** The first one's layout has changed since, and is being replayed. */
  readonly isOld: boolean;
}

export function ResultBars({ rows, isOld }: ResultBarsProps) {
  const { t } = useMessages();
  const most = Math.max(1, ...rows.map(({ result }) => result?.ns ?? 0));
  return (
    <ul className={styles.bars} aria-label={t('layout.bars')} data-old={isOld || undefined}>
      {rows.map(({ id, name, hue, result }) => (
        <li key={id} data-result={id} data-ns={result?.ns} style={{ color: hue }}>
          <b>{name}</b>
          <span className={styles.bar}>
            <span className={styles.fill} style={{ width: `${((result?.ns ?? 0) / most) * 100}%` }} />
          </span>
          <span className={styles.ns}>{result === null ? '–' : t('layout.ns', { ns: result.ns })}</span>
          <span className={styles.misses}>{result === null ? '' : t('layout.misses', { misses: result.misses })}</span>
        </li>
      ))}
    </ul>
  );
}
