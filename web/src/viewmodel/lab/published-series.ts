/** Published curves of throughput against connections, drawn over a measured sweep. */
import type { DesignId } from '../../base/designs.ts';
import type { ModelRow } from '../../engine/simulation/model-types.ts';
import type { ResultRow, RowsTable } from './rows.ts';

/**
 * The only way in which published or modelled curves are drawn over measured ones. Pure.
 * The published machine was a different one, so only shapes are compared. All curves of a figure are multiplied by ONE
 * factor: the lead of one design over the other there is the same in the picture, at every point, whatever was measured
 * here. The factor is the geometric mean of the rates measured at zero over the geometric mean of the same curves'
 * rates there.
 * Invariant: the ratio of two curves is their own at every point; nothing between two points is invented.
 */

export interface PublishedValue {
  /** Connections of the kind on the curve's axis. */
  readonly connections: number;
  /** Transactions per second, as published. */
  readonly tps: number;
}

export interface ToScale {
  readonly curve: readonly PublishedValue[];
  /** Transactions per second measured at zero for this curve's design; undefined if not measured. */
  readonly measuredAtZero: number | undefined;
}

/** The factor for all the curves; undefined if no curve has both its own start and a measured one. */
export function commonScale(curves: readonly ToScale[]): number | undefined {
  const logs = curves.flatMap(({ curve, measuredAtZero }) => {
    const origin = curve.find(({ connections }) => connections === 0);
    const log = Math.log((measuredAtZero ?? Number.NaN) / (origin?.tps ?? Number.NaN));
    return Number.isFinite(log) ? [log] : [];
  });
  return logs.length === 0 ? undefined : Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}

export type SweepAxis = 'idle' | 'mostlyIdle';

/** A row of either published table, its first column renamed. */
export interface PublishedPoint {
  readonly connections: number;
  readonly active: number;
  readonly tps_pre: number;
  readonly tps_post: number;
}

export interface PublishedCurve {
  readonly design: 'pg13' | 'pg14';
  /** Client threads of the published run. */
  readonly active: number;
  /** `normalised`: y is in measured transactions per second. `absolute`: y is as published. */
  readonly kind: 'normalised' | 'absolute';
  readonly points: readonly { readonly x: number; readonly y: number; readonly publishedTps: number }[];
}

/** The published run nearest to `active` clients, by ratio: 1 for one or a few, 48 for many. */
export function nearestActive(points: readonly PublishedPoint[], active: number): number | null {
  let best: number | null = null;
  const far = (n: number): number => Math.abs(Math.log(n / Math.max(1, active)));
  for (const point of points) if (best === null || far(point.active) < far(best)) best = point.active;
  return best;
}

/** A measured zero can scale curves only if its interval is at most this wide, as a factor. */
const NARROW = 1.15;

/**
 * Measured throughput without connections of this kind, by design. Null when a measurement is not precise enough: then
 * no curve is scaled to it.
 */
export function measuredZero(rows: readonly ResultRow[], axis: SweepAxis): Partial<Record<DesignId, number>> | null {
  const zero: Partial<Record<DesignId, number>> = {};
  for (const row of rows) {
    if (row[axis] !== 0) continue;
    const { tpsInterval: interval } = row;
    if (row.disturbed.length > 0 || interval === null || interval.high > NARROW * interval.low) return null;
    zero[row.design] ??= row.tps;
  }
  return zero;
}

/**
 * Curves to draw over a measured sweep: one for each of 13 and 14 that has a measured point at zero, both scaled by one
 * factor. Without such a point (`zero` null) the curves stay as published.
 */
