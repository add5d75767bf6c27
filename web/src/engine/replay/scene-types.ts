/**
 * One operation of one backend on a modelled machine, access by access: the data that the cache-line view gets from its
 * worker. Plain data.
 *
 * A *scene* is a server of one design with some connections on one machine. Its operations are numbered from 0;
 * operation n is always the same, in whatever order they are shown. An *access* touches bytes of one 64-byte line; one
 * that spans two lines counts as two accesses. Lines are numbered from the start of the server's shared memory, over
 * all regions; a gap between two regions has lines, too.
 *
 * The C side is `wasm-core/src/simulation/scene.h` and `wasm-core/include/trace_abi.h`.
 */

import type { DesignId } from '../../base/designs.ts';
import type { EngineError } from '../../base/engine-error.ts';
import type { Result } from '../../base/result.ts';
import type { Nanoseconds } from '../../base/units.ts';
import type { Machine } from '../../scenario/machine.ts';
import { WORKLOADS } from '../wasm/abi.gen.ts';
import type { WasmPlace } from '../wasm/wasm-module.ts';

export const SCENE_LIMITS = {
  /** Backends that run transactions, one per core. More than the machine's cores is an error. */
  active: { min: 2, max: 64 },
  /** Idle and active ones together. */
  connections: 12_500,
  /** Operations of a scene; later ones are refused. */
  operations: 20_000,
  /** Operations of a plan. */
  planned: 1024,
} as const;

/** Workloads that are replayed. */
type Replayed = Extract<(typeof WORKLOADS)[number], { readonly replayed: true }>;
export type SceneWorkload = Replayed['id'];
export const SCENE_WORKLOADS: readonly SceneWorkload[] = WORKLOADS.filter((row): row is Replayed => row.replayed).map(
  ({ id }) => id,
);

/**
 * Where the active backends' PGPROCs are in the array: `middle` side by side among the idle ones, `spread` evenly over
 * the array.
 */
export const SCENE_PLACES = ['first', 'middle', 'spread'] as const;
export type ScenePlace = (typeof SCENE_PLACES)[number];

export interface SceneRequest {
  readonly design: DesignId;
  readonly machine: Machine;
  /** False: writes leave other cores' copies alone. */
  readonly coherence: boolean;
  readonly active: number;
  readonly idle: number;
  readonly place: ScenePlace;
  readonly workload: SceneWorkload;
  /** Where the fields are, if not where the design has them. */
  readonly pieces?: readonly LayoutPiece[];
  /** The operations in their order; without it the workload runs by the backends' clocks. */
  readonly plan?: readonly PlannedOperation[];
}

/** Refused, if its backend cannot do that then: a snapshot is taken in a transaction, and released before its end. */
export interface PlannedOperation {
  readonly backend: number;
  readonly kind: OperationKind;
}

/** Bytes of a structure that stay together in somebody's own layout (`wasm-core/src/simulation/layout.h`). */
export interface LayoutPiece {
  /** Index in `SceneOpened.regions`. */
  readonly region: number;
  /** Bytes of an entry of the region, one for each connection; 0: the region is a single struct. */
  readonly entry: number;
  /** From the entry's start. */
  readonly first: number;
  readonly size: number;
  /** Where those of entry 0 are in the layout's memory, and the distance to those of entry 1. */
  readonly at: number;
  readonly stride: number;
}

/**
 * The cost of a visibility check: the mix of xids that the lab times (`operations`), its writers on the other `active -
 * 1` cores.
 */
export type SceneCheckRequest = Pick<SceneRequest, 'design' | 'machine' | 'coherence' | 'active' | 'idle'>;
/** Means per check. */
export interface SceneCheck {
  readonly ns: Nanoseconds;
  /** Words of the snapshot that it read: bounds, and entries of its lists. */
  readonly ownLoads: number;
  /** Accesses to shared memory, and how many of them missed the core's own caches. */
  readonly accesses: number;
  readonly misses: number;
}

/** A named piece of shared memory. Two may have the same name (an array and its header do). */
export interface SceneRegion {
  readonly name: string;
  /** The line of its first byte. */
  readonly firstLine: number;
  /** Bytes of that line before it: pgprocnos[] begins after its header. */
  readonly baseOffset: number;
  /** Bytes. */
  readonly size: number;
  /** Lines that it touches. */
  readonly lines: number;
}

