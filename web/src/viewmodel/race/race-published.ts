/**
 * The published experiment next to the race, scaled like the Lab's: `publishedCurves`, point by point. Pure. One factor
 * scales both curves. Without a measured zero point both keep their published transactions per second.
 */
import type { IdleConnectionsRow } from '../../scenario/published.ts';
import { publishedCurves } from '../lab/published-series.ts';
import type { Levels } from './race.ts';

export interface CurvePoint {
  readonly idle: number;
  readonly slow: number;
  readonly fast: number;
}
export interface PublishedCurve {
  readonly active: number;
  /** True when the curves were scaled to the measured zero point. */
  readonly scaled: boolean;
  /** The factor of every published rate; 1 as published. */
  readonly factor: number;
  readonly points: readonly CurvePoint[];
}

/** `slow` is the server before the work (pre), `fast` the one after it (post). */
export function publishedCurve(
  rows: readonly IdleConnectionsRow[],
  active: number,
  zero: Levels | undefined,
): PublishedCurve {
  const own = rows.filter((row) => row.active === active).sort((a, b) => a.idle - b.idle);
  const points = own.map((row) => ({ ...row, connections: row.idle }));
  const measured = zero && publishedCurves(points, active, { pg13: zero.slow, pg14: zero.fast });
  // Both or neither: the two share one axis.
  const scaled = measured?.length === 2;
  const [slow, fast] = scaled ? measured : publishedCurves(points, active, null);
  const tps = (curve: typeof slow, row: number) => curve?.points[row]?.y ?? Number.NaN;
  return {
    active,
    scaled,
    factor: (slow?.points[0]?.y ?? 1) / (slow?.points[0]?.publishedTps ?? 1),
    points: own.map(({ idle }, row) => ({ idle, slow: tps(slow, row), fast: tps(fast, row) })),
  };
}

/** post / pre at a published number of idle connections; `undefined` between them: nothing is interpolated. */
export function publishedRatio(curve: PublishedCurve, idle: number): number | undefined {
  const point = curve.points.find((p) => p.idle === idle);
  return point && point.fast / point.slow;
}

export const stopsOf = (curve: PublishedCurve): readonly number[] => curve.points.map((point) => point.idle);

/** Cost of one more connection for a snapshot, in ns: how much longer a transaction with its two snapshots takes. */
export function connectionCostNs(zeroTps: number, tps: number, idle: number): number {
  const SNAPSHOTS = 2;
  return ((1 / tps - 1 / zeroTps) * 1e9) / (idle * SNAPSHOTS);
}
