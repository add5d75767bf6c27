/**
 * The memory that sessions keep for the catalogs, by the tables they have touched: one session's scale on the left, the
 * sum of all on the right.
 */
import '../../base/messages/en/calculator.ts';
import { line, scaleLinear } from 'd3';
import { useMessages } from '../../ui/messages.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { linearScale } from '../../ui/slider-scale.ts';
import { PUBLISHED_CATALOG } from '../../viewmodel/calculator/clients.ts';
import { roundUp } from '../../viewmodel/calculator/layout.ts';
import { catalogCacheMiB, PER_TABLE_MIB } from '../../viewmodel/calculator/memory.ts';
import { ticksThatFit } from '../../viewmodel/lab/throughput-layout.ts';
import type { DrawingBox } from '../shared/chart/parts.tsx';
import { CalculatorFigure, modelled, type PartProps, published } from './CalculatorFigure.tsx';
import styles from './calculator.module.css';
import { Drawing } from './Drawing.tsx';

const CROSSES = [
  { tables: 0, mib: PUBLISHED_CATALOG.freshKiB / 1024, text: 'fresh' },
  { tables: PUBLISHED_CATALOG.tables, mib: PUBLISHED_CATALOG.touchedMiB, text: 'touched' },
] as const;

export function CatalogFigure({ values, onChange }: PartProps) {
  const { t } = useMessages();
  const { connections, tables } = values;
  const eachMiB = catalogCacheMiB(tables);
  const allMiB = eachMiB * connections;
  const end = Math.max(tables, roundUp(PUBLISHED_CATALOG.tables * 1.2));
  return (
    <CalculatorFigure
      title={t('calculator.catalog.title', { connections, tables, allMiB })}
      name={t('calculator.catalog.name')}
      subtitle={t('calculator.catalog.subtitle', { eachMiB, tableMiB: PER_TABLE_MIB })}
      caption={t('calculator.catalog.caption')}
      description={t('calculator.catalog.say', { connections, tables, eachMiB, allMiB })}
      facts={[
        published('fresh', 'mib', PUBLISHED_CATALOG.freshKiB / 1024),
        modelled('touched', 'mib', eachMiB),
        modelled('all', 'mib', allMiB),
      ]}
    >
      <Drawing label={t('calculator.catalog.name')} kind="chart">
        {(box) => <Chart box={box} connections={connections} tables={tables} eachMiB={eachMiB} end={end} />}
      </Drawing>
      <div className={styles.betweenAxes}>
        <Slider
          label={t('calculator.field.tables')}
          hideLabel
          scale={linearScale(0, end)}
          value={tables}
          onChange={(value) => onChange('tables', value)}
          valueText={(n) => t('calculator.value.clients', { n })}
        />
      </div>
    </CalculatorFigure>
  );
}

interface ChartProps {
  readonly box: DrawingBox;
  readonly connections: number;
  readonly tables: number;
  readonly eachMiB: number;
  readonly end: number;
}

function Chart({ box: { width, height, em }, connections, tables, eachMiB, end }: ChartProps) {
  const { t, format } = useMessages();
  const [left, right] = [em * 5, width - em * 5.6];
  const [top, bottom] = [em * 2.4, height - em * 3];
  const x = scaleLinear([0, end], [left, right]);
  const y = scaleLinear([0, catalogCacheMiB(end) * 1.1], [bottom, top]);
  const path = line()([
    [x(0), y(catalogCacheMiB(0))],
    [x(end), y(catalogCacheMiB(end))],
  ]);
  const ticks = ticksThatFit(x.ticks(6), x, (n) => em * (0.62 * format.integer(n).length + 1.2));
  const sizes = y.ticks(Math.max(2, Math.floor((bottom - top) / (em * 2.6))));
  const largest = sizes.at(-1) ?? 0;
  const slope = (y(catalogCacheMiB(0)) - y(catalogCacheMiB(end))) / (right - left);
  const [nowX, nowY] = [x(tables), y(eachMiB)];
  return (
    <>
      <text className={styles.muted} x={left} y={em * 0.9} textAnchor="middle">
        {t('calculator.catalog.axis.one')}
      </text>
      <text className={styles.muted} x={width} y={em * 0.9} textAnchor="end">
        {t('calculator.catalog.axis.all', { connections })}
      </text>
      {sizes.map((tick) => (
        <g key={tick} transform={`translate(0 ${Math.round(y(tick)) + 0.5})`}>
          <line className={styles.grid} x1={left} x2={right} />
          <text className={styles.muted} x={left - em * 0.6} dy="0.34em" textAnchor="end">
            {tick === 0 ? '0' : t('calculator.value.size', { mib: tick, top: largest })}
          </text>
          <text className={styles.muted} x={right + em * 0.6} dy="0.34em">
            {tick === 0 ? '0' : t('calculator.value.size', { mib: tick * connections, top: largest * connections })}
          </text>
        </g>
      ))}
      {ticks.map((tick) => (
        <text key={tick} className={styles.muted} x={x(tick)} y={bottom + em * 1.4} textAnchor="middle">
          {format.integer(tick)}
        </text>
      ))}
      <text className={styles.muted} x={(left + right) / 2} y={height - em * 0.2} textAnchor="middle">
        {t('calculator.catalog.axis.tables')}
      </text>
      <path className={styles.curve} d={path ?? ''} strokeDasharray="7 4" />
      <line className={styles.now} x1={nowX} x2={nowX} y1={nowY} y2={bottom} />
      <circle className={styles.dot} cx={nowX} cy={nowY} r={em * 0.5} />
      <Crosses x={x} y={y} em={em} slope={slope} />
    </>
  );
}

interface CrossesProps {
  readonly x: (tables: number) => number;
  readonly y: (mib: number) => number;
  readonly em: number;
  /** Of the line in the drawing. */
  readonly slope: number;
}

/** The published points. */
function Crosses({ x, y, em, slope }: CrossesProps) {
  const { t } = useMessages();
  const arm = em * 0.42;
  // Far enough to the right that the line is above the letters.
  const beside = em * 0.8 + (em * 1.4) / slope;
  return CROSSES.map(({ tables: n, mib, text }) => (
    <g key={text} data-published={n}>
      <path
        className={styles.cross}
        d={`M${x(n) - arm} ${y(mib) - arm}l${2 * arm} ${2 * arm}M${x(n) - arm} ${y(mib) + arm}l${2 * arm} ${-2 * arm}`}
      />
      <text
        className={`${styles.text} ${styles.halo}`}
        x={x(n) + (n === 0 ? beside : -em * 1.2)}
        y={y(mib) + (n === 0 ? -em * 0.45 : -em * 0.5)}
        textAnchor={n === 0 ? 'start' : 'end'}
      >
        {t(`calculator.catalog.published.${text}`)}
      </text>
    </g>
  ));
}
