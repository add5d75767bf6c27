/**
 * The C engine's operations that statements use: one simulated server. The engine folder implements it over
 * WebAssembly; the sql folder only knows these types. Everything is synchronous. An operation that may wait returns
 * 'wait'; when its session is woken, the same operation is called again.
 *
 * Source: wasm-core/src/server/server.h and wasm-core/src/heap/heap.h, whose names these are.
 */

export type Rules = 13 | 14 | 15 | 16 | 17 | 18;
export type Isolation = 'read committed' | 'repeatable read' | 'serializable';
/** What SET TRANSACTION says. */
export interface TransactionMode {
  readonly isolation: Isolation;
  readonly readOnly: boolean;
  readonly deferrable: boolean;
}
/** LockTupleMode. */
export type TupleLock = 'key share' | 'share' | 'no key update' | 'update';
export type WaitPolicy = 'block' | 'skip' | 'error';

export interface Ctid {
  readonly block: number;
  /** OffsetNumber, from 1. */
  readonly offset: number;
}

/** TM_Result. */
export type TmResult = 'ok' | 'invisible' | 'self-modified' | 'updated' | 'deleted' | 'being-modified' | 'would-block';

/** VACUUM's work on a table: the numbers of VACUUM VERBOSE. */
export interface VacuumReport {
  /** `removable cutoff` (15 and later), `oldest xmin` (up to 14). */
  readonly oldestXmin: number;
  readonly removed: number;
  readonly remaining: number;
  readonly notYetRemovable: number;
  readonly pagesRemoved: number;
  readonly pagesRemaining: number;
}

/** A table's figures that a planner reads. */
export interface Figures {
  /** relpages */
  readonly pages: number;
  /** reltuples; undefined: -1, never counted (since 14). */
  readonly tuples: number | undefined;
  readonly fillfactor: number;
  /** relallvisible */
  readonly allVisible: number;
  /** The current number of blocks. */
  readonly blocks: number;
}

/** The report, and the consequences for other sessions. */
export interface Vacuumed extends VacuumReport {
  readonly linePointersReclaimed: number;
  /** Its row in pg_class changed: every session opens the table again. */
  readonly hasNewFigures: boolean;
}

export type HeapOutcome =
  | {
      readonly status: 'done';
      readonly tm: TmResult;
      readonly ctid: Ctid;
      readonly xmax: number;
      readonly cmax: number;
      readonly traversed: boolean;
      /** UPDATE: the new version is heap-only, so no index gets an entry. */
      readonly hot: boolean;
      /** Nothing was changed: memory is used up, or the row is too long. */
      readonly failure?: 'no-memory' | 'too-long' | 'serialization';
    }
  | { readonly status: 'wait' }
  | { readonly status: 'not-available' }
  | { readonly status: 'deadlock' };

export type Outcome = 'done' | 'wait' | 'not-available' | 'deadlock';

/** One bigint or two ints: never the same key. */
export type AdvisoryKey = bigint | readonly [number, number];
export interface AdvisoryLock {
  readonly shared: boolean;
  /** Held until it is unlocked or the session ends; else until the (sub)transaction ends. */
  readonly ofSession: boolean;
  readonly dontWait: boolean;
}

/** heap_form_tuple's parts: the data from t_hoff on, and the null bitmap (undefined if there is no null). */
export interface FormedTuple {
  readonly data: Uint8Array;
  readonly nullBitmap: Uint8Array | undefined;
  readonly natts: number;
  readonly hasVarwidth: boolean;
}

/** A tuple on its page, as a view that is valid until the next call. */
export interface StoredTuple {
  readonly ctid: Ctid;
  readonly xmin: number;
  readonly xmax: number;
  /** t_cid as stored: cmin, cmax or a combo cid. */
  readonly rawCid: number;
  readonly infomask: number;
  readonly infomask2: number;
  readonly natts: number;
  readonly hoff: number;
  /** Memory of the null bitmap and data: header at `at`, `length` bytes in all. */
  readonly view: DataView;
  readonly at: number;
  readonly length: number;
}

export interface ServerCore {
  readonly rules: Rules;
  /** The active planted faults, XIP_FAULT_* bits. */
  readonly faults: number;
  /** True when the memory left may not suffice for one more statement. */
  isFull(): boolean;
  /** Undefined when there is no slot left. */
  connect(): number | undefined;
  disconnect(session: number): void;
  /**
   * Between transactions: 0 a standby's query, 1 (the default) the database of the tables, others have no tables here.
   */
  setDatabase(session: number, database: number): void;
  /** Undefined when max_replication_slots are in use. */
  slotCreate(session: number, isLogical: boolean): number | undefined;
  /** Some session has an xid: creating a logical slot would wait for it. */
  slotMustWait(session: number): boolean;
  slotDrop(session: number, slot: number): void;
  /** A standby reports the oldest xid that it needs; 0: none. */
  slotFeedback(session: number, slot: number, xmin: number): void;
  /** The xmin of a snapshot that `session` would take now, or that it has kept. */
  oldestNeeded(session: number): number;

