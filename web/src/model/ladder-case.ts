/** What the ladder's page is asked, and its row for each design put together from what was observed, measured, modelled and published. Pure. */

import { type Nanoseconds, ns } from '../base/units.ts';
import { type DesignId, LAB_LIMITS, type ObservedAccess } from '../engine/lab-types.ts';
import type { ModelRow } from '../engine/model-types.ts';
import type { SceneTimeline } from '../engine/scene-types.ts';
import { OPERATION_KINDS } from '../engine/scene-types.ts';
import { type LadderMisses, LINE_BYTES, type TouchedRegion } from './ladder.ts';

export const LADDER_LIMITS = {
  idle: { min: 0, max: 12_000 },
  /** The scene, which the cost of assignments and ends comes from, has a backend a core. */
  writers: { min: 2, max: LAB_LIMITS.active },
} as const;

/** What may be asked of the page. */
export interface LadderCase {
  readonly idle: number;
  readonly writers: number;
}

/** Where an observed region begins. */
export interface RegionStart {
  readonly name: string;
  /** How far its start lies behind a 128-byte boundary. */
  readonly baseOffset: number;
}

/** What one snapshot's accesses touch, region by region, in the order of the first access. Each byte and each line counts once. */
export function touchedRegions(
  accesses: readonly ObservedAccess[],
  starts: readonly RegionStart[],
): readonly TouchedRegion[] {
  const found = new Map<string, { bytes: Set<number>; lines: Set<number>; written: Set<number> }>();
  for (const { region, offset, size, kind } of accesses) {
    let own = found.get(region);
    if (own === undefined) {
      own = { bytes: new Set(), lines: new Set(), written: new Set() };
      found.set(region, own);
    }
    const base = starts.find(({ name }) => name === region)?.baseOffset ?? 0;
    for (let byte = offset; byte < offset + size; byte++) {
      const line = Math.floor((base + byte) / LINE_BYTES);
      own.bytes.add(byte);
      own.lines.add(line);
      if (kind !== 'read') own.written.add(line);
    }
  }
  return [...found].map(([region, { bytes, lines, written }]) => ({
    region,
    lines: lines.size,
    bytes: bytes.size,
    written: written.size,
  }));
}

/** A modelled snapshot's misses. What is neither shared nor for the horizon is a first touch, no room, or an upgrade. */
export function missesOfRow({ perSnapshot: n }: Pick<ModelRow, 'perSnapshot'>): LadderMisses {
  const shared = n.trueSharing + n.falseSharing + n.forHorizon;
  return {
    trueSharing: n.trueSharing,
    falseSharing: n.falseSharing,
    forHorizon: n.forHorizon,
    other: Math.max(0, n.misses - shared),
  };
}

/** Mean time of the operations of each kind that begin after everybody's first transaction; null where there is none. */
export function operationNs(
  timeline: Pick<SceneTimeline, 'count' | 'kind' | 'transaction' | 'startNs' | 'endNs'>,
): Readonly<Record<'assign' | 'end', Nanoseconds | null>> {
  const mean = (wanted: 'assign' | 'end'): Nanoseconds | null => {
    const code = OPERATION_KINDS.indexOf(wanted);
    let sum = 0;
    let n = 0;
    for (let i = 0; i < timeline.count; i++) {
      if (timeline.kind[i] !== code || timeline.transaction[i] === 0) continue;
      sum += (timeline.endNs[i] ?? 0) - (timeline.startNs[i] ?? 0);
      n++;
    }
    return n === 0 ? null : ns(sum / n);
  };
  return { assign: mean('assign'), end: mean('end') };
}

/** What is known of one design so far. */
export interface LadderKnown {
  readonly design: DesignId;
  readonly regions: readonly TouchedRegion[] | null;
  readonly modelled: ModelRow | null;
  readonly operations: ReturnType<typeof operationNs> | null;
  readonly measuredNs: Nanoseconds | null;
}
