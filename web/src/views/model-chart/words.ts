/** The chart in words. */
import type { Messages } from '../../base/messages/index.ts';
import { designStyle } from '../../viewmodel/design-style.ts';
import {
  type ComparisonAxis,
  type ComparisonRow,
  CURVE_DESIGN,
  CURVES,
  type ModelComparison,
  pointError,
  spreadOfErrors,
  worstPoint,
} from '../../viewmodel/prediction/model-chart.ts';

/** All data of one x. */
export const pointWords = (row: ComparisonRow, axis: ComparisonAxis, { t }: Messages): string =>
  t('modelChart.point', {
    x: row.x,
    axis,
    curves: CURVES.map((curve) => ({
      design: t(designStyle(CURVE_DESIGN[curve]).shortKey),
      published: row.published[curve],
      modelled: row.modelled[curve],
      error: pointError(row, curve),
      without: pointError(row, curve, 'without'),
      fitted: row.fitted[curve],
    })),
  });

/** The whole figure in some sentences. */
export function comparisonWords({ table, machine, rows, seeds }: ModelComparison, { t }: Messages): string {
  const worst = worstPoint(rows);
  return t('modelChart.say', {
    machine: machine.name,
    source: `${table.author} ${table.year}`,
    error: spreadOfErrors(seeds).pre,
    without: spreadOfErrors(seeds, 'without').pre,
    axis: table.axis,
    worst:
      worst === null
        ? null
        : { x: worst.row.x, design: t(designStyle(CURVE_DESIGN[worst.curve]).shortKey), error: worst.error },
  });
}
