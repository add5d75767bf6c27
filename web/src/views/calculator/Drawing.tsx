/** An SVG that fills its box, and the fills that all pictures of the calculator share. */

import '../../base/messages/en/calculator.ts';
import { scaleLinear } from 'd3';
import { type ReactNode, useRef } from 'react';
import { cx } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { hatch } from '../../viewmodel/calculator/layout.ts';
import { type DrawingBox, useDrawingBox } from '../shared/chart/parts.tsx';
import styles from './calculator.module.css';

interface DrawingProps {
  readonly label: string;
  /** Sets the room: a chart grows with its width, bars need as much as they have rows. */
  readonly kind: 'chart' | 'lanes' | 'bars' | 'rows' | 'pool';
  readonly children: (box: DrawingBox) => ReactNode;
}

export function Drawing({ label, kind, children }: DrawingProps) {
  const ref = useRef<HTMLDivElement>(null);
  const box = useDrawingBox(ref);
  return (
    <div ref={ref} className={cx(styles.box, styles[kind])}>
      {box !== null && (
        <svg width={box.width} height={box.height} role="img" aria-label={label}>
          {children(box)}
        </svg>
      )}
    </div>
  );
}

/** Solid: at work. Hatched: waits. Pale: away, or set aside. Held: pale with a frame of ink. Free: an outline. */
export type Fill = 'solid' | 'hatched' | 'pale' | 'held' | 'free';

interface BarProps {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly fill: Fill;
}

/** A small bar stays visible: at least 1.5 px wide, unless its value is zero. */
export function Bar({ x, y, width, height, fill }: BarProps) {
  if (!(width > 0)) return null;
  const w = Math.max(1.5, width);
  return (
    <>
      <rect className={cx(styles.bar, styles[fill])} x={x} y={y} width={w} height={height} />
      {fill === 'hatched' && w > 3 && <path className={styles.hatching} d={hatch(x, y, w, height, 5)} />}
    </>
  );
}

export interface Place {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly fill: Fill;
}

/** 44rem, where the style sheet makes the rows lower (`.rows`). */
const ONE_LINE_EM = 50.3;

/** The position of the rows' bars; lengths in px. */
export function placeGeometry({ width, em }: DrawingBox) {
  const isWide = width >= em * ONE_LINE_EM;
  return isWide
    ? { isWide, pitch: em * 1.9, bar: { left: em * 13, right: width - em * 4, top: em * 0.15 } }
    : { isWide, pitch: em * 2.85, bar: { left: 0, right: width, top: em * 1.5 } };
}

interface PlaceRowsProps {
  readonly box: DrawingBox;
  readonly places: readonly Place[];
  /** The number that a bar of the full width stands for. */
  readonly all: number;
}

/**
 * The places of clients: a row per place, all bars on one scale. Wide: name, bar and number in one line. Narrow: the
 * bar below them.
 */
export function PlaceRows({ box, places, all }: PlaceRowsProps) {
  const { t } = useMessages();
  const { width, em } = box;
  const { pitch, bar } = placeGeometry(box);
  const x = scaleLinear([0, all], [0, bar.right - bar.left]);
  return places.map(({ key, label, count, fill }, i) => {
    const y = i * pitch;
    return (
      <g key={key} data-place={key}>
        <text className={styles.text} y={y + em}>
          {label}
        </text>
        <text className={styles.strong} x={width} y={y + em} textAnchor="end">
          {t('calculator.value.count', { n: count })}
        </text>
        <line
          className={styles.rule}
          x1={bar.left}
          x2={bar.right}
          y1={y + bar.top + em * 0.5}
          y2={y + bar.top + em * 0.5}
        />
        <Bar x={bar.left} y={y + bar.top} width={x(count)} height={em} fill={fill} />
      </g>
    );
  });
}
