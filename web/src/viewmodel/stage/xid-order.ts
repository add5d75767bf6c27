/**
 * Which of many xids are drawn when not all fit. The others are in folds, and a fold is as wide as one xid. Xids are
 * chosen by their importance, then from the newest on; every hidden one is in a fold.
 */

/**
 * @param showable by index: whether it may be drawn at all (a gap in the list may not)
 * @param slots number of xids and folds that fit together; at least 2
 * @param wanted indexes, the most important first
 * @returns by index: whether it is drawn. Drawn ones and folds together are never more than `slots`.
 */
export function windowOf(showable: readonly boolean[], slots: number, wanted: readonly number[]): readonly boolean[] {
  if (showable.length <= slots && showable.every(Boolean)) return showable;
  const shown = showable.map(() => false);
  let used = 1;
  const tryToShow = (place: number): void => {
    if (showable[place] !== true || shown[place] === true) return;
    // Alone in its fold: the fold disappears. In a fold's middle: the fold becomes two.
    const folded = Number(shown[place - 1] === false) + Number(shown[place + 1] === false);
    if (used + folded > slots) return;
    used += folded;
    shown[place] = true;
  };
  for (const place of wanted) tryToShow(place);
  for (let place = showable.length - 1; place >= 0; place--) tryToShow(place);
  // A fold of one is as wide as the xid that it hides.
  for (let place = 0; place < showable.length; place++) tryToShow(place);
  return shown;
}

/**
 * Which xid is older. Xids have 32 bits and wrap around, so comparing two of them needs to know the epoch of each.
 * `nextXid` tells, with its 64 bits: no xid in use is further from it than 2³¹ (PostgreSQL:
 * FullTransactionIdFromAllowableAt, transam.h). Xids widened this way are compared as numbers.
 */
declare const full: unique symbol;
/** 64 bits, counted from the cluster's beginning; its low 32 bits are the xid. */
export type FullXid = number & { readonly [full]: true };

const TURN = 2 ** 32;
/** 0 invalid, 1 bootstrap, 2 frozen: these are never assigned, in no epoch. */
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

/** The xid that is assigned after this one: the special ones of each epoch are skipped. */
export function nextFullXid(xid: FullXid): FullXid {
  const after = xid + 1;
  return asFullXid(shortXid(after) < FIRST_NORMAL_XID ? after - shortXid(after) + FIRST_NORMAL_XID : after);
}

/** Number of xids that can be assigned from `from` to right before `to`. */
export function countXids(from: FullXid, to: FullXid): number {
  if (to <= from) return 0;
  return to - from - FIRST_NORMAL_XID * (Math.floor(to / TURN) - Math.floor(from / TURN));
}

/** The xid right before; never below the first valid one. */
export function previousFullXid(xid: FullXid): FullXid {
  const before = xid - 1;
  return asFullXid(
    shortXid(before) < FIRST_NORMAL_XID && before > FIRST_NORMAL_XID ? before - FIRST_NORMAL_XID : before,
  );
}

/** The first index in an ascending list from which on nothing is below `xid`; its length if everything is. */
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
