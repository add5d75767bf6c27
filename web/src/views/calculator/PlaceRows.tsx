/**
 * The places of clients: a row per place, all bars on one scale. Wide: name, bar and number in one line. Narrow: the
 * bar below them.
 */
import { scaleLinear } from 'd3';
import { useMessages } from '../../ui/messages.tsx';
import type { DrawingBox } from '../shared/chart/use-drawing-box.ts';
import styles from './calculator.module.css';
import { Bar, type Fill } from './Drawing.tsx';

export interface Place {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly fill: Fill;
}

/** The position of the rows' bars; lengths in px. */
export function placeGeometry({ width, em }: DrawingBox) {
  const isWide = width > em * 40;
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
