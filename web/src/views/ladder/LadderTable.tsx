/** The wide form: a row per design. */

import { useMessages } from '../../ui/messages.tsx';
import { barScale, COSTS, type Ladder, linesOf, longestBar } from '../../viewmodel/ladder/ladder.ts';
import { CaseNote, CELL_EM, CostCell, DesignCell, GainCell, MissesCell, ReadsCell } from './cells.tsx';
import styles from './ladder.module.css';

/** Of the bars, in em. */
const BAR_EM = 16.5;

export function LadderTable({ ladder, em }: { readonly ladder: Ladder; readonly em: number }) {
  const { t } = useMessages();
  const { rows, activeWriters } = ladder;
  const scale = barScale(longestBar(rows), BAR_EM * em, CELL_EM * em);
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t('ladder.name')}</caption>
      {/* Fixed widths: nothing moves when a figure arrives. */}
      <colgroup>
        <col className={styles.colDesign} />
        <col className={styles.colReads} />
        <col className={styles.colMisses} />
        {COSTS.map((cost) => (
          <col key={cost} className={styles.colCost} />
        ))}
        <col />
      </colgroup>
      <thead>
        <tr>
          <th scope="col" rowSpan={2}>
            {t('ladder.head.design')}
          </th>
          <th scope="col" rowSpan={2}>
            {t('ladder.head.reads')}
          </th>
          <th scope="col" rowSpan={2}>
            {t('ladder.head.misses')}
            <span className={styles.headNote}>{t('ladder.head.missesWith', { writers: activeWriters })}</span>
          </th>
          <th scope="colgroup" colSpan={COSTS.length} className={styles.group}>
            {t('ladder.head.costs')}
          </th>
          <th scope="col" rowSpan={2}>
            {t('ladder.head.gains')}
          </th>
        </tr>
        <tr>
          {COSTS.map((cost) => (
            <th key={cost} scope="col" data-kind="number">
              {t(`ladder.cost.${cost}`)}
              <CaseNote cost={cost} writers={activeWriters} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.design}
            data-design={row.design}
            data-mark={`bar ${row.design}`}
            data-counted={linesOf(row) !== null}
            data-ours={!row.inPostgres}
          >
            <th scope="row">
              <DesignCell row={row} />
            </th>
            <td>
              <ReadsCell row={row} scale={scale} em={em} />
            </td>
            <td>
              <MissesCell row={row} />
            </td>
            {COSTS.map((cost) => (
              <td key={cost} data-kind="number">
                <CostCell cost={cost} figure={row.costs[cost]} writers={activeWriters} />
              </td>
            ))}
            <td>
              <GainCell row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
