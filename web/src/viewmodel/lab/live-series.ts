/**
 * Lines over time of a single run: turns are collected into bins, and a bin's value is the design's rate in its own
 * turns. Raw: no smoothing over bins. A bin in which a design had no turn has no value, and the line continues at the
 * next. Memory is bounded: bins older than `keepMs` are dropped.
 */

import type { DesignId } from '../../base/designs.ts';
import type { LabSlice } from '../../engine/lab/lab-types.ts';

export interface LivePoint {
  /** Middle of the bin, ms since the lab began. */
  readonly atMs: number;
  readonly tps: number;
}

interface Bin {
  readonly bin: number;
  readonly transactions: number;
  readonly wallNs: number;
}

export interface LiveSeries {
  readonly binMs: number;
  readonly keepMs: number;
  /** Start of the newest slice so far. */
  readonly nowMs: number;
  readonly bins: ReadonlyMap<DesignId, readonly Bin[]>;
}

/** A bin must contain a turn of every design, or lines would have gaps: a quarter of a second, more if a round takes longer. */
export const binLengthMs = (designs: number, sliceMs: number): number => Math.max(250, (designs + 1) * sliceMs);

export const emptySeries = (binMs: number, keepMs: number): LiveSeries => ({
  binMs,
  keepMs,
  nowMs: 0,
  bins: new Map(),
});

export function addSlices(series: LiveSeries, slices: readonly LabSlice[]): LiveSeries {
  const bins = new Map<DesignId, Bin[]>();
  for (const [design, list] of series.bins) bins.set(design, [...list]);
  let { nowMs } = series;
  for (const slice of slices) {
    nowMs = Math.max(nowMs, slice.startMs);
    if (slice.design === 'other-work' || slice.warmUp || !(slice.threadNs > 0)) continue;
    const bin = Math.floor(slice.startMs / series.binMs);
    const list = bins.get(slice.design) ?? [];
    const last = list.at(-1);
    const wallNs = slice.threadNs / slice.active;
    if (last?.bin === bin) {
      list[list.length - 1] = {
        bin,
        transactions: last.transactions + slice.transactions,
        wallNs: last.wallNs + wallNs,
      };
    } else {
      list.push({ bin, transactions: slice.transactions, wallNs });
    }
    bins.set(slice.design, list);
  }
  const oldest = Math.floor((nowMs - series.keepMs) / series.binMs);
  for (const [design, list] of bins) {
    const kept = list.filter((b) => b.bin >= oldest);
    if (kept.length > 0) bins.set(design, kept);
    else bins.delete(design);
  }
  return { ...series, nowMs, bins };
}

/** The line of a design, without the bin that is still filling, unless it is the only one. */
export function livePoints(series: LiveSeries, design: DesignId): LivePoint[] {
  const list = series.bins.get(design) ?? [];
  const filling = Math.floor(series.nowMs / series.binMs);
  const full = list.filter((b) => b.bin < filling);
  return (full.length > 0 ? full : list).map((b) => ({
    atMs: (b.bin + 0.5) * series.binMs,
    tps: (b.transactions * 1e9) / b.wallNs,
  }));
}
