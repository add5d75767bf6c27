/**
 * The finding of modelled rows in a sentence, and which of their figures are shown at all. Pure. A share is stated when
 * all seeds of both ends have come and their intervals support it, otherwise none (`claim.ts`).
 */

import type { DesignId } from '../../base/designs.ts';
import type { Sure } from '../../base/units.ts';
import type { ModelRow } from '../../engine/simulation/model-types.ts';
import { claimRatio, claimShare, type Interval } from '../lab/claim.ts';
import { type SweptAxis, seriesOf } from './model-rows.ts';
import { type SpreadRow, SURE_SEEDS } from './model-spread.ts';

/**
 * A loop of only snapshots queues for the lock's cache line, and the model has no queue for a line: the total rate of
 * several such loops would be invented. The cost of one snapshot in it is counted as usual.
 */
export const hasRate = ({ workload }: Pick<ModelRow, 'workload'>): boolean => workload !== 'snapshot';
/** Transactions per second, or null where the model has no rate. */
export const rateOf = (row: ModelRow): number | null => (hasRate(row) ? row.tps : null);

export interface Kept {
  readonly design: DesignId;
  /** Of the throughput at the smallest x, or, if `fewer`, how many times as much was done there. */
  readonly share: Sure;
  readonly fewer: boolean;
}

const over = (after: Interval, before: Interval): Interval => ({
  low: after.low / before.high,
  median: after.median / before.median,
  high: after.high / before.low,
  n: Math.min(after.n, before.n),
});

/** More clients may raise or lower throughput; other connections only lower it. */
function shareOf(first: SpreadRow, last: SpreadRow, axis: SweptAxis): Omit<Kept, 'design'> | null {
  const [before, after] = [first.spread.tps, last.spread.tps];
  if (Math.min(before.n, after.n) < SURE_SEEDS) return null;
  if (axis !== 'active') {
    const claim = claimShare(before, after);
    return claim.kind === 'keeps' ? { share: claim.share, fewer: false } : null;
  }
  const claim = claimRatio(over(after, before));
  return claim.kind === 'measuring' ? null : { share: claim.ratio, fewer: claim.kind === 'slower' };
}

/**
 * The share of its throughput at the smallest x that each design has at the largest; null with fewer than two x, or
 * when none is sure.
 */
export function keptAt(
  rows: readonly SpreadRow[],
  axis: SweptAxis,
): { readonly x: number; readonly kept: readonly Kept[] } | null {
  const rated = rows.filter(hasRate);
  const xs = rated.map((row) => row[axis]);
  const [low, high] = [Math.min(...xs), Math.max(...xs)];
  if (!(high > low)) return null;
  const kept = seriesOf(rated, axis).flatMap(([design, own]) => {
    const [first, last] = [own[0], own.at(-1)];
    if (first?.[axis] !== low || last?.[axis] !== high) return [];
    const share = shareOf(first, last, axis);
    return share === null ? [] : [{ design, ...share }];
  });
  return kept.length === 0 ? null : { x: high, kept };
}
