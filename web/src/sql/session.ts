/**
 * The state of a database and its sessions between steps: all of it is plain data, so that a checkpoint is a copy.
 * Functions made from plans are kept elsewhere, by plan (bound.ts).
 */
import type {
  BoundChange,
  BoundInit,
  BoundSelect,
  Context,
  Effects,
  Look,
  Order,
  Planned,
  SeldomBinding,
  Slots,
} from './bound-types.ts';
import type { Catalog, Change, ForeignKey, Index, Table } from './catalog.ts';
import type { Ctid, Isolation, ServerCore, VacuumReport } from './core.ts';
import type { Command, CompiledQuery, ConnectPlace, Notice, ResultSet, SqlError, SqlType } from './database.ts';
import type { Failure } from './failure.ts';
import type { Evaluator, GeneralPlan } from './general.ts';
import type { Work } from './limits.ts';
import type { More, SessionMore } from './more.ts';
import type { ColumnPlan, KeyAction, QueryPlan, SelectPlan, TransactionMode, UtilityPlan } from './plan.ts';
import type { Seldom } from './seldom.ts';
import type { Row, Value } from './values.ts';

/** TBLOCK_* of the outermost level, except states that exist only within one command. */
export type Block = 'default' | 'started' | 'implicit' | 'in-progress' | 'aborted';
export type Settings = Readonly<Record<string, string>>;

/** An open savepoint. */
export interface Level {
  readonly name: string;
  /** An error ended it; the C engine no longer has it. */
  aborted: boolean;
  readonly settings: Settings;
  readonly local: Settings;
  readonly readOnly: boolean;
}

export interface PreparedStatement {
  readonly query: QueryPlan;
  readonly types: readonly SqlType[];
}

/** An operation on one row that may have to wait. */
export interface RowOp {
  kind: 'update' | 'delete' | 'lock' | 'insert';
  /** INSERT … ON CONFLICT looks for a duplicate, locks it, or inserts speculatively: exec-conflict.ts. */
  /** 'retest': the newest version is locked, and WHERE has waited while it was tested on it. */
  stage: 'change' | 'recheck' | 'retest' | 'unique' | 'arbiter' | 'conflict' | 'speculative';
  /** The version being worked on. */
  ctid: Ctid;
  /** The new version's values and place, while its keys are checked. */
  row: Row;
  made: Ctid;
  index: number;
  waitFor: number;
  /** Not 0: it is `waitFor`'s speculative insertion that is waited for. */
  token?: number;
  /** A duplicate has come between the look and the speculative insertion. */
  isTaken?: boolean;
  /** UPDATE: the value of a key differs, so the lock on the version was requested in mode 'update'. */
  keyChanged: boolean;
  /** UPDATE of a table with foreign keys: the values before. */
  old?: Row;
  /** Row locks: the target list, if it was evaluated before the lock (effects.ts). */
  out?: Row;
}

/** An event of a row that a foreign key's trigger handles at the statement's end: AfterTriggerSaveEvent. */
export interface RowEvent {
  readonly key: ForeignKey;
  /** The table of the foreign key. */
  readonly child: string;
  readonly childRelation: number;
  /** 'check' of the child's row, else what is done for the parent's. */
  readonly does: 'check' | KeyAction;
  /** Of the parent's row, and of an update its new version. Of a check only `row`. */
  readonly old: Row | undefined;
  readonly row: Row | undefined;
  /** The new version's place. */
  readonly ctid: Ctid;
  /** Open savepoints when it was queued. */
  level: number;
}
export interface Triggers {
  /** In the order in which they were queued; queries of triggers add more. */
  readonly queue: RowEvent[];
  at: number;
  /** Steps of the event at hand that are done. */
  step: number;
  /** The query of the step at hand. */
  inner: StatementRun | undefined;
}

/** The path of a statement that follows an index: the index's entries when it began, and its progress. */
export interface IndexRun {
  readonly kind: 'index' | 'bitmap';
  /** Rows come in ORDER BY's order. */
  readonly isOrdered: boolean;
  /** The names of the indexes whose leaf is read. */
  readonly leaves: readonly string[];
  /** The name of a plain index scan's index. */
  readonly index: string;
  /** By page for a bitmap, one by one for an index scan. */
  readonly stops: readonly { readonly block: number; readonly roots: readonly number[]; readonly key: string }[];
  at: number;
}

