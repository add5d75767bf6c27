/**
 * What frees the horizon: the holder's cause, the SQL that ends it, and who holds next. Only for causes that the file
 * shows; what it does not know of gets no advice. Pure.
 */
import type { ServerState } from '../../scenario/server-state.ts';
import type { ServerHolder } from './horizon.ts';
import type { ServerView } from './server-view.ts';

export type AdviceKind =
  | 'idle'
  | 'active'
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
  /** How many others hold the same xid. */
  readonly also: number;
  /** The horizon afterwards, and its holder then; null: nobody. */
  readonly next: { readonly xid: number; readonly holder: ServerHolder | null };
}

export function adviceOf(state: ServerState, { horizon, foremost }: ServerView): Advice | null {
  if (foremost === null) return null;
  const kind = kindOf(state, foremost);
  if (kind === null) return null;
  const holder = horizon.counting.find(({ full }) => full > horizon.full && full < horizon.next) ?? null;
  return {
    kind,
    holder: foremost,
    sql: sqlOf(kind, foremost),
    elsewhere: kind === 'feedback',
    also: horizon.holding.length - 1,
    // Full xids lose their epoch where they are shown.
    next: { xid: holder?.xid ?? horizon.next % 2 ** 32, holder },
  };
}

function kindOf(
  { sessions, slots, inRecovery }: ServerState,
  { kind, pid, name, state }: ServerHolder,
): AdviceKind | null {
  switch (kind) {
    case 'xid':
    case 'xmin': {
      // A server's own processes and senders are not ended by hand.
      if (sessions.find((session) => session.pid === pid)?.kind !== 'client backend') return null;
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
      return [];
  }
}
