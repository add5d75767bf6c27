/**
 * The settings of the ladder's page, and its row for each design put together from observed, measured, modelled and
 * published figures. Pure.
 */

import { DESIGN_IDS, type DesignId } from '../../base/designs.ts';
import { ms, type Nanoseconds, ns } from '../../base/units.ts';
import { LAB_LIMITS } from '../../engine/lab/lab-types.ts';
import type { SceneCheck, SceneTimeline } from '../../engine/replay/scene-types.ts';
import { OPERATION_KINDS } from '../../engine/replay/scene-types.ts';
import type { ModelRow } from '../../engine/simulation/model-types.ts';
import type { ResultRow } from '../lab/rows.ts';
import type { SpreadRow } from '../prediction/model-rows.ts';
import { tallyRegions } from '../race/snapshot-reads.ts';
import {
  type CommitGain,
  type Cost,
  gainsFor,
  type LadderMisses,
  type LadderRow,
  type TouchedRegion,
} from './ladder.ts';

/** What the page begins with. */
export const LADDER_FIRST = { idle: 100, writers: 8 } as const;

export const LADDER_LIMITS = {
  idle: { min: 0, max: 12_000 },
  /** The scene, from which the cost of assignments and ends comes, has one backend per core. */
  writers: { min: 2, max: LAB_LIMITS.active },
} as const;

/**
 * Length of a turn while the ladder is measured. The figures for operations are median turns: a turn is so short that
 * on a busy machine most of them keep their core. A snapshot of 10,000 connections needs longer ones, or most of a turn
 * would find cold caches.
 */
export const LADDER_SLICE_MS = { snapshot: ms(10), operations: ms(1) } as const;

/** The settings of the page. */
export interface LadderCase {
  readonly idle: number;
  readonly writers: number;
}

/** The bytes and lines that one snapshot's accesses touch, region by region, as `tallyRegions` counts them. */
export const touchedRegions = (...seen: Parameters<typeof tallyRegions>): readonly TouchedRegion[] =>
  [...tallyRegions(...seen)].map(([region, { bytes, lines }]) => ({
    region,
    lines: lines.size,
    bytes: bytes.size,
    written: [...lines.values()].filter((isWritten) => isWritten).length,
  }));

/** A modelled snapshot's misses. A miss that is neither shared nor for the horizon is a first touch, no room, or an upgrade. */
export function missesOfRow({ perSnapshot: n }: Pick<ModelRow, 'perSnapshot'>): LadderMisses {
  const shared = n.trueSharing + n.falseSharing + n.forHorizon;
  return {
    trueSharing: n.trueSharing,
    falseSharing: n.falseSharing,
    forHorizon: n.forHorizon,
    other: Math.max(0, n.misses - shared),
  };
}

/** Mean time of the operations of each kind that begin after every backend's first transaction; null if there are none. */
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

/** The C code's texts about a design. */
export interface RungText {
  readonly id: string;
  readonly commit: string;
  readonly reads: string;
}

/** The counts of one design: its texts, and the regions that its snapshots touch. The costs of its operations come later. */
export interface LadderCount {
  readonly rung: RungText;
  /** For a snapshot after another transaction's end. */
  readonly regions: readonly TouchedRegion[];
  /** For the next one, when no transaction has ended in between. */
  readonly again: readonly TouchedRegion[];
  /** Null: not computed yet. */
  readonly inScene: SceneCosts | null;
}
/** The costs of assignments and ends in a scene, and of a visibility check: with many connections they take longest to compute. */
export interface SceneCosts {
  readonly operations: ReturnType<typeof operationNs>;
  readonly check: SceneCheck;
}

/** The lab's timings of one design. */
export type MeasuredCosts = Readonly<Record<Exclude<Cost, 'alone'>, Nanoseconds | null>>;
const UNMEASURED: MeasuredCosts = { snapshot: null, visibility: null, assign: null, end: null };

/**
 * From the rows with this many idle connections: the snapshot's cost comes from the bare loop, the other three from the
 * workload `operations`.
 */
export function measuredCosts(rows: readonly ResultRow[], idle: number): ReadonlyMap<DesignId, MeasuredCosts> {
  const costs = new Map<DesignId, MeasuredCosts>();
  for (const row of rows) {
    if (row.idle !== idle) continue;
    const before = costs.get(row.design) ?? UNMEASURED;
    if (row.workload === 'snapshot') costs.set(row.design, { ...before, snapshot: row.nsPerSnapshot });
    const { operations } = row;
    if (operations !== null)
      costs.set(row.design, {
        ...before,
        visibility: operations.check,
        assign: operations.assign,
        end: operations.end,
      });
  }
  return costs;
}

export interface LadderKnown {
  readonly counts: ReadonlyMap<DesignId, LadderCount>;
  /** Next to writers. */
  readonly modelled: readonly SpreadRow[];
  /** One connection, no commits. */
  readonly alone: readonly ModelRow[];
  readonly measured: ReadonlyMap<DesignId, MeasuredCosts>;
  readonly gains: readonly CommitGain[];
}

/** The newest design in a release of PostgreSQL. */
const NEWEST = DESIGN_IDS.indexOf('pg14');

/** A row for each design, with all known figures. */
export function ladderRows({ counts, modelled, alone, measured, gains }: LadderKnown): readonly LadderRow[] {
  return DESIGN_IDS.map((design, at) => {
    const count = counts.get(design);
    const row = modelled.find((one) => one.design === design);
    const from = count?.rung.commit ?? '';
    const here = measured.get(design) ?? UNMEASURED;
    return {
      design,
      from,
      inPostgres: at <= NEWEST,
      reads: count?.rung.reads ?? '',
      regions: count?.regions ?? null,
      again: count?.again ?? null,
      misses: row === undefined ? null : missesOfRow(row),
      costs: {
        // A measured snapshot comes from the bare loop of one thread, without commits.
        alone: {
          measured: here.snapshot,
          modelled: alone.find((one) => one.design === design)?.nsPerSnapshot ?? null,
        },
        snapshot: { measured: null, modelled: row?.nsPerSnapshot ?? null, seeds: row?.spread.nsPerSnapshot ?? null },
        visibility: { measured: here.visibility, modelled: count?.inScene?.check.ns ?? null },
        assign: { measured: here.assign, modelled: count?.inScene?.operations.assign ?? null },
        end: { measured: here.end, modelled: count?.inScene?.operations.end ?? null },
      },
      gains: gainsFor(from, gains),
    };
  });
}
