/** Rates of the race. Pure. A rate is a sum over a sum. */
import type { LabSlice } from '../../engine/lab/lab-types.ts';

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
