/** Modelled rows, complete: a curve if one axis is swept, and beneath it the parts of each transaction's time. */

import '../../base/messages/en/cli.ts';
import '../../base/messages/en/lab.ts';
import '../../base/messages/en/ladder.ts';
import '../../base/messages/en/model.ts';
import '../../base/messages/en/ui.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import page from '../../ui/page.module.css';
import { designStyle, hidesPrice } from '../../viewmodel/design-style.ts';
import { connectionsScale } from '../../viewmodel/lab/throughput-layout.ts';
import {
  keptAt,
  longestNs,
  MODEL_ROWS_HEADER,
  modelRowsCsv,
  partsIn,
  type SpreadRow,
  SURE_SEEDS,
  type SweptAxis,
  seriesOf,
} from '../../viewmodel/prediction/model-rows.ts';
import { PART_FILL, PARTS, totalNs } from '../../viewmodel/prediction/parts.ts';
import chart from '../shared/chart/chart.module.css';
import { countTicks, DesignSwatch, rateAxis } from '../shared/chart/parts.tsx';
import { SeriesChart } from '../shared/chart/SeriesChart.tsx';
import fills from '../shared/part-fill/part-fill.module.css';
import styles from './model-rows.module.css';

/**
 * The parts of a transaction's time: one bar per row, all on one scale. Parts differ in texture, not in hue: hues are
 * the designs'.
 */
