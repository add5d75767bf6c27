/**
 * One setting of the lab, measured until every design has had its time: slices in, slices out. Used by the command line
 * and `npm run bench`. Never hangs: a lab that writes nothing for long is a failure.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineError } from '../src/base/engine-error.ts';
import { err, ok, type Result } from '../src/base/result.ts';
import type { LabClient, LabConfig, LabSlice } from '../src/engine/lab/lab-types.ts';
import { type Quartiles, quartilesOf } from '../src/viewmodel/lab/rows.ts';
import { beginSweep, sweepDone, sweepProgress, takeSlices } from '../src/viewmodel/lab/sweep.ts';

/**
 * The few statistics behind the verdicts of `npm run bench` and `npm run soak`. Single wild values barely affect any of
 * them.
 */

export interface Line {
  readonly intercept: number;
  readonly slope: number;
  /** 1: all points on the line. */
  readonly r2: number;
  /** The farthest point's distance from the line, as a part of the line's value there. */
  readonly worst: number;
}

export type Point = readonly [x: number, y: number];

/** Least squares. Null of fewer than two different x. */
export function fitLine(points: readonly Point[]): Line | null {
  const n = points.length;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / n;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / n;
  const xx = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  if (!(xx > 0)) return null;
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / xx;
  const intercept = meanY - slope * meanX;
  const off = points.map(([x, y]) => y - (intercept + slope * x));
  const left = off.reduce((sum, d) => sum + d * d, 0);
  const whole = points.reduce((sum, [, y]) => sum + (y - meanY) ** 2, 0);
  const worst = Math.max(...points.map(([x], i) => Math.abs((off[i] ?? 0) / (intercept + slope * x))));
  return { intercept, slope, r2: whole > 0 ? 1 - left / whole : 1, worst };
}

/**
 * A line for each round: `series` has, for each x, the measured values round by round. Rounds that lack a value are
 * left out.
 */
export function fitEach(series: readonly (readonly [x: number, ys: readonly number[]])[]): readonly Line[] {
  const rounds = Math.min(...series.map(([, ys]) => ys.length));
  if (!Number.isFinite(rounds)) return [];
  return Array.from({ length: rounds }, (_, i) =>
    fitLine(series.map(([x, ys]) => [x, ys[i] ?? Number.NaN] as const)),
  ).flatMap((line) => (line === null || Number.isNaN(line.slope) ? [] : [line]));
}

/** The middle one of the slopes between all pairs of points (Theil and Sen): a few wild points do not tilt it. */
export function middleSlope(points: readonly Point[]): number | null {
  const slopes = points.flatMap(([x1, y1], i) =>
    points.slice(i + 1).flatMap(([x2, y2]) => (x2 === x1 ? [] : [(y2 - y1) / (x2 - x1)])),
  );
  return quartilesOf(slopes)?.median ?? null;
}

/** The middle distance from the middle value: how far readings differ by chance. */
export function middleDistance(values: readonly number[]): number {
  const middle = quartilesOf(values)?.median ?? Number.NaN;
  return quartilesOf(values.map((value) => Math.abs(value - middle)))?.median ?? Number.NaN;
}

/** The 95th of a hundred; NaN of none. */
export function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Number.NaN;
}

/** Ratios of values that were measured side by side. */
export const pairedQuartiles = (above: readonly number[], below: readonly number[]): Quartiles | null =>
  quartilesOf(above.flatMap((value, i) => (below[i] === undefined ? [] : [value / below[i]])));

export interface MeasureOptions {
  /** Wall time of its own turns that each design gets, warm-up not counted. */
  readonly seconds: number;
  readonly signal?: AbortSignal;
  /** 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

const POLL_MS = 10;
/** Connecting 12,500 backends to six servers on a busy machine takes several seconds at worst. */
const SILENCE_LIMIT_MS = 30_000;

/** A lab whose threads stopped answering must not be disposed of: joining its threads would wait for ever. */
export interface MeasureError extends EngineError {
  readonly stuck: boolean;
}
const failed = (message: string, stuck = false): Result<never, MeasureError> => err({ kind: 'failed', message, stuck });

/** All slices of this request, warm-up and other work included, oldest first. The lab keeps running afterwards. */
export async function measure(
  lab: LabClient,
  config: LabConfig,
  { seconds, signal, onProgress }: MeasureOptions,
): Promise<Result<readonly LabSlice[], MeasureError>> {
  if (lab.state() === 'paused') lab.resume();
  const asked = await lab.request(config);
  if (!asked.ok) return err({ ...asked.error, stuck: false });
  let sweep = beginSweep({ points: [config], seconds, cores: lab.info().cores });
  const slices: LabSlice[] = [];
  let heardAt = performance.now();
  while (!sweepDone(sweep)) {
    if (signal?.aborted) return failed('interrupted');
    await sleep(POLL_MS);
    const fresh = lab.drain().filter((slice) => slice.generation === asked.value);
    if (fresh.length > 0) {
      heardAt = performance.now();
      for (const slice of fresh) slices.push(slice);
      sweep = takeSlices(sweep, fresh);
      onProgress?.(sweepProgress(sweep));
    }
    const state = lab.state();
    if (state === 'failed' || state === 'stopped') return failed(`the lab ${state} while it measured`);
    if (performance.now() - heardAt > SILENCE_LIMIT_MS)
      return failed(`the lab's threads finished no turn for ${SILENCE_LIMIT_MS / 1000} s`, true);
  }
  return ok(slices);
}

/** Parks the lab's threads, so that other work can have the machine. */
export async function quieten(lab: LabClient): Promise<void> {
  lab.pause();
  const until = performance.now() + 5_000;
  while (lab.state() === 'running' && performance.now() < until) await sleep(1);
}
