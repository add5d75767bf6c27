/**
 * The row versions of a server's pages: the outcome of their writers, and whether a version that no snapshot needs may
 * be removed. Decided like VACUUM, from hint bits first, then from the server's status of the xid.
 *
 * PostgreSQL: HeapTupleSatisfiesVacuum (heapam_visibility.c): a version deleted at or after the horizon stays.
 */

import type { ServerItem, ServerState } from '../../scenario/server-state.ts';
import { isFrozen, isLockedOnly, isMulti, xmaxHint, xminHint } from '../stage/heap-bits.ts';
import { FIRST_NORMAL_XID, type FullXid } from '../stage/xid-order.ts';
import type { ServerHolder, ServerHorizon } from './horizon.ts';
import { keeperCount, widenIn } from './horizon.ts';

/** `unknown`: it has ended, but the server no longer keeps its outcome. */
export type Outcome = 'committed' | 'aborted' | 'running' | 'unknown';
export interface Writer {
  readonly xid: number;
  readonly full: FullXid;
  readonly outcome: Outcome;
  /** From the hint bit; otherwise from the server's status. */
  readonly hinted: boolean;
}

export type Fate =
  | { readonly kind: 'live' }
  | { readonly kind: 'inserting' }
  | { readonly kind: 'deleting' }
  /** Its inserter rolled back: no other transaction ever saw it, so nobody keeps it. */
  | { readonly kind: 'never' }
  | { readonly kind: 'removable' }
  /** `keepers`: the number of holders in the horizon's `counting` that keep it, oldest first; none when it was deleted just now. */
  | { readonly kind: 'kept'; readonly oldest: ServerHolder | null; readonly keepers: number }
  | { readonly kind: 'unknown'; readonly xid: number };
export type FateKind = Fate['kind'];

export interface ServerVersion {
  readonly block: number;
  readonly lp: number;
  readonly ctid: string | null;
  readonly frozen: boolean;
  readonly inserter: Writer;
  /** Null: nobody deleted or replaced it; a locker does not count. */
  readonly deleter: Writer | null;
  readonly fate: Fate;
}
export interface ServerPointer {
  readonly block: number;
  readonly lp: number;
  readonly flags: 'unused' | 'redirect' | 'dead';
}
export interface ServerVersions {
  readonly versions: readonly ServerVersion[];
  readonly pointers: readonly ServerPointer[];
}

const POINTERS = ['unused', 'unused', 'redirect', 'dead'] as const;
const NORMAL = 1;

export function serverVersions(state: ServerState, horizon: ServerHorizon): ServerVersions {
  const { table } = state;
  const widen = widenIn(state);
  const statuses = new Map((table?.xids ?? []).map(({ xid, status }) => [xid, status]));
  const updaters = new Map(
    (table?.multixacts ?? [])
      .filter(({ mode }) => mode === 'nokeyupd' || mode === 'upd')
      .map(({ multi, xid }) => [multi, xid]),
  );
  const asked = (xid: number): Outcome => {
    const status = statuses.get(xid);
    if (status === undefined) return 'unknown';
    if (status === 'in progress') return 'running';
    // Without a status: an xid at or after the snapshot's end had not ended; for one before it nobody knows any longer.
    return status ?? (widen(xid) >= state.snapshot.xmax ? 'running' : 'unknown');
  };
  const writer = (xid: number, hint: 'committed' | 'aborted' | null): Writer => ({
    xid,
    full: widen(xid),
    // Bootstrap and frozen xids are older than all others.
    outcome: hint ?? (xid < FIRST_NORMAL_XID ? 'committed' : asked(xid)),
    hinted: hint !== null,
  });

  const versions: ServerVersion[] = [];
  const pointers: ServerPointer[] = [];
  for (const { block, items } of table?.pages ?? [])
    for (const item of items ?? []) {
      const { lp, flags, xmin, infomask, infomask2 } = item;
      if (flags !== NORMAL || xmin === null || infomask === null || infomask2 === null) {
        pointers.push({ block, lp, flags: POINTERS[flags] ?? 'unused' });
        continue;
      }
      const masks = { infomask, infomask2 };
      const inserter = writer(xmin, xminHint(masks));
      const by = deleterXid(item, masks, updaters);
      const deleter =
        by === null ? null : writer(by, xmaxHint(masks) === 'committed' && !isMulti(masks) ? 'committed' : null);
      const fate = fateOf(inserter, deleter, horizon);
      versions.push({ block, lp, ctid: item.ctid, frozen: isFrozen(masks), inserter, deleter, fate });
    }
  return { versions, pointers };
}

/** The xid that deletes or replaces it, according to xmax; a lock does neither. */
function deleterXid(
  { xmax }: ServerItem,
  masks: { readonly infomask: number; readonly infomask2: number },
  updaters: ReadonlyMap<number, number>,
): number | null {
  if (xmax === null || xmax === 0 || xmaxHint(masks) === 'invalid' || isLockedOnly(masks)) return null;
  // A multixact that changed the row has an updater; when the file lacks it, the multixact's own number has no outcome.
  return isMulti(masks) ? (updaters.get(xmax) ?? xmax) : xmax;
}

function fateOf(inserter: Writer, deleter: Writer | null, horizon: ServerHorizon): Fate {
  if (inserter.outcome === 'aborted') return { kind: 'never' };
  if (inserter.outcome === 'running') return { kind: 'inserting' };
  if (inserter.outcome === 'unknown') return { kind: 'unknown', xid: inserter.xid };
  if (deleter === null || deleter.outcome === 'aborted') return { kind: 'live' };
  if (deleter.outcome === 'running') return { kind: 'deleting' };
  if (deleter.outcome === 'unknown') return { kind: 'unknown', xid: deleter.xid };
  if (deleter.full < horizon.full) return { kind: 'removable' };
  const keepers = keeperCount(horizon, deleter.full);
  return { kind: 'kept', oldest: keepers === 0 ? null : (horizon.counting[0] ?? null), keepers };
}
