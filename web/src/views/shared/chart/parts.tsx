/** The parts of line charts: the axes with their grid, and labels at the ends of lines. */

import '../../../base/messages/en/lab.ts';
import type { ScaleContinuousNumeric } from 'd3';
import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Format, Messages } from '../../../base/messages/index.ts';
import { useSize } from '../../../ui/hooks.ts';
import { designStyle, type LadderId, markPath } from '../../../viewmodel/design-style.ts';
import { type Frame, spreadLabels, ticksThatFit, yScaleFor } from '../../../viewmodel/lab/throughput-layout.ts';
import { letterCount } from '../../../viewmodel/picture-text.ts';
import designSwatchStyles from '../design-swatch/design-swatch.module.css';
import styles from './chart.module.css';
import type { SeriesLook } from './marks.tsx';

/** The room of a figure: its width, and the size of its text in pixels, which sets the margins. */
export interface DrawingBox {
  readonly width: number;
  readonly height: number;
  readonly em: number;
}

/** The height follows the width, up to the height of an ordinary window. */
export function useDrawingBox(ref: RefObject<HTMLElement | null>): DrawingBox | null {
  const size = useSize(ref);
  const [em, setEm] = useState(14);
  const width = size?.width ?? null;
  const height = size?.height ?? null;
  useLayoutEffect(() => {
    if (ref.current === null || width === null || height === null) return;
    setEm(Number.parseFloat(getComputedStyle(ref.current).fontSize) || 14);
  }, [ref, width, height]);
  return size === null || size.width < 40 || size.height < 40 ? null : { ...size, em };
}

/** Hue, dash and mark of a design, as in the charts. */
export function DesignSwatch({ design }: { readonly design: LadderId }) {
  const { hue, dash, mark } = designStyle(design);
  return (
    <svg className={designSwatchStyles.swatch} viewBox="0 0 28 12" aria-hidden="true">
      <path d="M0 6H28" style={{ stroke: hue, strokeDasharray: dash ?? 'none', strokeWidth: 2 }} />
      <path d={markPath(mark, 8)} transform="translate(14 6)" style={{ fill: hue }} />
    </svg>
  );
}

export type Scale = ScaleContinuousNumeric<number, number>;

export interface ChartAxis {
  /** The quantity and its unit: a saved picture does not have the page's words. */
  readonly title: string;
  readonly scale: (frame: Frame, em: number) => Scale;
  readonly ticks: (scale: Scale, em: number) => readonly number[];
  readonly text: (tick: number, scale: Scale) => string;
  readonly anchor?: (tick: number) => 'middle' | 'end';
}

/** Transactions per second from 0. `scaled` is false while nothing is drawn: a scale without data would be invented. */
export const rateAxis = ({ t, format }: Messages, largest: number, scaled = true): ChartAxis => ({
  title: t('lab.axis.tps'),
  scale: (frame) => yScaleFor(frame, largest),
  ticks: (scale, em) => {
    const [from = 0, to = 0] = scale.range();
    return scaled ? scale.ticks(Math.max(2, Math.floor(Math.abs(to - from) / (em * 4)))) : [0];
  },
  text: (tick, scale) => tickText(tick, scale.domain()[1] ?? 1, format),
});

/** The chart's own numbers, as many as fit next to each other. */
export const countTicks =
  (counts: readonly number[], format: Format): ChartAxis['ticks'] =>
  (scale, em) =>
    ticksThatFit(counts, scale, (count) => em * (0.6 * format.integer(count).length + 0.8));

interface AxisProps {
  readonly axis: ChartAxis;
  readonly plot: { readonly frame: Frame; readonly x: Scale; readonly y: Scale; readonly em: number };
}

