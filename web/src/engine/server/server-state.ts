/**
 * The state of a simulated server between two steps: the state of a trace line, a page as pageinspect shows it, and why
 * a row is visible. Nothing here changes the server, not even a hint bit. 64-bit xids are numbers: they stay below
 * 2^53.
 */
import type { Ctid, StoredTuple } from '../../sql/core.ts';
import {
  SIM_MAX_MEMBERS,
  SIM_MAX_SESSIONS,
  SIM_MAX_SLOTS,
  type SimExemption,
  type SimHolderKind,
  SimHorizons,
  type SimItem,
  SimKnown,
  type SimLockKind,
  SimMultixact,
  SimPage,
  SimPrepared,
  SimServer,
  SimSession,
  SimSlot,
  SimSnapshot,
} from '../wasm/sim.gen.ts';
import type { WasmServer } from './server-core.ts';
import type { TraceSession, TraceSnapshot, TraceState, TraceTuple } from './state-types.ts';

/** Facts that the executor knows and C does not. */
export interface StateNames {
  /** Undefined leaves the session out, for example one that only sets up. */
  session(id: number): string | undefined;
  /** Null: the database of the tables. */
  place?(id: number): SessionPlace | null;
  /** Name of a replication slot. Default: `slot N`. */
  slot?(slot: number): string;
  /** Its gid. Default: `prepared N`. */
  prepared?(handle: number): string;
  /** pg_stat_activity.state, where the executor knows more: 'idle in transaction (aborted)'. */
  state?(id: number): string | undefined;
  /** The session whose GlobalVis bounds or RecentGlobalXmin are shown for all; default: the first one. */
  readonly current?: number | undefined;
  readonly tables: readonly TableNames[];
}
export interface TableNames {
  readonly name: string;
  readonly relation: number;
  /** A tuple's values as text, valid until the next call of the server. */
  values?(tuple: StoredTuple): readonly (string | null)[];
}

export interface ServerState extends TraceState {
  readonly sessions: readonly SessionState[];
  readonly horizons: Horizons & Readonly<Record<string, unknown>>;
  readonly tables: Readonly<Record<string, readonly TupleState[]>>;
  /** Line pointers that hold no tuple, by table. */
  readonly items: Readonly<Record<string, readonly ItemState[]>>;
  readonly prepared: readonly { readonly name: string; readonly xids: readonly number[] }[];
  readonly slots: readonly SlotState[];
}
/** Xmins: 0 is none. */
export interface SlotState {
  readonly name: string;
  readonly kind: 'logical' | 'physical';
  readonly xmin: number;
  readonly catalogXmin: number;
}
export type SessionPlace =
  | { readonly kind: 'database'; readonly name: string }
  | { readonly kind: 'standby'; readonly slot: string | null };
export interface SessionState extends TraceSession {
  readonly id: number;
  /** Null: connected to the database of the tables. */
  readonly place: SessionPlace | null;
  /** MyProc's number. */
  readonly pgprocno: number;
  readonly isolation: 'read committed' | 'repeatable read' | 'serializable';
  /** Xid of the innermost level; 0: none. */
  readonly currentXid: number;
  /** Xids of the transaction without the aborted ones, ascending. */
  readonly ownXids: readonly number[];
  /** The lock it waits for; null when it does not wait. */
  readonly lock: { readonly kind: LockKind; readonly on: readonly number[]; readonly mode: number } | null;
  readonly snapshotsTaken: number;
  readonly snapshotsReused: number;
  /** True: the snapshot stays for the whole transaction. */
  readonly keepsSnapshot: boolean;
}
export type LockKind = NonNullable<SimLockKind>;
export interface TupleState extends TraceTuple {
  /** t_cid as stored; cmin and cmax as its transaction knows them, or t_cid once that has ended. */
  readonly cid: number;
  /** t_ctid, (block,offset) */
  readonly next: string;
  /** Members of a multixact in xmax. */
  readonly members: readonly MultixactMember[];
}
export interface MultixactMember {
  readonly xid: number;
  readonly status: string;
}
export interface ItemState {
  readonly ctid: string;
  readonly flags: 'unused' | 'redirect' | 'dead';
  /** Offset that a redirect leads to; 0 otherwise. */
  readonly to: number;
}
export interface Bounds {
  readonly shared: number;
  readonly catalog: number;
  readonly data: number;
  readonly temp: number;
}
export interface SessionHorizons {
  /** 14+: 64 bits. */
  readonly maybeNeeded?: Bounds;
  readonly definitelyNeeded?: Bounds;
  /** 14+: how often accurate bounds were computed. */
  readonly computed?: number;
  /** 13 */
  readonly recentGlobalXmin?: number;
  readonly recentGlobalDataXmin?: number;
}
export interface Horizons extends SessionHorizons {
  /** The oldest xid that anyone may still need in a table, as things are now. */
  readonly oldestNonRemovable: number;
  /** The holders that keep it from advancing. */
  readonly holders: readonly { readonly kind: HolderKind; readonly who: string; readonly xid: number }[];
  readonly sessions: Readonly<Record<string, SessionHorizons>>;
  /** The same horizon for each kind of relation, 32 bits. */
  readonly oldest: Bounds;
  /** All holders of an xid or an xmin, also exempt ones, in the proc array's order, then slots. */
  readonly known: readonly KnownHolder[];
}
export type HolderKind = SimHolderKind;
/** Why a holder does not hold back the horizon of tables. */
export type HolderExemption = NonNullable<SimExemption>;
export interface KnownHolder {
  readonly kind: HolderKind;
  readonly who: string;
  /** The older of its xid and its xmin; `other` is the younger, null if it has only one. */
  readonly xid: number;
  readonly other: number | null;
  readonly exempt: HolderExemption | null;
}