/** A running statement. */
export interface StatementRun {
  /** 'after': its rows are done, and the triggers of foreign keys run (exec-ri.ts). */
  phase: 'begin' | 'lock' | 'open' | 'rows' | 'after';
  /** The index of its next table to lock. */
  lockAt: number;
  /** Snapshots pushed and not yet popped. */
  pushed: number;
  params: readonly Value[];
  cid: number;
  block: number;
  blocks: number;
  offsets: readonly number[];
  at: number;
  /** Undefined: it scans the whole table. */
  scan: IndexRun | undefined;
  /** Of a cursor: the part of its rows that a planner expects to be fetched (cursor_tuple_fraction). */
  share?: number;
  /** Rows found beforehand: to lock in order, or to insert. */
  list: { readonly ctid: Ctid; readonly row: Row }[] | undefined;
  /** For each row of an INSERT's query: what a server has pinned while it inserts the row (source-pages.ts). */
  held?: readonly (readonly HeldPage[])[] | undefined;
  skipped: number;
  limit: number;
  offset: number;
  count: number;
  rows: (readonly (string | null)[])[];
  op: RowOp | undefined;
  readonly effects: Effects;
  /** Undefined: no row of it concerns a foreign key. Shared with the queries of the triggers. */
  triggers: Triggers | undefined;
  /** A query of a trigger: so many rows are enough; and it may change only what the transaction's own snapshot sees. */
  enough: number;
  crosschecks: boolean;
  general?: GeneralRun;
  /** A subquery that locks rows. */
  inner?: StatementRun | undefined;
  /** Values of subqueries that have run, by number. */
  initValues?: Map<number, Value>;
  /** How many of its sequences. */
  sequencesLocked?: number;
  /** Utility statements: the steps already done. */
  done: number;
  vacuumed?: VacuumReport[];
  waitFor: number;
  /** The table it has a lock on, set when the lock is requested. */
  table: Table | undefined;
}

export interface HeldPage {
  readonly relation: number;
  readonly block: number;
}

/** An UPDATE or DELETE whose rows an evaluator has found: what there is to do, and what a recheck asks about. */
export interface GeneralRun {
  /** In order; `from`: the places of the other tables' rows, by name in FROM; `out`: RETURNING. */
  readonly changes: readonly GeneralRow[];
  readonly columns: ResultSet['columns'];
  /** The rows that the statement saw, by table. */
  readonly seen: readonly {
    readonly name: string;
    readonly places: readonly number[];
    readonly rows: readonly (readonly (string | null)[])[];
  }[];
  /** Its plan joins: subqueries may be part of that. */
  readonly hasJoin: boolean;
}
export interface GeneralRow {
  readonly place: number;
  readonly row: Row;
  readonly from: readonly number[];
  readonly out: readonly (string | null)[];
}

export interface Run {
  readonly query: CompiledQuery;
  index: number;
  results: (ResultSet | Command)[];
  statement: StatementRun | undefined;
}

/** Shared invalidation messages: when each relation was last invalidated, counted in messages. */
export interface Invalidations {
  count: number;
  readonly last: Map<number, number>;
  /** When only its indexes' rows of pg_class changed. */
  readonly lastOfIndexes: Map<number, number>;
}

/** The cached facts of one relation, until the session processes the message that invalidates them. */
export interface RelcacheEntry {
  /** Which publications it belongs to: asked at the first UPDATE or DELETE. */
  publications: boolean;
  /** How its key is called: asked when the first duplicate is complained of. */
  keyNames: boolean;
  /** Indexes of it whose rows of pg_class have been asked for by name or by what they can do (relcache-index.ts). */
  indexRows?: Set<string>;
}

/** Of one session. */
export interface Relcache {
  /** Messages taken in so far. */
  accepted: number;
  /** CatalogSnapshot is there and good. */
  hasSnapshot: boolean;
  readonly entries: Map<number, RelcacheEntry>;
  /** Relations whose rows of pg_class are remembered: RELNAMENSP, RELOID. */
  readonly names: Set<number>;
}

/** A cursor between two FETCHes (exec-cursor.ts). */
export interface Cursor {
  readonly name: string;
  readonly query: SelectPlan;
  /** The C engine's number of the snapshot with which it reads. */
  readonly snapshot: number;
  readonly planned: Planned | undefined;
  /** How far it has come. */
  readonly run: StatementRun;
  /** Rows that had to be made all at once: sorted, or of no table. */
  rows?: StatementRun['rows'];
  isAtEnd: boolean;
  /** A FETCH ended with an error. */
  hasFailed: boolean;
  /** Open savepoints when it was declared. */
  level: number;
}

