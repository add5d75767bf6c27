/**
 * The scan that moves over a design's cells: what a snapshot has read so far is filled, and a ring is on its newest line.
 * A frame paints only the lines that are new.
 */
import { useLayoutEffect, useRef } from 'react';
import type { DesignStyle } from '../../../viewmodel/design-style.ts';
import styles from './scan-trail.module.css';

/** One line's box within the drawing, px. */
export interface TrailCell {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface ScanTrailProps {
  /** In the order in which they are read. */
  readonly cells: readonly TrailCell[];
  readonly look: DesignStyle;
  readonly width: number;
  readonly height: number;
  /** Changes when the colours do. */
  readonly theme: string;
  /** Calls back with how many of so many lines are read, at once and whenever that changes, until the answer is called. */
  readonly follow: (lines: number, read: (lines: number) => void) => () => void;
  readonly testId: string;
}

/** Half of the ring, px. */
const RING = 8;

export function ScanTrail({ cells, look, width, height, theme, follow, testId }: ScanTrailProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const ring = useRef<HTMLSpanElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme means other colours to look up
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d') ?? null;
    if (element === null || context === null) return undefined;
    const ratio = Math.max(1, Math.round(globalThis.devicePixelRatio));
    element.width = width * ratio;
    element.height = height * ratio;
    context.scale(ratio, ratio);
    context.fillStyle = getComputedStyle(element).getPropertyValue(look.token);
    let painted = 0;
    return follow(cells.length, (read) => {
      element.dataset.read = String(read);
      if (read < painted) {
        context.clearRect(0, 0, width, height);
        painted = 0;
      }
      for (; painted < read; painted += 1) {
        const cell = cells[painted];
        if (cell !== undefined) context.fillRect(cell.x, cell.y, cell.width, cell.height);
      }
      const newest = cells[read - 1];
      if (ring.current === null) return;
      ring.current.hidden = newest === undefined;
      if (newest === undefined) return;
      const [x, y] = [newest.x + newest.width / 2 - RING, newest.y + newest.height / 2 - RING];
      ring.current.style.transform = `translate(${x}px,${y}px)`;
    });
  }, [follow, cells, look.token, width, height, theme]);

  return (
    <>
      <canvas ref={canvas} className={styles.trail} style={{ width, height }} data-testid={testId} />
      <span ref={ring} className={styles.ring} data-shape={look.mark} hidden />
    </>
  );
}
