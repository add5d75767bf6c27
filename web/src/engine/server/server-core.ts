/**
 * ServerCore over xip-engine.wasm: one instance of the module is one server (wasm-core/src/api/sim_instance.h). Views
 * of its memory are made once, because that memory never grows; the next call reuses the objects that a call returned.
 * Comments in wasm-core/src/api/sim_*_api.c name the answer of each call.
 */

import { DESIGN_IDS, type DesignId } from '../../base/designs.ts';
import type { EngineError } from '../../base/engine-error.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type {
  Ctid,
  Figures,
  FormedTuple,
  HeapOutcome,
  Isolation,
  Outcome,
  Rules,
  ServerCore,
  StoredTuple,
  TupleLock,
  Vacuumed,
  WaitPolicy,
} from '../../sql/core.ts';
import { codesOf } from '../wasm/answer.ts';
import type { EngineExports } from '../wasm/exports.gen.ts';
import {
  SIM_DEADLOCKS_WHEN_CHECKED,
  SIM_FIND_LAST_VERSION,
  SIM_FOLLOW_UPDATES,
  SIM_HAS_NULLS,
  SIM_HAS_VARWIDTH,
  SIM_INDEXED_CHANGES,
  SIM_ISOLATION,
  SIM_KEY_CHANGES,
  SIM_LAST_WAITER_IS_VICTIM,
  SIM_MAX_ITEMS,
  SIM_OUTCOME,
  SIM_RELTUPLES_UNKNOWN,
  SIM_ROW_BYTES,
  SIM_TUPLE_LOCK,
  SIM_WAIT_POLICY,
  SIM_WRITES_WAL,
  SIM_XID_STATUS,
  SimBlockers,
  SimCids,
  SimDirty,
  SimFigures,
  SimInserted,
  SimMade,
  SimOperation,
  SimRoots,
  SimServer,
  SimSnapshot,
  SimTuple,
  SimVacuumed,
} from '../wasm/sim.gen.ts';
import { instantiate, type WasmModule, type WasmPlace } from '../wasm/wasm-module.ts';

export interface ServerOptions {
  readonly rules: Rules;
  /** Default by the rules: pg13 for 13, pg14 since 14. */
  readonly design?: DesignId;
  /** The first xid that it will assign; 64 bits. Default 731 in epoch 0. */
  readonly firstXid?: bigint;
  /** XIP_FAULT_* bits. */
  readonly faults?: number;
  readonly lastWaiterIsVictim?: boolean;
  readonly deadlocks?: 'at-once' | 'when-checked';
  /** Rules of 17 and later: subtransaction_buffers, in pages; 0: the server chooses, 32. */
  readonly subtransactionBuffers?: number;
  /** It keeps the WAL records about xids, for a standby (standby-core.ts). */
  readonly wal?: boolean;
}

export const designOf = (rules: Rules): DesignId => (rules < 14 ? 'pg13' : 'pg14');

const ISOLATION: Readonly<Record<Isolation, number>> = codesOf(SIM_ISOLATION);
const LOCKS: Readonly<Record<TupleLock, number>> = codesOf(SIM_TUPLE_LOCK);
const POLICIES: Readonly<Record<WaitPolicy, number>> = codesOf(SIM_WAIT_POLICY);
/** An xip_outcome. */
const outcomeOf = (code: number): Outcome => SIM_OUTCOME[code] ?? 'done';
const NOT_DONE: Readonly<Record<Exclude<Outcome, 'done'>, HeapOutcome>> = {
  wait: { status: 'wait' },
  'not-available': { status: 'not-available' },
  deadlock: { status: 'deadlock' },
};

/** HeapTupleHeaderData, read in place. */
class Tuple implements StoredTuple {
  readonly view: DataView;
  readonly ctid = { block: 0, offset: 0 };
  at = 0;
  length = 0;
  constructor(view: DataView) {
    this.view = view;
  }
  get xmin(): number {
    return this.view.getUint32(this.at, true);
  }
  get xmax(): number {
    return this.view.getUint32(this.at + 4, true);
  }
  get rawCid(): number {
    return this.view.getUint32(this.at + 8, true);
  }
  get infomask2(): number {
    return this.view.getUint16(this.at + 18, true);
  }
  get infomask(): number {
    return this.view.getUint16(this.at + 20, true);
  }
  get natts(): number {
    return this.infomask2 & 0x7ff;
  }
  get hoff(): number {
    return this.view.getUint8(this.at + 22);
  }
}

