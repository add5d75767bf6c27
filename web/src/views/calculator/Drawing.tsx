/** An SVG that fills its box, and the fills that all pictures of the calculator share. */
import { type ReactNode, useRef } from 'react';
import { cx } from '../../ui/Button.tsx';
import { hatch } from '../../viewmodel/calculator/layout.ts';
import { type DrawingBox, useDrawingBox } from '../shared/chart/use-drawing-box.ts';
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