const ITEM_FLAGS = ['unused', 'unused', 'redirect', 'dead'] as const;
const LP_NORMAL = 1;
const LP_REDIRECT = 2;
const XMAX_INVALID = 0x800;
const XMAX_IS_MULTI = 0x1000;
const ctidText = (block: number, offset: number): string => `(${block},${offset})`;

function whoIs(names: StateNames, who: number): string {
  if (who < SIM_MAX_SESSIONS) return names.session(who) ?? `session ${who}`;
  return names.prepared?.(who - SIM_MAX_SESSIONS) ?? `prepared ${who - SIM_MAX_SESSIONS}`;
}

type SnapshotRead = Omit<TraceSnapshot, 'reused' | 'taken'> & { readonly curcid: number };

function readSnapshot(answer: SimSnapshot): SnapshotRead {
  const { xmin, xmax, curcid, xip, suboverflowed } = answer;
  return { xmin, xmax, curcid, xip, subxip: suboverflowed ? [] : answer.subxip, suboverflowed };
}

/**
 * The snapshot with which a session would look at rows now: its statement's; else its transaction's, if it keeps one;
 * else one like it would take.
 */
export function snapshotInForce(core: WasmServer, session: number): SnapshotRead {
  core.module._xip_sim_view_snapshot(session);
  return readSnapshot(core.answer(SimSnapshot));
}

function readSession(core: WasmServer, id: number, name: string, names: StateNames): SessionState {
  core.module._xip_sim_view_session(id);
  const answer = core.answer(SimSession);
  const { pgprocno, level, isolation, xid, currentXid, xmin, curcid, subxids, overflowed, ownXids } = answer;
  const { waits, snapshotsTaken, snapshotsReused, taken } = answer;
  const lock = waits ? readLock(answer) : null;
  const snapshot =
    taken === null ? null : { ...readSnapshot(answer.snapshot), reused: answer.wasReused, taken: snapshotsTaken };
  // The next calls reuse the answer's memory.
  const waitsFor = waits ? core.blockers(id).map((who) => whoIs(names, who)) : [];
  const activity = level === 0 ? 'idle' : waits || core.hasActiveSnapshot(id) ? 'active' : 'idle in transaction';
  return {
    session: name,
    id,
    place: names.place?.(id) ?? null,
    pgprocno,
    xid,
    xmin,
    level,
    isolation,
    currentXid,
    ownXids,
    curcid,
    state: names.state?.(id) ?? activity,
    waitsFor,
    lock,
    subxids,
    overflowed,
    snapshot,
    snapshotsTaken,
    snapshotsReused,
    keepsSnapshot: taken === 'transaction',
  };
}