/** The unit is above the axis. */
export function YAxis({ axis, plot: { frame, y, em } }: AxisProps) {
  return (
    <g>
      <text className={styles.title} y={em * 0.9}>
        {axis.title}
      </text>
      {axis.ticks(y, em).map((tick) => (
        <g key={tick} transform={`translate(0 ${Math.round(y(tick)) + 0.5})`}>
          <line
            className={tick === 0 ? styles.axis : styles.grid}
            x1={frame.margin.left}
            x2={frame.width - frame.margin.right}
          />
          <text className={styles.tick} x={frame.margin.left - em * 0.6} dy="0.34em" textAnchor="end">
            {axis.text(tick, y)}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Numbers and title at the lower edge, in the `room` (in em) that is left for them. */
export function XAxis({ axis, plot: { frame, x, em }, room }: AxisProps & { readonly room: number }) {
  return (
    <g>
      {axis.ticks(x, em).map((tick) => (
        <g key={tick} transform={`translate(${x(tick)} ${frame.height - em * room})`}>
          <line className={styles.axis} y2={em * 0.4} />
          <text className={styles.tick} y={em * 1.4} textAnchor={axis.anchor?.(tick) ?? 'middle'}>
            {axis.text(tick, x)}
          </text>
        </g>
      ))}
      {axis.title !== '' && (
        <text
          className={styles.title}
          x={(frame.margin.left + frame.width - frame.margin.right) / 2}
          y={frame.height - em * 0.5}
          textAnchor="middle"
        >
          {axis.title}
        </text>
      )}
    </g>
  );
}

/** Ticks share one unit, which the largest of them sets: 0, 10 k, 20 k, never 5.00 k. */
function tickText(tick: number, top: number, format: Format): string {
  const [unit, letter] = top >= 1e6 ? [1e6, 'M'] : top >= 1e3 ? [1e3, 'k'] : [1, ''];
  if (tick === 0) return '0';
  const value = tick / unit;
  const text = Number.isInteger(value) ? format.integer(value) : String(Number(value.toPrecision(3)));
  return letter === '' ? text : `${text}\u202f${letter}`;
}

interface EndLabel {
  readonly key: string;
  readonly look: SeriesLook;
  /** The end of the line. */
  readonly x: number;
  readonly y: number;
  /** Where the name would like to stand, if not at the line's end. */
  readonly at?: number | undefined;
  readonly name: string;
  readonly value?: string | undefined;
  readonly faint?: boolean;
  readonly isUnderWay?: boolean;
}

interface EndLabelsProps {
  readonly labels: readonly EndLabel[];
  readonly plot: { readonly frame: Frame; readonly em: number };
  /** Left edge of the labels; right of the plot if left out. */
  readonly column?: number;
}

/** Labels are in one column, by default right of the plot; a thin leader shows which line a moved label belongs to. */
export function EndLabels({ labels, plot: { frame, em }, column }: EndLabelsProps) {
  const beside = frame.width - frame.margin.right + em * 1.4;
  const left = column ?? beside;
  const bottom = frame.height - frame.margin.bottom;
  const places = spreadLabels(
    labels.map((label) => label.at ?? label.y),
    em * 1.25,
    frame.margin.top,
    // The axis passes through labels above it; next to the plot there is no axis.
    left < beside ? bottom - em * 0.7 : bottom,
  );
  return (
    <g>
      {labels.map(({ key, look: { hue }, x, y: end, name, value, faint = false, isUnderWay = false }, i) => {
        const y = places[i] ?? end;
        return (
          <g key={key}>
            {!isUnderWay && (
              <path
                className={styles.leader}
                style={{ stroke: hue }}
                d={`M${x + em * 0.45} ${end}L${left - em * 0.9} ${y}H${left - em * 0.35}`}
              />
            )}
            <text className={styles.end} x={left} y={y} dy="0.34em">
              <tspan className={faint ? styles.faint : styles.label} style={faint ? {} : { fill: hue }}>
                {name}
              </tspan>
              {value !== undefined && (
                <tspan className={styles.value} dx="0.5em">
                  {value}
                </tspan>
              )}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** Room right of the plot for the widest label; letters of the interface's face are about 0.57 em wide. */
export const labelRoom = (
  labels: readonly { readonly name: string; readonly value?: string | undefined }[],
  em: number,
): number =>
  em *
  (1.9 +
    0.57 *
      Math.max(2, ...labels.map((l) => letterCount(l.name) + (l.value === undefined ? 0 : letterCount(l.value) + 1))));
