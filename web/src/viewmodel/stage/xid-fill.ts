/** The state of an xid: the fill of its mark, wherever it is drawn. */
import type { StageState, StageXid, XidStatus } from '../../engine/stage/stage-types.ts';

/** `unstarted`: not assigned yet. `unknown`: it is older than the stage's list. */
export type XidFill = XidStatus | 'unstarted' | 'unknown';

/** The largest special xid: invalid, bootstrap, frozen. */
const LAST_SPECIAL_XID = 2;

/** From `from` up to `xid`, across 2^32 if necessary. */
const distance = (from: number, xid: number): number => (xid - from) >>> 0;

/** The state of an xid (its low 32 bits), by the stage's list. Bootstrap and frozen xids have always committed. */
export function xidFill(state: Pick<StageState, 'xids' | 'nextXid'>, xid: number): XidFill {
  const known = findXid(state, xid);
  if (known !== undefined) return known.status;
  if (xid <= LAST_SPECIAL_XID) return xid === 0 ? 'unknown' : 'committed';
  // Half of the circle is ahead.
  return distance(state.nextXid % 2 ** 32, xid) < 2 ** 31 ? 'unstarted' : 'unknown';
}

/** The stage's entry of an xid (its low 32 bits), by halving: there are up to MAX_STAGE_XIDS in the order of their assignment. */
export function findXid({ xids }: Pick<StageState, 'xids'>, xid: number): StageXid | undefined {
  const first = xids[0]?.xid ?? 0;
  const wanted = distance(first, xid);
  let from = 0;
  let to = xids.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (distance(first, xids[middle]?.xid ?? 0) < wanted) from = middle + 1;
    else to = middle;
  }
  const found = xids[from];
  return found?.xid === xid ? found : undefined;
}
