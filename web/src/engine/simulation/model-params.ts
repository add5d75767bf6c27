/**
 * A machine's file and a point as the model's numbers. Nothing is added here: each number is the file's, or a quotient
 * of two of them. Fitted constants come from the file's `fitted`; a machine without any takes those of `ASSUMED`, and
 * says so.
 */

import { DESIGN_IDS } from '../../base/designs.ts';
import { type Microseconds, type Nanoseconds, us } from '../../base/units.ts';
import { farTransfer, type Machine, machineThreads, type Sourced } from '../../scenario/machine.ts';
import { defaultOtherWorkUs } from '../lab/lab-config.ts';
import { DEFAULT_SAVEPOINTS, hasSavepoints, type SlruShape, WORKLOAD, WORKLOAD_IDS } from '../lab/lab-types.ts';
import { ASSUMED, BATCH_STATEMENTS, type FittedName, type Mechanism, type ModelConfig } from './model-types.ts';

/** A fitted constant, or the assumed one. */
export function fittedOr(machine: Machine, name: FittedName): { readonly value: number; readonly assumed: boolean } {
  const found = machine.fitted?.constants.find((constant) => constant.name === name);
  return found === undefined ? { value: ASSUMED[name], assumed: true } : { value: found.value, assumed: false };
}

export function otherWorkOf(
  machine: Machine,
  { workload, otherWorkUs }: Pick<ModelConfig, 'otherWorkUs' | 'workload'>,
): Microseconds {
  // A loop of only snapshots has none, whatever the config says: its starts would be spread over it, and its few
  // samples would be those of the start.
  if (workload === 'snapshot') return us(0);
  if (otherWorkUs !== null) return otherWorkUs;
  // As in the lab: empty SELECTs have none, and the published scripts with savepoints their own.
  const inLab = defaultOtherWorkUs(workload);
  return us(inLab === 0 || hasSavepoints(workload) ? inLab : fittedOr(machine, 'otherWorkUs').value);
}

/** Savepoints and the shape of pg_subtrans in use; null in workloads without. */
export const subtransOf = ({
  workload,
  savepoints,
  slru,
}: Pick<ModelConfig, 'workload' | 'savepoints' | 'slru'>): {
  readonly savepoints: number;
  readonly slru: SlruShape;
} | null =>
  hasSavepoints(workload) ? { savepoints: savepoints ?? DEFAULT_SAVEPOINTS[workload], slru: slru ?? 'pg16' } : null;

/**
 * Lines that a core fetches at once while it copies a page: the machine file's line fill buffers. If nobody has
 * published them: 10, as Intel's processors have had since Nehalem (Intel, 64 and IA-32 Architectures Optimization
 * Reference Manual, sections on the L1 data cache; cited unseen). A page of 8 kB from L3 then takes 0.3 µs, from
 * memory 1 µs.
 */
const FILL_BUFFERS = 10;
/** Where nobody has published them: as of Intel's server cores since Skylake (scenarios/machines has the sources). */
const CORE = { issueWidth: 4, takenJumpCycles: 2 } as const;
/** Rows of `subtrans-spread`, each with its xmin on a different page: as in the lab. */
const SPREAD_ROWS = 100;

/**
 * A time that the core's own clock determines, with one core busy: if the file counts cycles, at the clock that one
 * core then has.
 */
function atOneCore(machine: Machine, time: Sourced<Nanoseconds>): number {
  return time.cycles === null ? time.value : time.cycles.count / machine.clock.singleCore.value;
}

/** A machine in `machine_params`' names (`wasm-core/src/machine/machine.h`). Times in ns. */
export function machineParams(machine: Machine, coherence: boolean): Readonly<Record<string, number>> {
  const { caches, latency } = machine;
  const l2 = caches.l2 ?? caches.l3;
  return {
    sockets: machine.sockets.value,
    l3_per_socket: machine.l3PerSocket.value,
    cores_per_socket: machine.coresPerSocket.value,
    protocol: { MESI: 0, MESIF: 1, MOESI: 2 }[machine.protocol.value],
    coherent: coherence ? 1 : 0,
    l1_bytes: caches.l1.size.value,
    l1_ways: caches.l1.ways.value,
    l2_bytes: l2.size.value,
    l2_ways: l2.ways.value,
    l3_bytes: caches.l3.size.value,
    l3_ways: caches.l3.ways.value,
    l1_ns: atOneCore(machine, latency.l1),
    l2_ns: atOneCore(machine, latency.l2 ?? latency.l3),
    l3_ns: latency.l3.value,
    peer_ns: latency.coreToCore.value,
    far_ns: (farTransfer(machine) ?? latency.coreToCore).value,
    memory_ns: latency.memory.value,
    far_memory_ns: (latency.remoteMemory ?? latency.memory).value,
    upgrade_ns: latency.upgrade.value,
    far_upgrade_ns: (latency.upgradeAcross ?? latency.upgrade).value,
    atomic_ns: atOneCore(machine, latency.atomicExtra),
  };
}

