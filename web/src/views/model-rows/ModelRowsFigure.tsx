/** Modelled rows, complete: a curve if one axis is swept, and beneath it the parts of each transaction's time. */

import { line } from 'd3';
import { useRef } from 'react';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import { designStyle, hidesPrice, markPath } from '../../viewmodel/design-style.ts';
import { connectionsScale, type Frame, ticksThatFit, yScaleFor } from '../../viewmodel/lab/throughput-layout.ts';
import {
  hasRate,
  keptAt,
  longestNs,
  MODEL_ROWS_HEADER,
  modelRowsCsv,
  PARTS,
  partsIn,
  rateOf,
  type SpreadRow,
  SURE_SEEDS,
  type SweptAxis,
  seriesOf,
  totalNs,
} from '../../viewmodel/prediction/model-rows.ts';
import chart from '../shared/chart/chart.module.css';
import {
  DesignSwatch,
  type EndLabel,
  EndLabels,
  labelRoom,
  useDrawingBox,
  XAxis,
  YAxis,
} from '../shared/chart/parts.tsx';
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
      <ul className={styles.key}>
        {partsIn(rows).map((part) => (
          <li key={part}>
            <span className={`${styles.sample} ${styles.part}`} data-part={part} aria-hidden="true" />
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
                    className={styles.part}
                    data-part={part}
                    style={{ width: `${(ns / longest) * 100}%` }}
                  />
                ))}
              </span>
              <span className={styles.sum}>
                {t('ladder.seeds', row.spread.ns)}{' '}
                {hasRate(row) && <span>{t('model.breakdown.tps', row.spread.tps)}</span>}
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
  const range = ({ low, high }: { readonly low: number; readonly high: number }, show: (n: number) => string) =>
    t('cli.cell.range', { from: show(low), to: show(high) });
  const columns: Column<SpreadRow>[] = [
    { key: 'design', head: t('cli.head.design'), cell: (row) => t(designStyle(row.design).shortKey) },
    number('active', t('lab.field.active'), (row) => format.integer(row.active)),
    number('idle', t('lab.field.idle'), (row) => format.integer(row.idle)),
    number('mostlyIdle', t('lab.field.mostlyIdle'), (row) => format.integer(row.mostlyIdle)),
    number('tps', t('model.table.tps'), (row) => (rateOf(row) === null ? t('cli.cell.none') : format.integer(row.tps))),
    number('tpsRange', t('model.table.range'), (row) =>
      rateOf(row) === null ? t('cli.cell.none') : range(row.spread.tps, format.integer),
    ),
    number('ns', t('model.table.ns'), (row) => format.significant(row.nsPerSnapshot, 3)),
    number('nsRange', t('model.table.range'), (row) =>
      range(row.spread.nsPerSnapshot, (n) => format.significant(n, 3)),
    ),
    ...partsIn(rows).map((part) =>
      number(part, t('model.table.part', { part }), (row) => format.integer(row.breakdown[part])),
    ),
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
 * highest of a point's seeds. Straight lines join the computed points; nothing between is claimed.
 */
function ModelRowsChart(props: ModelRowsChartProps) {
  const ref = useRef<HTMLDivElement>(null);
  const box = useDrawingBox(ref);
  return (
    <div ref={ref} className={chart.box}>
      {box !== null && <Drawing {...props} {...box} />}
    </div>
  );
}

function Drawing(
  props: ModelRowsChartProps & { readonly width: number; readonly height: number; readonly em: number },
) {
  const { rows, axis, xs, width, height, em } = props;
  const { t, format } = useMessages();
  const series = seriesOf(rows, axis);
  const wide = width / em > ROOM_FOR_VALUES_EM;
  const names = series.map(([design, own]) => ({
    name: t(designStyle(design).shortKey),
    value: wide ? format.si(own.at(-1)?.tps ?? 0) : undefined,
  }));
  const frame: Frame = {
    width,
    height,
    margin: { top: em * 2.2, right: labelRoom(names, em), bottom: em * 3.4, left: em * 3.4 },
  };
  const x = connectionsScale(frame, Math.max(1, ...xs), 'sqrt');
  const y = yScaleFor(frame, Math.max(0, ...rows.map(({ spread }) => spread.tps.high)));
  const path = line<readonly [number, number]>();
  const ticks = ticksThatFit(xs, x, (v) => em * (0.6 * format.integer(v).length + 0.8));
  const labels: EndLabel[] = series.flatMap(([design, own], i) => {
    const last = own.at(-1);
    return last === undefined ? [] : [{ key: design, design, x: x(last[axis]), y: y(last.tps), name: '', ...names[i] }];
  });
  return (
    <svg width={width} height={height} role="img" aria-label={t('model.rows.name')}>
      <YAxis frame={frame} y={y} em={em} scaled={rows.length > 0} />
      <XAxis frame={frame} x={x} em={em} ticks={ticks} title={t('model.rows.axis', { axis })} />
      {series.map(([design, own]) => {
        const { hue, dash, mark } = designStyle(design);
        const points = own.map((row) => [x(row[axis]), y(row.tps)] as const);
        return (
          <g key={design} data-series={design}>
            <path
              className={chart.line}
              style={{ stroke: hue, strokeDasharray: dash ?? 'none' }}
              d={path(points) ?? ''}
            />
            {own.map((row) => (
              <line
                key={row[axis]}
                className={styles.whisker}
                style={{ stroke: hue }}
                x1={x(row[axis])}
                x2={x(row[axis])}
                y1={y(row.spread.tps.low)}
                y2={y(row.spread.tps.high)}
              />
            ))}
            {points.map(([px, py]) => (
              <path key={px} d={markPath(mark, em * 0.55)} transform={`translate(${px} ${py})`} style={{ fill: hue }} />
            ))}
          </g>
        );
      })}
      <EndLabels labels={labels} frame={frame} em={em} />
    </svg>
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
