/** A sweep's finding in a sentence: the share of its throughput that each design keeps at the most connections. Pure. */

import type { DesignId } from '../../base/designs.ts';
import type { Sure } from '../../base/units.ts';
import { claimShare } from './claim.ts';
import type { SweepAxis } from './published-series.ts';
import type { ResultRow } from './rows.ts';

export type SweepFinding =
  | { readonly kind: 'kept'; readonly connections: number; readonly kept: readonly Kept[] }
  /** There is no point at 0 and one beyond yet, or their difference is not sure. */
  | { readonly kind: 'measuring' }
  /** Other programs used the machine while one of the two points was measured. */
  | { readonly kind: 'busy' };
export interface Kept {
  readonly design: DesignId;
  readonly share: Sure;
}

/** For at most two designs, 13 and 14 first: a title is a sentence. It contains a share only if the share's interval supports it. */
export function keptShares(rows: readonly ResultRow[], axis: SweepAxis): SweepFinding {
  const connections = Math.max(0, ...rows.map((row) => row[axis]));
  if (connections === 0) return { kind: 'measuring' };
  const designs = [...new Set(rows.map((row) => row.design))];
  const known = designs.filter((design) => design === 'pg13' || design === 'pg14');
  const told = known.length > 0 ? known : designs.slice(0, 2);
  const ends = told.map((design) => {
    const at = (x: number) => rows.find((row) => row.design === design && row[axis] === x);
    return { design, first: at(0), last: at(connections) };
  });
  // Designs are measured in turns, but the two points one after the other: if the machine was busy at one of them, a
  // design would seem slower, or faster, because of its connections.
  if (ends.some(({ first, last }) => [first, last].some((row) => (row?.disturbed.length ?? 0) > 0))) {
    return { kind: 'busy' };
  }
  const kept = ends.flatMap(({ design, first, last }) => {
    const claim = claimShare(first?.tpsInterval, last?.tpsInterval);
    return claim.kind === 'keeps' ? [{ design, share: claim.share }] : [];
  });
  return kept.length > 0 && kept.length === told.length ? { kind: 'kept', connections, kept } : { kind: 'measuring' };
}
