/**
 * The removal horizon of a real server, from its own report: for each kind of table the oldest xid that somebody may
 * still need, and every possible holder, with the reason why some do not count. It is the result of a VACUUM started at
 * that moment in the file's database.
 *
 * PostgreSQL: GetOldestXmin in 13, ComputeXidHorizons from 14 on (procarray.c).
 * MODEL: what no view shows is left out: workers of a parallel VACUUM count as others do; 14.0 to 14.3 left CREATE
 * INDEX CONCURRENTLY out for data; slots that were invalidated count; without wal_level = logical, catalog_xmin would
 * not in 13.
 */
import {
  majorOf,
  type ServerSession,
  type ServerStandby,
  type ServerState,
  type TableKind,
} from '../../scenario/server-state.ts';
import { asFullXid, FIRST_NORMAL_XID, type FullXid, fullXid, shortXid } from '../stage/xid-order.ts';

export type ServerHolderKind =
  | 'xid'
  | 'xmin'
  | 'prepared'
  | 'slot-xmin'
  | 'slot-catalog-xmin'
  | 'standby'
  /** A running transaction of the snapshot whose xid nobody in the file has. */
  | 'unseen'
  /** On a standby: transactions that run on the primary. */
  | 'primary'
  /** vacuum_defer_cleanup_age, up to 15. */
  | 'deferred';

export type Exemption = 'vacuum' | 'decoding' | 'other-database' | 'catalogs-only' | 'own-temporary' | 'this-look';

export interface ServerHolder {
  /** The same for all kinds of tables. */
  readonly id: string;
  readonly kind: ServerHolderKind;
  /** A process; null for other holders. */
  readonly pid: number | null;
  /** Name of a slot or a standby, or a prepared transaction's. */
  readonly name: string | null;
  readonly database: string | null;
  readonly state: string | null;
  /** How long its transaction has been open; null if unknown. */
  readonly seconds: number | null;
  /** The older of its xid and its xmin. */
  readonly full: FullXid;
  readonly xid: number;
  /** The younger of the two. */
  readonly other: FullXid | null;
  /** Null: it counts. */
  readonly exempt: Exemption | null;
}

export interface ServerHorizon {
  readonly kind: TableKind;
  readonly full: FullXid;
  readonly xid: number;
  /** The first xid that had not been assigned, or was not yet known to have ended: the horizon if nobody holds it. */
  readonly next: FullXid;
  /** Oldest first; among equals the counting ones first. */
  readonly holders: readonly ServerHolder[];
  /** The counting ones, oldest first. */
  readonly counting: readonly ServerHolder[];
  /** The counting ones whose xid is the horizon. */
  readonly holding: readonly ServerHolder[];
}

type Found = Omit<ServerHolder, 'exempt' | 'xid'>;

/** Widened like on the server: by its next xid. */
export const widenIn =
  ({ snapshot }: Pick<ServerState, 'snapshot'>) =>
  (xid: number): FullXid =>
    fullXid(xid, snapshot.xmax);

export function serverHorizon(state: ServerState, kind: TableKind): ServerHorizon {
  const next = asFullXid(state.snapshot.xmax);
  const processes = [...sessionHolders(state), ...preparedHolders(state), ...unseenHolders(state)];
  const sessions = new Map(state.sessions.map((session) => [session.pid, session]));
  const found: ServerHolder[] = [...processes, ...slotHolders(state)].map((holder) => ({
    ...holder,
    xid: shortXid(holder.full),
    exempt: exemption(state, kind, holder, holder.pid === null ? undefined : sessions.get(holder.pid)),
  }));
  const age = deferAge(state);
  const isSlot = (holder: ServerHolder) => holder.kind === 'slot-xmin' || holder.kind === 'slot-catalog-xmin';
  if (age > 0) {
    // The age is subtracted before slots are read.
    const before = Math.max(
      FIRST_NORMAL_XID,
      oldest(
        found.filter((each) => !isSlot(each)),
        next,
      ) - age,
    );
    found.push({ ...nobody('deferred', 'deferred', asFullXid(before)), xid: shortXid(before), exempt: null });
  }
  const full = oldest(found, next);
  const holders = found.sort((a, b) => a.full - b.full || Number(a.exempt !== null) - Number(b.exempt !== null));
  const counting = holders.filter(({ exempt }) => exempt === null);
  return {
    kind,
    full,
    xid: shortXid(full),
    next,
    holders,
    counting,
    holding: counting.filter((each) => each.full === full && full < next),
  };
}

const oldest = (holders: readonly ServerHolder[], next: FullXid): FullXid =>
  holders.reduce((least, { exempt, full }) => (exempt === null && full < least ? full : least), next);

/** How many holders keep a version that `full` deleted: those at the start of `counting` that are not younger. */
export function keeperCount({ counting }: Pick<ServerHorizon, 'counting'>, full: FullXid): number {
  let from = 0;
  let to = counting.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((counting[middle]?.full ?? full + 1) <= full) from = middle + 1;
    else to = middle;
  }
  return from;
}

