/**
 * The published experiment beside the measured one. Pure.
 * Each published curve is divided by its own value at zero idle connections and drawn from the measured value there, so
 * that only its *shape* is compared. Without a measured zero point it keeps the transactions per second it was published with.
 */
import type { IdleConnectionsRow } from '../scenario/published.ts';

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
  const origin = own.find((row) => row.idle === 0);
  const slowFactor = zero && origin ? zero.slow / origin.tps_pre : 1;
  const fastFactor = zero && origin ? zero.fast / origin.tps_post : 1;
  return {
    active,
    scaled: zero !== undefined && origin !== undefined,
    points: own.map((row) => ({ idle: row.idle, slow: row.tps_pre * slowFactor, fast: row.tps_post * fastFactor })),
  };
}

/** post / pre at a number of idle connections that was published; `undefined` between them: nothing is interpolated. */
export function publishedRatio(curve: PublishedCurve, idle: number): number | undefined {
  const point = curve.points.find((p) => p.idle === idle);
  return point && point.fast / point.slow;
}

export const stopsOf = (curve: PublishedCurve): readonly number[] => curve.points.map((point) => point.idle);
