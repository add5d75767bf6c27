/**
 * Modelled throughput against the swept axis: one line with marks per design, and a whisker from the lowest to the
 * highest of a point's seeds. Straight lines join the computed points; nothing between is claimed.
 */
import { line } from 'd3';
import { useRef } from 'react';
import { useMessages } from '../../ui/messages.tsx';
import { designStyle, markPath } from '../../viewmodel/design-style.ts';
import { connectionsScale, type Frame, ticksThatFit, yScaleFor } from '../../viewmodel/lab/throughput-layout.ts';
import { type SweptAxis, seriesOf } from '../../viewmodel/prediction/model-rows.ts';
import type { SpreadRow } from '../../viewmodel/prediction/model-spread.ts';
import chart from '../shared/chart/chart.module.css';
import { type EndLabel, EndLabels, labelRoom, XAxis, YAxis } from '../shared/chart/parts.tsx';
import { useDrawingBox } from '../shared/chart/use-drawing-box.ts';
import styles from './model-rows.module.css';

interface ModelRowsChartProps {
  readonly rows: readonly SpreadRow[];
  readonly axis: SweptAxis;
  readonly xs: readonly number[];
}

/** Below this width (in em) labels carry no value: the plot needs the room. */
const ROOM_FOR_VALUES_EM = 38;

export function ModelRowsChart(props: ModelRowsChartProps) {
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
