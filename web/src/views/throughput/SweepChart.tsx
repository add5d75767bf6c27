/**
 * Throughput against connections: measured lines with marks and whiskers, modelled ones thin with open marks, published
 * curves as faint crosses on a thread. A key beneath explains them, if more than one is drawn.
 */
import '../../base/messages/en/lab.ts';
import { group } from 'd3';
import type { Messages } from '../../base/messages/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { designStyle } from '../../viewmodel/design-style.ts';
import type { ModelledCurve, PublishedCurve, SweepAxis } from '../../viewmodel/lab/published-series.ts';
import type { ResultRow } from '../../viewmodel/lab/rows.ts';
import { connectionsScale, type XScaleKind } from '../../viewmodel/lab/throughput-layout.ts';
import { countTicks, rateAxis } from '../shared/chart/parts.tsx';
import { ChartKey, type ChartSpec, type Series, SeriesChart } from '../shared/chart/SeriesChart.tsx';
import styles from './throughput.module.css';

interface SweepChartProps {
  readonly rows: readonly ResultRow[];
  readonly modelled?: readonly ModelledCurve[];
  readonly published: readonly PublishedCurve[];
  readonly axis: SweepAxis;
  readonly xScale: XScaleKind;
  /** No finding is drawn from what was measured: its points are not joined. */
  readonly isUnsure?: boolean;
  /** Counts of the sweep: x reaches the largest before it is measured, so that nothing jumps. */
  readonly counts: readonly number[];
}

/** Below this width (in em) labels carry no value: the plot needs the room. */
const ROOM_FOR_VALUES_EM = 38;

const LOOKS = {
  measured: { line: 'solid', mark: 'full' },
  modelled: { line: 'thin', mark: 'hollow', markEm: 0.5 },
  published: { line: 'thread', mark: 'cross' },
} as const;

export function SweepChart(props: SweepChartProps) {
  const messages = useMessages();
  const { t } = messages;
  const { rows, modelled = [], published } = props;
  const counts = { measured: rows.length, modelled: modelled.length, published: published.length };
  const shown = (['measured', 'modelled', 'published'] as const).filter((source) => counts[source] > 0);
  return (
    <div className={styles.frame}>
      <SeriesChart spec={({ width, em }) => sweepSpec(props, messages, width / em > ROOM_FOR_VALUES_EM)} />
      {shown.length > 1 && (
        <ChartKey
          className={styles.key}
          entries={shown.map((source) => ({
            ...LOOKS[source],
            key: source,
            text: t(`lab.sweep.key.${source}`),
            icon: <Icon name={source} size="1.1em" />,
            whiskers: source === 'measured',
          }))}
        />
      )}
    </div>
  );
}

function sweepSpec(props: SweepChartProps, messages: Messages, wide: boolean): ChartSpec {
  const { rows, modelled = [], published, axis, xScale, counts, isUnsure = false } = props;
  const { t, format } = messages;
  const what = t(`lab.sweep.axis.${axis}`);
  const isAlone = rows.length === 0 && modelled.length === 0;
  const series = [
    ...published.map((curve) => comparedSeries('published', curve, isAlone, wide, messages)),
    ...modelled.map((curve) => comparedSeries('modelled', curve, false, wide, messages)),
    ...measuredSeries(rows, axis, isUnsure, wide, messages),
  ];
  const points = series.flatMap((one) => one.points);
  const xs = [...counts, ...published.flatMap((curve) => curve.points.map(({ x }) => x))];
  return {
    label: t('lab.sweep.title', { axis }),
    series,
    margin: { top: 2.2, bottom: 3.4, left: 3.4 },
    x: {
      title: xScale === 'sqrt' ? t('lab.sweep.axis.sqrt', { what }) : what,
      scale: (frame) => connectionsScale(frame, Math.max(1, ...xs), xScale),
      ticks: countTicks(xs, format),
      text: format.integer,
    },
    y: rateAxis(messages, Math.max(0, ...points.map(({ y, whisker }) => Math.max(y, whisker?.[1] ?? y)))),
    labelsFollow: true,
  };
}

function measuredSeries(
  rows: readonly ResultRow[],
  axis: SweepAxis,
  isUnsure: boolean,
  wide: boolean,
  { t, format }: Messages,
): readonly Series[] {
  const sorted = rows.toSorted((a, b) => a[axis] - b[axis]);
  return [...group(sorted, ({ design }) => design)].map(([design, own]) => ({
    ...LOOKS.measured,
    // A line from point to point would claim what is between them.
    ...(isUnsure ? { line: 'none' as const } : {}),
    key: design,
    look: designStyle(design),
    points: own.map(({ tps, tpsQuartiles: { q1, q3 }, [axis]: x }) => ({ x, y: tps, whisker: [q1, q3] })),
    label: {
      name: t(designStyle(design).shortKey),
      faint: isUnsure,
      value: wide ? format.si(own.at(-1)?.tps ?? 0) : undefined,
    },
  }));
}

function comparedSeries(
  source: 'modelled' | 'published',
  { design, points }: ModelledCurve | PublishedCurve,
  /** Nothing steps before it: its crosses and its name have the design's full colour. */
  isAlone: boolean,
  wide: boolean,
  { t }: Messages,
): Series {
  const name = t(`lab.sweep.${source}${wide ? '' : '.short'}`, { design: t(designStyle(design).shortKey) });
  return {
    ...LOOKS[source],
    ...(isAlone ? { line: 'guide' as const, mark: 'bold' as const } : {}),
    key: `${source}-${design}`,
    look: designStyle(design),
    points,
    label: { name, faint: !isAlone },
  };
}
