/** pg_subtrans and pg_xact in their buffers, as a stage shows them. Plain data: it crosses from the worker to the page. */
import type { SimLookupWhy } from '../wasm/sim.gen.ts';

/** A session's lookups in an SLRU since it connected. Each is a hit, or ends in a read. */
export interface SlruCounts {
  readonly lookups: number;
  readonly hits: number;
  readonly reads: number;
  readonly writes: number;
  /** Pages that gave their buffer to another one. */
  readonly evictions: number;
}
export interface StageBuffer {
  readonly page: number;
  readonly dirty: boolean;
  /** Uses of other pages in its bank since its own last use. */
  readonly age: number;
}
/** The reason for a lookup in pg_subtrans; `set` and `make` write. */
export type LookupWhy = SimLookupWhy;
export interface StageLookup {
  /** Null: the set-up's, or that of a connection that the picture does not show. */
  readonly session: string | null;
  readonly why: LookupWhy;
  /** The first lookup of a walk from an xid to its topmost parent. */
  readonly begins: boolean;
  readonly xid: number;
  /** Null: it is a top transaction's. */
  readonly parent: number | null;
  readonly page: number;
  readonly slot: number;
  readonly hit: boolean;
  /** The page that was in the slot before. Null: none, or it was a hit. */
  readonly evicted: number | null;
  /** The evicted page had to be written first. */
  readonly wrote: boolean;
}
/** pg_subtrans in its buffers, and the lookups of the tick that led here. */
export interface StageSlru {
  readonly buffers: number;
  /** Each has an LWLock; slots are spread evenly, page p belongs to bank p % banks. */
  readonly banks: number;
  /** It is never evicted. Null: no xid was assigned yet. */
  readonly latestPage: number | null;
  /** By slot; null: empty. */
  readonly slots: readonly (StageBuffer | null)[];
  /** By the session's name. */
  readonly counts: Readonly<Record<string, { readonly subtrans: SlruCounts; readonly xact: SlruCounts }>>;
  /** In order; the last MAX_STAGE_LOOKUPS of the tick. */
  readonly lookups: readonly StageLookup[];
  /** How many earlier lookups of the tick are not kept. */
  readonly lookupsBefore: number;
}
