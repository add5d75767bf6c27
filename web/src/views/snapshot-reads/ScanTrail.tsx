/**
 * The scan that moves over a design's cells: what this snapshot has read so far is filled, and a ring is on its newest
 * line. A frame paints only the lines that are new, in the order in which the C code touched them.
 */
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { DesignStyle } from '../../viewmodel/design-style.ts';
import { linesRead, type Place } from '../../viewmodel/race/slowed.ts';
import { type CellGrid, placeRegions, type SnapshotReads } from '../../viewmodel/race/snapshot-reads.ts';
import type { SlowedFilm, Which } from './slowed-film.ts';
import styles from './scan-trail.module.css';

interface ScanTrailProps {
  readonly reads: SnapshotReads;
  readonly which: Which;
  readonly film: SlowedFilm;
  readonly look: DesignStyle;
  readonly grid: CellGrid;
  readonly width: number;
  readonly height: number;
  /** Changes when the colours do. */
  readonly theme: string;
}

/** Half of the ring, px. */
const RING = 8;

export function ScanTrail({ reads, which, film, look, grid, width, height, theme }: ScanTrailProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const ring = useRef<HTMLSpanElement>(null);
  const { pitch, perRow } = grid;
  const cells = useMemo(() => [...placeRegions(reads)].sort((a, b) => a.rank - b.rank), [reads]);

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
    const at = (index: number) => ({ x: (index % perRow) * pitch, y: Math.floor(index / perRow) * pitch });
    let painted = 0;
    return film.draws(which, (place: Place) => {
      const read = linesRead(place, cells.length);
      if (read === painted) return;
      if (read < painted) {
        context.clearRect(0, 0, width, height);
        painted = 0;
      }
      for (; painted < read; painted += 1) {
        const { x, y } = at(cells[painted]?.index ?? 0);
        context.fillRect(x, y, pitch - 1, pitch - 1);
      }
      const newest = cells[read - 1];
      element.dataset.read = String(read);
      if (ring.current === null) return;
      ring.current.hidden = newest === undefined;
      if (newest === undefined) return;
      const { x, y } = at(newest.index);
      ring.current.style.transform = `translate(${x + (pitch - 1) / 2 - RING}px,${y + (pitch - 1) / 2 - RING}px)`;
    });
  }, [film, which, cells, look.token, pitch, perRow, width, height, theme]);

  return (
    <>
      <canvas ref={canvas} className={styles.trail} style={{ width, height }} data-testid={`trail-${reads.design}`} />
      <span ref={ring} className={styles.ring} data-shape={look.mark} style={{ color: look.hue }} hidden />
    </>
  );
}
