/**
 * A snapshot's answer about an xid, and its reason: XidInMVCCSnapshot (PostgreSQL: src/backend/utils/time/snapmgr.c),
 * for a snapshot of the primary and for one that was taken in recovery. “Runs” means: its writes are invisible.
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
  /** The list that was searched: in recovery all xids are in subxip, on the primary in either. */
  readonly list: 'xip' | 'subxip' | null;
  /** The topmost parent that was searched in its place. */
  readonly parent: number | null;
}

export interface Asked {
  readonly snapshot: SnapshotForm;
  readonly inRecovery: boolean;
  /** By that server's pg_subtrans; null: it is not a subtransaction there. */
  parentOf(xid: number): number | null;
}

/** @param nextXid 64 bits: xids are compared relative to it */
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

/** SubTransGetTopmostTransaction: it stops at an xid that is older than the snapshot. */
function topmost(xid: number, parentOf: Asked['parentOf'], isOld: (xid: number) => boolean): number {
  let top = xid;
  for (let next: number | null = xid; next !== null; next = isOld(next) ? null : parentOf(next)) top = next;
  return top;
}
