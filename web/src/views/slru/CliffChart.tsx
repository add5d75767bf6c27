/**
 * Throughput of readers against savepoints, each run as a share of its own at 60 savepoints, logarithmic: one line per
 * shape of pg_subtrans, whiskers over the middle half of its turns, real servers as crosses on a thread. The position
 * of the 64th is drawn, whether or not anything is measured.
 */
import { line, scaleLinear, scaleLog } from 'd3';
import { useRef } from 'react';
import type { Messages } from '../../base/messages/index.ts';
import { useMessages } from '../../ui/messages.tsx';
import { CACHED_SUBXIDS, CLIFF_DESIGNS, type CliffShape } from '../../viewmodel/cliff/cliff.ts';
import type { CliffCurve } from '../../viewmodel/cliff/cliff-share.ts';
import { designStyle, markPath } from '../../viewmodel/design-style.ts';
import {
  type Frame,
  plotHeight,
  plotWidth,
  spreadLabels,
  ticksThatFit,
} from '../../viewmodel/lab/throughput-layout.ts';
import chart from '../shared/chart/chart.module.css';
import { labelRoom, useDrawingBox, XAxis } from '../shared/chart/parts.tsx';
import styles from './cliff.module.css';

interface CliffChartProps {
  /** Modelled ones have hollow marks on dotted lines, real servers crosses. */
  readonly curves: readonly CliffCurve[];
  readonly counts: readonly number[];
}

/** 17 has 14's hue; fewer buffers are dashed and have a different mark. */
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

/** Shares of the own rate at 60. */
const TICKS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2];

const keyOf = (curve: CliffCurve): string =>
  curve.kind === 'real' ? `real-${curve.id}` : curve.kind === 'modelled' ? `modelled-${curve.shape}` : curve.shape;
const nameOf = (curve: CliffCurve, t: Messages['t']): string =>
  curve.kind === 'real'
    ? t(`cliff.real.${curve.id}`)
    : t(`cliff.${curve.kind === 'modelled' ? 'modelled' : 'shape'}.${curve.shape}`);

