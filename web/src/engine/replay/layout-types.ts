/**
 * The layout bench's replay: the engine's operations under somebody's own layout, or the design's, and the sum of what
 * they cost. Plain data.
 */
import type { EngineError } from '../../base/engine-error.ts';
import type { Result } from '../../base/result.ts';
import type { WasmPlace } from '../wasm/wasm-module.ts';
import type { OperationKind, SceneRequest } from './scene-types.ts';

export interface LayoutRequest extends SceneRequest {
  /** Transactions of each backend that warm the caches up, and that are counted after them; on the average. */
  readonly warmUp: number;
  readonly counted: number;
}

/** A row of somebody's own table of accesses, with the places that its field's entries have. */
export interface TableAccess {
  readonly kind: 'read' | 'write';
  /** The cores that touch an entry: its own, the others, all, or the first so many. */
  readonly by: 'owner' | 'others' | 'all' | number;
  /** How often in an operation; a fraction is a chance. */
  readonly rate: number;
  readonly at: number;
  readonly stride: number;
  readonly size: number;
  readonly entries: number;
  /** There is an entry for each connection, idle ones too. */
  readonly perConnection: boolean;
}
export interface TableRequest extends Pick<SceneRequest, 'machine' | 'coherence' | 'active'> {
  /** Of the memory. */
  readonly bytes: number;
  readonly accesses: readonly TableAccess[];
  /** Operations of each core, as in `LayoutRequest`. */
  readonly warmUp: number;
  readonly counted: number;
  /** Of the generator that draws the operations. */
  readonly seed: number;
}
/** Bytes of the memory, and accesses of one operation. */
export const TABLE_LIMITS = { bytes: 1_048_576, accesses: 4096 } as const;

/** What the bytes from one offset on, of one size, have met. Sums over the counted operations. */
export interface LayoutCell {
  /** Bytes from the start of the memory that has the layout. */
  readonly at: number;
  readonly size: number;
  readonly reads: number;
  readonly writes: number;
  /** Cores that read, and that wrote. */
  readonly readers: readonly number[];
  readonly writers: readonly number[];
  /** The operations in which that happened. */
  readonly operations: readonly OperationKind[];
  readonly misses: number;
  /** Fetches of the line by cores that had lost it, and others had written these bytes since. */
  readonly blamed: number;
  /** The part of `blamed` that found in the words that it needs, these among them, the same values as before. */
  readonly restored: number;
  /** Time of its accesses. */
  readonly ns: number;
}

/** Misses by why the line had to be fetched. Together with `cold` they are `misses`. */
export interface LayoutMisses {
  readonly trueSharing: number;
  /** True sharing by its words, but nothing else than the same values had been written. */
  readonly restored: number;
  readonly falseSharing: number;
  readonly forHorizon: number;
  /** The line was there, ownership was not. */
  readonly upgrades: number;
  /** First touch, or no room. */
  readonly cold: number;
}

/** Sums over the counted operations of all backends. */
export interface LayoutTally extends LayoutMisses {
  readonly operations: number;
  readonly transactions: number;
  readonly snapshots: number;
  readonly accesses: number;
  readonly misses: number;
  /** From another core's cache, behind the same L3 and behind another one. */
  readonly transfersWithin: number;
  readonly transfersAcross: number;
  readonly ns: number;
  /** In the order of their places. */
  readonly cells: readonly LayoutCell[];
}

/** The worker's methods. */
export interface LayoutApi {
  /** An operation counts as a transaction. */
  table(question: { readonly place: WasmPlace; readonly request: TableRequest }): Result<LayoutTally, EngineError>;
  run(question: { readonly place: WasmPlace; readonly request: LayoutRequest }): Result<LayoutTally, EngineError>;
}