export interface Session {
  readonly id: number;
  block: Block;
  levels: Level[];
  isolation: Isolation;
  readOnly: boolean;
  deferrable: boolean;
  /** FirstSnapshotSet. */
  snapshotSet: boolean;
  settings: Settings;
  /** SET LOCAL, which overrides the others until the transaction ends. */
  local: Settings;
  /** As they were when the transaction began. */
  settingsBefore: Settings;
  prepared: Map<string, PreparedStatement>;
  changes: Change[];
  /** What foreign keys have put off until COMMIT. */
  deferred: RowEvent[];
  cursors: Cursor[];
  /** Names of the snapshots that its transaction has exported, and the C engine's numbers. */
  exported: { readonly name: string; readonly snapshot: number }[];
  run: Run | undefined;
  finished: { readonly results: readonly (ResultSet | Command)[]; readonly error?: SqlError } | undefined;
  readonly relcache: Relcache;
  readonly more: SessionMore;
  /** Null: the database of the tables. */
  readonly place: ConnectPlace | null;
  /** Its latest query's text, for pg_stat_activity. */
  query: string;
  /** From where age() counts in this transaction (xid-age.ts); undefined: not asked yet. */
  stableXid: number | undefined;
  /** How often a query of this session has begun to wait: distinguishes one wait from the next. */
  waits: number;
}

/** One index's entries by key, heap places as block × 65,536 + offset. */
export type KeyMap = Map<string, number[]>;

export interface World {
  readonly core: ServerCore;
  readonly catalog: Catalog;
  /** By relation, then by the index's name. */
  readonly keys: Map<number, Map<string, KeyMap>>;
  /** Tables that ANALYZE or CREATE INDEX has counted: a planner's statistics of them are not kept. */
  readonly counted: Set<number>;
  readonly prepared: Map<
    string,
    { readonly handle: number; readonly changes: Change[]; readonly database: string | null }
  >;
  /** Replication slots, with the C engine's number. */
  readonly slots: Slots;
  /** MODEL: an extension is there at once, and stays whatever its transaction does. */
  readonly extensions: Set<string>;
  readonly sessions: Map<number, Session>;
  readonly invalidations: Invalidations;
  readonly more: More;
  readonly notices: Notice[];
  readonly maxRows: number;
  /** Null: no spec that runs here needs it. */
  readonly seldom: SeldomCode | null;
  /** Null: no general query runs here. */
  readonly evaluator: Evaluator | null;
  /** Pays for the run's work. */
  readonly work: Work;
}

export interface Exec {
  readonly world: World;
  readonly session: Session;
  readonly run: StatementRun;
  readonly context: Context;
  /** Addresses of the last scanned page are still good: nobody else has run since. */
  fresh: boolean;
}

export interface Found {
  readonly ctid: Ctid;
  readonly row: Row;
}
export type Results = readonly (ResultSet | Command)[];

/** serializable-rules.ts. */
export interface SerializableRules {
  /** Throws what the C engine has found out; nothing if all is well. */
  check(world: World, session: number): void;
  /** A sequential scan begins. */
  readTable(world: World, session: number, table: Table): void;
  /** A scan of an index begins. */
  readIndex(world: World, session: number, table: Table, index: Index): void;
  /** A new entry, or one that a unique index refuses. */
  writeIndex(world: World, session: number, table: Table, index: Index, row: Row): void;
  /** A table is dropped: whoever has read anything of it has read what this transaction changes. */
  dropsTable(world: World, session: number, table: Table): void;
}

