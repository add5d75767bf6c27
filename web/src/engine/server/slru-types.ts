/** pg_subtrans and pg_xact in their buffers, as a stage shows them. Plain data: it crosses from the worker to the page. */

/** What a session met in an SLRU since it connected. Every lookup is a hit, or ends in a read. */
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
  /** Uses of other pages in its bank since it was used. */
  readonly age: number;
}
/** What a lookup in pg_subtrans is for; `set` and `make` write. As xip_lookup_why in C. */
export const LOOKUP_WHY = ['snapshot', 'in-progress', 'wait', 'did-commit', 'set', 'make'] as const;
export type LookupWhy = (typeof LOOKUP_WHY)[number];
export interface StageLookup {
  /** Null: the set-up's, or a connection's that is not in the picture. */
  readonly session: string | null;
  readonly why: LookupWhy;
  /** The first of a walk from an xid to its topmost parent. */
  readonly begins: boolean;
  readonly xid: number;
  /** Null: it is a top transaction's. */
  readonly parent: number | null;
  readonly page: number;
  readonly slot: number;
  readonly hit: boolean;
  /** The page that was in the slot until then. Null: none, or it was a hit. */
  readonly evicted: number | null;
  /** A page had to be written first. */
  readonly wrote: boolean;
}
/** pg_subtrans in its buffers, and what the tick that led here looked up there. */
export interface StageSlru {
  readonly buffers: number;
  /** Each has an LWLock; slots are dealt out evenly, page p belongs to bank p % banks. */
  readonly banks: number;
  /** It is never evicted. Null: no xid was given out yet. */
  readonly latestPage: number | null;
  /** By slot; null: empty. */
  readonly slots: readonly (StageBuffer | null)[];
  /** By the session's name. */
  readonly counts: Readonly<Record<string, { readonly subtrans: SlruCounts; readonly xact: SlruCounts }>>;
  /** In order; the last MAX_STAGE_LOOKUPS of the tick. */
  readonly lookups: readonly StageLookup[];
  /** How many of the tick came before these and are not kept. */
  readonly lookupsBefore: number;
}
/** XIP_LOOKUPS_KEPT, and XIP_SUBTRANS_XIDS_PER_PAGE. */
export const MAX_STAGE_LOOKUPS = 1_024;
export const SUBTRANS_XIDS_PER_PAGE = 2_048;
