/**
 * Whether each snapshot would see a row version. The file's own snapshot is completely known. Of another session's
 * snapshot only xmin is known: everything below it had ended, and it does not see that xid itself; for later commits
 * nobody outside can tell whether they came before its snapshot or after it.
 *
 * PostgreSQL: HeapTupleSatisfiesMVCC, XidInMVCCSnapshot.
 */
import type { ServerSession, ServerState } from '../../scenario/server-state.ts';
import { FIRST_NORMAL_XID, fullXid } from '../stage/xid-order.ts';
import { unowned } from './horizon.ts';
import type { ServerVersion, Writer } from './versions.ts';

export type Seen = 'yes' | 'no' | 'unknown';
/** Why a snapshot sees a writer's work, or does not. */
export type SeenWhy =
  | 'frozen'
  | 'aborted'
  | 'running'
  /** It had ended before the oldest transaction that was still running for this snapshot. */
  | 'before-xmin'
  | 'at-xmin'
  | 'ended-before'
  | 'still-running-then'
  | 'after-xmax'
  | 'own'
  /** Only xmin of the snapshot is known. */
  | 'only-xmin-known'
  /** It may be a subtransaction of a transaction that was running then. */
  | 'maybe-sub'
  | 'outcome-gone';
export interface WorkSeen {
  readonly seen: Seen;
  readonly why: SeenWhy;
}
export interface VersionSeen {
  readonly seen: Seen;
  readonly insert: WorkSeen;
  /** Null: nobody deleted it. */
  readonly remove: WorkSeen | null;
}

export type Viewer =
  | { readonly kind: 'file' }
  | { readonly kind: 'session'; readonly session: ServerSession & { readonly xmin: number } };

/** The file's own snapshot first, then every session that has one, oldest first. */
export function viewers(state: ServerState): readonly Viewer[] {
  const others = state.sessions.flatMap((session) =>
    session.xmin === null || session.xmin < FIRST_NORMAL_XID || session.pid === state.pid || session.vacuums
      ? []
      : // A session in another database, or one that sends a standby's feedback, cannot read this table.
        session.database === state.database
        ? [{ kind: 'session' as const, session: { ...session, xmin: session.xmin } }]
        : [],
  );
  const at = (xmin: number): number => fullXid(xmin, state.snapshot.xmax);
  return [{ kind: 'file' }, ...others.sort((a, b) => at(a.session.xmin) - at(b.session.xmin))];
}

/** Does a viewer's snapshot see the version? Built once for all versions. */
export function eyes(state: ServerState): (viewer: Viewer, version: ServerVersion) => VersionSeen {
  const running = new Set(state.snapshot.xip);
  const firstUnowned = unowned(state)[0] ?? Number.POSITIVE_INFINITY;
  const byFile = ({ full }: Writer): WorkSeen => {
    if (full < state.snapshot.xmin) return { seen: 'yes', why: 'before-xmin' };
    if (full >= state.snapshot.xmax) return { seen: 'no', why: 'after-xmax' };
    if (running.has(full)) return { seen: 'no', why: 'still-running-then' };
    // Its transaction may have been running then and have committed before the query for its status.
    return full > firstUnowned ? { seen: 'unknown', why: 'maybe-sub' } : { seen: 'yes', why: 'ended-before' };
  };
  const bySession = ({ full }: Writer, xmin: number): WorkSeen => {
    const least = fullXid(xmin, state.snapshot.xmax);
    if (full < least) return { seen: 'yes', why: 'before-xmin' };
    if (full === least) return { seen: 'no', why: 'at-xmin' };
    return { seen: 'unknown', why: 'only-xmin-known' };
  };
  const work = (viewer: Viewer, writer: Writer, frozen: boolean): WorkSeen => {
    if (frozen) return { seen: 'yes', why: 'frozen' };
    if (writer.outcome === 'aborted') return { seen: 'no', why: 'aborted' };
    if (viewer.kind === 'session' && viewer.session.xid === writer.xid) return { seen: 'unknown', why: 'own' };
    if (writer.outcome === 'running')
      // A session's subtransactions are not listed, so the running xid may be its own.
      return viewer.kind === 'session' && mayBeOwn(viewer.session, writer, state)
        ? { seen: 'unknown', why: 'own' }
        : { seen: 'no', why: 'running' };
    if (writer.outcome === 'unknown') return { seen: 'unknown', why: 'outcome-gone' };
    return viewer.kind === 'file' ? byFile(writer) : bySession(writer, viewer.session.xmin);
  };
  return (viewer, version) => {
    const insert = work(viewer, version.inserter, version.frozen);
    const remove = version.deleter === null ? null : work(viewer, version.deleter, false);
    return { seen: both(insert.seen, remove?.seen ?? 'no'), insert, remove };
  };
}

/** A subtransaction's xid is younger than its transaction's. */
const mayBeOwn = ({ xid }: ServerSession, { xid: written, full }: Writer, state: ServerState): boolean =>
  xid !== null &&
  fullXid(xid, state.snapshot.xmax) < full &&
  !state.snapshot.xip.includes(full) &&
  !state.sessions.some((session) => session.xid === written);

/** Combines both: visible if its insertion is and its deletion is not. */
function both(insert: Seen, remove: Seen): Seen {
  if (insert === 'no' || remove === 'yes') return 'no';
  return insert === 'yes' && remove === 'no' ? 'yes' : 'unknown';
}
