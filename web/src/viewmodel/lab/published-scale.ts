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
