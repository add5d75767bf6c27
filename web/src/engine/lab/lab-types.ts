/**
 * The lab's requests and answers. Pages and command line use the same types. The C side of each is in
 * `wasm-core/include/trace_abi.h`.
 */

import type { DesignId } from '../../base/designs.ts';
import type { EngineError } from '../../base/engine-error.ts';
import type { Result } from '../../base/result.ts';
import type { Microseconds, Milliseconds, Nanoseconds } from '../../base/units.ts';
import { WORKLOADS } from '../wasm/abi.gen.ts';
import type { WasmPlace } from '../wasm/wasm-module.ts';
import type { LitmusPlan } from './litmus-types.ts';

type Workload = (typeof WORKLOADS)[number];
export type WorkloadId = Workload['id'];
/** The workloads in the order of their numbers in C (`wasm-core/src/pg/script.h`). */
export const WORKLOAD_IDS: readonly WorkloadId[] = WORKLOADS.map(({ id }) => id);
/** Each one's row of the table in C. */
export const WORKLOAD = Object.fromEntries(WORKLOADS.map((row) => [row.id, row])) as {
  readonly [Row in Workload as Row['id']]: Row;
};

/** The workloads with savepoints, and how many a transaction has by default. */
export type SavepointWorkloadId = Exclude<Workload, { readonly savepoints: 0 }>['id'];
export const hasSavepoints = (workload: WorkloadId): workload is SavepointWorkloadId =>
  WORKLOAD[workload].savepoints > 0;
export const DEFAULT_SAVEPOINTS = Object.fromEntries(
  WORKLOADS.flatMap(({ id, savepoints }) => (savepoints > 0 ? [[id, savepoints]] : [])),
) as Readonly<Record<SavepointWorkloadId, number>>;

/** pg_subtrans' buffers: as up to 16 (32 under one lock), or as since 17 with this many, in banks of 16. */
export type SlruShape = 'pg16' | `pg17:${number}`;

/**
 * The operations that the workload `operations` times separately: a visibility check, assigning an xid, a transaction's
 * end.
 */
export const OPERATION_IDS = ['check', 'assign', 'end'] as const;
export type OperationId = (typeof OPERATION_IDS)[number];
/** Connections that each active one plays in a workload, besides itself: in `operations`. */
export const companionsOf = (workload: WorkloadId): number => WORKLOAD[workload].companions;
export const COMPANIONS = companionsOf('operations');

/** Limits of the lab. `connections` is idle + mostly idle + active, these with their companions. */
export const LAB_LIMITS = {
  active: 64,
  connections: 12_500,
  otherWorkUs: 10_000,
  savepoints: 1000,
  /** PostgreSQL 17's setting: multiples of `step`. */
  slruBuffers: { min: 16, max: 1024, step: 16 },
} as const;

/** One thing to measure. Plain data: it travels to the worker and into addresses. */
export interface LabConfig {
  /** Designs that take turns; at least one, no duplicates. */
  readonly designs: readonly DesignId[];
  /** Connections that run transactions all the time, with one thread each: 1 to 64. */
  readonly active: number;
  /** Established connections without an xid that do nothing. */
  readonly idle: number;
  /** Connections that run one transaction every 100 ms. */
  readonly mostlyIdle: number;
  readonly workload: WorkloadId;
  /** Calibrated private work per transaction. 0 leaves it out. */
  readonly otherWorkUs: Microseconds;
  /** False leaves ProcArrayLock out of the snapshot (workload `snapshot` only) and measures the layout alone. */
  readonly lock: boolean;
  /** How long one design's turn lasts. */
  readonly sliceMs: Milliseconds;
  /**
   * Only workloads with savepoints have it: savepoints in each client's transaction, or in the one open next to the
   * readers. Missing: the workload's usual number.
   */
  readonly savepoints?: number;
  /** The same workloads: pg_subtrans' buffers. Missing: as up to 16. */
  readonly slru?: SlruShape;
}

/**
 * One turn of one design on all active threads, as the coordinator wrote it. `design` is `'other-work'` for the turns
 * that run only a transaction's other work and show how long it really took.
 */