/** Roughly the next xid of a database that initdb has just made. */
const FIRST_XID = 731n;

interface Engine {
  readonly module: WasmModule<EngineExports>;
  readonly memory: { readonly buffer: ArrayBufferLike };
}
const newInstance = (place: WasmPlace): Promise<Result<Engine, EngineError>> =>
  instantiate<EngineExports>(place, undefined, () => undefined);
/** An engine that nobody uses yet, or any more. */
let ahead: { readonly moduleUrl: string; readonly instance: ReturnType<typeof newInstance> } | undefined;

export class WasmServer implements ServerCore {
  readonly rules: Rules;
  readonly faults: number;
  /** The first xid that it assigned, or will assign; with its epoch, exact below 2^53. */
  readonly firstXid: number;
  /** For the readers of its state, server-state.ts and others. */
  readonly module: WasmModule<EngineExports>;
  readonly words: Uint32Array;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** The address of all answers, as an index into `words`. */
  readonly #out: number;
  readonly #made: SimMade;
  readonly #roots: SimRoots;
  readonly #found: SimTuple;
  readonly #inserted: SimInserted;
  readonly #operation: SimOperation;
  readonly #dirty: SimDirty;
  readonly #offsets: Uint16Array;
  readonly #addresses: number;
  readonly #lengths: number;
  readonly #row: number;
  readonly #bitmap: number;
  readonly #tuple: Tuple;
  readonly #done = {
    status: 'done' as const,
    tm: 'ok' as SimOperation['tm'],
    ctid: { block: 0, offset: 0 },
    xmax: 0,
    cmax: 0,
    traversed: false,
    hot: false,
  };
  #block = 0;

  private constructor(module: WasmModule<EngineExports>, buffer: ArrayBufferLike, options: ServerOptions) {
    this.module = module;
    this.rules = options.rules;
    this.faults = options.faults ?? 0;
    this.firstXid = Number(options.firstXid ?? FIRST_XID);
    this.words = new Uint32Array(buffer);
    this.bytes = new Uint8Array(buffer);
    this.view = new DataView(buffer);
    this.#out = module._xip_sim_out() / 4;
    this.#made = this.answer(SimMade);
    this.#roots = this.answer(SimRoots);
    this.#found = this.answer(SimTuple);
    this.#inserted = this.answer(SimInserted);
    this.#operation = this.answer(SimOperation);
    this.#dirty = this.answer(SimDirty);
    this.#offsets = new Uint16Array(buffer, module._xip_sim_offsets(), SIM_MAX_ITEMS);
    this.#addresses = module._xip_sim_addresses() / 4;
    this.#lengths = module._xip_sim_lengths();
    this.#row = module._xip_sim_row();
    this.#bitmap = module._xip_sim_bitmap();
    this.#tuple = new Tuple(this.view);
  }

  /** Loads and compiles an engine for the next `load`. */
  static warm(place: WasmPlace): void {
    ahead ??= { moduleUrl: place.moduleUrl, instance: newInstance(place) };
  }

  /** Every server gets its own module. */
  static async load(place: WasmPlace, options: ServerOptions): Promise<Result<WasmServer, string>> {
    const waiting = ahead;
    ahead = undefined;
    const instance = await (waiting?.moduleUrl === place.moduleUrl ? waiting.instance : newInstance(place));
    if (!instance.ok) return err(instance.error.message);
    return WasmServer.start(instance.value.module, instance.value.memory.buffer, options);
  }

  /** A new server in a module that has none, or whose server was given up. */
  static start(
    module: WasmModule<EngineExports>,
    buffer: ArrayBufferLike,
    options: ServerOptions,
  ): Result<WasmServer, string> {
    const first = options.firstXid ?? FIRST_XID;
    const design = DESIGN_IDS.indexOf(options.design ?? designOf(options.rules));
    const flags =
      (options.lastWaiterIsVictim === true ? SIM_LAST_WAITER_IS_VICTIM : 0) |
      (options.deadlocks === 'when-checked' ? SIM_DEADLOCKS_WHEN_CHECKED : 0) |
      (options.wal === true ? SIM_WRITES_WAL : 0);
    const code = module._xip_sim_start(
      options.rules,
      design,
      Number(first & 0xffffffffn),
      Number(first >> 32n),
      options.faults ?? 0,
      flags,
      options.subtransactionBuffers ?? 0,
    );
    if (code !== 0) return err(module.UTF8ToString(module._xip_sim_error_text(code)));
    return ok(new WasmServer(module, buffer, options));
  }

  /**
   * Gives this server up: the next `load` takes its engine, which is 75 MB. Calls on this object then reach the new
   * server.
   */
  giveUp(place: WasmPlace): void {
    const engine: Engine = { module: this.module, memory: { buffer: this.bytes.buffer } };
    ahead ??= { moduleUrl: place.moduleUrl, instance: Promise.resolve(ok(engine)) };
  }

  /** The same module with a new server: the old one's state is gone. */
  again(options: ServerOptions): Result<WasmServer, string> {
    return WasmServer.start(this.module, this.bytes.buffer, options);
  }

  /** The latest answer, as a struct that its call fills in; valid until the next call. */
  answer<A>(struct: new (words: Uint32Array, at: number) => A): A {
    return new struct(this.words, this.#out);
  }

  isFull(): boolean {
    return this.module._xip_sim_is_full() !== 0;
  }
  connect(): number | undefined {
    return this.module._xip_sim_connect() === 0 ? this.#made.id : undefined;
  }
  isConnected(session: number): boolean {
    return this.module._xip_sim_is_connected(session) !== 0;
  }
  disconnect(session: number): void {
    this.module._xip_sim_disconnect(session);
  }

  setDatabase(session: number, database: number): void {
    this.module._xip_sim_set_database(session, database);
  }
  slotCreate(session: number, isLogical: boolean): number | undefined {
    return this.module._xip_sim_slot_create(session, isLogical ? 1 : 0) === 0 ? this.#made.id : undefined;
  }
  slotMustWait(session: number): boolean {
    return this.module._xip_sim_slot_must_wait(session) !== 0;
  }
  slotDrop(session: number, slot: number): void {
    this.module._xip_sim_slot_drop(session, slot);
  }
  slotFeedback(session: number, slot: number, xmin: number): void {
    this.module._xip_sim_slot_feedback(session, slot, xmin);
  }
  oldestNeeded(session: number): number {
    this.module._xip_sim_view_snapshot(session);
    return this.answer(SimSnapshot).xmin;
  }

  xactStart(session: number, isolation: Isolation, readOnly: boolean): void {
    this.module._xip_sim_xact_start(session, ISOLATION[isolation], readOnly ? 1 : 0);
  }
  xactSet(session: number, isolation: Isolation, readOnly: boolean): void {
    this.module._xip_sim_xact_set(session, ISOLATION[isolation], readOnly ? 1 : 0);
  }
  xactCommit(session: number): void {
    this.module._xip_sim_xact_commit(session);
  }
  xactAbort(session: number): void {
    this.module._xip_sim_xact_abort(session);
  }
  subxactStart(session: number): boolean {
    return this.module._xip_sim_subxact_start(session) === 0;
  }
  subxactCommit(session: number): void {
    this.module._xip_sim_subxact_commit(session);
  }
  subxactAbort(session: number): void {
    this.module._xip_sim_subxact_abort(session);
  }
  prepare(session: number): number | undefined {
    return this.module._xip_sim_prepare(session) === 0 ? this.#made.id : undefined;
  }
  finishPrepared(session: number, handle: number, commit: boolean): void {
    this.module._xip_sim_finish_prepared(session, handle, commit ? 1 : 0);
  }
  currentXid(session: number): number {
    return this.module._xip_sim_current_xid(session) >>> 0;
  }
  currentXidIfAny(session: number): number {
    return this.module._xip_sim_current_xid_if_any(session) >>> 0;
  }
  topXidIfAny(session: number): number {
    return this.module._xip_sim_top_xid_if_any(session) >>> 0;
  }
  topFullXid(session: number): bigint {
    return this.#widen(this.module._xip_sim_top_xid(session) >>> 0, this.nextFullXid());
  }
  topFullXidIfAny(session: number): bigint | undefined {
    const xid = this.topXidIfAny(session);
    return xid === 0 ? undefined : this.#widen(xid, this.nextFullXid());
  }
  nextFullXid(): bigint {
    this.module._xip_sim_view_server();
    return this.answer(SimServer).nextXid;
  }
  logStandbySnapshot(session: number): number {
    this.module._xip_sim_log_running(session);
    return this.module._xip_sim_wal_end() >>> 0;
  }
  /** FullTransactionIdFromAllowableAt: an xid that is not in the future. */
  #widen(xid: number, next: bigint): bigint {
    const epoch = next >> 32n;
    return BigInt(xid) > (next & 0xffffffffn) ? ((epoch - 1n) << 32n) | BigInt(xid) : (epoch << 32n) | BigInt(xid);
  }
  currentCid(session: number, used: boolean): number {
    return this.module._xip_sim_current_cid(session, used ? 1 : 0) >>> 0;
  }
  commandCounterIncrement(session: number): void {
    this.module._xip_sim_command_counter_increment(session);
  }
  setElsewhere(session: number, transactions: number): void {
    this.module._xip_sim_set_elsewhere(session, transactions);
  }
  xidStatus(session: number, xid: number): 'in progress' | 'committed' | 'aborted' {
    const status = SIM_XID_STATUS[this.module._xip_sim_xid_status(session, xid)];
    return status === 'committed' || status === 'aborted' ? status : 'in progress';
  }

  pushActiveSnapshot(session: number): void {
    this.module._xip_sim_push_snapshot(session);
  }
  popActiveSnapshot(session: number): void {
    this.module._xip_sim_pop_snapshot(session);
  }
  catalogSnapshot(session: number): void {
    this.module._xip_sim_catalog_snapshot(session);
  }
  releaseCatalogSnapshot(session: number): void {
    this.module._xip_sim_release_catalog_snapshot(session);
  }
  hasActiveSnapshot(session: number): boolean {
    return this.module._xip_sim_has_snapshot(session) !== 0;
  }
  activeSnapshot(session: number): { readonly xmin: bigint; readonly xmax: bigint; readonly xip: readonly bigint[] } {
    const next = this.nextFullXid();
    if (this.module._xip_sim_active_snapshot(session) === 0) return { xmin: next, xmax: next, xip: [] };
    const { xmin, xmax, xip: listed } = this.answer(SimSnapshot);
    const widen = (xid: number) => this.#widen(xid, next);
    const xip = listed.map(widen);
    return { xmin: widen(xmin), xmax: widen(xmax), xip: xip.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)) };
  }

  relationLock(session: number, relation: number, mode: number, dontWait: boolean): Outcome {
    return outcomeOf(this.module._xip_sim_relation_lock(session, relation, mode, dontWait ? 1 : 0));
  }
  waitForXid(session: number, xid: number): Outcome {
    return outcomeOf(this.module._xip_sim_wait_for_xid(session, xid));
  }
  cancelWait(session: number): void {
    this.module._xip_sim_cancel_wait(session);
  }
  blockers(session: number): readonly number[] {
    const count = this.module._xip_sim_blockers(session);
    const blockers = this.answer(SimBlockers);
    return Array.from({ length: count }, (_, i) => blockers.id(i));
  }
  checkDeadlock(session: number): boolean {
    return this.module._xip_sim_deadlock_check(session) !== 0;
  }
  setDeadlockTimeout(session: number, ms: number): void {
    this.module._xip_sim_set_deadlock_timeout(session, ms);
  }
  takeWoken(): readonly number[] {
    const first = this.module._xip_sim_next_woken();
    if (first < 0) return NOBODY;
    const woken = [first];
    for (let id = this.module._xip_sim_next_woken(); id >= 0; id = this.module._xip_sim_next_woken()) woken.push(id);
    return woken;
  }

  createRelation(hasIndex: boolean, fillfactor: number): number | undefined {
    return this.module._xip_sim_create_relation(hasIndex ? 1 : 0, fillfactor) === 0 ? this.#made.id : undefined;
  }
  dropRelation(relation: number): void {
    this.module._xip_sim_drop_relation(relation);
  }
  setHasIndex(relation: number, hasIndex: boolean): void {
    this.module._xip_sim_set_has_index(relation, hasIndex ? 1 : 0);
  }
  blocks(relation: number): number {
    return this.module._xip_sim_blocks(relation);
  }
  scanPage(session: number, relation: number, block: number): Uint16Array {
    return this.#offsets.subarray(0, this.scan(session, relation, block));
  }
  scan(session: number, relation: number, block: number): number {
    this.#block = block;
    return this.module._xip_sim_scan_page(session, relation, block);
  }
  scanRoots(session: number, relation: number, block: number, roots: readonly number[]): number {
    this.#block = block;
    this.#offsets.set(roots);
    return this.module._xip_sim_scan_roots(session, relation, block, roots.length, 0);
  }
  fetchRoot(session: number, relation: number, root: Ctid): 'found' | 'none' | 'dead' {
    this.#block = root.block;
    this.#offsets[0] = root.offset;
    const count = this.module._xip_sim_scan_roots(session, relation, root.block, 1, 1);
    return count > 0 ? 'found' : this.#roots.allDead ? 'dead' : 'none';
  }
  figures(relation: number): Figures {
    this.module._xip_sim_figures(relation);
    const { pages, tuples, fillfactor, allVisible } = this.answer(SimFigures);
    return {
      pages,
      tuples: tuples === SIM_RELTUPLES_UNKNOWN ? undefined : tuples,
      fillfactor,
      allVisible,
      blocks: this.blocks(relation),
    };
  }
  offsetAt(index: number): number {
    return this.#offsets[index] ?? 0;
  }
  scanEnd(session: number): void {
    this.module._xip_sim_scan_end(session);
  }
  scanned(index: number): StoredTuple {
    const tuple = this.#tuple;
    tuple.at = this.words[this.#addresses + index] ?? 0;
    tuple.length = this.view.getUint16(this.#lengths + 2 * index, true);
    tuple.ctid.block = this.#block;
    tuple.ctid.offset = this.#offsets[index] ?? 0;
    return tuple;
  }
  tuple(relation: number, ctid: Ctid): StoredTuple | undefined {
    const at = this.module._xip_sim_tuple(relation, ctid.block, ctid.offset);
    if (at === 0) return undefined;
    const tuple = this.#tuple;
    tuple.at = at;
    tuple.length = this.#found.length;
    tuple.ctid.block = ctid.block;
    tuple.ctid.offset = ctid.offset;
    return tuple;
  }
  /** Puts a row where the C code looks for it; returns its flags. */
  #put(row: FormedTuple): number {
    const { data, nullBitmap, hasVarwidth } = row;
    // A short row is copied byte by byte: for it, `set` costs more than it saves.
    if (data.length <= 64) for (let i = 0; i < data.length; i++) this.bytes[this.#row + i] = data[i] ?? 0;
    else this.bytes.set(data.length > SIM_ROW_BYTES ? data.subarray(0, SIM_ROW_BYTES) : data, this.#row);
    if (nullBitmap !== undefined) this.bytes.set(nullBitmap, this.#bitmap);
    return (nullBitmap === undefined ? 0 : SIM_HAS_NULLS) | (hasVarwidth ? SIM_HAS_VARWIDTH : 0);
  }
  insert(session: number, relation: number, row: FormedTuple): Ctid | 'no-memory' | 'too-long' {
    if (row.data.length > SIM_ROW_BYTES) return 'too-long';
    const flags = this.#put(row);
    this.module._xip_sim_insert(session, relation, row.data.length, row.natts, flags);
    const { failure, ctid } = this.#inserted;
    return failure ?? { block: ctid.block, offset: ctid.offset };
  }
  startUpdate(
    session: number,
    relation: number,
    ctid: Ctid,
    row: FormedTuple,
    keyChanged: boolean,
    indexedChanged: boolean,
  ): void {
    const flags = this.#put(row) | (keyChanged ? SIM_KEY_CHANGES : 0) | (indexedChanged ? SIM_INDEXED_CHANGES : 0);
    const { block, offset } = ctid;
    this.module._xip_sim_start_update(session, relation, block, offset, row.data.length, row.natts, flags);
  }
  startDelete(session: number, relation: number, ctid: Ctid): void {
    this.module._xip_sim_start_delete(session, relation, ctid.block, ctid.offset);
  }
  startLock(
    session: number,
    relation: number,
    ctid: Ctid,
    mode: TupleLock,
    policy: WaitPolicy,
    findLast: boolean,
    followUpdates: boolean,
  ): void {
    const flags = (findLast ? SIM_FIND_LAST_VERSION : 0) | (followUpdates ? SIM_FOLLOW_UPDATES : 0);
    const { block, offset } = ctid;
    this.module._xip_sim_start_lock(session, relation, block, offset, LOCKS[mode], POLICIES[policy], flags);
  }
  runOp(session: number): HeapOutcome {
    const outcome = outcomeOf(this.module._xip_sim_run_op(session));
    if (outcome !== 'done') return NOT_DONE[outcome];
    const { tm, ctid, xmax, cmax, traversed, hot, failure } = this.#operation;
    const done = this.#done;
    done.tm = tm;
    done.ctid.block = ctid.block;
    done.ctid.offset = ctid.offset;
    done.xmax = xmax;
    done.cmax = cmax;
    done.traversed = traversed;
    done.hot = hot;
    return failure === null ? done : { ...done, failure };
  }
  dropOp(session: number): void {
    this.module._xip_sim_drop_op(session);
  }
  fetchDirty(session: number, relation: number, root: Ctid): { ctid: Ctid; waitFor: number } | 'dead' | undefined {
    const found = this.module._xip_sim_fetch_dirty(session, relation, root.block, root.offset) !== 0;
    const { ctid, waitFor, allDead } = this.#dirty;
    if (!found) return allDead ? 'dead' : undefined;
    return { ctid: { block: ctid.block, offset: ctid.offset }, waitFor };
  }
  cmin(session: number, relation: number, ctid: Ctid): number {
    this.module._xip_sim_cids(session, relation, ctid.block, ctid.offset);
    return this.answer(SimCids).cmin;
  }
  cmax(session: number, relation: number, ctid: Ctid): number {
    this.module._xip_sim_cids(session, relation, ctid.block, ctid.offset);
    return this.answer(SimCids).cmax;
  }
  vacuumBegin(session: number): void {
    this.module._xip_sim_vacuum_begin(session);
  }
  vacuum(session: number, relation: number): Vacuumed {
    this.module._xip_sim_vacuum(session, relation);
    const { oldestXmin, removed, remaining, notYetRemovable } = this.answer(SimVacuumed);
    const { pagesRemoved, pagesRemaining, linePointersReclaimed, hasNewFigures } = this.answer(SimVacuumed);
    return {
      oldestXmin,
      removed,
      remaining,
      notYetRemovable,
      pagesRemoved,
      pagesRemaining,
      linePointersReclaimed,
      hasNewFigures,
    };
  }

  isUsed(relation: number, { block, offset }: Ctid): boolean {
    const at = this.module._xip_sim_page(relation, block);
    if (at === 0) return false;
    const view = new DataView(this.bytes.buffer, this.bytes.byteOffset + at, 8192);
    // pd_lower is where the line pointers end; lp_flags are two bits of each.
    const end = view.getUint16(12, true);
    const pointer = 24 + 4 * (offset - 1);
    return pointer < end && ((view.getUint32(pointer, true) >>> 15) & 3) !== 0;
  }

  /** The arena's used bytes, preceded by the server's address. */
  checkpoint(): Uint8Array {
    const used = this.module._xip_sim_used();
    const at = this.module._xip_sim_memory();
    const saved = new Uint8Array(4 + used);
    new DataView(saved.buffer).setUint32(0, this.module._xip_sim_server(), true);
    saved.set(this.bytes.subarray(at, at + used), 4);
    return saved;
  }
  restore(saved: Uint8Array): void {
    const server = new DataView(saved.buffer, saved.byteOffset).getUint32(0, true);
    this.bytes.set(saved.subarray(4), this.module._xip_sim_memory());
    this.module._xip_sim_restored(saved.length - 4, server);
  }
}

const NOBODY: readonly number[] = [];