export function CliffChart({ curves, counts }: CliffChartProps) {
  const ref = useRef<HTMLDivElement>(null);
  const box = useDrawingBox(ref);
  const { t, format } = useMessages();
  const of = (kind: CliffCurve['kind']) => curves.filter((curve) => curve.kind === kind);

  const draw = (width: number, height: number, em: number) => {
    const texts = curves.map((curve) => ({ name: nameOf(curve, t) }));
    const narrow = width / em < 34;
    const room = narrow ? em * 1.5 : labelRoom(texts, em);
    const frame: Frame = { width, height, margin: { top: em * 2.4, right: room, bottom: em * 3.4, left: em * 4 } };
    const all = [1, ...curves.flatMap(({ points }) => points.flatMap(({ q1, q3 }) => [q1, q3]))].filter(
      (share) => share > 0,
    );
    const x = scaleLinear([0, Math.max(...counts)], [frame.margin.left, frame.margin.left + plotWidth(frame)]);
    const bottom = frame.margin.top + plotHeight(frame);
    const y = scaleLog([Math.min(...all) / 1.4, Math.max(...all) * 1.25], [bottom, frame.margin.top]);
    const path = line<readonly [number, number]>();
    const inRange = TICKS.filter((tick) => tick >= (y.domain()[0] ?? 0) && tick <= (y.domain()[1] ?? 0));
    const close = ticksThatFit(inRange, y, () => em * 1.8);
    // If not all fit, the powers of ten remain, with 100 % among them.
    const yTicks =
      close.length === inRange.length ? close : inRange.filter((tick) => Number.isInteger(Math.log10(tick)));
    const xTicks = ticksThatFit([0, 16, 32, 48, 64, 80, 100, 130], x, (v) => em * (0.6 * String(v).length + 1));
    const labels = curves.flatMap((curve): EndLabel[] => {
      const last = curve.points.at(-1);
      return last === undefined
        ? []
        : [
            {
              key: keyOf(curve),
              text: nameOf(curve, t),
              hue: lookOf(curve.shape).hue,
              x: x(last.savepoints),
              y: y(last.share),
              faint: curve.kind !== 'measured',
            },
          ];
    });
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
          {t('cliff.axis.share')}
        </text>
        {yTicks.map((tick) => (
          <g key={tick} transform={`translate(0 ${Math.round(y(tick)) + 0.5})`}>
            <line className={chart.grid} x1={frame.margin.left} x2={frame.width - frame.margin.right} />
            <text className={chart.tick} x={frame.margin.left - em * 0.6} dy="0.34em" textAnchor="end">
              {format.percent(tick)}
            </text>
          </g>
        ))}
        <XAxis frame={frame} x={x} em={em} ticks={xTicks} title={t('cliff.axis.savepoints')} />
        <line className={styles.boundary} x1={boundary} x2={boundary} y1={frame.margin.top} y2={bottom} />
        <text className={styles.boundaryText} x={boundary - em * 0.4} y={frame.margin.top - em * 0.5} textAnchor="end">
          {t('cliff.boundary')}
        </text>
        {of('real').map((curve) => {
          const arm = em * 0.36;
          const places = curve.points.map(({ savepoints, share }) => [x(savepoints), y(share)] as const);
          return (
            <g
              key={keyOf(curve)}
              data-series={keyOf(curve)}
              data-mark={`series ${keyOf(curve)}`}
              style={{ stroke: lookOf(curve.shape).hue }}
            >
              <path className={chart.thread} d={path(places) ?? ''} />
              {places.map(([px, py]) => (
                <path
                  key={px}
                  className={chart.cross}
                  d={`M${px - arm} ${py}H${px + arm}M${px} ${py - arm}V${py + arm}`}
                />
              ))}
            </g>
          );
        })}
        {of('modelled').map((curve) => (
          <g
            key={keyOf(curve)}
            data-series={keyOf(curve)}
            className={styles.modelled}
            style={{ stroke: lookOf(curve.shape).hue }}
          >
            <path d={path(curve.points.map(({ savepoints, share }) => [x(savepoints), y(share)] as const)) ?? ''} />
            {curve.points.map(({ savepoints, share }) => (
              <path
                key={savepoints}
                className={styles.hollow}
                d={markPath(lookOf(curve.shape).mark, em * 0.45)}
                transform={`translate(${x(savepoints)} ${y(share)})`}
              />
            ))}
          </g>
        ))}
        {of('measured').map((curve) => {
          const { points } = curve;
          const { hue, mark, dash } = lookOf(curve.shape);
          return (
            <g key={keyOf(curve)} data-series={keyOf(curve)}>
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
                d={path(points.map(({ savepoints, share }) => [x(savepoints), y(share)] as const)) ?? ''}
              />
              {points.map(({ savepoints, share }) => (
                <path
                  key={savepoints}
                  d={markPath(mark, em * 0.45)}
                  transform={`translate(${x(savepoints)} ${y(share)})`}
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
      {box !== null && box.width / box.em < 34 && <Key curves={curves} />}
    </>
  );
}

/** Used if lines have no room for their names next to them. */
function Key({ curves }: Pick<CliffChartProps, 'curves'>) {
  const { t } = useMessages();
  return (
    <ul className={styles.key}>
      {curves.map((curve) => {
        const { hue, mark } = lookOf(curve.shape);
        return (
          <li key={keyOf(curve)} style={{ color: hue }}>
            <svg width="1em" height="1em" viewBox="-8 -8 16 16" aria-hidden="true">
              {curve.kind === 'real' ? (
                <path d="M-6 0H6M0 -6V6" stroke="currentColor" strokeWidth="2" />
              ) : curve.kind === 'modelled' ? (
                <path d={markPath(mark, 6)} fill="none" stroke="currentColor" strokeWidth="2" />
              ) : (
                <path d={markPath(mark, 6)} fill="currentColor" />
              )}
            </svg>
            {nameOf(curve, t)}
          </li>
        );
      })}
    </ul>
  );
}
