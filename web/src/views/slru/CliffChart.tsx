/**
 * Throughput of readers against savepoints, logarithmic: a line a shape of pg_subtrans, whiskers over the middle half of
 * its turns, real servers as crosses on a thread. Where the 64th lies is drawn, whether or not anything is measured.
 */
import { line, scaleLinear, scaleLog } from 'd3';
import { useRef } from 'react';
import type { Format } from '../../base/messages/index.ts';
import { CACHED_SUBXIDS, CLIFF_DESIGNS, type CliffSeries, type CliffShape, REAL_CLIFFS } from '../../model/cliff.ts';
import { designStyle, markPath } from '../../model/design-style.ts';
import { type Frame, plotHeight, plotWidth, spreadLabels, ticksThatFit } from '../../model/throughput-layout.ts';
import { useMessages } from '../../ui/messages.tsx';
import chart from '../shared/chart/chart.module.css';
import { labelRoom, XAxis } from '../shared/chart/parts.tsx';
import { useDrawingBox } from '../shared/chart/use-drawing-box.ts';
import styles from './cliff.module.css';

interface CliffChartProps {
  readonly series: readonly CliffSeries[];
  /** Of a machine that is not here: hollow marks on dotted lines. */
  readonly modelled: readonly CliffSeries[];
  readonly counts: readonly number[];
}

/** 17 has 14's hue; fewer buffers are dashed and have a mark of their own. */
const DASHES: Readonly<Record<CliffShape, string>> = { pg16: 'none', 'pg17:32': '6 4', 'pg17:128': 'none' };
const lookOf = (shape: CliffShape) => {
  const { hue, mark } = designStyle(CLIFF_DESIGNS[shape]);
  return { hue, mark: shape === 'pg17:32' ? ('triangle' as const) : mark, dash: DASHES[shape] };
};

interface EndLabel {
  readonly key: string;
  readonly text: string;
  readonly hue: string;
  readonly x: number;
  readonly y: number;
  readonly faint: boolean;
}

/** Powers of ten, and the 2 and 5 between them where there is room. */
const TICKS = [100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, 5e6];

