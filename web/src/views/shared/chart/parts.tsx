/** The parts of throughput charts: the axes, the grid, and labels at the ends of lines. */

import type { ScaleContinuousNumeric } from 'd3';
import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Format } from '../../../base/messages/index.ts';
import { useSize } from '../../../ui/hooks.ts';
import { useMessages } from '../../../ui/messages.tsx';
import { designStyle, type LadderId, markPath } from '../../../viewmodel/design-style.ts';
import { type Frame, spreadLabels } from '../../../viewmodel/lab/throughput-layout.ts';
import designSwatchStyles from '../design-swatch/design-swatch.module.css';
import styles from './chart.module.css';

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

type YScale = ScaleContinuousNumeric<number, number>;

/** The unit is above the axis: a saved picture does not have the page's words. */
export function YAxis(props: {
  readonly frame: Frame;
  readonly y: YScale;
  readonly em: number;
  /** False while nothing is drawn: a scale without data would be invented. */
  readonly scaled?: boolean;
}) {
  const { frame, y, em, scaled = true } = props;
  const { t, format } = useMessages();
  const right = frame.width - frame.margin.right;
  const count = Math.max(2, Math.floor((frame.height - frame.margin.top - frame.margin.bottom) / (em * 4)));
  return (
    <g>
      <text className={styles.title} y={em * 0.9}>
        {t('lab.axis.tps')}
      </text>
      {(scaled ? y.ticks(count) : [0]).map((tick) => (
        <g key={tick} transform={`translate(0 ${Math.round(y(tick)) + 0.5})`}>
          <line className={tick === 0 ? styles.axis : styles.grid} x1={frame.margin.left} x2={right} />
          <text className={styles.tick} x={frame.margin.left - em * 0.6} dy="0.34em" textAnchor="end">
            {tickText(tick, y.domain()[1] ?? 1, format)}
          </text>
        </g>
      ))}
    </g>
  );
}

/** The position of the chart's own numbers below the plot, and their unit. `ticks` are those that fit. */
export function XAxis(props: {
  readonly frame: Frame;
  readonly x: (value: number) => number;
  readonly em: number;
  readonly ticks: readonly number[];
  readonly title: string;
}) {
  const { frame, x, em, ticks, title } = props;
  const { format } = useMessages();
  return (
    <g>
      {ticks.map((tick) => (
        <g key={tick} transform={`translate(${x(tick)} ${frame.height - frame.margin.bottom})`}>
          <line className={styles.axis} y2={em * 0.4} />
          <text className={styles.tick} y={em * 1.4} textAnchor="middle">
            {format.integer(tick)}
          </text>
        </g>
      ))}
      <text
        className={styles.title}
        x={(frame.margin.left + frame.width - frame.margin.right) / 2}
        y={frame.height - em * 0.5}
        textAnchor="middle"
      >
        {title}
      </text>
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

export interface EndLabel {
  readonly key: string;
  readonly design: LadderId;
  /** The end of the line. */
  readonly x: number;
  readonly y: number;
  readonly name: string;
  /** Left out if there is no room for it. */
  readonly value?: string | undefined;
  /** A published curve: muted, no mark. */
  readonly faint?: boolean;
  /** The line draws its marks itself. */
  readonly noMark?: boolean;
}

/** Labels are in one column, by default right of the plot; a thin leader shows which line a moved label belongs to. */
export function EndLabels({
  labels,
  frame,
  em,
  column,
}: {
  readonly labels: readonly EndLabel[];
  readonly frame: Frame;
  readonly em: number;
  /** Left edge of the labels; right of the plot if left out. */
  readonly column?: number;
}) {
  const beside = frame.width - frame.margin.right + em * 1.4;
  const left = column ?? beside;
  const bottom = frame.height - frame.margin.bottom;
  const places = spreadLabels(
    labels.map((label) => label.y),
    em * 1.25,
    frame.margin.top,
    // The axis passes through labels above it; next to the plot there is no axis.
    left < beside ? bottom - em * 0.7 : bottom,
  );
  return (
    <g>
      {labels.map((label, i) => {
        const y = places[i] ?? label.y;
        const { hue, mark } = designStyle(label.design);
        return (
          <g key={label.key}>
            <path
              className={styles.leader}
              style={{ stroke: hue }}
              d={`M${label.x + em * 0.45} ${label.y}L${left - em * 0.9} ${y}H${left - em * 0.35}`}
            />
            {label.faint !== true && label.noMark !== true && (
              <path
                d={markPath(mark, em * 0.55)}
                transform={`translate(${label.x} ${label.y})`}
                style={{ fill: hue }}
              />
            )}
            <text className={styles.end} x={left} y={y} dy="0.34em">
              <tspan
                className={label.faint === true ? styles.faint : styles.label}
                style={label.faint ? {} : { fill: hue }}
              >
                {label.name}
              </tspan>
              {label.value !== undefined && (
                <tspan className={styles.value} dx="0.5em">
                  {label.value}
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
  (1.9 + 0.57 * Math.max(2, ...labels.map((l) => l.name.length + (l.value === undefined ? 0 : l.value.length + 1))));
