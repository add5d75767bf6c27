/**
 * The one way in which published or modelled curves are laid over measured ones. Pure.
 * The other machine was another one, so only shapes are compared. All curves of a figure are multiplied by ONE factor: what
 * one design had over the other there, it has in the picture, at every point, whatever was measured here. The factor is the
 * geometric mean of what was measured at zero over the geometric mean of what the same curves have there.
 * Invariant: the ratio of two curves is their own at every point; nothing between two points is made up.
 */

export interface PublishedValue {
  /** Connections of the kind that the curve is about. */
  readonly connections: number;
  /** Transactions per second, as published. */
  readonly tps: number;
}

export interface ToScale {
  readonly curve: readonly PublishedValue[];
  /** Transactions per second measured at zero for this curve's design; undefined where none were. */
  readonly measuredAtZero: number | undefined;
}

/** By what to multiply all the curves; undefined where no curve has both a start of its own and a measured one. */
export function commonScale(curves: readonly ToScale[]): number | undefined {
  const logs = curves.flatMap(({ curve, measuredAtZero }) => {
    const origin = curve.find(({ connections }) => connections === 0);
    const log = Math.log((measuredAtZero ?? Number.NaN) / (origin?.tps ?? Number.NaN));
    return Number.isFinite(log) ? [log] : [];
  });
  return logs.length === 0 ? undefined : Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}
