/**
 * The parts of a transaction's time: one bar per row, all on one scale. Parts differ in texture, not in hue: hues are
 * the designs'.
 */

import { useMessages } from '../../ui/messages.tsx';
import { designStyle } from '../../viewmodel/design-style.ts';
import { hasRate } from '../../viewmodel/prediction/model-finding.ts';
import { longestNs, PARTS, partsIn, totalNs } from '../../viewmodel/prediction/model-rows.ts';
import type { SpreadRow } from '../../viewmodel/prediction/model-spread.ts';
import { DesignSwatch } from '../shared/design-swatch/DesignSwatch.tsx';
import styles from './model-rows.module.css';

export function BreakdownBars({ rows }: { readonly rows: readonly SpreadRow[] }) {
  const { t } = useMessages();
  if (rows.length === 0) return null;
  const longest = longestNs(rows);
  const hasMostly = rows.some(({ mostlyIdle }) => mostlyIdle > 0);
  return (
    <div className={styles.breakdown}>
      <p className={styles.heading}>{t('model.breakdown.title')}</p>
      <ul className={styles.key}>
        {partsIn(rows).map((part) => (
          <li key={part}>
            <span className={`${styles.sample} ${styles.part}`} data-part={part} aria-hidden="true" />
            {t('model.breakdown.part', { part })}
          </li>
        ))}
      </ul>
      <ul className={styles.bars}>
        {rows.map((row) => {
          const parts = PARTS.map((part) => ({ part, ns: row.breakdown[part] })).filter(({ ns }) => ns > 0);
          return (
            <li key={`${row.design} ${row.active} ${row.idle} ${row.mostlyIdle}`} data-design={row.design}>
              <span className={styles.who}>
                <DesignSwatch design={row.design} />
                <b>{t(designStyle(row.design).shortKey)}</b>{' '}
                <span>
                  {t('model.breakdown.case', {
                    active: row.active,
                    idle: row.idle,
                    mostlyIdle: hasMostly ? row.mostlyIdle : null,
                  })}
                </span>
              </span>
              <span
                className={styles.bar}
                role="img"
                aria-label={t('model.breakdown.words', { parts, total: totalNs(row) })}
                title={t('model.breakdown.words', { parts, total: totalNs(row) })}
                style={{ color: designStyle(row.design).hue }}
              >
                {parts.map(({ part, ns }) => (
                  <span
                    key={part}
                    className={styles.part}
                    data-part={part}
                    style={{ width: `${(ns / longest) * 100}%` }}
                  />
                ))}
              </span>
              <span className={styles.sum}>
                {t('ladder.seeds', row.spread.ns)}{' '}
                {hasRate(row) && <span>{t('model.breakdown.tps', row.spread.tps)}</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
