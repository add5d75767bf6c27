/** Small statistics of the race. Pure. A measurement is never smoothed: rates are sums over sums, ratios are medians of pairs. */
import type { LabSlice } from '../engine/lab-types.ts';

/** The middle value; the mean of the two middle ones when their number is even. `undefined` of nothing. */
export function median(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] as number) + upper) / 2;
}

/** Transactions per second over several slices: all their transactions over all their time. */
export function rateOf(slices: readonly LabSlice[]): number | undefined {
  let transactions = 0;
  let elapsed = 0;
  for (const slice of slices) {
    transactions += slice.transactions;
    elapsed += slice.elapsedNs;
  }
  return elapsed > 0 ? (transactions * 1e9) / elapsed : undefined;
}
