/**
 * A single run over time: one raw line per design, the newest value on the right. y begins at 0 and its top moves only
 * when it must. A line breaks where nothing was measured (a pause).
 */
import { line } from 'd3';
import { useRef } from 'react';
import type { DesignId } from '../../base/designs.ts';
import { useMessages } from '../../ui/messages.tsx';
import { designStyle } from '../../viewmodel/design-style.ts';
import { type LivePoint, type LiveSeries, livePoints } from '../../viewmodel/lab/live-series.ts';
import { type Frame, plotWidth, steadyTop, yScaleFor } from '../../viewmodel/lab/throughput-layout.ts';
import chart from '../shared/chart/chart.module.css';
import { type EndLabel, EndLabels, labelRoom, useDrawingBox, YAxis } from '../shared/chart/parts.tsx';
import styles from './throughput.module.css';

interface LiveChartProps {
  readonly series: LiveSeries;
  readonly designs: readonly DesignId[];
  /** The changes and their times, in the words next to the line. */
  readonly changes: readonly { readonly atMs: number; readonly text: string }[];
  /** The span of x. */
  readonly windowMs: number;
}

/** Empty bins before a line breaks. */
const GAP_BINS = 4;

/** Stretches without a gap. */
function stretches(points: readonly LivePoint[], binMs: number): LivePoint[][] {
  const result: LivePoint[][] = [];
  for (const point of points) {
    const current = result.at(-1);
    const last = current?.at(-1);
    if (current === undefined || last === undefined || point.atMs - last.atMs > GAP_BINS * binMs) result.push([point]);
    else current.push(point);
  }
  return result;
}

export function LiveChart({ series, designs, changes, windowMs }: LiveChartProps) {
  const ref = useRef<HTMLDivElement>(null);
  const box = useDrawingBox(ref);
  const top = useRef(0);
  const { t, format } = useMessages();

  const lines = designs.map((design) => ({ design, points: livePoints(series, design) }));
  const largest = Math.max(0, ...lines.flatMap((l) => l.points.map((p) => p.tps)));

  const draw = (width: number, height: number, em: number) => {
    const ends = lines.flatMap(({ design, points }) => {
      const last = points.at(-1);
      return last === undefined ? [] : [{ design, last, name: t(designStyle(design).shortKey) }];
    });
    // Room for the widest value that may come, so that the plot keeps its width while numbers change.
    const room = designs.map((design) => ({ name: t(designStyle(design).shortKey), value: '88.8 M' }));
    const frame: Frame = {
      width,
      height,
      margin: { top: em * 2.9, right: labelRoom(room, em), bottom: em * 2.2, left: em * 3.4 },
    };
    top.current = steadyTop(top.current, largest);
    const y = yScaleFor(frame, top.current);
    const right = frame.margin.left + plotWidth(frame);
    const perMs = plotWidth(frame) / windowMs;
    const x = (atMs: number): number => right - (series.nowMs - atMs) * perMs;
    const path = line<LivePoint>(
      (p) => Math.max(frame.margin.left, x(p.atMs)),
      (p) => y(p.tps),
    );
    const bottom = height - frame.margin.bottom;
    const seconds = windowMs / 1000;
    const step = width / em > 40 ? seconds / 6 : seconds / 3;
    const ticks = Array.from({ length: Math.round(seconds / step) + 1 }, (_, i) => i * step);
    const labels: EndLabel[] = ends.map(({ design, last, name }) => ({
      key: design,
      design,
      x: x(last.atMs),
      y: y(last.tps),
      name,
      value: format.si(last.tps),
    }));
    return (
      <svg width={width} height={height} role="img" aria-label={t('lab.live.title')}>
        <YAxis frame={frame} y={y} em={em} scaled={ends.length > 0} />
        {ticks.map((ago) => (
          <g key={ago} transform={`translate(${right - ago * 1000 * perMs} ${bottom})`}>
            <line className={chart.axis} y2={em * 0.4} />
            <text className={chart.tick} y={em * 1.5} textAnchor={ago === 0 ? 'end' : 'middle'}>
              {ago === 0 ? t('lab.live.now') : t('lab.live.ago', { seconds: ago })}
            </text>
          </g>
        ))}
        {changes
          .filter((change) => x(change.atMs) >= frame.margin.left)
          .map((change) => {
            const at = x(change.atMs);
            const left = at > (frame.margin.left + right) / 2;
            return (
              <g key={change.atMs}>
                <line className={styles.change} x1={at} x2={at} y1={em * 1.5} y2={bottom} />
                <text
                  className={styles.changeText}
                  x={at + (left ? -em * 0.4 : em * 0.4)}
                  y={em * 2.3}
                  textAnchor={left ? 'end' : 'start'}
                >
                  {change.text}
                </text>
              </g>
            );
          })}
        {lines.map(({ design, points }) => {
          const { hue, dash } = designStyle(design);
          return (
            <g key={design} data-series={design}>
              {stretches(points, series.binMs).map((stretch) => (
                <path
                  key={stretch[0]?.atMs}
                  className={styles.live}
                  style={{ stroke: hue, strokeDasharray: dash ?? 'none' }}
                  d={path(stretch) ?? ''}
                />
              ))}
            </g>
          );
        })}
        {ends.length === 0 && (
          <text className={styles.empty} x={(frame.margin.left + right) / 2} y={height / 2} textAnchor="middle">
            {t('lab.live.empty')}
          </text>
        )}
        <EndLabels labels={labels} frame={frame} em={em} />
      </svg>
    );
  };

  return (
    <div ref={ref} className={chart.box}>
      {box !== null && draw(box.width, box.height, box.em)}
    </div>
  );
}
