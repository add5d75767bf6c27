/**
 * The state of a simulated server between two steps: the state of a trace line, a page as pageinspect shows it, and why
 * a row is visible. Nothing here changes the server, not even a hint bit. 64-bit xids are numbers: they stay below
 * 2^53.
 */
import type { Ctid, StoredTuple } from '../../sql/core.ts';
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
export type LockKind = 'relation' | 'transaction' | 'tuple';
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
export type HolderKind = 'xmin' | 'xid' | 'prepared' | 'standby' | 'slot-xmin' | 'slot-catalog-xmin';
/** Why a holder does not hold back the horizon of tables. */
export type HolderExemption = 'vacuum' | 'decoding' | 'other-database' | 'catalogs-only';
export interface KnownHolder {
  readonly kind: HolderKind;
  readonly who: string;
  /** The older of its xid and its xmin; `other` is the younger, null if it has only one. */
  readonly xid: number;
  readonly other: number | null;
  readonly exempt: HolderExemption | null;
}

const MAX_SESSIONS = 64;
/** Words of a line pointer in xip_sim_view_page's answer. */
const ITEM_WORDS = 14;
/** A session's snapshot begins at this word of xip_sim_view_session's answer. */
const SNAPSHOT_AT = 23;
const ISOLATIONS = ['read committed', 'read committed', 'repeatable read', 'serializable'] as const;
const LOCK_KINDS: readonly LockKind[] = ['relation', 'relation', 'transaction', 'tuple'];
const HOLDERS: readonly HolderKind[] = ['xmin', 'xmin', 'xid', 'prepared', 'standby', 'slot-xmin', 'slot-catalog-xmin'];
const EXEMPTIONS: readonly (HolderExemption | null)[] = [null, 'vacuum', 'decoding', 'other-database', 'catalogs-only'];
/** max_replication_slots */
const MAX_SLOTS = 10;
const ITEM_FLAGS = ['unused', 'unused', 'redirect', 'dead'] as const;
const LP_NORMAL = 1;
const LP_REDIRECT = 2;
const XMAX_INVALID = 0x800;
const XMAX_IS_MULTI = 0x1000;
/** MultiXactStatus. */
const MEMBER_STATUS = [
  'for key share',
  'for share',
  'for no key update',
  'for update',
  'no key update',
  'update',
] as const;

const ctidText = (block: number, offset: number): string => `(${block},${offset})`;

/** `size` words at an address in C's memory. */
const wordsAt = (core: WasmServer, address: number, size: number): readonly number[] => [
  ...core.words.subarray(address / 4, address / 4 + size),
];

function whoIs(names: StateNames, who: number): string {
  if (who < MAX_SESSIONS) return names.session(who) ?? `session ${who}`;
  return names.prepared?.(who - MAX_SESSIONS) ?? `prepared ${who - MAX_SESSIONS}`;
}

/** xmin, xmax, suboverflowed, curcid, xcnt, &xip, subxcnt, &subxip from word `at` on. */
function snapshotAt(core: WasmServer, at: number): Omit<TraceSnapshot, 'reused' | 'taken'> & { curcid: number } {
  const word = (i: number) => core.word(at + i);
  const suboverflowed = word(2) !== 0;
  return {
    xmin: word(0),
    xmax: word(1),
    curcid: word(3),
    xip: wordsAt(core, word(5), word(4)),
    subxip: suboverflowed ? [] : wordsAt(core, word(7), word(6)),
    suboverflowed,
  };
}

/**
 * The snapshot with which a session would look at rows now: its statement's; else its transaction's, if it keeps one;
 * else one like it would take.
 */
export function snapshotInForce(core: WasmServer, session: number): ReturnType<typeof snapshotAt> {
  core.module._xip_sim_view_snapshot(session);
  return snapshotAt(core, 0);
}