export function CliffChart({ series, modelled, counts }: CliffChartProps) {
  const ref = useRef<HTMLDivElement>(null);
  const box = useDrawingBox(ref);
  const { t, format } = useMessages();
  const real = REAL_CLIFFS.filter(({ shape }) => shape !== null);

  const draw = (width: number, height: number, em: number) => {
    const texts = [
      ...series.map(({ shape }) => ({ name: t(`cliff.shape.${shape}`) })),
      ...modelled.map(({ shape }) => ({ name: t(`cliff.modelled.${shape}`) })),
      ...real.map(({ id }) => ({ name: t(`cliff.real.${id}`) })),
    ];
    const narrow = width / em < 34;
    const room = narrow ? em * 1.5 : labelRoom(texts, em);
    const frame: Frame = { width, height, margin: { top: em * 2.4, right: room, bottom: em * 3.4, left: em * 4 } };
    const all = [
      ...[...series, ...modelled].flatMap(({ points }) => points.flatMap(({ q1, q3 }) => [q1, q3])),
      ...real.flatMap(({ points }) => points.map(({ tps }) => tps)),
    ].filter((tps) => tps > 0);
    const x = scaleLinear([0, Math.max(...counts)], [frame.margin.left, frame.margin.left + plotWidth(frame)]);
    const bottom = frame.margin.top + plotHeight(frame);
    const y = scaleLog([Math.min(...all) / 1.4, Math.max(...all) * 1.25], [bottom, frame.margin.top]);
    const path = line<readonly [number, number]>();
    const inRange = TICKS.filter((tick) => tick >= (y.domain()[0] ?? 0) && tick <= (y.domain()[1] ?? 0));
    const yTicks = ticksThatFit(inRange, y, () => em * 1.8);
    const xTicks = ticksThatFit([0, 16, 32, 48, 64, 80, 100, 130], x, (v) => em * (0.6 * String(v).length + 1));
    const labels: EndLabel[] = [];
    for (const { shape, points } of series) {
      const last = points.at(-1);
      if (last !== undefined)
        labels.push({
          key: shape,
          text: t(`cliff.shape.${shape}`),
          hue: lookOf(shape).hue,
          x: x(last.savepoints),
          y: y(last.tps),
          faint: false,
        });
    }
    for (const { shape, points } of modelled) {
      const last = points.at(-1);
      if (last !== undefined)
        labels.push({
          key: `modelled-${shape}`,
          text: t(`cliff.modelled.${shape}`),
          hue: lookOf(shape).hue,
          x: x(last.savepoints),
          y: y(last.tps),
          faint: true,
        });
    }
    for (const { id, shape, points } of real) {
      const last = points.at(-1);
      if (last !== undefined && shape !== null)
        labels.push({
          key: id,
          text: t(`cliff.real.${id}`),
          hue: lookOf(shape).hue,
          x: x(last.savepoints),
          y: y(last.tps),
          faint: true,
        });
    }
    const places = spreadLabels(
      labels.map((label) => label.y),
      em * 1.3,
      frame.margin.top,
      bottom,
    );
    const boundary = x(CACHED_SUBXIDS + 0.5);
    const column = frame.width - frame.margin.right + em * 1.2;
    return (
      <svg width={width} height={height} role="img" aria-label={t('cliff.name')}>
        <text className={chart.title} y={em * 0.9}>
          {t('cliff.axis.tps')}
        </text>
        {yTicks.map((tick) => (
          <g key={tick} transform={`translate(0 ${Math.round(y(tick)) + 0.5})`}>
            <line className={chart.grid} x1={frame.margin.left} x2={frame.width - frame.margin.right} />
            <text className={chart.tick} x={frame.margin.left - em * 0.6} dy="0.34em" textAnchor="end">
              {tickText(tick, format)}
            </text>
          </g>
        ))}
        <XAxis frame={frame} x={x} em={em} ticks={xTicks} title={t('cliff.axis.savepoints')} />
        <line className={styles.boundary} x1={boundary} x2={boundary} y1={frame.margin.top} y2={bottom} />
        <text className={styles.boundaryText} x={boundary - em * 0.4} y={frame.margin.top - em * 0.5} textAnchor="end">
          {t('cliff.boundary')}
        </text>
        {real.map(({ id, shape, points }) => {
          const arm = em * 0.36;
          const places = points.map(({ savepoints, tps }) => [x(savepoints), y(tps)] as const);
          return (
            shape !== null && (
              <g key={id} data-series={`real-${id}`} style={{ stroke: lookOf(shape).hue }}>
                <path className={chart.thread} d={path(places) ?? ''} />
                {places.map(([px, py]) => (
                  <path
                    key={px}
                    className={chart.cross}
                    d={`M${px - arm} ${py}H${px + arm}M${px} ${py - arm}V${py + arm}`}
                  />
                ))}
              </g>
            )
          );
        })}
        {modelled.map(({ shape, points }) => (
          <g
            key={shape}
            data-series={`modelled-${shape}`}
            className={styles.modelled}
            style={{ stroke: lookOf(shape).hue }}
          >
            <path d={path(points.map(({ savepoints, tps }) => [x(savepoints), y(tps)] as const)) ?? ''} />
            {points.map(({ savepoints, tps }) => (
              <path
                key={savepoints}
                className={styles.hollow}
                d={markPath(lookOf(shape).mark, em * 0.45)}
                transform={`translate(${x(savepoints)} ${y(tps)})`}
              />
            ))}
          </g>
        ))}
        {series.map(({ shape, points }) => {
          const { hue, mark, dash } = lookOf(shape);
          return (
            <g key={shape} data-series={shape}>
              {points.map(({ savepoints, q1, q3 }) => (
                <line
                  key={savepoints}
                  className={styles.whisker}
                  style={{ stroke: hue }}
                  x1={x(savepoints)}
                  x2={x(savepoints)}
                  y1={y(q1)}
                  y2={y(q3)}
                />
              ))}
              <path
                className={chart.line}
                style={{ stroke: hue, strokeDasharray: dash }}
                d={path(points.map(({ savepoints, tps }) => [x(savepoints), y(tps)] as const)) ?? ''}
              />
              {points.map(({ savepoints, tps }) => (
                <path
                  key={savepoints}
                  d={markPath(mark, em * 0.45)}
                  transform={`translate(${x(savepoints)} ${y(tps)})`}
                  style={{ fill: hue }}
                />
              ))}
            </g>
          );
        })}
        {!narrow &&
          labels.map((label, i) => {
            const at = places[i] ?? label.y;
            return (
              <g key={label.key}>
                <path
                  className={chart.leader}
                  style={{ stroke: label.hue }}
                  d={`M${label.x + em * 0.45} ${label.y}L${column - em * 0.9} ${at}H${column - em * 0.35}`}
                />
                <text className={chart.end} x={column} y={at} dy="0.34em">
                  <tspan
                    className={label.faint ? chart.faint : chart.label}
                    style={label.faint ? {} : { fill: label.hue }}
                  >
                    {label.text}
                  </tspan>
                </text>
              </g>
            );
          })}
      </svg>
    );
  };

  return (
    <>
      <div ref={ref} className={chart.box}>
        {box !== null && draw(box.width, box.height, box.em)}
      </div>
      {box !== null && box.width / box.em < 34 && <Key series={series} modelled={modelled} />}
    </>
  );
}

/** 500 k, 1 M: the axis spans orders of magnitude, so each tick has its own unit. */
function tickText(tick: number, format: Format): string {
  if (tick >= 1e6) return `${format.integer(tick / 1e6)}\u202fM`;
  return tick >= 1000 ? `${format.integer(tick / 1000)}\u202fk` : format.integer(tick);
}

/** Where lines have no room for their names beside them. */
function Key({ series, modelled }: Pick<CliffChartProps, 'series' | 'modelled'>) {
  const { t } = useMessages();
  return (
    <ul className={styles.key}>
      {series.map(({ shape }) => {
        const { hue, mark } = lookOf(shape);
        return (
          <li key={shape} style={{ color: hue }}>
            <svg width="1em" height="1em" viewBox="-8 -8 16 16" aria-hidden="true">
              <path d={markPath(mark, 6)} fill="currentColor" />
            </svg>
            {t(`cliff.shape.${shape}`)}
          </li>
        );
      })}
      {modelled.map(({ shape }) => (
        <li key={`modelled-${shape}`} style={{ color: lookOf(shape).hue }}>
          <svg width="1em" height="1em" viewBox="-8 -8 16 16" aria-hidden="true">
            <path d={markPath(lookOf(shape).mark, 6)} fill="none" stroke="currentColor" strokeWidth="2" />
          </svg>
          {t(`cliff.modelled.${shape}`)}
        </li>
      ))}
      {REAL_CLIFFS.filter(({ shape }) => shape !== null).map(({ id, shape }) => (
        <li key={id} style={{ color: shape === null ? 'inherit' : lookOf(shape).hue }}>
          <svg width="1em" height="1em" viewBox="-8 -8 16 16" aria-hidden="true">
            <path d="M-6 0H6M0 -6V6" stroke="currentColor" strokeWidth="2" />
          </svg>
          {t(`cliff.real.${id}`)}
        </li>
      ))}
    </ul>
  );
}
