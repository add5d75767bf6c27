/** Meaning of the bits of a heap tuple's header on their own. PostgreSQL: src/include/access/htup_details.h. */
import type { StageTuple } from '../../engine/stage/stage-types.ts';

const HASNULL = 0x0001;
const HASVARWIDTH = 0x0002;
const HASEXTERNAL = 0x0004;
const XMAX_KEYSHR_LOCK = 0x0010;
const COMBOCID = 0x0020;
const XMAX_EXCL_LOCK = 0x0040;
const XMAX_LOCK_ONLY = 0x0080;
const XMIN_COMMITTED = 0x0100;
const XMIN_INVALID = 0x0200;
const XMAX_COMMITTED = 0x0400;
const XMAX_INVALID = 0x0800;
const XMAX_IS_MULTI = 0x1000;
const UPDATED = 0x2000;
const LOCK_MASK = XMAX_EXCL_LOCK | XMAX_KEYSHR_LOCK;
const XMIN_FROZEN = XMIN_COMMITTED | XMIN_INVALID;

const NATTS_MASK = 0x07ff;
const KEYS_UPDATED = 0x2000;
const HOT_UPDATED = 0x4000;
const ONLY_TUPLE = 0x8000;

type Masks = Pick<StageTuple, 'infomask' | 'infomask2'>;

/** Pairs of bits with a joint meaning come first, and hide their single bits. */
const NAMES: readonly (readonly [mask: number, name: string])[] = [
  [HASNULL, 'HEAP_HASNULL'],
  [HASVARWIDTH, 'HEAP_HASVARWIDTH'],
  [HASEXTERNAL, 'HEAP_HASEXTERNAL'],
  [LOCK_MASK, 'HEAP_XMAX_SHR_LOCK'],
  [XMAX_KEYSHR_LOCK, 'HEAP_XMAX_KEYSHR_LOCK'],
  [COMBOCID, 'HEAP_COMBOCID'],
  [XMAX_EXCL_LOCK, 'HEAP_XMAX_EXCL_LOCK'],
  [XMAX_LOCK_ONLY, 'HEAP_XMAX_LOCK_ONLY'],
  [XMIN_FROZEN, 'HEAP_XMIN_FROZEN'],
  [XMIN_COMMITTED, 'HEAP_XMIN_COMMITTED'],
  [XMIN_INVALID, 'HEAP_XMIN_INVALID'],
  [XMAX_COMMITTED, 'HEAP_XMAX_COMMITTED'],
  [XMAX_INVALID, 'HEAP_XMAX_INVALID'],
  [XMAX_IS_MULTI, 'HEAP_XMAX_IS_MULTI'],
  [UPDATED, 'HEAP_UPDATED'],
];
const NAMES2: readonly (readonly [mask: number, name: string])[] = [
  [KEYS_UPDATED, 'HEAP_KEYS_UPDATED'],
  [HOT_UPDATED, 'HEAP_HOT_UPDATED'],
  [ONLY_TUPLE, 'HEAP_ONLY_TUPLE'],
];

function namesIn(word: number, names: typeof NAMES): string[] {
  const found: string[] = [];
  let left = word;
  for (const [mask, name] of names) {
    if ((left & mask) !== mask) continue;
    found.push(name);
    left &= ~mask;
  }
  return found;
}

/** PostgreSQL's names of the bits that are set, in the order of their values; infomask first. */
export const bitNames = ({ infomask, infomask2 }: Masks): { infomask: string[]; infomask2: string[] } => ({
  infomask: namesIn(infomask, NAMES),
  infomask2: namesIn(infomask2, NAMES2),
});

export const natts = ({ infomask2 }: Masks): number => infomask2 & NATTS_MASK;
export const isFrozen = ({ infomask }: Masks): boolean => (infomask & XMIN_FROZEN) === XMIN_FROZEN;
export const hasNulls = ({ infomask }: Masks): boolean => (infomask & HASNULL) !== 0;
/** The hint about xmin; frozen counts as committed. */
export const xminHint = ({ infomask }: Masks): 'committed' | 'aborted' | null =>
  infomask & XMIN_COMMITTED ? 'committed' : infomask & XMIN_INVALID ? 'aborted' : null;
/** The hint about xmax. `invalid`: there is none, or it has aborted, or it was a lock that has ended. */
export const xmaxHint = ({ infomask }: Masks): 'committed' | 'invalid' | null =>
  infomask & XMAX_INVALID ? 'invalid' : infomask & XMAX_COMMITTED ? 'committed' : null;
export const isMulti = ({ infomask }: Masks): boolean => (infomask & XMAX_IS_MULTI) !== 0;
/** HEAP_XMAX_IS_LOCKED_ONLY */
export const isLockedOnly = ({ infomask }: Masks): boolean =>
  (infomask & XMAX_LOCK_ONLY) !== 0 || (infomask & (XMAX_IS_MULTI | LOCK_MASK)) === XMAX_EXCL_LOCK;
/** It replaced an older version, wherever that is. */
export const isUpdated = ({ infomask }: Masks): boolean => (infomask & UPDATED) !== 0;
/** HeapTupleHeaderIsHotUpdated: its successor has no separate index entry. */
export const isHotUpdated = (tuple: Masks): boolean =>
  (tuple.infomask2 & HOT_UPDATED) !== 0 && xmaxHint(tuple) !== 'invalid' && xminHint(tuple) !== 'aborted';
/** HeapTupleHeaderIsHeapOnly: no index entry leads to it. */
export const isHeapOnly = ({ infomask2 }: Masks): boolean => (infomask2 & ONLY_TUPLE) !== 0;

export const LOCK_STRENGTHS = ['for key share', 'for share', 'for no key update', 'for update'] as const;
export type LockStrength = (typeof LOCK_STRENGTHS)[number];
export const isLockStrength = (status: string): status is LockStrength =>
  (LOCK_STRENGTHS as readonly string[]).includes(status);

/** For an xmax that is a single xid and only locks. */
export function lockStrength({ infomask, infomask2 }: Masks): LockStrength {
  switch (infomask & LOCK_MASK) {
    case XMAX_KEYSHR_LOCK:
      return 'for key share';
    case LOCK_MASK:
      return 'for share';
    default:
      return infomask2 & KEYS_UPDATED ? 'for update' : 'for no key update';
  }
}
