/** Shared by the parts of the benchmark: the lab, the duration of measurements, common settings. */

import type { DesignId } from '../../src/base/designs.ts';
import { ms, us } from '../../src/base/units.ts';
import type { NodeLab } from '../../src/engine/lab/lab.node.ts';
import { DEFAULT_OTHER_WORK_US } from '../../src/engine/lab/lab-config.ts';
import type { LabConfig, LabSlice } from '../../src/engine/lab/lab-types.ts';
import { quartilesOf } from '../../src/viewmodel/lab/rows.ts';
import { Fault } from '../proc.mjs';
import { measure, quieten } from './measure.ts';
import { type NativeLab, nativeLabs } from './native.ts';

export interface Plan {
  /** Every setting is visited once in each round; comparisons are made within a round. */
  readonly rounds: number;
  /** Own turns of each design in each visit. */
  readonly seconds: number;
}

/** The lab in use. A part that left it stuck must not spoil the next one: the runner of the parts replaces it. */
export interface HeldLab {
  lab: NodeLab;
  stuck: boolean;
}

export interface Context {
  readonly plan: Plan;
  readonly cores: number;
  readonly progress: (text: string) => void;
  /** Counted turns of one visit; `seconds` for each design, default: the plan's. */
  readonly visit: (config: LabConfig, seconds?: number) => Promise<readonly LabSlice[]>;
  /** While `work` runs, the lab's threads are parked. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  readonly natives: () => Promise<readonly NativeLab[]>;
}

export function createContext(
  held: HeldLab,
  plan: Plan,
  progress: (text: string) => void,
  signal: AbortSignal,
): Context {
  let natives: Promise<readonly NativeLab[]> | undefined;
  return {
    plan,
    cores: held.lab.info().cores,
    progress,
    visit: async (config, seconds = plan.seconds) => {
      const slices = await measure(held.lab, config, { seconds, signal });
      if (!slices.ok) {
        held.stuck = slices.error.stuck;
        throw new Fault(`${slices.error.message} (${config.workload}, ${config.active} active, ${config.idle} idle)`);
      }
      return slices.value.filter((slice) => !slice.warmUp);
    },
    alone: async (work) => {
      await quieten(held.lab);
      return await work();
    },
    natives: () => {
      natives ??= nativeLabs();
      return natives;
    },
  };
}

export function setting(designs: readonly DesignId[], more: Partial<LabConfig>): LabConfig {
  const workload = more.workload ?? 'snapshot';
  return {
    designs,
    active: 1,
    idle: 0,
    mostlyIdle: 0,
    workload,
    otherWorkUs: us(DEFAULT_OTHER_WORK_US[workload]),
    lock: true,
    sliceMs: ms(20),
    ...more,
  };
}

interface Counted {
  readonly design: string;
  readonly threadNs: number;
  readonly snapshots: number;
}

/** The time of a snapshot in the middle turn of a visit; NaN without a turn. Only correct without other work. */
export function nsPerSnapshot(slices: readonly Counted[], design: DesignId): number {
  const own = slices.filter((slice) => slice.design === design && slice.snapshots > 0);
  return quartilesOf(own.map((slice) => slice.threadNs / slice.snapshots))?.median ?? Number.NaN;
}

/** In order and back again, so that a drift of the machine favours no setting. */
export const inTurn = <T>(settings: readonly T[], round: number): readonly T[] =>
  round % 2 === 0 ? settings : [...settings].reverse();
