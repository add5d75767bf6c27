/** In what state an xid is: what the fill of its mark says, wherever it is drawn. */
import type { StageState, XidStatus } from '../../engine/stage-types.ts';

/** `unstarted`: nobody has it yet. `unknown`: it is older than what the stage keeps. */
export type XidFill = XidStatus | 'unstarted' | 'unknown';

/** The largest that is no ordinary xid: invalid, bootstrap, frozen. */
const LAST_SPECIAL_XID = 2;

/** The state of an xid, by the stage's list (ascending). Bootstrap and frozen xids have always committed. */
export function xidFill(state: Pick<StageState, 'xids' | 'nextXid'>, xid: number): XidFill {
  const known = findXid(state, xid);
  if (known !== undefined) return known.status;
  if (xid > 0 && xid <= LAST_SPECIAL_XID) return 'committed';
  return xid >= state.nextXid ? 'unstarted' : 'unknown';
}

/** The stage's entry of an xid: halving, as there are up to MAX_STAGE_XIDS. */
export function findXid({ xids }: Pick<StageState, 'xids'>, xid: number): StageState['xids'][number] | undefined {
  let from = 0;
  let to = xids.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((xids[middle]?.xid ?? 0) < xid) from = middle + 1;
    else to = middle;
  }
  const found = xids[from];
  return found?.xid === xid ? found : undefined;
}
