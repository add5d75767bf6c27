/**
 * The chosen x in figures: a row for 13, a row for 14. Its room is reserved, so that nothing moves with the pointer.
 */

import { useMessages } from '../../ui/messages.tsx';
import { designStyle, markPath } from '../../viewmodel/design-style.ts';
import {
  type ComparisonRow,
  CURVE_DESIGN,
  CURVES,
  type ModelComparison,
  pointError,
} from '../../viewmodel/prediction/model-chart.ts';
import styles from './model-chart.module.css';

export function Readout({
  comparison,
  row,
}: {
  readonly comparison: ModelComparison;
  readonly row: ComparisonRow | null;
}) {
  const { t, format } = useMessages();
  const hasWithout = comparison.rows.some(({ without }) => without !== null);
  if (row === null) return null;
  return (
    <table className={styles.readout}>
      <caption className="visually-hidden">{t('modelChart.read.caption')}</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.at}>
            {t('modelChart.read.at', { x: row.x, axis: comparison.table.axis })}
          </th>
          <th scope="col">{t('modelChart.read.published')}</th>
          <th scope="col">{t('modelChart.read.modelled')}</th>
          <th scope="col">{t('modelChart.read.error')}</th>
          {hasWithout && <th scope="col">{t('modelChart.read.without')}</th>}
        </tr>
      </thead>
      <tbody>
        {CURVES.map((curve) => {
          const { hue, mark, shortKey } = designStyle(CURVE_DESIGN[curve]);
          const error = pointError(row, curve);
          const without = pointError(row, curve, 'without');
          const isFitted = row.fitted[curve];
          return (
            <tr key={curve}>
              <th scope="row">
                <svg className={styles.swatch} viewBox="-6 -6 12 12" aria-hidden="true">
                  <path
                    d={markPath(mark, 8)}
                    className={isFitted ? styles.hollow : styles.full}
                    style={isFitted ? { stroke: hue } : { fill: hue, stroke: hue }}
                  />
                </svg>
                <span style={{ color: hue }}>{t(shortKey)}</span>
                <span className={styles.how}>
                  {t(isFitted ? 'modelChart.read.fitted' : 'modelChart.read.prediction')}
                </span>
              </th>
              <td>{format.si(row.published[curve])}</td>
              <td>{format.si(row.modelled[curve])}</td>
              <td>{error === null ? '–' : t('modelChart.off', { share: error })}</td>
              {hasWithout && <td>{without === null ? '–' : t('modelChart.off', { share: without })}</td>}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