function readSession(core: WasmServer, id: number, name: string, names: StateNames): SessionState {
  core.module._xip_sim_view_session(id);
  const {
    pgprocno,
    level,
    isolation,
    xid,
    currentXid,
    xmin,
    curcid,
    subxids,
    overflowed,
    ownXids,
    lock,
    waits,
    taken,
  } = sessionWords(core);
  const snapshot =
    taken.kind === 0 ? null : { ...snapshotAt(core, SNAPSHOT_AT), reused: taken.wasReused, taken: taken.count };
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
    isolation: ISOLATIONS[isolation] ?? 'read committed',
    currentXid,
    ownXids,
    curcid,
    state: names.state?.(id) ?? activity,
    waitsFor,
    lock,
    subxids,
    overflowed,
    snapshot,
    snapshotsTaken: taken.count,
    snapshotsReused: taken.reused,
    keepsSnapshot: taken.kind === 2,
  };
}

/** xip_sim_view_session's answer, word by word. */
function sessionWords(core: WasmServer) {
  const word = (i: number) => core.word(i);
  const kind = LOCK_KINDS[word(14)] ?? 'relation';
  const waits = word(13) !== 0;
  const on = kind === 'tuple' ? [word(15), word(16), word(17)] : [word(15)];
  return {
    pgprocno: word(0),
    level: word(1),
    isolation: word(2),
    xid: word(3),
    currentXid: word(4),
    xmin: word(5),
    curcid: word(6),
    subxids: wordsAt(core, word(10), word(8)),
    overflowed: word(9) !== 0,
    ownXids: wordsAt(core, word(12), word(11)),
    waits,
    lock: waits ? { kind, on, mode: word(18) } : null,
    taken: { count: word(19), reused: word(20), wasReused: word(21) !== 0, kind: word(22) },
  };
}

function readSessionHorizons(core: WasmServer, id: number): SessionHorizons {
  core.module._xip_sim_view_horizons(id);
  const bounds = (at: number): Bounds => ({
    shared: core.number64(at),
    catalog: core.number64(at + 2),
    data: core.number64(at + 4),
    temp: core.number64(at + 6),
  });
  if (core.rules < 14) return { recentGlobalXmin: core.word(16), recentGlobalDataXmin: core.word(17) };
  return { maybeNeeded: bounds(0), definitelyNeeded: bounds(8), computed: core.word(18) };
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
  const [shared, catalog, data, temp] = [core.word(0), core.word(1), core.word(2), core.word(3)];
  const known = Array.from({ length: count }, (_, i): KnownHolder => {
    const word = (at: number) => core.word(4 + 6 * i + at);
    const kind = HOLDERS[word(0)] ?? 'xmin';
    const isSlot = kind === 'slot-xmin' || kind === 'slot-catalog-xmin';
    return {
      kind,
      who: isSlot ? slotName(names, word(1)) : whoIs(names, word(1)),
      xid: word(2),
      other: word(3) === 0 ? null : word(3),
      exempt: EXEMPTIONS[word(5)] ?? null,
    };
  });
  return {
    ...readSessionHorizons(core, first),
    oldestNonRemovable: data,
    holders: known
      .filter(({ exempt, xid }) => exempt === null && xid === data)
      .map(({ kind, who, xid }) => ({ kind, who, xid })),
    sessions,
    oldest: { shared, catalog, data, temp },
    known,
  };
}

const slotName = (names: StateNames, slot: number): string => names.slot?.(slot) ?? `slot ${slot}`;

function readSlots(core: WasmServer, names: StateNames): readonly SlotState[] {
  return Array.from({ length: MAX_SLOTS }, (_, slot) => slot).flatMap((slot): SlotState[] => {
    if (core.module._xip_sim_view_slot(slot) === 0 || core.word(0) === 0) return [];
    const kind = core.word(1) !== 0 ? 'logical' : 'physical';
    return [{ name: slotName(names, slot), kind, xmin: core.word(2), catalogXmin: core.word(3) }];
  });
}