  xactStart(session: number, mode: TransactionMode): void;
  /** SET TRANSACTION, before the first snapshot. */
  xactSet(session: number, mode: TransactionMode): void;
  /** PreCommit_CheckForSerializationFailure, before xactCommit and prepare. False: serializationFailure says why not. */
  preCommit(session: number): boolean;
  /** SIREAD locks of the active snapshot's reader: on a table, and on the leaf of an index. False as above. */
  sireadTable(session: number, relation: number): boolean;
  sireadLeaf(session: number, relation: number, leaf: number): boolean;
  /** CheckForSerializableConflictIn for a new entry. False as above. */
  checkLeaf(session: number, relation: number, leaf: number): boolean;
  /** CheckTableForSerializableConflictIn, before a table is dropped. False as above. */
  checkTable(session: number, relation: number): boolean;
  /** Why the session's transaction must roll back, by its last call: PostgreSQL's reason code, or 'no-room'. */
  serializationFailure(session: number): string | undefined;
  xactCommit(session: number): void;
  xactAbort(session: number): void;
  /** After an error while no snapshot was active: an xmin may be left until `releaseCatalogSnapshot`. */
  xactFail(session: number): void;
  /** False at the limit of nesting. */
  subxactStart(session: number): boolean;
  subxactCommit(session: number): void;
  subxactAbort(session: number): void;
  /** Undefined if there is no free slot (max_prepared_transactions). */
  prepare(session: number): number | undefined;
  finishPrepared(session: number, handle: number, commit: boolean): void;
  /** GetCurrentTransactionId: assigns. */
  currentXid(session: number): number;
  currentXidIfAny(session: number): number;
  /** TransactionIdIsCurrentTransactionId. */
  isCurrentXid(session: number, xid: number): boolean;
  topXidIfAny(session: number): number;
  /** The top xid, assigned if there is none; with its epoch (64 bits). */
  topFullXid(session: number): bigint;
  topFullXidIfAny(session: number): bigint | undefined;
  currentCid(session: number, used: boolean): number;
  commandCounterIncrement(session: number): void;

  /** This many transactions start and commit elsewhere before each top-level xid that the session gets from now on. */
  setElsewhere(session: number, transactions: number): void;

  /** TransactionIdDidCommit and the like, for pg_xact_status. */
  /** The first xid that was assigned. */
  readonly firstXid: number;
  xidStatus(session: number, xid: number): 'in progress' | 'committed' | 'aborted';
  nextFullXid(): bigint;
  /**
   * LogStandbySnapshot: tells standbys which xids are running. Returns the end of WAL; 0 on a server that writes none.
   */
  logStandbySnapshot(session: number): number;

  /** GetSafeSnapshot, before a transaction's first snapshot: 'wait' while a DEFERRABLE one is not known to be safe. */
  awaitSafeSnapshot(session: number): Outcome;
  /** Undefined: it does not wait there. 'unseen': pg_safe_snapshot_blocking_pids names nobody (see server.h). */
  awaitsSafeSnapshot(session: number): 'seen' | 'unseen' | undefined;
  pushActiveSnapshot(session: number): void;
  /** GetLatestSnapshot: also in REPEATABLE READ a new one, beside the one that it keeps. */
  pushLatestSnapshot(session: number): void;
  /** Keeps the active snapshot, for a cursor or (`exports`) for others: its number. It ends with its level at the latest. */
  registerSnapshot(session: number, exports: boolean): number;
  pushRegistered(session: number, snapshot: number): void;
  releaseRegistered(session: number, snapshot: number): void;
  /** SET TRANSACTION SNAPSHOT. False: `from` has exported none of this number. */
  importSnapshot(session: number, from: number, snapshot: number): boolean;
  /** Transactions that this number of a session has had. */
  xactNumber(session: number): number;
  popActiveSnapshot(session: number): void;
  /** GetCatalogSnapshot: moves RecentXmin and the horizons. Only while the session holds another snapshot. */
  catalogSnapshot(session: number): void;
  /** index_build: from 14 on it computes the horizons. */
  indexBuilt(session: number): void;
  /** InvalidateCatalogSnapshotConditionally */
  releaseCatalogSnapshot(session: number): void;
  hasActiveSnapshot(session: number): boolean;
  /** The active snapshot; xip sorted as pg_current_snapshot shows it, 64-bit. */
  activeSnapshot(session: number): { readonly xmin: bigint; readonly xmax: bigint; readonly xip: readonly bigint[] };

  relationLock(session: number, relation: number, mode: number, dontWait: boolean): Outcome;
  advisoryLock(session: number, key: AdvisoryKey, how: AdvisoryLock): Outcome;
  /** Gives the session's lock back once; false: the session does not hold it. */
  advisoryUnlock(session: number, key: AdvisoryKey, shared: boolean): boolean;
  advisoryUnlockAll(session: number): void;
  /** Some lock is held both by the session and by its transaction. */
  advisoryHeldTwice(session: number): boolean;
  waitForXid(session: number, xid: number): Outcome;
  cancelWait(session: number): void;
  blockers(session: number): readonly number[];
  /** DeadLockCheck of one waiting session; true: it is the victim and was woken. See xip_deadlock_check in server.h. */
  checkDeadlock(session: number): boolean;
  setDeadlockTimeout(session: number, ms: number): void;
  /** Sessions woken since the last call, in order. */
  takeWoken(): readonly number[];