function deferAge({ inRecovery, settings, server }: ServerState): number {
  const age = Number(settings.vacuum_defer_cleanup_age ?? 0);
  return inRecovery || server >= 160_000 || !Number.isSafeInteger(age) ? 0 : Math.max(0, age);
}

const nobody = (id: string, kind: ServerHolderKind, full: FullXid): Found => ({
  id,
  kind,
  pid: null,
  name: null,
  database: null,
  state: null,
  seconds: null,
  full,
  other: null,
});

function sessionHolders(state: ServerState): Found[] {
  const widen = widenIn(state);
  const standbys = new Map(state.standbys.map((standby) => [standby.pid, standby]));
  return state.sessions.flatMap((session) => {
    const { pid, database, xid, xmin, transactionSeconds } = session;
    const has = (value: number | null): value is number => value !== null && value >= FIRST_NORMAL_XID;
    const [first, second] = [
      ...(has(xid) ? [{ kind: 'xid' as const, full: widen(xid) }] : []),
      ...(has(xmin) ? [{ kind: 'xmin' as const, full: widen(xmin) }] : []),
    ].sort((a, b) => a.full - b.full);
    if (first === undefined) return [];
    const isStandby = database === null && (session.kind === 'walsender' || standbys.has(pid));
    return [
      {
        ...nobody(`pid ${pid}`, isStandby ? 'standby' : first.kind, first.full),
        pid,
        name: isStandby ? (standbys.get(pid)?.name ?? null) : null,
        database,
        state: session.state,
        seconds: transactionSeconds,
        other: second?.full ?? null,
      },
    ];
  });
}

const preparedHolders = (state: ServerState): Found[] =>
  state.prepared
    .filter(({ xid }) => xid >= FIRST_NORMAL_XID)
    .map(({ gid, database, xid, seconds }) => ({
      ...nobody(`prepared ${xid}`, 'prepared', widenIn(state)(xid)),
      name: gid,
      database,
      seconds,
    }));

/** Transactions that run in the snapshot but are in no list: they ended while the server was queried, or the file was cut. */
function unseenHolders(state: ServerState): Found[] {
  const { snapshot, sessions, prepared, inRecovery } = state;
  if (inRecovery) return snapshot.xmin < snapshot.xmax ? [nobody('primary', 'primary', asFullXid(snapshot.xmin))] : [];
  return unowned({ snapshot, sessions, prepared }).map((full) => nobody(`unseen ${full}`, 'unseen', full));
}

/** Transactions that run in the snapshot and have no owner in the lists. */
export function unowned({ snapshot, sessions, prepared }: Pick<ServerState, 'snapshot' | 'sessions' | 'prepared'>) {
  const owned = new Set<number | null>([...sessions.map(({ xid }) => xid), ...prepared.map(({ xid }) => xid)]);
  return snapshot.xip.filter((full) => !owned.has(shortXid(full))).map(asFullXid);
}

const slotHolders = (state: ServerState): Found[] =>
  state.slots.flatMap(({ name, database, active, xmin, catalogXmin }) => {
    const as = (kind: 'slot-xmin' | 'slot-catalog-xmin', xid: number | null): Found[] =>
      xid === null || xid < FIRST_NORMAL_XID
        ? []
        : [
            {
              ...nobody(`${kind} ${name}`, kind, widenIn(state)(xid)),
              name,
              database,
              state: active ? 'active' : 'inactive',
            },
          ];
    return [...as('slot-xmin', xmin), ...as('slot-catalog-xmin', catalogXmin)];
  });

function exemption(
  state: ServerState,
  kind: TableKind,
  holder: Found,
  session: ServerSession | undefined,
): Exemption | null {
  const major = majorOf(state);
  if (holder.pid !== null && holder.pid === state.pid) return 'this-look';
  if (session?.vacuums === true) return 'vacuum';
  if (session !== undefined && decodes(session, state.standbys)) return 'decoding';
  // From 14 on no other session's snapshot can see a session's temporary tables; 13 had no such kind.
  if (kind === 'temp' && major >= 14) return 'own-temporary';
  if (holder.kind === 'slot-catalog-xmin') return kind === 'catalog' || kind === 'shared' ? null : 'catalogs-only';
  const hasDatabase = session !== undefined || holder.kind === 'prepared';
  if (!hasDatabase || kind === 'shared' || state.inRecovery) return null;
  if (holder.database === state.database) return null;
  // Holders without a database count: up to 14 all of them, from 15 on only senders of a standby's feedback
  // (PROC_AFFECTS_ALL_HORIZONS).
  return holder.database === null && (major < 15 || holder.kind === 'standby') ? null : 'other-database';
}

/** A sender of logical changes outside its own transactions: PROC_IN_LOGICAL_DECODING. */
const decodes = ({ pid, kind, database }: ServerSession, standbys: readonly ServerStandby[]): boolean =>
  kind === 'walsender' &&
  database !== null &&
  standbys.some((standby) => standby.pid === pid && (standby.state === 'streaming' || standby.state === 'catchup'));
