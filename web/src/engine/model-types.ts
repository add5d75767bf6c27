/**
 * What the model is asked for and what it answers: throughput of a machine that is not here.
 * The C side is `wasm-core/src/model/model.h`.
 */
import type { Microseconds, Milliseconds, Nanoseconds, PerSecond } from '../base/units.ts';
import type { DesignId } from './lab-types.ts';

/** Workloads that the model runs. */
export const MODEL_WORKLOADS = ['snapshot', 'readonly', 'batch', 'readwrite'] as const;
export type ModelWorkload = (typeof MODEL_WORKLOADS)[number];

/** One point to model. Plain data: it travels to a worker. */
export interface ModelConfig {
  readonly design: DesignId;
  /** Connections that run transactions all the time: 1 to 12,500. */
  readonly active: number;
  readonly idle: number;
  /** Connections that run one transaction every 100 ms. */
  readonly mostlyIdle: number;
  readonly workload: ModelWorkload;
  /** Between a transaction's answer and the client's next one. */
  readonly thinkMs: Milliseconds;
  /** There and back. */
  readonly networkMs: Milliseconds;
  /** Null: what was fitted for the machine, or the default. */
  readonly otherWorkUs: Microseconds | null;
  /** False: writes leave other cores' copies alone. The ablation. */
  readonly coherence: boolean;
}

/** Means per transaction of the active connections, in ns. */
export interface ModelBreakdown {
  readonly work: Nanoseconds;
  /** The engine's accesses as far as the core's own caches, L3 and memory answered them. */
  readonly scan: Nanoseconds;
  /** What other cores' copies added. */
  readonly coherence: Nanoseconds;
  readonly lock: Nanoseconds;
  readonly subtrans: Nanoseconds;
  /** Runnable, but not running. */
  readonly queue: Nanoseconds;
}

/** Means per snapshot, whoever took it. */
export interface ModelCounts {
  readonly accesses: number;
  /** Beyond the core's own caches, upgrades included. */
  readonly misses: number;
  readonly trueSharing: number;
  readonly falseSharing: number;
  /** Misses whose only foreign bytes were xmins, read for the horizon. */
  readonly forHorizon: number;
  readonly upgrades: number;
  readonly transfersWithin: number;
  readonly transfersAcross: number;
}

export interface ModelRow extends Omit<ModelConfig, 'otherWorkUs'> {
  readonly provenance: 'modelled';
  readonly machine: { readonly id: string; readonly name: string };
  /** As it was used. */
  readonly otherWorkUs: Microseconds;
  /** Of virtual time. */
  readonly seconds: number;
  readonly transactions: number;
  readonly snapshots: number;
  readonly reused: number;
  readonly tps: PerSecond;
  readonly nsPerSnapshot: Nanoseconds;
  readonly breakdown: ModelBreakdown;
  readonly perSnapshot: ModelCounts;
}