/** Facts that hold as long as the scene is open. */
export interface SceneOpened {
  readonly regions: readonly SceneRegion[];
  /** Names of the fields, by their numbers in `SceneAccesses.field`. */
  readonly fields: readonly string[];
  /** All lines of the server. */
  readonly lines: number;
  /** Cores of the machine; backend i runs on core `cores[i]`. */
  readonly machineCores: number;
  readonly coresPerSocket: number;
  readonly coresPerL3: number;
  /** Core of each active backend. */
  readonly cores: readonly number[];
  /** Slot in PGPROC of each active backend. */
  readonly pgprocnos: readonly number[];
  /** Its place in the proc array (index in pgprocnos[], procs[] or xids[]). */
  readonly places: readonly number[];
}

/** In the order of their codes in `SceneAccesses`. */
export const ACCESS_KINDS = ['read', 'write', 'atomic'] as const;
export type SceneAccessKind = (typeof ACCESS_KINDS)[number];
/** Where an access found its line: `peer` is another core's cache behind the same L3, `far` one behind another L3. */
export const LINE_LEVELS = ['l1', 'l2', 'l3', 'peer', 'far', 'memory', 'far-memory'] as const;
export type LineLevel = (typeof LINE_LEVELS)[number];
/** Of one core's copy: Invalid, Shared, Exclusive, Modified, Owned, Forward. */
export const LINE_STATES = ['I', 'S', 'E', 'M', 'O', 'F'] as const;
export type LineState = (typeof LINE_STATES)[number];
/**
 * Why a line had to be fetched. `not-shared`: no other core took it away (first touch, no room, an upgrade).
 * `for-horizon`: of the bytes that others had written, the operation read only xmins.
 */
export const SHARINGS = ['not-shared', 'true', 'false', 'for-horizon'] as const;
export type Sharing = (typeof SHARINGS)[number];

/** No core: `SceneAccesses.from` if no core's copy answered. */
export const NO_CORE = 255;

/**
 * The accesses of one operation, one column per field (12,500 connections make some 50,000). `accessAt` reads a row.
 */
export interface SceneAccesses {
  readonly count: number;
  /** Index in `SceneOpened.regions`. */
  readonly region: Uint8Array;
  readonly line: Uint32Array;
  /** Bytes from the start of the line. */
  readonly offset: Uint8Array;
  /** Bytes, 1 to 64. */
  readonly size: Uint8Array;
  /** Index in `ACCESS_KINDS`. */
  readonly kind: Uint8Array;
  /** Index in `SceneOpened.fields`. */
  readonly field: Uint8Array;
  /** Index in `LINE_LEVELS`. */
  readonly level: Uint8Array;
  /** The core whose copy answered (`peer`, `far`), or `NO_CORE`. */
  readonly from: Uint8Array;
  /** Index in `LINE_STATES`: the state of this core's copy. */
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** 1: the core had the line and lacked ownership. */
  readonly upgrade: Uint8Array;
  /** How many other cores lost their copies because of it. */
  readonly losers: Uint8Array;
  /** Index in `SHARINGS`, valid if `missed`. */
  readonly sharing: Uint8Array;
  /** 1: it missed the core's own caches, or was an upgrade. */
  readonly missed: Uint8Array;
  /** Of a write: a bit for each of the line's words of 4 bytes whose value it changed. */
  readonly changed: Uint32Array;
  /** When it began, in ns since the operation's start. */
  readonly at: Float64Array;
  /** Its duration, including the wait. */
  readonly ns: Float64Array;
  /** The part of `ns` before other cores' transfers of the line had finished. */
  readonly wait: Float64Array;
}

/** One row of `SceneAccesses`. */
export interface SceneAccess {
  readonly region: number;
  readonly line: number;
  readonly offset: number;
  readonly size: number;
  readonly kind: SceneAccessKind;
  readonly field: number;
  readonly level: LineLevel;
  /** Null: no core's copy answered. */
  readonly from: number | null;
  readonly before: LineState;
  readonly after: LineState;
  readonly upgrade: boolean;
  readonly losers: number;
  /** Null: a hit. */
  readonly sharing: Sharing | null;
  readonly at: Nanoseconds;
  readonly ns: Nanoseconds;
  readonly wait: Nanoseconds;
}

/** In the order of their codes in `SceneTimeline.kind`. `assign`: an xid. `end`: commit. */
export const OPERATION_KINDS = ['begin', 'snapshot', 'release', 'assign', 'end'] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

export interface SceneOperation {
  readonly number: number;
  /** The backend: index in `SceneOpened.cores`. */
  readonly backend: number;
  readonly core: number;
  readonly kind: OperationKind;
  /** Number of this backend's transaction, from 0. */
  readonly transaction: number;
  /** Time on the machine's clock, from 0. The operations' starts never decrease. */
  readonly startNs: Nanoseconds;
  readonly endNs: Nanoseconds;
  /** A snapshot that the completion counter answered. */
  readonly reused: boolean;
}

