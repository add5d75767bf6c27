/** On stage: one line per design, with the cache lines that its snapshot touches, to scale, and the modelled time. */

import { useMessages } from '../../ui/messages.tsx';
import { designStyle } from '../../viewmodel/design-style.ts';
import { type LadderRow, linesAgain, linesOf, longestBar } from '../../viewmodel/ladder/ladder.ts';
import { DesignSwatch } from '../shared/design-swatch/DesignSwatch.tsx';
import { LinesBar } from './LinesBar.tsx';
import styles from './ladder.module.css';

/** The longest bar's share of the width. */
const BARS = 0.34;

interface LadderOnStageProps {
  readonly rows: readonly LadderRow[];
  /** The number of writers in the modelled case. */
  readonly writers: number;
  readonly em: number;
  readonly width: number;
}

export function LadderOnStage({ rows, writers, em, width }: LadderOnStageProps) {
  const { t } = useMessages();
  const longest = Math.max(1, longestBar(rows));
  return (
    <ol className={styles.onStage} style={{ gridTemplateRows: `auto repeat(${rows.length}, minmax(0, 1fr))` }}>
      <li className={styles.heads}>
        <span />
        <span>{t('ladder.stage.scan')}</span>
        <span className={styles.figures}>{t('ladder.stage.lines')}</span>
        <span className={styles.figures}>{t('ladder.stage.modelled', { writers })}</span>
      </li>
      {rows.map((row) => {
        const { hue, shortKey } = designStyle(row.design);
        const lines = linesOf(row);
        const { modelled, seeds } = row.costs.snapshot;
        const again = linesAgain(row);
        return (
          <li key={row.design} data-design={row.design} data-mark={`bar ${row.design}`} data-ours={!row.inPostgres}>
            <span className={styles.name} style={{ color: hue }}>
              <DesignSwatch design={row.design} />
              {t(shortKey)}
            </span>
            <span>
              {row.regions !== null && (
                <LinesBar
                  regions={row.regions}
                  scale={{ kind: 'length', perLine: (width * BARS) / longest }}
                  em={em}
                  hue={hue}
                />
              )}
            </span>
            <span className={styles.figures}>{lines !== null && t('ladder.stage.touched', { lines, again })}</span>
            <span className={styles.figures}>
              {modelled !== null && (
                <>
                  <span className="visually-hidden">{t('ladder.cost.modelled')} </span>
                  {t('ladder.seeds', seeds ?? { low: modelled, median: modelled, high: modelled })}
                </>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
