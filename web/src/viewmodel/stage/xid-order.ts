/**
 * Which xid is older. Xids have 32 bits and come round again, so two of them can only be compared when something says
 * which turn they are of. `nextXid` does, with its 64 bits: nothing that is about is further from it than 2³¹
 * (PostgreSQL: FullTransactionIdFromAllowableAt, transam.h). What is widened this way is compared as numbers.
 */
declare const full: unique symbol;
/** 64 bits, counted from the cluster's beginning; its low 32 bits are the xid. */
export type FullXid = number & { readonly [full]: true };

const TURN = 2 ** 32;
/** 0 invalid, 1 bootstrap, 2 frozen: nobody is given them, in no turn. */
export const FIRST_NORMAL_XID = 3;

export const asFullXid = (n: number): FullXid => n as FullXid;

/** The xid as rows and snapshots have it: the low 32 bits. */
export const shortXid = (xid: number): number => xid % TURN;

/** Widens an xid by `nextXid` (64 bits). Bootstrap and frozen are older than all others. */
export function fullXid(xid: number, nextXid: number): FullXid {
  if (xid < FIRST_NORMAL_XID) return asFullXid(xid);
  // `| 0` wraps the difference into −2³¹ … 2³¹ − 1, as TransactionIdPrecedes does.
  return asFullXid(nextXid + ((xid - shortXid(nextXid)) | 0));
}

/** The xid that is given out after this one: the special ones of each turn are left out. */
export function nextFullXid(xid: FullXid): FullXid {
  const after = xid + 1;
  return asFullXid(shortXid(after) < FIRST_NORMAL_XID ? after - shortXid(after) + FIRST_NORMAL_XID : after);
}

/** How many xids can be given out from `from` to right before `to`. */
export function countXids(from: FullXid, to: FullXid): number {
  if (to <= from) return 0;
  return to - from - FIRST_NORMAL_XID * (Math.floor(to / TURN) - Math.floor(from / TURN));
}

/** The xid right before; never below the first that there is. */
export function previousFullXid(xid: FullXid): FullXid {
  const before = xid - 1;
  return asFullXid(
    shortXid(before) < FIRST_NORMAL_XID && before > FIRST_NORMAL_XID ? before - FIRST_NORMAL_XID : before,
  );
}

/** The first place in an ascending list from which on nothing is below `xid`; its length, when all is. */
export function firstFrom(ascending: readonly FullXid[], xid: FullXid): number {
  let from = 0;
  let to = ascending.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ascending[middle] ?? 0) < xid) from = middle + 1;
    else to = middle;
  }
  return from;
}