/**
 * Memory that a hardware thread's other work touches in a transaction: more than L1 holds, so that a scan finds none of
 * the server's data there. Not fitted: 64 to 450 kB give the same throughputs within 2 % (`npm run model:check --
 * --footprint 64`).
 */
const FOOTPRINT_BYTES = 128 * 1024;

/** A statement with at least as much other work touches all of it. */
const WHOLE_WORK_NS = 10_000;

/** Transactions that run before the samples, and sampled ones, for each hardware thread in use. */
const EACH_THREAD = { warmUp: 2, samples: 8 };
const MIN_SAMPLES = 24;
/** With more connections than this, a scan is most of a transaction, and transactions are alike: fewer are sampled. */
const LONG_SCAN = 2500;
/** Down to this part of all. */
const FEWEST = 3 / 8;

/** How many transactions run, and how many of them count. `weight`: of a usual transaction. */
function transactionsOf(threads: number, connections: number, weight: number) {
  const share = Math.max(FEWEST, Math.min(1, LONG_SCAN / connections));
  return {
    warm_up: Math.ceil(EACH_THREAD.warmUp * threads * weight * share) + 2,
    samples: weight * share * Math.max(MIN_SAMPLES, EACH_THREAD.samples * threads),
  };
}

/** The core's own costs: an access to L1 among many, and how much slower it runs when all cores run. */
export const coreParams = ({ clock, core }: Machine) => ({
  port_ns: 1 / (core.loadsPerCycle.value * clock.singleCore.value),
  clock_slowdown: clock.singleCore.value / clock.allCore.value,
});

/** A point in `model_params`' names (`wasm-core/src/simulation/model.h`). Times in ns. */
export function modelParams(machine: Machine, config: ModelConfig, seed = 1): Readonly<Record<string, number>> {
  const threads = Math.min(config.active, machineThreads(machine));
  // A transaction of 200 snapshots needs fewer samples; so does one of 60 savepoints.
  const weight = 1 / WORKLOAD[config.workload].samples;
  const connections = config.active + config.idle + config.mostlyIdle;
  const subtrans = subtransOf(config);
  const otherWorkNs = otherWorkOf(machine, config) * 1000;
  const rounds = config.workload === 'batch' ? BATCH_STATEMENTS : 1;
  const isOut = (mechanism: Mechanism): boolean => config.without?.includes(mechanism) ?? false;
  const smt = machine.threadsPerCore.value > 1 ? fittedOr(machine, 'smtSlowdown').value : 1;
  return {
    design: DESIGN_IDS.indexOf(config.design),
    workload: WORKLOAD_IDS.indexOf(config.workload),
    active: config.active,
    idle: config.idle,
    mostly_idle: config.mostlyIdle,
    mostly_idle_every_ns: 100e6,
    threads_per_core: machine.threadsPerCore.value,
    ...coreParams(machine),
    cycle_ns: 1 / machine.clock.singleCore.value,
    issue_width: machine.core.issueWidth?.value ?? CORE.issueWidth,
    jump_cycles: machine.core.takenJumpCycles?.value ?? CORE.takenJumpCycles,
    window_instructions: machine.core.outOfOrderWindow.value,
    other_work_ns: otherWorkNs,
    smt_slowdown: smt,
    // A statement of a batch that does little touches little.
    footprint_bytes: FOOTPRINT_BYTES * Math.min(1, otherWorkNs / rounds / WHOLE_WORK_NS),
    wake_ns: isOut('wakeups') ? 0 : machine.system.wakeup.value,
    switch_ns: isOut('wakeups') ? 0 : machine.system.contextSwitch.value,
    shared_ns: config.sharedNs ?? 0,
    no_line_queues: isOut('queues') ? 1 : 0,
    lock_free: isOut('lock') ? 1 : 0,
    entries_free: isOut('entries') ? 1 : 0,
    think_ns: config.thinkMs * 1e6,
    network_ns: config.networkMs * 1e6,
    ...transactionsOf(threads, connections, weight),
    seed,
    savepoints: subtrans?.savepoints ?? 0,
    rows: SPREAD_ROWS,
    slru_buffers: buffersOf(subtrans?.slru ?? 'pg16'),
    fill_buffers: machine.core.lineFillBuffers?.value ?? FILL_BUFFERS,
  };
}

/** 0: as up to 16. */
const buffersOf = (slru: SlruShape): number => (slru === 'pg16' ? 0 : Number(slru.slice('pg17:'.length)));
