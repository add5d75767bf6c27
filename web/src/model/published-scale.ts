/**
 * The one way in which a published curve is laid over a measured one. Pure.
 * The published machine was another one, so only the shape is compared: each value is taken as a share of the curve's own
 * value at zero connections, and that share is drawn from the point measured there.
 * Invariant: at zero the published mark lies on the measured one; nothing else is fitted, and nothing between two
 * published points is made up.
 */

export interface PublishedValue {
  /** Connections of the kind that the curve is about. */
  readonly connections: number;
  /** Transactions per second, as published. */
  readonly tps: number;
}

/** By what to multiply a curve so that it starts at `measuredAtZero` transactions per second; undefined where it has no start. */
export function scaleToZero(curve: readonly PublishedValue[], measuredAtZero: number): number | undefined {
  const origin = curve.find(({ connections }) => connections === 0);
  const scale = measuredAtZero / (origin?.tps ?? Number.NaN);
  return Number.isFinite(scale) && scale > 0 ? scale : undefined;
}
