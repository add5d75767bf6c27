/**
 * The model's requests and answers: the throughput of a machine that we do not have. The C side is
 * `wasm-core/src/simulation/model.h`.
 */

import type { DesignId } from '../../base/designs.ts';
import type { EngineError } from '../../base/engine-error.ts';
import type { Result } from '../../base/result.ts';
import type { Microseconds, Milliseconds, Nanoseconds, PerSecond } from '../../base/units.ts';
import type { Machine } from '../../scenario/machine.ts';
import type { SlruCounts, SlruShape } from '../lab/lab-types.ts';
import { WORKLOADS } from '../wasm/abi.gen.ts';
import type { WasmPlace } from '../wasm/wasm-module.ts';

/** Workloads that the model runs. */
type Simulated = Extract<(typeof WORKLOADS)[number], { readonly simulated: true }>;
export type ModelWorkload = Simulated['id'];
export const MODEL_WORKLOADS: readonly ModelWorkload[] = WORKLOADS.filter((row): row is Simulated => row.simulated).map(
  ({ id }) => id,
);

/** Statements that `batch` sends at once: its rounds in wasm-core/src/pg/script.h. */
export const BATCH_STATEMENTS = 100;

/** Mechanisms that can be left out, one or several: to see what explains what. Not in workloads with savepoints. */
export const MECHANISMS = ['queues', 'lock', 'entries', 'wakeups'] as const;
export type Mechanism = (typeof MECHANISMS)[number];

/** One point to model. Plain data: it travels to a worker. */
export interface ModelConfig {
  readonly design: DesignId;
  /** Connections that run transactions all the time: 1 to 12,500. */
  readonly active: number;
  readonly idle: number;
  /** Connections that run one transaction every 100 ms. */
  readonly mostlyIdle: number;
  readonly workload: ModelWorkload;
  /** Pause between a transaction's answer and the client's next one. */
  readonly thinkMs: Milliseconds;
  /** Time for a round trip. */
  readonly networkMs: Milliseconds;
  /** Null: the value fitted for the machine, or the default; none in the workloads with savepoints, as in the lab. */
  readonly otherWorkUs: Microseconds | null;
  /** False: writes leave other cores' copies alone. The ablation. */
  readonly coherence: boolean;
  /** Missing: nothing is left out. */
  readonly without?: readonly Mechanism[];
  /** Of the shared server, for each move across, in ns. Missing: there is none. Fitted, cause unknown. */
  readonly sharedNs?: number;
  /** As in `LabConfig`, and only with the same workloads. */
  readonly savepoints?: number;
  readonly slru?: SlruShape;
}

/** Means per transaction of the active connections, in ns. */
export interface ModelBreakdown {
  readonly work: Nanoseconds;
  /** Waking client and backend, or switching to them. */
  readonly wake: Nanoseconds;
  /** The engine's instructions and accesses, as far as the core's own caches, L3 and memory answered them. */
  readonly scan: Nanoseconds;
  /** Moving lines that other cores have changed, or have to give up. */
  readonly coherence: Nanoseconds;
  /** For such lines, behind other cores that want them, too. In workloads with savepoints it is in `coherence`. */
  readonly lineWait: Nanoseconds;
  /** Asleep for a lock. */
  readonly lock: Nanoseconds;
  /** Accesses to pg_subtrans, its locks and pages; waits for these are in `lock`. */
  readonly subtrans: Nanoseconds;
  /** Runnable, but not running. */
  readonly queue: Nanoseconds;
}

/** Means per snapshot, over all backends. */
export interface ModelCounts {
  readonly accesses: number;
  /** Accesses that missed the core's own caches, including upgrades. */
  readonly misses: number;
  readonly trueSharing: number;
  readonly falseSharing: number;
  /** Misses in which the only bytes from other cores were xmins, read for the horizon. */
  readonly forHorizon: number;
  readonly upgrades: number;
  readonly transfersWithin: number;
  readonly transfersAcross: number;
}

/**
 * Parts of a transaction in the workloads with savepoints, each with its time in ns. They add up to everything except
 * its other work and its queue.
 */
export const SUBTRANS_PARTS = [
  'engine',
  'rows',
  'own_xids',
  'snapshot_xids',
  'slru_locks',
  'slru_slots',
  'slru_words',
  'slru_pages',
  'slru_wait',
] as const;
export type SubtransPart = (typeof SUBTRANS_PARTS)[number];

/** Means per transaction of the active connections. */
export interface ModelSubtrans {
  readonly savepoints: number;
  readonly slru: SlruShape;
  readonly counts: SlruCounts;
  /** Calls of XidInMVCCSnapshot, and words of the snapshot that they read. */
  readonly checks: number;
  readonly words: number;
  /** Words read by TransactionIdIsCurrentTransactionId. */
  readonly ownWords: number;
  /** SubTransGetParent. */
  readonly parents: number;
  /** LWLocks of the SLRU that it took. */
  readonly locks: number;
  readonly parts: Readonly<Record<SubtransPart, Nanoseconds>>;
}

export interface ModelRow extends Omit<ModelConfig, 'otherWorkUs' | 'savepoints' | 'slru'> {
  readonly provenance: 'modelled';
  readonly machine: { readonly id: string; readonly name: string };
  /** The value that was used. */
  readonly otherWorkUs: Microseconds;
  /** Seconds of virtual time. */
  readonly seconds: number;
  readonly transactions: number;
  readonly snapshots: number;
  readonly reused: number;
  readonly tps: PerSecond;
  readonly nsPerSnapshot: Nanoseconds;
  readonly breakdown: ModelBreakdown;
  /** Of `breakdown.scan`: clean lines from L3 and memory. */
  readonly fetching: Nanoseconds;
  readonly perSnapshot: ModelCounts;
  /** Null in workloads without savepoints. */
  readonly subtrans: ModelSubtrans | null;
}

export interface ModelPoint {
  readonly machine: Machine;
  readonly config: ModelConfig;
  /** Of the draws; 1 if left out. */
  readonly seed?: number;
}

/** A sweep's progress report. `at` counts points from 0. */
export type ModelEvent =
  /** Of the whole sweep, 0 to 1; as the worker tells it, of this point. */
  | { readonly kind: 'progress'; readonly at: number; readonly share: number }
  | { readonly kind: 'row'; readonly at: number; readonly row: ModelRow };

export type SweepEnd = Result<'done' | 'cancelled', EngineError>;

/** The worker's methods. */
export interface ModelApi {
  /** Rows come in the order of the points. */
  sweep(
    question: { readonly place: WasmPlace; readonly points: readonly ModelPoint[] },
    hear: (told: ModelEvent) => void,
  ): SweepEnd;
}

/** The names that `fitted.constants` may have. */
export const FITTED = { otherWorkUs: 'otherWorkUs', smtSlowdown: 'smtSlowdown' } as const;
export type FittedName = keyof typeof FITTED;

/**
 * For a machine without fitted constants. Round figures that nobody published or fitted, near those of the machines that
 * were: pgbench's SELECT takes 25 and 30 µs there, client included, and a core's second thread slows the first by 1.13
 * and 1.21. Throughput with all threads busy depends on the latter directly.
 */
export const ASSUMED: Readonly<Record<FittedName, number>> = { otherWorkUs: 28, smtSlowdown: 1.2 };
