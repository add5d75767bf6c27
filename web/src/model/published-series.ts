/**
 * Published curves of throughput against connections, laid over a measured sweep the way `published-scale.ts` says.
 */
import type { DesignId } from '../engine/lab-types.ts';
import { scaleToZero } from './published-scale.ts';
import type { ResultRow } from './rows.ts';

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

/** Measured throughput without connections of this kind, by design. */
export function measuredZero(rows: readonly ResultRow[], axis: SweepAxis): Partial<Record<DesignId, number>> {
  const zero: Partial<Record<DesignId, number>> = {};
  for (const row of rows) if (row[axis] === 0) zero[row.design] ??= row.tps;
  return zero;
}

/**
 * Curves to lay over a measured sweep: one for each of 13 and 14 that has a measured point at zero.
 * With nothing measured at all the curves come as published.
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
  return columns.flatMap(([design, column]) => {
    const curve = own.map((p) => ({ connections: p.connections, tps: p[column] }));
    const scale = zero === null ? 1 : scaleToZero(curve, zero[design] ?? Number.NaN);
    if (scale === undefined) return [];
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
