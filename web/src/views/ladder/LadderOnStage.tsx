/** On stage: a line per design, with the lines of memory that its snapshot touches to scale, and what that takes in the model. */
import { designStyle } from '../../model/design-style.ts';
import { bytesOf, type LadderRow, linesOf, longestBar } from '../../model/ladder.ts';
import { useMessages } from '../../ui/messages.tsx';
import { DesignSwatch } from '../shared/design-swatch/DesignSwatch.tsx';
import { LinesBar } from './LinesBar.tsx';
import styles from './ladder.module.css';

/** Of the width, for the longest bar. */
const BARS = 0.36;

interface LadderOnStageProps {
  readonly rows: readonly LadderRow[];
  readonly em: number;
  readonly width: number;
}

export function LadderOnStage({ rows, em, width }: LadderOnStageProps) {
  const { t, format } = useMessages();
  const longest = Math.max(1, longestBar(rows));
  return (
    <ol className={styles.onStage} style={{ gridTemplateRows: `repeat(${rows.length}, minmax(0, 1fr))` }}>
      {rows.map((row) => {
        const { hue, shortKey } = designStyle(row.design);
        const lines = linesOf(row);
        const bytes = bytesOf(row);
        const { modelled } = row.costs.snapshot;
        return (
          <li key={row.design} data-design={row.design} data-ours={!row.inPostgres}>
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
            <span className={styles.figures}>
              {lines !== null && bytes !== null && t('ladder.touched', { lines, bytes })}
            </span>
            <span className={styles.figures}>
              {modelled !== null && (
                <>
                  <span className="visually-hidden">{t('ladder.cost.modelled')} </span>≈ {format.duration(modelled)}
                </>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