/** The code that few specs need, as exec-seldom.ts gathers it. A database is made with it, or with null where `needSeldom` says that nothing will ask. */
export interface SeldomCode extends SeldomBinding {
  /** Runs a statement. Undefined: waits. */
  readonly run: (x: Exec, plan: Seldom | Extract<UtilityPlan, { kind: 'create-table' }>) => Results | undefined;
  readonly startScan: (
    world: World,
    table: Table,
    look: Look,
    context: Context,
    wanted: number,
    order: Order | undefined,
  ) => IndexRun | undefined;
  readonly readLimits: (x: Exec, bound: BoundSelect) => void;
  readonly scanSource: (x: Exec, bound: BoundSelect, enough: number) => Found[];
  /** Output rows of what was found: in groups, each once, sorted. */
  readonly arrange: (x: Exec, bound: BoundSelect, found: readonly Found[], end: number) => Row[];
  /** The rows of an INSERT's query, and that the statement goes on to one of them. */
  readonly sourceRows: (x: Exec, select: BoundSelect) => Found[];
  readonly standOn: (x: Exec, bound: BoundChange) => void;
  /** The row with the values of an index's expressions; undefined: a partial index has no entry for it. */
  readonly indexedRow: (world: World, session: number, table: Table, index: Index, row: Row) => Row | undefined;
  /** INSERT … ON CONFLICT: the next step of one row. */
  readonly goOnConflict: (x: Exec, bound: BoundChange, op: RowOp) => 'wait' | 'again' | 'skip' | 'answer';
  /** The value of a subquery, whose statement stands on a page of `outer`. */
  readonly runInitPlan: (x: Exec, plan: BoundInit, outer: Table | undefined) => Value;
  /** After a row of a table with foreign keys was changed. */
  readonly queueEvents: (x: Exec, bound: BoundChange, op: RowOp) => void;
  /** False: waits. */
  readonly fireTriggers: (x: Exec) => boolean;
  /** COMMIT when foreign keys have put something off. Undefined: waits. */
  readonly commitDeferred: (x: Exec) => string | undefined;
  readonly serializable: SerializableRules;
  /** BEGIN READ ONLY, BEGIN DEFERRABLE. */
  readonly setMode: (world: World, session: Session, mode: TransactionMode) => void;
  /** DROP TABLE of tables with foreign keys. Undefined: waits. */
  readonly dropKeyed: (x: Exec, plan: Extract<UtilityPlan, { kind: 'drop-table' }>) => string | undefined;
  readonly selectRowByRow: (x: Exec, bound: BoundSelect) => void;
  /** False: waits. */
  readonly lockSequences: (x: Exec, plan: QueryPlan, table: Table | undefined) => boolean;
  readonly makeSerials: (x: Exec, table: string, columns: readonly ColumnPlan[]) => readonly ColumnPlan[];
  readonly ownSerials: (x: Exec, table: Table) => void;
  readonly dropOwned: (x: Exec, table: Table) => void;
  /** DROP TABLE of tables that views read. */
  readonly dropViewsOf: (x: Exec, tables: readonly string[], cascade: boolean) => void;
  /** A query of views, whose text this is; undefined: it names none. */
  readonly queryOfViews: (x: Exec, plan: QueryPlan, sql: string) => GeneralPlan | undefined;
  /** Functions that ask for more than a value. */
  readonly ask: (world: World, session: Session, what: string, args: readonly Value[]) => Value;
  /** The failure itself, unless it is about a function that somebody has made. */
  readonly unlessOwn: (world: World, failure: Failure) => Failure;
  /** Refuses what a session with open cursors cannot do. */
  readonly besideCursors: (x: Exec, plan: UtilityPlan) => void;
  readonly lockInitPlans: (x: Exec, plans: readonly BoundInit[]) => boolean;
  /** False: waits. */
  readonly lockRows: (x: Exec, bound: BoundSelect) => boolean;
}

const NO_OFFSETS: readonly number[] = [];

export const newRun = (params: readonly Value[]): StatementRun => ({
  phase: 'begin',
  lockAt: 0,
  pushed: 0,
  params,
  cid: 0,
  block: -1,
  blocks: 0,
  offsets: NO_OFFSETS,
  at: 0,
  scan: undefined,
  list: undefined,
  skipped: 0,
  limit: Number.POSITIVE_INFINITY,
  offset: 0,
  count: 0,
  rows: [],
  op: undefined,
  effects: { values: [], at: 0 },
  triggers: undefined,
  enough: Number.POSITIVE_INFINITY,
  crosschecks: false,
  done: 0,
  waitFor: 0,
  table: undefined,
});

const LEVELS = ['debug5', 'debug4', 'debug3', 'debug2', 'debug1', 'debug', 'log', 'info', 'notice', 'warning', 'error'];

/** ereport(NOTICE) or (WARNING), unless client_min_messages suppresses it. */
export function notice(world: World, session: Session, severity: Notice['severity'], message: string): void {
  const wanted = session.local.client_min_messages ?? session.settings.client_min_messages ?? 'notice';
  if (LEVELS.indexOf(severity.toLowerCase()) >= LEVELS.indexOf(wanted.toLowerCase()))
    world.notices.push({ session: session.id, severity, message, after: session.run?.results.length ?? 0 });
}

export const isAborted = ({ block, levels }: Session): boolean =>
  block === 'aborted' || levels.at(-1)?.aborted === true;
