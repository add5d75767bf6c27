/**
 * A sweep: the same designs measured at one point after another. Pure: the caller asks the lab for `currentPoint`,
 * passes in the slices of that request, and continues when the state has moved to the next point. Invariant: a point's
 * rows come from slices of one request only; a stopped sweep keeps the points it has.
 */
import type { DesignId } from '../../base/designs.ts';
import type { Sure } from '../../base/units.ts';
import type { LabConfig, LabSlice } from '../../engine/lab/lab-types.ts';
import { claimShare } from './claim.ts';
import type { SweepAxis } from './published-series.ts';
import { type ResultRow, rowsOf, sliceTps } from './rows.ts';

/** A sweep's finding in a sentence: the share of its throughput that each design keeps at the most connections. Pure. */

export type SweepFinding =
  | { readonly kind: 'kept'; readonly connections: number; readonly kept: readonly Kept[] }
  /** There is no point at 0 and one beyond yet, or their difference is not sure. */
  | { readonly kind: 'measuring' }
  /** Other programs used the machine while one of the two points was measured. */
  | { readonly kind: 'busy' };
export interface Kept {
  readonly design: DesignId;
  readonly share: Sure;
}

/** For at most two designs, 13 and 14 first: a title is a sentence. It contains a share only if the share's interval supports it. */
export function keptShares(rows: readonly ResultRow[], axis: SweepAxis): SweepFinding {
  const connections = Math.max(0, ...rows.map((row) => row[axis]));
  if (connections === 0) return { kind: 'measuring' };
  const designs = [...new Set(rows.map((row) => row.design))];
  const known = designs.filter((design) => design === 'pg13' || design === 'pg14');
  const told = known.length > 0 ? known : designs.slice(0, 2);
  const ends = told.map((design) => {
    const at = (x: number) => rows.find((row) => row.design === design && row[axis] === x);
    return { design, first: at(0), last: at(connections) };
  });
  // Designs are measured in turns, but the two points one after the other: if the machine was busy at one of them, a
  // design would seem slower, or faster, because of its connections.
  if (ends.some(({ first, last }) => [first, last].some((row) => (row?.disturbed.length ?? 0) > 0))) {
    return { kind: 'busy' };
  }
  const kept = ends.flatMap(({ design, first, last }) => {
    const claim = claimShare(first?.tpsInterval, last?.tpsInterval);
    return claim.kind === 'keeps' ? [{ design, share: claim.share }] : [];
  });
  return kept.length > 0 && kept.length === told.length ? { kind: 'kept', connections, kept } : { kind: 'measuring' };
}

export interface SweepPlan {
  readonly points: readonly LabConfig[];
  /** Wall time of its own turns that each design gets at each point. */
  readonly seconds: number;
  readonly cores: number;
}

/** Data of the current point so far. Chunks are linked newest first, so that adding one costs the same on a long point. */
interface PointState {
  readonly chunks: { readonly slices: readonly LabSlice[]; readonly older: PointState['chunks'] } | null;
  readonly measured: ReadonlyMap<DesignId, { readonly seconds: number; readonly turns: number }>;
}
const NOTHING: PointState = { chunks: null, measured: new Map() };

export interface SweepState {
  readonly plan: SweepPlan;
  /** Index of the current point; `plan.points.length` when all are measured. */
  readonly index: number;
  readonly point: PointState;
  /** Rows of the finished points, in the order of the plan. */
  readonly rows: readonly ResultRow[];
}

/** Even the longest turns must happen a few times, or their spread is unknown. */
export const MIN_TURNS_PER_POINT = 3;

export const beginSweep = (plan: SweepPlan): SweepState => ({ plan, index: 0, point: NOTHING, rows: [] });

export const currentPoint = (state: SweepState): LabConfig | null => state.plan.points[state.index] ?? null;

export const sweepDone = (state: SweepState): boolean => state.index >= state.plan.points.length;

function addChunk(point: PointState, slices: readonly LabSlice[]): PointState {
  const measured = new Map(point.measured);
  for (const slice of slices) {
    if (slice.design === 'other-work' || slice.warmUp || sliceTps(slice) === null) continue;
    const before = measured.get(slice.design) ?? { seconds: 0, turns: 0 };
    const seconds = before.seconds + slice.threadNs / slice.active / 1e9;
    measured.set(slice.design, { seconds, turns: before.turns + 1 });
  }
  return { chunks: { slices, older: point.chunks }, measured };
}

function slicesOf(point: PointState): LabSlice[] {
  const chunks: (readonly LabSlice[])[] = [];
  for (let chunk = point.chunks; chunk !== null; chunk = chunk.older) chunks.push(chunk.slices);
  return chunks.reverse().flat();
}

/** How much of the point each design has, 0 to 1: the slowest design counts. */
function pointShare(point: PointState, config: LabConfig, seconds: number): number {
  const shares = config.designs.map((design) => {
    const own = point.measured.get(design) ?? { seconds: 0, turns: 0 };
    return Math.min(own.seconds / seconds, own.turns / MIN_TURNS_PER_POINT);
  });
  return Math.min(1, ...shares);
}

/** Adds slices of the current point's request. Moves on to the next point once each design has had its seconds. */
export function takeSlices(state: SweepState, slices: readonly LabSlice[]): SweepState {
  const config = currentPoint(state);
  if (config === null || slices.length === 0) return state;
  const point = addChunk(state.point, slices);
  if (pointShare(point, config, state.plan.seconds) < 1) return { ...state, point };
  return {
    plan: state.plan,
    index: state.index + 1,
    point: NOTHING,
    rows: [...state.rows, ...rowsOf(slicesOf(point), config, state.plan.cores)],
  };
}

/** Measured part of the whole sweep, 0 to 1. */
export function sweepProgress(state: SweepState): number {
  const { points, seconds } = state.plan;
  const config = currentPoint(state);
  if (points.length === 0 || config === null) return 1;
  return (state.index + pointShare(state.point, config, seconds)) / points.length;
}

/** Least measuring time of the whole sweep, in seconds: other work, if there is any, takes a turn in each round, too. */
export function sweepSeconds(plan: SweepPlan): number {
  return plan.points.reduce(
    (sum, point) => sum + plan.seconds * (point.designs.length + (point.otherWorkUs > 0 ? 1 : 0)),
    0,
  );
}
