/** Shared by the parts of the benchmark: the lab, the duration of measurements, common settings. */

import { readFileSync } from 'node:fs';
import { buildNative, nativeCompilers } from '../../../wasm-core/build.mjs';
import { measure, quieten } from '../../node/measure.ts';
import { Fault, runOrFault, say } from '../../node/proc.mjs';
import { at } from '../../node/tree.mjs';
import { DESIGN_IDS, type DesignId } from '../../src/base/designs.ts';
import { ms, us } from '../../src/base/units.ts';
import type { NodeLab } from '../../src/engine/lab/lab.node.ts';
import { defaultOtherWorkUs } from '../../src/engine/lab/lab-config.ts';
import { type LabConfig, type LabSlice, WORKLOAD_IDS } from '../../src/engine/lab/lab-types.ts';
import { PUBLISHED, type PublishedId, type PublishedRow, parsePublished } from '../../src/scenario/published.ts';
import { quartilesOf } from '../../src/viewmodel/lab/rows.ts';

/** The same lab, built natively with -O3 by each available compiler, run as a separate program for a moment. */

interface NativeLab {
  readonly compiler: string;
  /** Slices with this setting; warm-up is left out. */
  readonly measure: (config: LabConfig, seconds: number) => Promise<readonly NativeSlice[]>;
}
export type NativeSlice = Pick<LabSlice, 'threadNs' | 'transactions' | 'snapshots' | 'active'> & {
  readonly design: string;
};

/** Calibration and the uncounted turns, before the first counted one. */
const START_SECONDS = 0.25;

async function nativeLabs(): Promise<readonly NativeLab[]> {
  const labs: NativeLab[] = [];
  for (const { name } of nativeCompilers()) {
    const program = await buildNative({ cc: name, main: 'wasm-core/test/bench_native.c' }).catch((error: unknown) => {
      say(`${name} cannot build the native lab: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    });
    if (program === undefined) continue;
    labs.push({ compiler: name, measure: (config, seconds) => measureNative(program, config, seconds) });
  }
  return labs;
}

async function measureNative(program: string, config: LabConfig, seconds: number): Promise<readonly NativeSlice[]> {
  const whole = START_SECONDS + seconds * config.designs.length;
  const args = [
    config.designs.reduce((mask, id) => mask | (1 << DESIGN_IDS.indexOf(id)), 0),
    config.active,
    config.idle,
    config.mostlyIdle,
    WORKLOAD_IDS.indexOf(config.workload),
    config.otherWorkUs,
    config.sliceMs,
    config.lock ? 0 : 1,
    whole,
  ];
  const limitSeconds = 30 + 10 * whole;
  const { stdout } = await runOrFault('The native lab', program, args.map(String), { limitSeconds });
  return stdout
    .trim()
    .split('\n')
    .map(parseSlice)
    .filter((slice) => slice !== null);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Null for an uncounted slice. */
function parseSlice(line: string): NativeSlice | null {
  const parsed: unknown = JSON.parse(line);
  if (!isRecord(parsed) || typeof parsed.design !== 'string')
    throw new Fault(`The native lab printed what is no slice: ${line}`);
  if (parsed.warmUp === true || parsed.design === 'other-work') return null;
  const { threadNs, transactions, snapshots, active } = parsed;
  return {
    design: parsed.design,
    threadNs: Number(threadNs) as NativeSlice['threadNs'],
    transactions: Number(transactions),
    snapshots: Number(snapshots),
    active: Number(active),
  };
}

/** The published tables that are shown next to measured figures. */
export function publishedRows<Id extends PublishedId>(id: Id): readonly PublishedRow<Id>[] {
  const { file } = PUBLISHED[id].source;
  const table = parsePublished(id, readFileSync(at('scenarios/published', file), 'utf8'));
  if (!table.ok) {
    const { line, column, message } = table.error;
    throw new Fault(`${file}:${line}:${column}: ${message}`);
  }
  return table.value.rows;
}

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
    otherWorkUs: us(defaultOtherWorkUs(workload)),
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
