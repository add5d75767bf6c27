/**
 * The published experiment beside the race, both designs laid over it the way `published-scale.ts` says. Pure.
 * Without a measured zero point both keep the transactions per second they were published with.
 */
import type { IdleConnectionsRow } from '../scenario/published.ts';
import { scaleToZero } from './published-scale.ts';

export interface CurvePoint {
  readonly idle: number;
  readonly slow: number;
  readonly fast: number;
}
export interface PublishedCurve {
  readonly active: number;
  /** True when the curves start at the measured zero point. */
  readonly scaled: boolean;
  readonly points: readonly CurvePoint[];
}
export interface ZeroPoint {
  readonly slow: number;
  readonly fast: number;
}

/** `slow` is the server before the work (pre), `fast` the one after it (post). */
export function publishedCurve(
  rows: readonly IdleConnectionsRow[],
  active: number,
  zero: ZeroPoint | undefined,
): PublishedCurve {
  const own = rows.filter((row) => row.active === active).sort((a, b) => a.idle - b.idle);
  const scaleOf = (column: 'tps_pre' | 'tps_post', measured: number | undefined) =>
    scaleToZero(
      own.map((row) => ({ connections: row.idle, tps: row[column] })),
      measured ?? Number.NaN,
    );
  const slow = scaleOf('tps_pre', zero?.slow);
  const fast = scaleOf('tps_post', zero?.fast);
  // Both or neither: the two share one axis.
  const scale = slow === undefined || fast === undefined ? undefined : { slow, fast };
  return {
    active,
    scaled: scale !== undefined,
    points: own.map((row) => ({
      idle: row.idle,
      slow: row.tps_pre * (scale?.slow ?? 1),
      fast: row.tps_post * (scale?.fast ?? 1),
    })),
  };
}

/** post / pre at a number of idle connections that was published; `undefined` between them: nothing is interpolated. */
export function publishedRatio(curve: PublishedCurve, idle: number): number | undefined {
  const point = curve.points.find((p) => p.idle === idle);
  return point && point.fast / point.slow;
}

export const stopsOf = (curve: PublishedCurve): readonly number[] => curve.points.map((point) => point.idle);