function readLock({ lock: { kind, a, b, c, mode } }: SimSession): SessionState['lock'] {
  return {
    kind: kind ?? 'relation',
    on: kind === 'tuple' || kind === 'advisory' ? [a, b, c] : kind === 'snapshot' ? [] : [a],
    mode,
  };
}

const readBounds = ({ shared, catalog, data, temp }: Bounds): Bounds => ({ shared, catalog, data, temp });

function readSessionHorizons(core: WasmServer, id: number): SessionHorizons {
  core.module._xip_sim_view_horizons(id);
  const { maybeNeeded, definitelyNeeded, computed, recentGlobalXmin, recentGlobalDataXmin } = core.answer(SimHorizons);
  if (core.rules < 14) return { recentGlobalXmin, recentGlobalDataXmin };
  return { maybeNeeded: readBounds(maybeNeeded), definitelyNeeded: readBounds(definitelyNeeded), computed };
}

/** @param asked the session whose view of the horizons is read; it is connected to the tables' database */
function readHorizons(
  core: WasmServer,
  ids: readonly number[],
  asked: number | undefined,
  names: StateNames,
): Horizons & Record<string, unknown> {
  const sessions = Object.fromEntries(
    ids.map((id) => [names.session(id) ?? `session ${id}`, readSessionHorizons(core, id)]),
  );
  const first = names.current ?? ids[0];
  if (first === undefined || asked === undefined) {
    const oldest = { shared: 0, catalog: 0, data: 0, temp: 0 };
    return { oldestNonRemovable: 0, holders: [], sessions, oldest, known: [] };
  }
  const count = core.module._xip_sim_view_known(asked);
  const answer = core.answer(SimKnown);
  const oldest = readBounds(answer.oldest);
  const known = Array.from({ length: count }, (_, i): KnownHolder => {
    const { kind, who, xid, other, exempt } = answer.holders(i);
    const isSlot = kind === 'slot-xmin' || kind === 'slot-catalog-xmin';
    return {
      kind,
      who: isSlot ? slotName(names, who) : whoIs(names, who),
      xid,
      other: other === 0 ? null : other,
      exempt,
    };
  });
  return {
    ...readSessionHorizons(core, first),
    oldestNonRemovable: oldest.data,
    holders: known
      .filter(({ exempt, xid }) => exempt === null && xid === oldest.data)
      .map(({ kind, who, xid }) => ({ kind, who, xid })),
    sessions,
    oldest,
    known,
  };
}

const slotName = (names: StateNames, slot: number): string => names.slot?.(slot) ?? `slot ${slot}`;

function readSlots(core: WasmServer, names: StateNames): readonly SlotState[] {
  return Array.from({ length: SIM_MAX_SLOTS }, (_, slot) => slot).flatMap((slot): SlotState[] => {
    if (core.module._xip_sim_view_slot(slot) === 0) return [];
    const { isUsed, isLogical, xmin, catalogXmin } = core.answer(SimSlot);
    const kind = isLogical ? 'logical' : 'physical';
    return isUsed ? [{ name: slotName(names, slot), kind, xmin, catalogXmin }] : [];
  });
}

/** The members of a multixact, in the order in which it keeps them. */
export function multixactMembers(core: WasmServer, session: number, multi: number): readonly MultixactMember[] {
  const count = core.module._xip_sim_view_multixact(session, multi);
  const answer = core.answer(SimMultixact);
  return Array.from({ length: Math.min(count, SIM_MAX_MEMBERS) }, (_, i) => {
    const { xid, status } = answer.members(i);
    return { xid, status };
  });
}

/** A copy of a line pointer: reading a row's values and its multixact takes further calls. */
function readItem(answer: SimItem) {
  const { pointer, xmin, xmax, cid, cmin, cmax, infomask, infomask2, removable } = answer;
  const { block, offset } = answer.next;
  const seenBy = [answer.seenBy(0), answer.seenBy(1)] as const;
  return {
    pointer,
    xmin,
    xmax,
    cid,
    cmin,
    cmax,
    infomask,
    infomask2,
    next: ctidText(block, offset),
    removable,
    seenBy,
  };
}
type Item = ReturnType<typeof readItem>;

