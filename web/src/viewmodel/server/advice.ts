/**
 * What frees the horizon: each holder's cause, the SQL that ends it, and who holds next. Only for causes that the file
 * shows; where its role was not allowed to see them, that is said instead. Pure.
 */
import type { ServerState } from '../../scenario/server-state.ts';
import type { ServerHolder } from './horizon.ts';
import type { ServerView } from './server-view.ts';

export type AdviceKind =
  | 'idle'
  | 'active'
  /** The role that wrote the file may not see what the session does. */
  | 'hidden'
  | 'prepared'
  | 'slot'
  | 'logicalSlot'
  | 'logicalSlotActive'
  | 'feedback'
  | 'primary'
  | 'deferred';

export interface Advice {
  readonly kind: AdviceKind;
  readonly holder: ServerHolder;
  /** To be run one by one; empty: there is nothing to run here. */
  readonly sql: readonly string[];
  /** It has to run on the standby, not here. */
  readonly elsewhere: boolean;
  /** How many holders it speaks of: more than one only for hidden sessions. */
  readonly count: number;
}

export interface ServerAdvices {
  /** The gentlest first, at most MAX_ADVICES. */
  readonly all: readonly Advice[];
  /** How many holders have the horizon's xid: it waits for all of them. */
  readonly holding: number;
  /** The horizon when they are gone, and its holder then; null: nobody. */
  readonly next: { readonly xid: number; readonly holder: ServerHolder | null };
  /** Of the table's dead versions that are kept now, those that may go then; null: the file shows none of this kind. */
  readonly frees: { readonly count: number; readonly kept: number } | null;
}

export const MAX_ADVICES = 3;
/** What costs least comes first: to cancel a query that works is the last resort. */
const ORDER: readonly AdviceKind[] = [
  'idle',
  'prepared',
  'slot',
  'logicalSlot',
  'feedback',
  'deferred',
  'primary',
  'logicalSlotActive',
  'hidden',
  'active',
];

/** Null: nobody holds, or the file shows no cause. */
export function adviceOf(state: ServerState, { horizon, rows, kept }: ServerView): ServerAdvices | null {
  const found = horizon.holding.flatMap((holder): readonly Advice[] => {
    const kind = kindOf(state, holder);
    if (kind === null) return [];
    return [{ kind, holder, sql: sqlOf(kind, holder), elsewhere: kind === 'feedback', count: 1 }];
  });
  // All hidden sessions want the same, so they share one advice.
  const hidden = found.filter(({ kind }) => kind === 'hidden');
  const each = found.filter((one) => one.kind !== 'hidden' || one === hidden[0]);
  const all = each
    .map((one) => (one.kind === 'hidden' ? { ...one, count: hidden.length } : one))
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || (b.holder.seconds ?? 0) - (a.holder.seconds ?? 0));
  if (all.length === 0) return null;
  const holder = horizon.counting.find(({ full }) => full > horizon.full && full < horizon.next) ?? null;
  const then = holder?.full ?? horizon.next;
  const isOwn = state.table?.kind === horizon.kind && kept > 0;
  const freed = rows.versions.filter(({ fate, deleter }) => fate.kind === 'kept' && (deleter?.full ?? then) < then);
  return {
    all: all.slice(0, MAX_ADVICES),
    holding: horizon.holding.length,
    // Full xids lose their epoch where they are shown.
    next: { xid: then % 2 ** 32, holder },
    frees: isOwn ? { count: freed.length, kept } : null,
  };
}

function kindOf(
  { sessions, slots, inRecovery }: ServerState,
  { kind, pid, name, state }: ServerHolder,
): AdviceKind | null {
  switch (kind) {
    case 'xid':
    case 'xmin': {
      const process = sessions.find((session) => session.pid === pid)?.kind ?? null;
      // The server shows others' sessions without kind and state to a role that may not see them.
      if (process === null && state === null) return 'hidden';
      // A server's own processes and senders are not ended by hand.
      if (process !== 'client backend') return null;
      if (state?.startsWith('idle in transaction') === true) return 'idle';
      return state === 'active' ? 'active' : null;
    }
    case 'prepared':
      return inRecovery ? null : 'prepared';
    case 'slot-xmin':
    case 'slot-catalog-xmin': {
      const slot = slots.find((one) => one.name === name);
      if (slot === undefined) return null;
      if (slot.kind === 'logical') return slot.active ? 'logicalSlotActive' : 'logicalSlot';
      return slot.active ? 'feedback' : 'slot';
    }
    case 'standby':
      return 'feedback';
    case 'primary':
    case 'deferred':
      return kind;
    case 'unseen':
      return null;
  }
}

/** As a literal of SQL, with standard_conforming_strings. */
const literal = (text: string | null): string => `'${(text ?? '').replaceAll("'", "''")}'`;
const RELOAD = 'SELECT pg_reload_conf();';

function sqlOf(kind: AdviceKind, { pid, name }: ServerHolder): readonly string[] {
  switch (kind) {
    case 'idle':
      return [`SELECT pg_terminate_backend(${pid});`];
    case 'active':
      return [`SELECT pg_cancel_backend(${pid});`];
    case 'prepared':
      return [`COMMIT PREPARED ${literal(name)};`, `ROLLBACK PREPARED ${literal(name)};`];
    case 'slot':
    case 'logicalSlot':
      return [`SELECT pg_drop_replication_slot(${literal(name)});`];
    case 'logicalSlotActive':
      return [
        `SELECT active_pid, restart_lsn, confirmed_flush_lsn FROM pg_replication_slots WHERE slot_name = ${literal(name)};`,
      ];
    case 'feedback':
      return ['ALTER SYSTEM SET hot_standby_feedback = off;', RELOAD];
    case 'deferred':
      return ['ALTER SYSTEM SET vacuum_defer_cleanup_age = 0;', RELOAD];
    case 'primary':
    case 'hidden':
      return [];
  }
}