function BreakdownBars({ rows }: { readonly rows: readonly SpreadRow[] }) {
  const { t } = useMessages();
  if (rows.length === 0) return null;
  const longest = longestNs(rows);
  const hasMostly = rows.some(({ mostlyIdle }) => mostlyIdle > 0);
  return (
    <div className={styles.breakdown}>
      <p className={styles.heading}>{t('model.breakdown.title')}</p>
      <ul className={chart.key}>
        {partsIn(rows).map((part) => (
          <li key={part}>
            <span className={`${styles.sample} ${fills.part}`} data-fill={PART_FILL[part]} aria-hidden="true" />
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
                    className={fills.part}
                    data-fill={PART_FILL[part]}
                    style={{ width: `${(ns / longest) * 100}%` }}
                  />
                ))}
              </span>
              <span className={styles.sum}>
                {t('ladder.seeds', row.spread.ns)} <span>{t('model.breakdown.tps', row.spread.tps)}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Modelled rows with all their numbers. */
function ModelRowsTable({ rows }: { readonly rows: readonly SpreadRow[] }) {
  const { t, format } = useMessages();
  const number = (key: string, head: string, cell: (row: SpreadRow) => string): Column<SpreadRow> => ({
    key,
    head,
    kind: 'number',
    cell,
  });
  const range = ({ low, high }: { readonly low: number; readonly high: number }, show: (n: number) => string) => {
    const [from, to] = [show(low), show(high)];
    return from === to ? from : t('cli.cell.range', { from, to });
  };
  const rate = (n: number) => format.significant(n, 4);
  const columns: Column<SpreadRow>[] = [
    { key: 'design', head: t('cli.head.design'), cell: (row) => t(designStyle(row.design).shortKey) },
    number('active', t('lab.field.active'), (row) => format.integer(row.active)),
    number('idle', t('lab.field.idle'), (row) => format.integer(row.idle)),
    number('mostlyIdle', t('lab.field.mostlyIdle'), (row) => format.integer(row.mostlyIdle)),
    number('tps', t('model.table.tps'), (row) => rate(row.tps)),
    number('tpsRange', t('model.table.range'), (row) => range(row.spread.tps, rate)),
    number('ns', t('model.table.ns'), (row) => format.significant(row.nsPerSnapshot, 3)),
    number('nsRange', t('model.table.range'), (row) =>
      range(row.spread.nsPerSnapshot, (n) => format.significant(n, 3)),
    ),
    ...partsIn(rows).map((part) => number(part, t('model.table.part', { part }), (row) => rate(row.breakdown[part]))),
    number('misses', t('model.table.misses'), (row) => format.significant(row.perSnapshot.misses, 3)),
    number('horizon', t('model.table.forHorizon'), (row) => format.significant(row.perSnapshot.forHorizon, 3)),
  ];
  return (
    <DataTable
      caption={t('model.table.caption')}
      columns={columns}
      rows={rows}
      rowKey={(row) => `${row.design} ${row.active} ${row.idle} ${row.mostlyIdle}`}
      empty={t('model.rows.empty')}
    />
  );
}

interface ModelRowsChartProps {
  readonly rows: readonly SpreadRow[];
  readonly axis: SweptAxis;
  readonly xs: readonly number[];
}

/** Below this width (in em) labels carry no value: the plot needs the room. */
const ROOM_FOR_VALUES_EM = 38;

/**
 * Modelled throughput against the swept axis: one line with marks per design, and a whisker from the lowest to the
 * highest of a point's seeds.
 */
function ModelRowsChart({ rows, axis, xs }: ModelRowsChartProps) {
  const messages = useMessages();
  const { t, format } = messages;
  return (
    <SeriesChart
      spec={({ width, em }) => ({
        label: t('model.rows.name'),
        series: seriesOf(rows, axis).map(([design, own]) => ({
          ...{ key: design, look: designStyle(design), line: 'solid', mark: 'full' },
          points: own.map(({ tps, spread, [axis]: x }) => ({ x, y: tps, whisker: [spread.tps.low, spread.tps.high] })),
          label: {
            name: t(designStyle(design).shortKey),
            value: width / em > ROOM_FOR_VALUES_EM ? format.si(own.at(-1)?.tps ?? 0) : undefined,
            isUnderWay: own.at(-1)?.[axis] !== xs.at(-1),
          },
        })),
        margin: { top: 2.2, bottom: 3.4, left: 3.4 },
        x: {
          title: t('model.rows.axis', { axis }),
          scale: (frame) => connectionsScale(frame, Math.max(1, ...xs), 'sqrt'),
          ticks: countTicks(xs, format),
          text: format.integer,
        },
        y: rateAxis(messages, Math.max(0, ...rows.map(({ spread }) => spread.tps.high)), rows.length > 0),
      })}
    />
  );
}

interface ModelRowsFigureProps {
  readonly rows: readonly SpreadRow[];
  /** The axis that the rows sweep over; null draws no curve. */
  readonly axis: SweptAxis | null;
  /** All requested x: the axis reaches the largest before it is modelled, so that nothing jumps. */
  readonly xs: readonly number[];
  /** Used if there is room for only one of them. */
  readonly show?: 'all' | 'curve' | 'bars';
  /** Rows are still to come: a picture saved now would not say so. */
  readonly isRunning?: boolean;
  /** The machine's facts for the badge: its name, and the source of its figures. */
  readonly facts: readonly string[];
  readonly headingLevel?: 2 | 3;
}

export function ModelRowsFigure(props: ModelRowsFigureProps) {
  const { rows, axis, xs, show = 'all', isRunning = false, facts, headingLevel = 2 } = props;
  const { t } = useMessages();
  const short = (design: SpreadRow['design']): string => t(designStyle(design).shortKey);
  const kept = axis === null ? null : keptAt(rows, axis);
  const [first] = rows;
  const hasCurve = axis !== null && show !== 'bars';
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
      {...(!hasCurve ? { picture: false as const } : rows.length === 0 || isRunning ? { picture: null } : {})}
      caption={t('ui.sentences', {
        all: [
          t('model.rows.caption'),
          t('model.rows.seeds', { seeds: SURE_SEEDS }),
          ...(hidesPrice(rows.map(({ design }) => design)) ? [t('lab.price')] : []),
        ],
      })}
      provenance={
        <div className={page.badges}>
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
      {hasCurve && <ModelRowsChart rows={rows} axis={axis} xs={xs} />}
      {(!hasCurve || show === 'all') && <BreakdownBars rows={rows} />}
    </Figure>
  );
}
