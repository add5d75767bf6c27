/** Published curves of throughput against connections, drawn over a measured sweep by the rules of `published-scale.ts`. */
import type { DesignId } from '../../base/designs.ts';
import { commonScale } from './published-scale.ts';
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
