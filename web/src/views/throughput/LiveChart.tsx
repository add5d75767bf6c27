/**
 * A single run over time: one raw line per design, the newest value on the right. y begins at 0 and its top moves only
 * when it must. A line breaks where nothing was measured (a pause).
 */
import '../../base/messages/en/lab.ts';
import { scaleLinear } from 'd3';
import { useRef } from 'react';
import type { DesignId } from '../../base/designs.ts';
import type { Messages } from '../../base/messages/index.ts';
import { useMessages } from '../../ui/messages.tsx';
import { designStyle } from '../../viewmodel/design-style.ts';
import { type LiveSeries, livePoints } from '../../viewmodel/lab/live-series.ts';
import { plotWidth, steadyTop } from '../../viewmodel/lab/throughput-layout.ts';
import { type ChartAxis, rateAxis } from '../shared/chart/parts.tsx';
import { type Plot, type Series, SeriesChart, type SeriesPoint } from '../shared/chart/SeriesChart.tsx';
import styles from './throughput.module.css';

interface Change {
  readonly atMs: number;
  readonly text: string;
}

interface LiveChartProps {
  readonly series: LiveSeries;
  readonly designs: readonly DesignId[];
  /** The changes and their times, in the words next to the line. */
  readonly changes: readonly Change[];
  /** The span of x. */
  readonly windowMs: number;
}

/** Empty bins before a line breaks. */
const GAP_BINS = 4;

/** A design's points from the figure's left edge on, with a break in each gap. */
function liveSeries({ series, windowMs }: LiveChartProps, design: DesignId): readonly SeriesPoint[] {
  const oldest = series.nowMs - windowMs;
  return livePoints(series, design).flatMap(({ atMs, tps }, i, points) => {
    const gap = i > 0 && atMs - (points[i - 1]?.atMs ?? atMs) > GAP_BINS * series.binMs;
    const point = { x: Math.max(oldest, atMs), y: tps };
    return gap ? [{ x: point.x, y: Number.NaN }, point] : [point];
  });
}

export function LiveChart(props: LiveChartProps) {
  const { series, designs, changes } = props;
  const messages = useMessages();
  const { t, format } = messages;
  const top = useRef(0);
  const lines = designs.flatMap((design): readonly Series[] => {
    const points = liveSeries(props, design);
    const look = designStyle(design);
    const label = { name: t(look.shortKey), value: format.si(points.at(-1)?.y ?? 0) };
    return [
      { key: design, look, line: 'live', mark: 'none', points, label: null },
      { key: `now-${design}`, look, line: 'none', mark: 'full', points: points.slice(-1), label },
    ];
  });
  const isEmpty = lines.every(({ points }) => points.length === 0);
  top.current = steadyTop(top.current, Math.max(0, ...designs.flatMap((d) => livePoints(series, d).map((p) => p.tps))));
  return (
    <SeriesChart
      spec={({ width, em }) => ({
        label: t('lab.live.title'),
        series: lines,
        margin: { top: 2.9, bottom: 2.2, left: 3.4 },
        // Room for the widest value that may come, so that the plot keeps its width while numbers change.
        roomFor: designs.map((design) => ({ name: t(designStyle(design).shortKey), value: '88.8 M' })),
        x: agoAxis(props, width / em > 40 ? 6 : 3, messages),
        y: rateAxis(messages, top.current, !isEmpty),
        under: (plot) => <Changes changes={changes} plot={plot} />,
        over: (plot) =>
          isEmpty && (
            <text className={styles.empty} x={(plot.left + plot.right) / 2} y={plot.height / 2} textAnchor="middle">
              {t('lab.live.empty')}
            </text>
          ),
      })}
    />
  );
}

const agoAxis = ({ series: { nowMs }, windowMs }: LiveChartProps, parts: number, { t }: Messages): ChartAxis => ({
  title: '',
  scale: ({ margin, ...frame }) =>
    scaleLinear([nowMs - windowMs, nowMs], [margin.left, margin.left + plotWidth({ margin, ...frame })]),
  ticks: () => Array.from({ length: parts + 1 }, (_, i) => nowMs - (i * windowMs) / parts),
  text: (tick) =>
    tick === nowMs ? t('lab.live.now') : t('lab.live.ago', { seconds: Math.round((nowMs - tick) / 1000) }),
  anchor: (tick) => (tick === nowMs ? 'end' : 'middle'),
});

/** Each change as a line through the plot; its words are on the side with more room. */
function Changes({ changes, plot }: { readonly changes: readonly Change[]; readonly plot: Plot }) {
  const { x, em, left, right, bottom } = plot;
  return changes.map(({ atMs, text }) => {
    const at = x(atMs);
    if (at < left) return null;
    const isLate = at > (left + right) / 2;
    return (
      <g key={atMs}>
        <line className={styles.change} x1={at} x2={at} y1={em * 1.5} y2={bottom} />
        <text
          className={styles.changeText}
          x={at + (isLate ? -em * 0.4 : em * 0.4)}
          y={em * 2.3}
          textAnchor={isLate ? 'end' : 'start'}
        >
          {text}
        </text>
      </g>
    );
  });
}
