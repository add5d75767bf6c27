/** The narrow form: a card per design, with the same figures under their names. */

import { useMessages } from '../../ui/messages.tsx';
import { barScale, COSTS, type Ladder, linesOf, longestBar } from '../../viewmodel/ladder/ladder.ts';
import { CaseNote, CELL_EM, CostCell, DesignCell, GainCell, MissesCell, ReadsCell } from './cells.tsx';
import styles from './ladder.module.css';

/**
 * In em: a card's padding on both sides, the gap between cards, and the width from which two cards fit side by side.
 */
const INSET_EM = 1.6;
const GAP_EM = 1;
const TWO_COLUMNS_EM = 42;

export function LadderCards({
  ladder,
  em,
  width,
}: {
  readonly ladder: Ladder;
  readonly em: number;
  readonly width: number;
}) {
  const { t } = useMessages();
  const { rows, activeWriters } = ladder;
  const columns = width >= TWO_COLUMNS_EM * em ? 2 : 1;
  const bar = (width - (columns - 1) * GAP_EM * em) / columns - INSET_EM * em;
  const scale = barScale(longestBar(rows), bar, CELL_EM * em);
  return (
    <ul className={styles.cards} data-columns={columns}>
      {rows.map((row) => (
        <li
          key={row.design}
          className={styles.card}
          data-design={row.design}
          data-mark={`bar ${row.design}`}
          data-counted={linesOf(row) !== null}
          data-ours={!row.inPostgres}
        >
          <DesignCell row={row} />
          <ReadsCell row={row} scale={scale} em={em} />
          <dl className={styles.facts}>
            {COSTS.map((cost) => (
              <div key={cost}>
                <dt>
                  {t(`ladder.cost.${cost}`)} <CaseNote cost={cost} writers={activeWriters} />
                </dt>
                <dd>
                  <CostCell cost={cost} figure={row.costs[cost]} writers={activeWriters} />
                </dd>
              </div>
            ))}
            <div className={styles.wide}>
              <dt>
                {t('ladder.head.misses')}, {t('ladder.head.missesWith', { writers: activeWriters })}
              </dt>
              <dd>
                <MissesCell row={row} />
              </dd>
            </div>
            {row.gains.length > 0 && (
              <div className={styles.wide}>
                <dt>{t('ladder.head.gains')}</dt>
                <dd>
                  <GainCell row={row} />
                </dd>
              </div>
            )}
          </dl>
        </li>
      ))}
    </ul>
  );
}
