/**
 * The state of a running PostgreSQL as plain data: the file that `scenarios/tools/server-state.sql` prints, read by
 * `server-state-parse.ts`. Xids are their low 32 bits, except in `snapshot`, which has 64.
 */
export const SERVER_STATE_FORMAT = 'xipscope-server-state';
export const SERVER_STATE_VERSION = 1;

export const SERVER_SCRIPT = 'server-state.sql';
/**
 * How the script is run, as the page prints it and the tests on real servers run it. Each into a file of its own: the
 * two may be run one after the other. Without -q psql prints BEGIN and COMMIT, too.
 */
export const SERVER_COMMANDS = [
  `psql -X -qAt -f ${SERVER_SCRIPT} > state.json`,
  `PGOPTIONS='-c xipscope.relation=public.accounts -c xipscope.block=0' psql -X -qAt -f ${SERVER_SCRIPT} > state-accounts.json`,
] as const;

/** Limits for a file from the user; a larger one is refused, so that the page stays usable. */
export const SERVER_STATE_LIMITS = {
  fileBytes: 4_000_000,
  sessions: 10_000,
  prepared: 10_000,
  slots: 1_000,
  standbys: 1_000,
  databases: 10_000,
  /** The script prints 8 at most. */
  pages: 16,
  /** A page of 32 kB holds 1,169 tuples. */
  items: 1_200,
  xids: 40_000,
  inProgress: 20_000,
  /** Further faults are not shown. */
  faults: 100,
} as const;

/** pg_current_snapshot(): 64 bits each; `xip` ascends, top-level transactions only. */
export interface FullSnapshot {
  readonly xmin: number;
  readonly xmax: number;
  readonly xip: readonly number[];
}

export interface ServerSession {
  readonly pid: number;
  /** Null: a process of the whole cluster, for example a standby's walsender. */
  readonly database: string | null;
  /** backend_type: `client backend`, `walsender`, … */
  readonly kind: string | null;
  readonly state: string | null;
  readonly xid: number | null;
  readonly xmin: number | null;
  readonly transactionSeconds: number | null;
  readonly waitsFor: readonly number[];
  /** It is in pg_stat_progress_vacuum. */
  readonly vacuums: boolean;
}
export interface ServerPrepared {
  readonly gid: string;
  readonly database: string | null;
  readonly xid: number;
  readonly seconds: number;
}
export interface ServerSlot {
  readonly name: string;
  readonly kind: 'physical' | 'logical';
  readonly database: string | null;
  readonly active: boolean;
  readonly xmin: number | null;
  readonly catalogXmin: number | null;
}
export interface ServerStandby {
  readonly pid: number;
  readonly name: string;
  readonly state: string | null;
  readonly xmin: number | null;
}
export interface ServerSubxacts {
  readonly pid: number;
  readonly count: number;
  readonly overflowed: boolean;
}

/** As heap_page_items has it; a line pointer without a tuple has null fields. */
export interface ServerItem {
  readonly lp: number;
  /** 0 unused, 1 normal, 2 redirect, 3 dead. */
  readonly flags: number;
  readonly xmin: number | null;
  readonly xmax: number | null;
  readonly ctid: string | null;
  readonly infomask: number | null;
  readonly infomask2: number | null;
  readonly length: number;
}
export interface ServerPage {
  readonly block: number;
  readonly items: readonly ServerItem[] | null;
}
export interface ServerMember {
  readonly multi: number;
  readonly xid: number;
  readonly mode: (typeof MEMBER_MODES)[number];
}
/** pg_get_multixact_members; the last two change the row, the others lock it. */
export const MEMBER_MODES = ['keysh', 'sh', 'fornokeyupd', 'forupd', 'nokeyupd', 'upd'] as const;
export const XID_STATUSES = ['committed', 'aborted', 'in progress'] as const;
export interface ServerXid {
  readonly xid: number;
  /** Null: it had no end, or the server no longer keeps its status. */
  readonly status: (typeof XID_STATUSES)[number] | null;
}
export const TABLE_KINDS = ['data', 'catalog', 'shared', 'temp'] as const;
export type TableKind = (typeof TABLE_KINDS)[number];
export interface ServerTable {
  readonly name: string;
  /** Null: there is no such table. */
  readonly kind: TableKind | null;
  readonly blocks: number | null;
  /** Null: without pageinspect. */
  readonly pages: readonly ServerPage[] | null;
  readonly multixacts: readonly ServerMember[] | null;
  readonly xids: readonly ServerXid[] | null;
}

export interface ServerState {
  /** server_version_num: 170010. */
  readonly server: number;
  readonly takenAt: string;
  readonly database: string;
  readonly pid: number;
  readonly inRecovery: boolean;
  readonly snapshot: FullSnapshot;
  readonly settings: Readonly<Record<string, string>>;
  readonly databases: readonly { readonly name: string; readonly frozenXid: number }[];
  readonly sessions: readonly ServerSession[];
  readonly prepared: readonly ServerPrepared[];
  readonly slots: readonly ServerSlot[];
  readonly standbys: readonly ServerStandby[];
  /** PostgreSQL 16 and later. */
  readonly subxacts: readonly ServerSubxacts[];
  readonly table: ServerTable | null;
}

/** 170010 gives 17. */
export const majorOf = ({ server }: Pick<ServerState, 'server'>): number => Math.floor(server / 10_000);
