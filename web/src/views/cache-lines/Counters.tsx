/** The operation's counts so far, in letters as large as the stage allows: each number is a word in a column. */
import { memo } from 'react';
import { useMessages } from '../../ui/messages.tsx';
import type { Tallies } from '../../viewmodel/cachelines/counters.ts';
import type { LineScene } from '../../viewmodel/cachelines/scene.ts';
import { designStyle } from '../../viewmodel/design-style.ts';
import styles from './cache-lines.module.css';

interface CountersProps {
  readonly scene: LineScene;
  readonly tallies: Tallies;
  /** The time since the operation began. */
  readonly ns: number;
}

export const Counters = memo(function Counters({ scene, tallies, ns }: CountersProps) {
  const { t, format } = useMessages();
  const now = tallies.at(ns);
  const { total } = tallies;
  const style = designStyle(scene.design);
  const rows = [
    { key: 'lines', value: now.lines, of: total.lines, label: t('lines.count.lines', { n: now.lines }) },
    { key: 'misses', value: now.misses, of: total.misses, label: t('lines.count.misses', { n: now.misses }) },
    { key: 'true', value: now.trueSharing, of: total.trueSharing, label: t('lines.count.true') },
    { key: 'false', value: now.falseSharing, of: total.falseSharing, label: t('lines.count.false') },
    { key: 'horizon', value: now.forHorizon, of: total.forHorizon, label: t('lines.count.horizon') },
  ] as const;
  return (
    <dl
      className={styles.counters}
      aria-label={t('lines.count.label', { design: t(style.shortKey) })}
      data-testid={`counters-${scene.design}`}
      data-mark={`counter ${scene.design}`}
    >
      <div className={styles.total} data-count="ns" style={{ color: style.hue }}>
        <dt>
          {t('lines.count.ns')}{' '}
          {now.ns < total.ns && (
            <span className={styles.of}>{t('lines.count.of', { total: Math.round(total.ns) })}</span>
          )}
        </dt>
        <dd>{format.integer(Math.round(now.ns))}</dd>
      </div>
      {rows.map(({ key, value, of, label }) => (
        <div key={key} className={styles.count} data-count={key} data-none={of === 0 || undefined}>
          <dt>
            {label} {value < of && <span className={styles.of}>{t('lines.count.of', { total: of })}</span>}
          </dt>
          <dd>{format.integer(value)}</dd>
        </div>
      ))}
    </dl>
  );
});