/** The members of a multixact, in the order in which it keeps them. */
export function multixactMembers(core: WasmServer, session: number, multi: number): readonly MultixactMember[] {
  const count = core.module._xip_sim_view_multixact(session, multi);
  return Array.from({ length: Math.min(count, 64) }, (_, i) => ({
    xid: core.word(2 * i),
    status: MEMBER_STATUS[core.word(2 * i + 1)] ?? '',
  }));
}

/** An item of a page as xip_sim_view_page answers it. */
interface Item {
  readonly offset: number;
  readonly words: readonly number[];
}

function readItems(core: WasmServer, session: number, relation: number, block: number): readonly Item[] {
  const count = core.module._xip_sim_view_page(session, relation, block);
  return Array.from({ length: count }, (_, i) => ({
    offset: i + 1,
    words: [...core.words.subarray(core.out + i * ITEM_WORDS, core.out + (i + 1) * ITEM_WORDS)],
  }));
}

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
  for (const { offset, words } of readItems(core, session, table.relation, block)) {
    const [item = 0] = words;
    const flags = (item >>> 15) & 3;
    const ctid = ctidText(block, offset);
    if (flags === LP_NORMAL) tuples.push(readTuple(core, session, table, { block, offset }, words, names));
    else items.push({ ctid, flags: ITEM_FLAGS[flags] ?? 'unused', to: flags === LP_REDIRECT ? item & 0x7fff : 0 });
  }
  return { tuples, items };
}

function readTuple(
  core: WasmServer,
  session: number,
  table: TableNames,
  at: Ctid,
  words: readonly number[],
  names: StateNames,
): TupleState {
  const word = (i: number) => words[i] ?? 0;
  const infomask = word(6);
  const isMulti = (infomask & XMAX_IS_MULTI) !== 0 && (infomask & XMAX_INVALID) === 0;
  const visibleTo: string[] = [];
  for (let id = 0; id < MAX_SESSIONS; id++) {
    const name = (word(12 + (id >> 5)) >>> (id & 31)) & 1 ? names.session(id) : undefined;
    if (name !== undefined) visibleTo.push(name);
  }
  const stored = table.values === undefined ? undefined : core.tuple(table.relation, at);
  return {
    ctid: ctidText(at.block, at.offset),
    xmin: word(1),
    xmax: word(2),
    cid: word(3),
    cmin: word(4),
    cmax: word(5),
    infomask,
    infomask2: word(7),
    next: ctidText(word(8), word(9)),
    members: isMulti ? multixactMembers(core, session, word(2)) : [],
    values: stored === undefined ? [] : (table.values?.(stored) ?? []),
    visibleTo,
    removable: word(10) !== 0,
  };
}

/** The state part of a trace line. */
export function readServerState(core: WasmServer, names: StateNames): ServerState {
  core.module._xip_sim_view_server();
  const nextXid = core.number64(0);
  const latestCompletedXid = core.number64(2);
  const xactCompletionCount = core.number64(4);
  const lastOverflowedXid = core.word(6);
  const [ids, preparedCount] = [core.word(8), core.word(9)];
  const connected = Array.from({ length: ids }, (_, id) => id).filter((id) => core.isConnected(id));
  const named = connected.filter((id) => names.session(id) !== undefined);
  // Tables belong to the first database, where the set-up session is; the spec's own sessions may be in another.
  const reader = connected[0];
  const read = (reader === undefined ? [] : names.tables).map(
    (table) => [table.name, readTable(core, reader ?? 0, table, names)] as const,
  );
  const prepared = Array.from({ length: preparedCount }, (_, n) => {
    core.module._xip_sim_view_prepared(n);
    const [handle, count, at] = [core.word(0), core.word(1), core.word(2)];
    return { name: whoIs(names, MAX_SESSIONS + handle), xids: wordsAt(core, at, count) };
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