export function publishedCurves(
  points: readonly PublishedPoint[],
  active: number,
  zero: Partial<Record<DesignId, number>> | null,
): PublishedCurve[] {
  const nearest = nearestActive(points, active);
  if (nearest === null) return [];
  const own = points.filter((p) => p.active === nearest).sort((a, b) => a.connections - b.connections);

  const columns = [
    ['pg13', 'tps_pre'],
    ['pg14', 'tps_post'],
  ] as const;
  const curves = columns.map(([design, column]) => ({
    design,
    curve: own.map((p) => ({ connections: p.connections, tps: p[column] })),
    measuredAtZero: zero?.[design],
  }));
  const scale = zero === null ? 1 : commonScale(curves);
  return curves.flatMap(({ design, curve, measuredAtZero }) => {
    if (scale === undefined || (zero !== null && measuredAtZero === undefined)) return [];
    return [
      {
        design,
        active: nearest,
        kind: zero === null ? ('absolute' as const) : ('normalised' as const),
        points: curve.map((p) => ({ x: p.connections, y: p.tps * scale, publishedTps: p.tps })),
      },
    ];
  });
}

/**
 * Modelled curves of throughput against connections, drawn over a measured sweep like the published ones: the same
 * experiment on a different machine, so that only the shape is compared. Pure.
 */

export interface ModelledCurve {
  readonly design: DesignId;
  /** `normalised`: y is in measured transactions per second. `absolute`: y is as modelled. */
  readonly kind: 'normalised' | 'absolute';
  readonly points: readonly { readonly x: number; readonly y: number; readonly modelledTps: number }[];
}

/** More points would not improve a curve, and take time. */
export const MOST_MODELLED = 12;

/**
 * The counts that the model computes for a sweep: the sweep's own, ascending, and 0, which scaling needs; a selection
 * if there are very many, ends included.
 */
export function modelledCounts(counts: readonly number[]): readonly number[] {
  const all = [...new Set([0, ...counts])].sort((a, b) => a - b);
  if (all.length <= MOST_MODELLED) return all;
  const step = (all.length - 1) / (MOST_MODELLED - 1);
  return Array.from({ length: MOST_MODELLED }, (_, i) => all[Math.round(i * step)] ?? 0);
}

/**
 * A curve for each modelled design that has a measured point at zero, all scaled by one factor; with no such point at
 * all (`zero` null) the curves stay as modelled.
 */
export function modelledCurves(
  rows: readonly ModelRow[],
  axis: SweepAxis,
  zero: Partial<Record<DesignId, number>> | null,
): ModelledCurve[] {
  const designs = [...new Set(rows.map((row) => row.design))];
  const curves = designs.map((design) => ({
    design,
    curve: rows
      .filter((row) => row.design === design)
      .map((row) => ({ connections: row[axis], tps: row.tps }))
      .sort((a, b) => a.connections - b.connections),
    measuredAtZero: zero?.[design],
  }));
  const scale = zero === null ? 1 : commonScale(curves);
  return curves.flatMap(({ design, curve, measuredAtZero }) => {
    if (scale === undefined || (zero !== null && measuredAtZero === undefined)) return [];
    return [
      {
        design,
        kind: zero === null ? ('absolute' as const) : ('normalised' as const),
        points: curve.map(({ connections, tps }) => ({ x: connections, y: tps * scale, modelledTps: tps })),
      },
    ];
  });
}

/** The rows of a sweep's CSV file: measured rows in full, modelled and published ones with the columns they have. */
export function withOthers(
  measured: RowsTable,
  modelled: readonly ModelRow[],
  published: readonly {
    readonly design: DesignId;
    readonly active: number;
    readonly connections: number;
    readonly tps: number;
  }[],
  axis: SweepAxis,
  source: string,
): RowsTable {
  const header = [...measured.header, 'machine'];
  const line = (of: Readonly<Record<string, string | number>>) => header.map((name) => of[name] ?? '');
  return {
    header,
    rows: [
      ...measured.rows.map((row) => [...row, '']),
      ...modelled.map((row) =>
        line({
          provenance: row.provenance,
          design: row.design,
          active: row.active,
          idle: row.idle,
          mostlyIdle: row.mostlyIdle,
          workload: row.workload,
          tps: row.tps,
          nsPerSnapshot: row.nsPerSnapshot,
          machine: row.machine.id,
        }),
      ),
      ...published.map(({ design, active, connections, tps }) =>
        line({
          provenance: 'published',
          design,
          active,
          idle: 0,
          mostlyIdle: 0,
          [axis]: connections,
          workload: 'readonly' satisfies ResultRow['workload'],
          tps,
          machine: source,
        }),
      ),
    ],
  };
}
