/** Modelled rows, complete: a curve if one axis is swept, and beneath it the parts of each transaction's time. */

import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import { designStyle, hidesPrice } from '../../viewmodel/design-style.ts';
import { hasRate, keptAt, rateOf } from '../../viewmodel/prediction/model-finding.ts';
import type { SweptAxis } from '../../viewmodel/prediction/model-rows.ts';
import { MODEL_ROWS_HEADER, modelRowsCsv } from '../../viewmodel/prediction/model-rows-csv.ts';
import { type SpreadRow, SURE_SEEDS } from '../../viewmodel/prediction/model-spread.ts';
import { BreakdownBars } from './BreakdownBars.tsx';
import { ModelRowsChart } from './ModelRowsChart.tsx';
import { ModelRowsTable } from './ModelRowsTable.tsx';
import styles from './model-rows.module.css';

interface ModelRowsFigureProps {
  readonly rows: readonly SpreadRow[];
  /** The axis that the rows sweep over; null draws no curve. */
  readonly axis: SweptAxis | null;
  /** All requested x: the axis reaches the largest before it is modelled, so that nothing jumps. */
  readonly xs: readonly number[];
  /** Used if there is room for only one of them. */
  readonly show?: 'all' | 'curve' | 'bars';
  /** The machine's facts for the badge: its name, and the source of its figures. */
  readonly facts: readonly string[];
  readonly headingLevel?: 2 | 3;
}

export function ModelRowsFigure({ rows, axis, xs, show = 'all', facts, headingLevel = 2 }: ModelRowsFigureProps) {
  const { t } = useMessages();
  const short = (design: SpreadRow['design']): string => t(designStyle(design).shortKey);
  const kept = axis === null ? null : keptAt(rows, axis);
  const [first] = rows;
  const isRated = first === undefined || hasRate(first);
  const hasCurve = axis !== null && show !== 'bars' && isRated;
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
        rows: rows.map((row) => ({ ...row, tps: rateOf(row), design: short(row.design) })),
      })}
      data={() => ({ header: MODEL_ROWS_HEADER, rows: modelRowsCsv(rows) })}
      {...(!hasCurve ? { picture: false as const } : rows.length === 0 ? { picture: null } : {})}
      caption={t('ui.sentences', {
        all: [
          t('model.rows.caption'),
          t('model.rows.seeds', { seeds: SURE_SEEDS }),
          ...(hidesPrice(rows.map(({ design }) => design)) ? [t('lab.price')] : []),
        ],
      })}
      provenance={
        <div className={styles.badges}>
          <ProvenanceBadge
            kind="modelled"
            facts={[
              ...facts,
              ...(rows.length === 0
                ? []
                : [t('model.facts.seeds', { n: Math.min(...rows.map(({ spread }) => spread.tps.n)), of: SURE_SEEDS })]),
              ...(first?.coherence === false ? [t('model.rows.noCoherence')] : []),
            ]}
          />
        </div>
      }
      table={<ModelRowsTable rows={rows} />}
    >
      {first !== undefined && !isRated && <p className={styles.noRate}>{t('model.limit.rate')}</p>}
      {hasCurve && <ModelRowsChart rows={rows} axis={axis} xs={xs} />}
      {(!hasCurve || show === 'all') && <BreakdownBars rows={rows} />}
    </Figure>
  );
}
