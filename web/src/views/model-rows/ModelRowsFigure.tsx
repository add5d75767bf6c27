/** Modelled rows, whole: a curve where one axis is swept, beneath it where each transaction's time went. */

import type { ModelRow } from '../../engine/model-types.ts';
import { designStyle } from '../../model/design-style.ts';
import { keptAt, MODEL_ROWS_HEADER, modelRowsCsv, type SweptAxis } from '../../model/model-rows.ts';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import { BreakdownBars } from './BreakdownBars.tsx';
import { ModelRowsChart } from './ModelRowsChart.tsx';
import { ModelRowsTable } from './ModelRowsTable.tsx';
import styles from './model-rows.module.css';

interface ModelRowsFigureProps {
  readonly rows: readonly ModelRow[];
  /** The axis that the rows sweep over; null draws no curve. */
  readonly axis: SweptAxis | null;
  /** All x that were asked for: the axis reaches to the largest before it is modelled, so that nothing jumps. */
  readonly xs: readonly number[];
  /** Where there is room for one of them only. */
  readonly show?: 'all' | 'curve' | 'bars';
  /** Of the machine, for the badge: its name, and what its figures rest on. */
  readonly facts: readonly string[];
  readonly headingLevel?: 2 | 3;
}

export function ModelRowsFigure({ rows, axis, xs, show = 'all', facts, headingLevel = 2 }: ModelRowsFigureProps) {
  const { t } = useMessages();
  const short = (design: ModelRow['design']): string => t(designStyle(design).shortKey);
  const kept = axis === null ? null : keptAt(rows, axis);
  const [first] = rows;
  const name = t('model.rows.name');
  return (
    <Figure
      headingLevel={headingLevel}
      title={
        kept === null || axis === null
          ? name
          : t('model.rows.kept', {
              axis,
              x: kept.x,
              kept: kept.kept.map((one) => ({ ...one, design: short(one.design) })),
            })
      }
      name={name}
      subtitle={first === undefined ? t('model.rows.empty') : t('model.rows.subtitle', first)}
      description={t('model.rows.words', {
        rows: rows.map((row) => ({ ...row, design: short(row.design) })),
      })}
      data={() => ({ header: MODEL_ROWS_HEADER, rows: modelRowsCsv(rows) })}
      {...(axis === null ? { picture: false as const } : rows.length === 0 ? { picture: null } : {})}
      caption={t('model.rows.caption')}
      provenance={
        <div className={styles.badges}>
          <ProvenanceBadge
            kind="modelled"
            facts={[...facts, ...(first?.coherence === false ? [t('model.rows.noCoherence')] : [])]}
          />
        </div>
      }
      table={<ModelRowsTable rows={rows} />}
    >
      {axis !== null && show !== 'bars' && <ModelRowsChart rows={rows} axis={axis} xs={xs} />}
      {(axis === null || show !== 'curve') && <BreakdownBars rows={rows} />}
    </Figure>
  );
}
