/** Geometry of the calculator's pictures: labels side by side, hatching, cells, round ends of scales. Pure numbers. */
import { PUBLISHED } from '../../scenario/published.ts';

/** Centres for labels of different widths in a row in [low, high]: close to their wanted places, in their order, without overlaps. */
export function spreadWide(
  wanted: readonly { readonly at: number; readonly width: number }[],
  gap: number,
  low: number,
  high: number,
): number[] {
  const total = wanted.reduce((sum, { width }) => sum + width, 0) + gap * Math.max(0, wanted.length - 1);
  // Too many for the room: they keep their gaps and run over at the right.
  const end = Math.max(high, low + total);
  let floor = low;
  const lefts = wanted.map(({ at, width }) => {
    const left = Math.max(floor, at - width / 2);
    floor = left + width + gap;
    return left;
  });
  let ceiling = end;
  for (let i = lefts.length - 1; i >= 0; i--) {
    const width = wanted[i]?.width ?? 0;
    const left = Math.min(lefts[i] ?? 0, ceiling - width);
    lefts[i] = left;
    ceiling = left - gap;
  }
  return lefts.map((left, i) => left + (wanted[i]?.width ?? 0) / 2);
}

/** Lines from bottom left to top right that fill a rectangle, as a path: no pattern with an id, so that a picture can be saved alone. */
export function hatch(x: number, y: number, width: number, height: number, gap: number): string {
  let path = '';
  for (let c = gap; c < width + height; c += gap) {
    const from = Math.min(c, height);
    const to = Math.min(c, width);
    path += `M${round(x + c - from)} ${round(y + from)}L${round(x + to)} ${round(y + c - to)}`;
  }
  return path;
}
const round = (n: number): number => Math.round(n * 100) / 100;

/** The end of a scale that holds `n`: 1, 1.5, 2, 3, 4, 5, 6 or 8 times a power of ten. */
export function roundUp(n: number): number {
  if (!(n > 0)) return 1;
  const unit = 10 ** Math.floor(Math.log10(n));
  return ([1, 1.5, 2, 3, 4, 5, 6, 8].find((step) => step * unit >= n * (1 - 1e-12)) ?? 10) * unit;
}

/** Up to this many cells are drawn; beyond, one represents several. */
export const MAX_CELLS = 240;

export type CellFill = 'running' | 'held' | 'ready' | 'free';

/** A pool as cells, in the order of `fills`; parts of a connection are rounded so that the cells add up. */
export function poolCells(
  parts: Readonly<Record<Exclude<CellFill, 'free'>, number>>,
  pool: number,
): { readonly each: number; readonly cells: readonly CellFill[] } {
  const each = Math.max(1, Math.ceil(pool / MAX_CELLS));
  const count = Math.ceil(pool / each);
  // By shares: the last cell may represent fewer than the others.
  const upTo = (n: number): number => Math.min(count, Math.round((n / pool) * count));
  const [running, held, ready] = [
    upTo(parts.running),
    upTo(parts.running + parts.held),
    upTo(parts.running + parts.held + parts.ready),
  ];
  return {
    each,
    cells: Array.from({ length: count }, (_, i) =>
      i < running ? 'running' : i < held ? 'held' : i < ready ? 'ready' : 'free',
    ),
  };
}

/** The source of the published figures. Not with the settings: an address needs those, and not the tables. */
export const CALCULATOR_SOURCE = PUBLISHED.idleConnections.source;