function readTable(
  core: WasmServer,
  session: number,
  table: TableNames,
  names: StateNames,
): { tuples: TupleState[]; items: ItemState[] } {
  const tuples: TupleState[] = [];
  const items: ItemState[] = [];
  const blocks = core.blocks(table.relation);
  for (let block = 0; block < blocks; block++) {
    const read = readBlock(core, session, table, block, names);
    tuples.push(...read.tuples);
    items.push(...read.items);
  }
  return { tuples, items };
}

/** One page of a table. @param session any connected session */
export function readBlock(
  core: WasmServer,
  session: number,
  table: TableNames,
  block: number,
  names: StateNames,
): { readonly tuples: readonly TupleState[]; readonly items: readonly ItemState[] } {
  const tuples: TupleState[] = [];
  const items: ItemState[] = [];
  const count = core.module._xip_sim_view_page(session, table.relation, block);
  const page = core.answer(SimPage);
  const read = Array.from({ length: count }, (_, i) => readItem(page.items(i)));
  for (const [i, item] of read.entries()) {
    const at = { block, offset: i + 1 };
    const ctid = ctidText(block, at.offset);
    const flags = (item.pointer >>> 15) & 3;
    const to = flags === LP_REDIRECT ? item.pointer & 0x7fff : 0;
    if (flags !== LP_NORMAL) items.push({ ctid, flags: ITEM_FLAGS[flags] ?? 'unused', to });
    else {
      const { pointer: _, seenBy, removable, ...header } = item;
      tuples.push({
        ctid,
        ...header,
        members: membersOf(core, session, item),
        values: valuesOf(core, table, at),
        visibleTo: namesIn(seenBy, names),
        removable,
      });
    }
  }
  return { tuples, items };
}

function membersOf(core: WasmServer, session: number, { infomask, xmax }: Item): readonly MultixactMember[] {
  const isMulti = (infomask & XMAX_IS_MULTI) !== 0 && (infomask & XMAX_INVALID) === 0;
  return isMulti ? multixactMembers(core, session, xmax) : [];
}

function valuesOf(core: WasmServer, table: TableNames, at: Ctid): readonly (string | null)[] {
  const stored = table.values === undefined ? undefined : core.tuple(table.relation, at);
  return stored === undefined ? [] : (table.values?.(stored) ?? []);
}

/** The sessions whose bits are set. */
function namesIn(seenBy: readonly [low: number, high: number], names: StateNames): readonly string[] {
  const visibleTo: string[] = [];
  for (let id = 0; id < SIM_MAX_SESSIONS; id++) {
    const word = id < 32 ? seenBy[0] : seenBy[1];
    const name = (word >>> (id & 31)) & 1 ? names.session(id) : undefined;
    if (name !== undefined) visibleTo.push(name);
  }
  return visibleTo;
}

/** The state part of a trace line. */
export function readServerState(core: WasmServer, names: StateNames): ServerState {
  core.module._xip_sim_view_server();
  const server = core.answer(SimServer);
  const nextXid = Number(server.nextXid);
  const { latestCompletedXid, xactCompletionCount, lastOverflowedXid } = server;
  const { sessionIds: ids, prepared: preparedCount } = server;
  const connected = Array.from({ length: ids }, (_, id) => id).filter((id) => core.isConnected(id));
  const named = connected.filter((id) => names.session(id) !== undefined);
  // Tables belong to the first database, where the set-up session is; the spec's own sessions may be in another.
  const reader = connected[0];
  const read = (reader === undefined ? [] : names.tables).map(
    (table) => [table.name, readTable(core, reader ?? 0, table, names)] as const,
  );
  const prepared = Array.from({ length: preparedCount }, (_, n) => {
    core.module._xip_sim_view_prepared(n);
    const { handle, xids } = core.answer(SimPrepared);
    return { name: whoIs(names, SIM_MAX_SESSIONS + handle), xids };
  });
  return {
    nextXid,
    latestCompletedXid,
    xactCompletionCount,
    lastOverflowedXid,
    sessions: named.map((id) => readSession(core, id, names.session(id) ?? '', names)),
    horizons: readHorizons(core, named.length > 0 ? named : connected, connected[0], names),
    // Built from entries: assigning to a table named "__proto__" would not work.
    tables: Object.fromEntries(read.map(([name, { tuples }]) => [name, tuples])),
    items: Object.fromEntries(read.map(([name, { items }]) => [name, items])),
    prepared,
    slots: readSlots(core, names),
  };
}
