/**
 * The curves that the cliff's chart may draw together. Lines measured here, modelled ones and those of real servers
 * come from different runs, with different clients and different work around the rows: their heights cannot be
 * compared. So every run is drawn as a share of its own throughput at 60 savepoints, where nothing has overflowed yet;
 * the drop from there can be compared. Pure.
 * Invariant: only this file makes an `OwnShare`, and the chart takes nothing else: two runs cannot meet on an absolute
 * axis.
 */
import { BELOW, CACHED_SUBXIDS, type CliffSeries, type CliffShape, REAL_CLIFFS, type RealCliff } from './cliff.ts';

declare const ofOwnRun: unique symbol;
/** Throughput as a share of the same run's at 60 savepoints: 1 there. */
export type OwnShare = number & { readonly [ofOwnRun]: true };

export interface SharePoint {
  readonly savepoints: number;
  readonly share: OwnShare;
  readonly q1: OwnShare;
  readonly q3: OwnShare;
}

export type CliffCurve = { readonly points: readonly SharePoint[]; readonly shape: CliffShape } & (
  | { readonly kind: 'measured' | 'modelled' }
  | { readonly kind: 'real'; readonly id: RealCliff['id'] }
);

type Rates = readonly {
  readonly savepoints: number;
  readonly tps: number;
  readonly q1?: number;
  readonly q3?: number;
}[];

/** Empty if the run has no figure at 60. */
export function sharesOfOwn(points: Rates): readonly SharePoint[] {
  const own = points.find(({ savepoints }) => savepoints === BELOW)?.tps ?? 0;
  if (!(own > 0)) return [];
  const share = (tps: number): OwnShare => (tps / own) as OwnShare;
  return points.map(({ savepoints, tps, q1 = tps, q3 = tps }) => ({
    savepoints,
    share: share(tps),
    q1: share(q1),
    q3: share(q3),
  }));
}

/**
 * The guide through a real server's few marks. It is no measurement, so it has no slope across the boundary, where
 * nothing was run: it stays at its neighbours' heights and is broken between the last savepoint that fits into the
 * cache and the first that does not. A NaN breaks the line.
 */
export function guideOf(
  points: readonly SharePoint[],
): readonly { readonly savepoints: number; readonly share: number }[] {
  return points.flatMap((point, i) => {
    const next = points[i + 1];
    if (next === undefined || point.savepoints > CACHED_SUBXIDS || next.savepoints <= CACHED_SUBXIDS) return [point];
    return [
      point,
      { savepoints: CACHED_SUBXIDS, share: point.share },
      { savepoints: CACHED_SUBXIDS + 0.5, share: Number.NaN },
      { savepoints: CACHED_SUBXIDS + 1, share: next.share },
    ];
  });
}

/** Real servers first, then modelled, then measured lines: they are painted in this order. */
export function cliffCurves(
  measured: readonly CliffSeries[],
  modelled: readonly CliffSeries[] = [],
): readonly CliffCurve[] {
  const curves: readonly CliffCurve[] = [
    ...REAL_CLIFFS.flatMap(({ id, shape, points }) =>
      shape === null ? [] : [{ kind: 'real' as const, id, shape, points: sharesOfOwn(points) }],
    ),
    ...modelled.map(({ shape, points }) => ({ kind: 'modelled' as const, shape, points: sharesOfOwn(points) })),
    ...measured.map(({ shape, points }) => ({ kind: 'measured' as const, shape, points: sharesOfOwn(points) })),
  ];
  return curves.filter(({ points }) => points.length > 0);
}

/** A real server's share at a number of savepoints; null: not observed there. */
export const realShare = ({ points }: RealCliff, savepoints: number): OwnShare | null =>
  sharesOfOwn(points).find((point) => point.savepoints === savepoints)?.share ?? null;
