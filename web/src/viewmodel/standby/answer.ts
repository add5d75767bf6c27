/**
 * What a snapshot says of an xid, and why: XidInMVCCSnapshot (PostgreSQL: src/backend/utils/time/snapmgr.c), for a
 * snapshot of the primary's and for one that was taken in recovery. “Runs” means: what it wrote is not seen.
 */
import type { SnapshotForm } from '../../engine/server/standby-types.ts';
import { fullXid } from '../stage/xid-order.ts';

export type Why =
  | 'before-xmin'
  | 'from-xmax'
  | 'listed'
  | 'not-listed'
  /** The list lacks subtransactions: pg_subtrans is asked for the topmost parent first. */
  | 'parent-before-xmin'
  | 'parent-listed'
  | 'parent-not-listed';

export interface Answer {
  readonly runs: boolean;
  readonly why: Why;
  /** The list that was searched: all stand in subxip in recovery, and in either on the primary. */
  readonly list: 'xip' | 'subxip' | null;
  /** The topmost parent that was looked for in its place. */
  readonly parent: number | null;
}

export interface Asked {
  readonly snapshot: SnapshotForm;
  readonly inRecovery: boolean;
  /** By whose pg_subtrans; null: it is no subtransaction there. */
  parentOf(xid: number): number | null;
}

/** @param nextXid 64 bits: xids are compared by it */
export function answerOf(xid: number, { snapshot, inRecovery, parentOf }: Asked, nextXid: number): Answer {
  const precedes = (a: number, b: number): boolean => fullXid(a, nextXid) < fullXid(b, nextXid);
  const { xmin, xmax, xip, subxip, suboverflowed } = snapshot;
  const says = (runs: boolean, why: Why, list: Answer['list'], parent: number | null = null): Answer => ({
    runs,
    why,
    list,
    parent,
  });
  if (precedes(xid, xmin)) return says(false, 'before-xmin', null);
  if (!precedes(xid, xmax)) return says(true, 'from-xmax', null);
  const top = suboverflowed ? topmost(xid, parentOf, (one) => precedes(one, xmin)) : xid;
  const parent = top === xid ? null : top;
  if (parent !== null && precedes(top, xmin)) return says(false, 'parent-before-xmin', null, parent);
  const inSub = subxip.includes(top);
  const lists = inRecovery ? inSub : xip.includes(top) || (!suboverflowed && inSub);
  const list = inRecovery || (lists && !xip.includes(top)) ? 'subxip' : 'xip';
  if (parent === null) return says(lists, lists ? 'listed' : 'not-listed', list);
  return says(lists, lists ? 'parent-listed' : 'parent-not-listed', list, parent);
}

/** SubTransGetTopmostTransaction: no further than to one that is older than the snapshot. */
function topmost(xid: number, parentOf: Asked['parentOf'], isOld: (xid: number) => boolean): number {
  let top = xid;
  for (let next: number | null = xid; next !== null; next = isOld(next) ? null : parentOf(next)) top = next;
  return top;
}
