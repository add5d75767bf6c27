/** What a sweep says in a sentence: the part of its throughput that each design keeps at the most connections. Pure. */
import type { DesignId } from '../engine/lab-types.ts';
import type { SweepAxis } from './published-series.ts';
import type { ResultRow } from './rows.ts';

export interface SweepFinding {
  readonly connections: number;
  readonly kept: readonly { readonly design: DesignId; readonly share: number }[];
}

/** Of at most two designs, 13 and 14 first: a title is a sentence. Null before there is a point at 0 and one beyond. */
export function keptShares(rows: readonly ResultRow[], axis: SweepAxis): SweepFinding | null {
  const connections = Math.max(0, ...rows.map((row) => row[axis]));
  if (connections === 0) return null;
  const designs = [...new Set(rows.map((row) => row.design))];
  const known = designs.filter((design) => design === 'pg13' || design === 'pg14');
  const told = known.length > 0 ? known : designs.slice(0, 2);
  const kept = told.flatMap((design) => {
    const at = (x: number): number | undefined => rows.find((row) => row.design === design && row[axis] === x)?.tps;
    const [first, last] = [at(0), at(connections)];
    return first !== undefined && last !== undefined && first > 0 ? [{ design, share: last / first }] : [];
  });
  return kept.length > 0 ? { connections, kept } : null;
}
