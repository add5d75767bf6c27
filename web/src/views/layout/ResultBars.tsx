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
  /** It is of an earlier layout or machine: the new one is being replayed. */
  readonly isOld: boolean;
}

interface ResultBarsProps {
  readonly rows: readonly ResultRow[];
  /** What the times are of. */
  readonly title: string;
}

export function ResultBars({ rows, title }: ResultBarsProps) {
  const { t } = useMessages();
  const most = Math.max(1, ...rows.map(({ result }) => (result === null ? 0 : result.ns + result.margin.ns)));
  const percent = (ns: number): string => `${(ns / most) * 100}%`;
  return (
    <section>
      <p className={styles.barsTitle}>{title}</p>
      <ul className={styles.bars} aria-label={title}>
        {rows.map(({ id, name, hue, result, isOld }) => (
          <li key={id} data-result={id} data-ns={result?.ns} data-old={isOld || undefined} style={{ color: hue }}>
            <b>{name}</b>
            <span className={styles.bar}>
              <span className={styles.fill} style={{ width: percent(result?.ns ?? 0) }} />
              {result !== null && (
                <span
                  className={styles.margin}
                  style={{ left: percent(result.ns - result.margin.ns), width: percent(2 * result.margin.ns) }}
                />
              )}
            </span>
            <span className={styles.ns}>
              {result === null ? '–' : t('layout.ns', { ns: result.ns, margin: result.margin.ns })}
            </span>
            <span className={styles.misses}>
              {result === null ? '' : t('layout.misses', { misses: result.misses })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