  /** Undefined when memory or the number of relations is used up. */
  createRelation(hasIndex: boolean, fillfactor: number): number | undefined;
  /** Its relfrozenxid and relminmxid, when it has been created. */
  relationBorn(session: number, relation: number): void;
  dropRelation(relation: number): void;
  setHasIndex(relation: number, hasIndex: boolean): void;
  blocks(relation: number): number;
  /** Offsets visible to the active snapshot; valid until the next scan. Prunes as an access does. */
  scanPage(session: number, relation: number, block: number): Uint16Array;
  /**
   * The same without an array: their number; offsets by offsetAt and tuples by scanned, until any session's next scan.
   */
  scan(session: number, relation: number, block: number): number;
  /** The same for those that a bitmap points to: `roots` in order, whose HOT chains it follows. */
  scanRoots(session: number, relation: number, block: number, roots: readonly number[]): number;
  /** The same for one entry of an index. 'dead': nobody will ever need its row, so the entry may be killed. */
  fetchRoot(session: number, relation: number, root: Ctid): 'found' | 'none' | 'dead';
  figures(relation: number): Figures;
  offsetAt(index: number): number;
  /** Between two FETCHes the scan's page stays pinned for the cursor of that snapshot. */
  cursorRests(session: number, snapshot: number): void;
  cursorGoesOn(session: number, snapshot: number): void;
  /** The scan unpins its page: it no longer prevents pruning. */
  scanEnd(session: number): void;
  /** The index-th tuple of the last scanPage of any session. */
  scanned(index: number): StoredTuple;
  tuple(relation: number, ctid: Ctid): StoredTuple | undefined;
  insert(session: number, relation: number, row: FormedTuple): Ctid | 'no-memory' | 'too-long' | 'serialization';
  /**
   * heap_insert with a token in place of its ctid, whose lock the session then holds. `endSpeculative` says that the
   * row stays, or takes it back; others who met the token wait for that.
   */
  insertSpeculative(
    session: number,
    relation: number,
    row: FormedTuple,
  ): Ctid | 'no-memory' | 'too-long' | 'serialization';
  endSpeculative(session: number, relation: number, ctid: Ctid, stays: boolean): void;
  waitForToken(session: number, xid: number, token: number): Outcome;
  /**
   * Keeps a version's page pinned until `scanEnd`, also while the session waits. Offset 0: the page on which a server's
   * scan stands; there may be several of these.
   */
  pin(session: number, relation: number, ctid: Ctid): void;
  /** Whether the active snapshot sees this version. */
  satisfies(session: number, relation: number, ctid: Ctid): boolean;
  startUpdate(
    session: number,
    relation: number,
    ctid: Ctid,
    row: FormedTuple,
    keyChanged: boolean,
    indexedChanged: boolean,
  ): void;
  startDelete(session: number, relation: number, ctid: Ctid): void;
  /** Right after one of these two: what the snapshot kept by REPEATABLE READ does not see counts as updated. */
  crosscheck(session: number): void;
  /** SnapshotSelf: the version counts for its own transaction now. */
  isLive(session: number, relation: number, ctid: Ctid): boolean;
  startLock(
    session: number,
    relation: number,
    ctid: Ctid,
    mode: TupleLock,
    policy: WaitPolicy,
    findLast: boolean,
    /** TUPLE_LOCK_FLAG_LOCK_UPDATE_IN_PROGRESS: for FOR UPDATE and similar clauses, not for the recheck. */
    followUpdates: boolean,
  ): void;
  runOp(session: number): HeapOutcome;
  dropOp(session: number): void;
  /**
   * The live version of the HOT chain at `root` under SnapshotDirty, and the xid to wait for if its fate is open; with
   * a token, only until the insertion is certain.
   * 'dead': none, and nobody will ever need one of the chain's, so that its index entry may be killed.
   */
  fetchDirty(
    session: number,
    relation: number,
    root: Ctid,
  ): { readonly ctid: Ctid; readonly waitFor: number; readonly token: number } | 'dead' | undefined;
  cmin(session: number, relation: number, ctid: Ctid): number;
  cmax(session: number, relation: number, ctid: Ctid): number;
  /** Takes VACUUM's snapshot and marks the session as a VACUUM: before its table is locked. */
  vacuumBegin(session: number): void;
  /** `freezes`: with FREEZE. */
  vacuum(session: number, relation: number, freezes?: boolean): Vacuumed;
  /** False: FREEZE would wait for a page, or meet a multixact. */
  canFreeze(session: number, relation: number): boolean;
  /** Whether the line pointer exists and is not LP_UNUSED. */
  isUsed(relation: number, ctid: Ctid): boolean;

  /** A copy of all state of the server; after a restore, everything continues from there. */
  checkpoint(): Uint8Array;
  restore(saved: Uint8Array): void;
}