export interface LabSlice {
  /** Counts up from 0 without gaps for the life of the lab. */
  readonly number: number;
  /** Which request this slice ran under: the number that `request` answered. */
  readonly generation: number;
  readonly design: DesignId | 'other-work';
  /**
   * The first turns of a design after a change, and a turn that a change cut short: they do not count as measurements.
   */
  readonly warmUp: boolean;
  readonly active: number;
  readonly idle: number;
  readonly mostlyIdle: number;
  /** Time since the lab began. */
  readonly startMs: Milliseconds;
  /** Mean over the threads of the time each spent in its loop. */
  readonly elapsedNs: Nanoseconds;
  /** The same time, summed over the threads. */
  readonly threadNs: Nanoseconds;
  readonly transactions: number;
  readonly snapshots: number;
  /** Snapshots answered by the completion counter (GetSnapshotDataReuse). */
  readonly reused: number;
  /** Transactions that the mostly idle connections ran, and how many were due in this slice. */
  readonly mostlyIdleTransactions: number;
  readonly mostlyIdleAsked: number;
  /** Workload `churn`: new connections (as many others disconnected), and how many were due. */
  readonly connects: number;
  readonly connectsAsked: number;
  /** Workload `operations`: how many ran, and how long they took together without reading the clock. Null in others. */
  readonly operations: SliceOperations | null;
  /** Page lookups in pg_subtrans; all 0 if no snapshot was suboverflowed, and in workloads without savepoints. */
  readonly slru: SlruCounts;
}

/** Counts of pages of an SLRU. A lookup is a hit, or ends in a read or in waiting for another thread's read. */
export interface SlruCounts {
  readonly lookups: number;
  /** Found in a buffer at the first look. */
  readonly hits: number;
  /** Copied from the store. */
  readonly reads: number;
  /** Copied to the store to free a buffer. */
  readonly writes: number;
  /** Waits for a lock of the SLRU, or for a page that another thread is reading. */
  readonly waits: number;
}
export const SLRU_COUNTS = [
  'lookups',
  'hits',
  'reads',
  'writes',
  'waits',
] as const satisfies readonly (keyof SlruCounts)[];
export const NO_SLRU: SlruCounts = { lookups: 0, hits: 0, reads: 0, writes: 0, waits: 0 };

export interface SliceOperations {
  readonly time: Readonly<Record<OperationId, { readonly count: number; readonly ns: Nanoseconds }>>;
  /** Checks that found the xid running: half of all. */
  readonly foundRunning: number;
}

/** Facts known once the lab runs. */
export interface LabInfo {
  /** The smallest step of the clock that was observed. */
  readonly clockResolutionNs: Nanoseconds;
  /** navigator.hardwareConcurrency, or the number of CPUs in Node. */
  readonly cores: number;
  /** Iterations of the work loop per microsecond, as calibrated at start. 0 until calibrated. */
  readonly workUnitsPerUs: number;
}

export type LabState = 'starting' | 'running' | 'paused' | 'stopped' | 'failed';

/** A running lab. Calls return at once; their effect shows in the slices. After `dispose` every call does nothing. */
export interface LabClient {
  /** Returns the generation number of this request, or what is wrong with it. The newest request wins. */
  request(config: LabConfig): Promise<Result<number, EngineError>>;
  pause(): void;
  resume(): void;
  /** Slices finished since the last call, oldest first. Cheap; call it once per animation frame. */
  drain(): readonly LabSlice[];
  info(): LabInfo;
  state(): LabState;
  /** Ends threads and worker. */
  dispose(): void;
}

/** Starts a lab with room for `maxActive` threads. Never hangs: answers within a few seconds, or an error. */
export type StartLab = (maxActive: number) => Promise<Result<LabClient, EngineError>>;

/** One access to shared memory that the engine build observed while it took a snapshot. */
export interface ObservedAccess {
  /** Name of the region: `PGXACT`, `pgprocnos`, `xids`, `PGPROC`, `ProcArrayLock`, `TransamVariables`, `ProcArray`. */
  readonly region: string;
  /** Bytes from the region's start; every region starts on a 128-byte boundary. */
  readonly offset: number;
  readonly size: number;
  readonly kind: 'read' | 'write' | 'atomic';
  /** The field's name, as PostgreSQL calls it. */
  readonly field: string;
}

/** The worker's methods. */
export interface LabApi {
  start(question: { readonly place: WasmPlace; readonly maxActive: number }): Result<StartedLab, EngineError>;
  request(config: LabConfig): Result<number, EngineError>;
  pause(paused: boolean): void;
  /** Litmus tests instead of a race: a worker does one of both. */
  startLitmus(place: WasmPlace): Result<StartedLab, EngineError>;
  runLitmus(plan: LitmusPlan): Result<null, EngineError>;
  stopLitmus(nothing: null): void;
}
export interface StartedLab {
  readonly buffer: ArrayBufferLike;
  /** Where the board lies in it: the lab's, or that of the litmus tests. */
  readonly board: number;
}