/**
 * Operations [from, from + count) without their accesses, one column per field: for a ruler, and to find a backend's
 * next snapshot.
 */
export interface SceneTimeline {
  readonly from: number;
  readonly count: number;
  readonly backend: Uint8Array;
  /** Index in `OPERATION_KINDS`. */
  readonly kind: Uint8Array;
  readonly reused: Uint8Array;
  readonly transaction: Uint32Array;
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** Accesses, how many of these missed, and the misses by sharing. */
  readonly accesses: Uint32Array;
  readonly misses: Uint32Array;
  readonly trueSharing: Uint32Array;
  readonly falseSharing: Uint32Array;
  readonly forHorizon: Uint32Array;
}

/** The lines to look at. */
export interface LineRange {
  readonly first: number;
  readonly count: number;
}

/** The state of these lines before the operation and after it. */
export interface SceneLook extends LineRange {
  /** Index in `LINE_STATES` of each core's copy: `count` × `machineCores`, line by line. */
  readonly states: Uint8Array;
  /** `count` × 64; bytes outside of all regions are 0. */
  readonly bytesBefore: Uint8Array;
  readonly bytesAfter: Uint8Array;
  /** The last write to each line before this operation. */
  readonly lastWrites?: SceneLastWrites;
}

/** One row per line. */
export interface SceneLastWrites {
  /** The core, or `NO_CORE`: nobody has written to it since the connections were made. */
  readonly core: Uint8Array;
  /** Index in `SceneOpened.fields`. */
  readonly field: Uint8Array;
  /** Bytes from the start of the line. */
  readonly offset: Uint8Array;
  readonly size: Uint8Array;
}

/** Sums over all backends' operations before the one that is shown. */
export interface SceneTotals {
  readonly operations: number;
  readonly transactions: number;
  /** Snapshots, here and below: all but each backend's first, whose caches are cold. */
  readonly snapshots: number;
  readonly reused: number;
  /** Time spent in snapshots. */
  readonly snapshotNs: Nanoseconds;
  /** Accesses of snapshots only. */
  readonly accesses: number;
  readonly misses: number;
  readonly trueSharing: number;
  readonly falseSharing: number;
  readonly forHorizon: number;
  readonly upgrades: number;
  readonly transfersWithin: number;
  readonly transfersAcross: number;
}

/** The operation to show: its number, or a time, which means the last one that started by then. */
export type SceneWhen = { readonly operation: number } | { readonly ns: Nanoseconds };

export interface SceneShown {
  readonly operation: SceneOperation;
  readonly accesses: SceneAccesses;
  /** The lines asked for, in the same order. */
  readonly looks: readonly SceneLook[];
  readonly totals: SceneTotals;
}

/** Undefined past the end. */
export function accessAt(accesses: SceneAccesses, at: number): SceneAccess | undefined {
  if (!(at >= 0 && at < accesses.count)) return undefined;
  const get = (column: Uint8Array | Uint32Array | Float64Array): number => column[at] ?? 0;
  const from = get(accesses.from);
  return {
    region: get(accesses.region),
    line: get(accesses.line),
    offset: get(accesses.offset),
    size: get(accesses.size),
    kind: ACCESS_KINDS[get(accesses.kind)] ?? 'read',
    field: get(accesses.field),
    level: LINE_LEVELS[get(accesses.level)] ?? 'l1',
    from: from === NO_CORE ? null : from,
    before: LINE_STATES[get(accesses.before)] ?? 'I',
    after: LINE_STATES[get(accesses.after)] ?? 'I',
    upgrade: get(accesses.upgrade) === 1,
    losers: get(accesses.losers),
    sharing: get(accesses.missed) === 1 ? (SHARINGS[get(accesses.sharing)] ?? 'not-shared') : null,
    at: get(accesses.at) as Nanoseconds,
    ns: get(accesses.ns) as Nanoseconds,
    wait: get(accesses.wait) as Nanoseconds,
  };
}

/** The worker's methods. */
export interface SceneApi {
  open(question: { readonly place: WasmPlace; readonly request: SceneRequest }): Result<SceneOpened, EngineError>;
  show(question: { readonly when: SceneWhen; readonly looks: readonly LineRange[] }): Result<SceneShown, EngineError>;
  timeline(question: { readonly from: number; readonly count: number }): Result<SceneTimeline, EngineError>;
  /** Operations [from, from + count), each with the same looks. */
  run(question: SceneSpan): Result<readonly SceneShown[], EngineError>;
}

export interface SceneSpan {
  readonly from: number;
  readonly count: number;
  readonly looks: readonly LineRange[];
}
