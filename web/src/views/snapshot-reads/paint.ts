/** Paints the touched cache lines of one snapshot on a canvas. Whole device pixels, so that every cell looks the same. */
import { type CellGrid, placeRegions, type SnapshotReads } from '../../viewmodel/race/snapshot-reads.ts';

export function paintCells(
  canvas: HTMLCanvasElement,
  reads: SnapshotReads | undefined,
  token: string,
  grid: CellGrid,
  width: number,
  height: number,
): void {
  const ratio = Math.max(1, Math.round(globalThis.devicePixelRatio));
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  if (context === null || reads === undefined) return;
  context.scale(ratio, ratio);
  context.fillStyle = getComputedStyle(canvas).getPropertyValue(token);
  const cell = grid.pitch - 1;
  for (const { index, written, region } of placeRegions(reads)) {
    const x = (index % grid.perRow) * grid.pitch;
    const y = Math.floor(index / grid.perRow) * grid.pitch;
    // Neighbouring regions differ in strength, written lines are full.
    context.globalAlpha = written ? 1 : region % 2 === 0 ? 0.42 : 0.22;
    context.fillRect(x, y, cell, cell);
  }
}
