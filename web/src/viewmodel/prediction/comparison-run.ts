/**
 * A published table as a list of points to model, and the model's answers so far as curves next to the published ones.
 * Pure. All points with coherence come first, so that the curves appear before the ablation is computed.
 */
import { ms } from '../../base/units.ts';
import type { ModelBreakdown, ModelConfig } from '../../engine/simulation/model-types.ts';
import { median } from '../lab/claim.ts';
import {
  COMPARED_AS,
  type Compare,
  type ComparisonPoint,
  comparisonOf,
  curvesOf,
  type PointBands,
  type PointParts,
  type PointThroughput,
} from './comparison.ts';
import { type ErrorSpread, isPredicted, judgedOf, spreadOfErrors } from './errors.ts';
import { CURVE_DESIGN, CURVES, type Curve, type ModelComparison, type Run } from './model-chart.ts';
import { bySeed, meanBreakdown } from './model-rows.ts';

export interface ComparisonJob {
  readonly point: ComparisonPoint;
  readonly curve: Curve;
  readonly coherence: boolean;
}

export const comparisonJobs = (points: readonly ComparisonPoint[]): readonly ComparisonJob[] =>
  [true, false].flatMap((coherence) => points.flatMap((point) => CURVES.map((curve) => ({ point, curve, coherence }))));

/** The published experiment: pgbench's read-only script, no think time, clients on the server's machine. */
export const jobConfig = ({ point, curve, coherence }: ComparisonJob): ModelConfig => ({
  design: CURVE_DESIGN[curve],
  active: point.active,
  idle: point.idle,
  mostlyIdle: point.mostlyIdle,
  workload: 'readonly',
  thinkMs: ms(0),
  networkMs: ms(0),
  otherWorkUs: null,
  coherence,
});

/**
 * The points for which both designs' answers have come; `tps` in the order of the jobs, with null for missing ones.
 * Invariant: a figure that was not computed is null, never invented.
 */
export function answered(
  points: readonly ComparisonPoint[],
  tps: readonly (number | null)[],
): readonly (readonly [ComparisonPoint, PointThroughput])[] {
  const pair = (from: number): { readonly pre: number; readonly post: number } | null => {
    const [pre, post] = [tps[from] ?? null, tps[from + 1] ?? null];
    return pre === null || post === null ? null : { pre, post };
  };
  return points.flatMap((point, i) => {
    const modelled = pair(i * CURVES.length);
    return modelled === null
      ? []
      : [[point, { modelled, without: pair((points.length + i) * CURVES.length) }] as const];
  });
}

/** Two ends of a curve with idle connections, for the stack of its drop. */
export interface CurveEnds<Row> {
  readonly active: number;
  readonly few: number;
  readonly many: number;
  /** The rows of each end with coherence, in the order of their seeds. */
  readonly rows: readonly [few: readonly Row[], many: readonly Row[]];
}

/** The first and the last point of the curve with most clients; null without two. `rows` as for `comparisonState`. */
export function endsOf<Row>(
  points: readonly ComparisonPoint[],
  curve: Curve,
  rows: readonly (Row | null)[],
): CurveEnds<Row> | null {
  const active = Math.max(...points.map((point) => point.active));
  const own = points.filter((point) => point.active === active).toSorted((a, b) => a.idle - b.idle);
  const [few, many] = [own[0], own.at(-1)];
  if (few === undefined || many === undefined || few.idle === many.idle) return null;
  const seeds = bySeed(rows, comparisonJobs(points).length);
  const at = (point: ComparisonPoint) => seeds[points.indexOf(point) * CURVES.length + CURVES.indexOf(curve)] ?? [];
  return { active, few: few.idle, many: many.idle, rows: [at(few), at(many)] };
}

export interface ComparisonState {
  readonly curves: readonly ModelComparison[];
  /** Of each answer, over the judged points of all curves that no fit has used. */
  readonly errors: Readonly<Record<Run, ErrorSpread>>;
  /** Published figures that were judged: those of both designs, without the fitted ones. */
  readonly judged: number;
  /** Complete seeds. */
  readonly seeds: number;
  /** No fit used 13. */
  readonly predicted: boolean;
}

/** The means of the seeds with coherence; points of which a design has not come are left out. */
function partsOf(points: readonly ComparisonPoint[], breakdowns: readonly (ModelBreakdown | null)[]): PointParts {
  const means = bySeed(breakdowns, comparisonJobs(points).length).map(meanBreakdown);
  return points.flatMap((point, i) => {
    const [pre, post] = [means[i * CURVES.length] ?? null, means[i * CURVES.length + 1] ?? null];
    return pre === null || post === null ? [] : [[point, { pre, post }] as const];
  });
}

/**
 * All curves of a table, the one with most clients first; `tps` and `breakdowns` in the order of
 * `seeded(comparisonJobs(points))`. Without breakdowns no part can be the reason of an error.
 */
export function comparisonState(
  compare: Compare,
  points: readonly ComparisonPoint[],
  tps: readonly (number | null)[],
  breakdowns: readonly (ModelBreakdown | null)[] = [],
  bands: PointBands = new Map(),
): ComparisonState {
  const { axis } = COMPARED_AS[compare.id];
  const jobs = comparisonJobs(points).length;
  const known = answered(
    points,
    bySeed(tps, jobs).map((own) => median(own) ?? null),
  );
  const parts = partsOf(points, breakdowns);
  // A seed counts when it is complete, with coherence and without.
  const seeds = Array.from({ length: Math.ceil(tps.length / jobs) }, (_, i) => tps.slice(i * jobs, (i + 1) * jobs))
    .filter((own) => own.length === jobs && own.every((one) => one !== null))
    .map((own) => answered(points, own));
  const curves = curvesOf(points, axis)
    .toSorted((a, b) => (b ?? 0) - (a ?? 0))
    .map((active) => comparisonOf(compare, active, known, seeds, points, parts, bands));
  const each = curves.map(judgedOf);
  const judged = each.flatMap(({ rows }) => rows);
  const bySeeds = seeds.map((_, i) => each.flatMap((curve) => curve.seeds[i] ?? []));
  return {
    curves,
    errors: byRun((run) => spreadOfErrors(bySeeds, run)),
    judged: judged.reduce((sum, { fitted }) => sum + CURVES.filter((curve) => !fitted[curve]).length, 0),
    seeds: seeds.length,
    predicted: isPredicted(judged, 'pre'),
  };
}

const byRun = <T>(of: (run: Run) => T): Readonly<Record<Run, T>> => ({
  modelled: of('modelled'),
  without: of('without'),
  formula: of('formula'),
});
