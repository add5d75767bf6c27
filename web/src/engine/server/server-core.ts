/**
 * ServerCore over xip-engine.wasm: one instance of the module is one server (wasm-core/src/api/sim_instance.h). Views
 * of its memory are made once, because that memory never grows; the next call reuses the objects that a call returned.
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
  TmResult,
  TupleLock,
  Vacuumed,
  WaitPolicy,
} from '../../sql/core.ts';
import { instantiate, type WasmModule, type WasmPlace } from '../wasm/wasm-module.ts';
import type { SimExports } from './sim-exports.ts';

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

const TM: readonly TmResult[] = [
  'ok',
  'invisible',
  'self-modified',
  'updated',
  'deleted',
  'being-modified',
  'would-block',
];
const OUTCOMES: readonly Outcome[] = ['done', 'wait', 'not-available', 'deadlock'];
const ISOLATION: Readonly<Record<Isolation, number>> = { 'read committed': 1, 'repeatable read': 2, serializable: 3 };
const LOCKS: Readonly<Record<TupleLock, number>> = { 'key share': 0, share: 1, 'no key update': 2, update: 3 };
const POLICIES: Readonly<Record<WaitPolicy, number>> = { block: 0, skip: 1, error: 2 };
const WAIT: HeapOutcome = { status: 'wait' };
const NOT_AVAILABLE: HeapOutcome = { status: 'not-available' };
const DEADLOCK: HeapOutcome = { status: 'deadlock' };
/** The meaning of C's failure_of, when it is not 0. */
const failureOf = (code: number): 'no-memory' | 'too-long' => (code === 2 ? 'too-long' : 'no-memory');

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
  readonly module: WasmModule<SimExports>;
  readonly memory: { readonly buffer: ArrayBufferLike };
}
const newInstance = (place: WasmPlace): Promise<Result<Engine, EngineError>> =>
  instantiate<SimExports>(place, undefined, () => undefined);
/** An engine that nobody uses yet, or any more. */
let ahead: { readonly moduleUrl: string; readonly instance: ReturnType<typeof newInstance> } | undefined;

export class WasmServer implements ServerCore {
  readonly rules: Rules;
  readonly faults: number;
  /** The first xid that it assigned, or will assign; with its epoch, exact below 2^53. */
  readonly firstXid: number;
  /** For server-state.ts. */
  readonly module: WasmModule<SimExports>;
  readonly words: Uint32Array;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly out: number;
  readonly #offsets: Uint16Array;
  readonly #addresses: number;
  readonly #lengths: number;
  readonly #row: number;
  readonly #bitmap: number;
  readonly #tuple: Tuple;
  readonly #done = {
    status: 'done' as const,
    tm: 'ok' as TmResult,
    ctid: { block: 0, offset: 0 },
    xmax: 0,
    cmax: 0,
    traversed: false,
    hot: false,
  };
  #block = 0;

  private constructor(module: WasmModule<SimExports>, buffer: ArrayBufferLike, options: ServerOptions) {
    this.module = module;
    this.rules = options.rules;
    this.faults = options.faults ?? 0;
    this.firstXid = Number(options.firstXid ?? FIRST_XID);
    this.words = new Uint32Array(buffer);
    this.bytes = new Uint8Array(buffer);
    this.view = new DataView(buffer);
    this.out = module._xip_sim_out() / 4;
    this.#offsets = new Uint16Array(buffer, module._xip_sim_offsets(), 512);
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
    module: WasmModule<SimExports>,
    buffer: ArrayBufferLike,
    options: ServerOptions,
  ): Result<WasmServer, string> {
    const first = options.firstXid ?? FIRST_XID;
    const design = DESIGN_IDS.indexOf(options.design ?? designOf(options.rules));
    const flags =
      (options.lastWaiterIsVictim === true ? 1 : 0) |
      (options.deadlocks === 'when-checked' ? 2 : 0) |
      (options.wal === true ? 4 : 0);
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

  /** The index-th word of the answer. */
  word(index: number): number {
    return this.words[this.out + index] ?? 0;
  }
  long(index: number): bigint {
    return (BigInt(this.word(index + 1)) << 32n) | BigInt(this.word(index));
  }

  /** Two words as a number: exact below 2^53. */
  number64(index: number): number {
    return this.word(index + 1) * 0x1_0000_0000 + this.word(index);
  }

  isFull(): boolean {
    return this.module._xip_sim_is_full() !== 0;
  }
  connect(): number | undefined {
    return this.module._xip_sim_connect() === 0 ? this.word(0) : undefined;
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
    return this.module._xip_sim_slot_create(session, isLogical ? 1 : 0) === 0 ? this.word(0) : undefined;
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
    return this.word(0);
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
    return this.module._xip_sim_prepare(session) === 0 ? this.word(0) : undefined;
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
    return this.long(0);
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
    const status = this.module._xip_sim_xid_status(session, xid);
    return status === 0 ? 'in progress' : status === 1 ? 'committed' : 'aborted';
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
    const [xmin, xmax, count, at] = [this.word(0), this.word(1), this.word(4), this.word(5) / 4];
    const widen = (xid: number) => this.#widen(xid, next);
    const xip = [...this.words.subarray(at, at + count)].map(widen);
    return { xmin: widen(xmin), xmax: widen(xmax), xip: xip.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)) };
  }

  relationLock(session: number, relation: number, mode: number, dontWait: boolean): Outcome {
    return OUTCOMES[this.module._xip_sim_relation_lock(session, relation, mode, dontWait ? 1 : 0)] ?? 'done';
  }
  waitForXid(session: number, xid: number): Outcome {
    return OUTCOMES[this.module._xip_sim_wait_for_xid(session, xid)] ?? 'done';
  }
  cancelWait(session: number): void {
    this.module._xip_sim_cancel_wait(session);
  }
  blockers(session: number): readonly number[] {
    const count = this.module._xip_sim_blockers(session);
    return [...this.words.subarray(this.out, this.out + count)];
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
    return this.module._xip_sim_create_relation(hasIndex ? 1 : 0, fillfactor) === 0 ? this.word(0) : undefined;
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
    return count > 0 ? 'found' : this.word(0) !== 0 ? 'dead' : 'none';
  }
  figures(relation: number): Figures {
    this.module._xip_sim_figures(relation);
    const tuples = this.word(1);
    return {
      pages: this.word(0),
      tuples: tuples === NEVER_COUNTED ? undefined : tuples,
      fillfactor: this.word(2),
      allVisible: this.word(3),
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
    tuple.length = this.word(0);
    tuple.ctid.block = ctid.block;
    tuple.ctid.offset = ctid.offset;
    return tuple;
  }
  /** Puts a row where the C code looks for it; returns its flags. */
  #put(row: FormedTuple): number {
    const { data, nullBitmap, hasVarwidth } = row;
    // A short row is copied byte by byte: for it, `set` costs more than it saves.
    if (data.length <= 64) for (let i = 0; i < data.length; i++) this.bytes[this.#row + i] = data[i] ?? 0;
    else this.bytes.set(data.length > MAX_ROW ? data.subarray(0, MAX_ROW) : data, this.#row);
    if (nullBitmap !== undefined) this.bytes.set(nullBitmap, this.#bitmap);
    return (nullBitmap === undefined ? 0 : 1) | (hasVarwidth ? 2 : 0);
  }
  insert(session: number, relation: number, row: FormedTuple): Ctid | 'no-memory' | 'too-long' {
    if (row.data.length > MAX_ROW) return 'too-long';
    const flags = this.#put(row);
    const code = this.module._xip_sim_insert(session, relation, row.data.length, row.natts, flags);
    if (code !== 0) return failureOf(code);
    return { block: this.word(0), offset: this.word(1) };
  }
  startUpdate(
    session: number,
    relation: number,
    ctid: Ctid,
    row: FormedTuple,
    keyChanged: boolean,
    indexedChanged: boolean,
  ): void {
    const flags = this.#put(row) | (keyChanged ? 4 : 0) | (indexedChanged ? 8 : 0);
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
    const flags = (findLast ? 1 : 0) | (followUpdates ? 2 : 0);
    const { block, offset } = ctid;
    this.module._xip_sim_start_lock(session, relation, block, offset, LOCKS[mode], POLICIES[policy], flags);
  }
  runOp(session: number): HeapOutcome {
    const outcome = this.module._xip_sim_run_op(session);
    if (outcome !== 0) return outcome === 1 ? WAIT : outcome === 2 ? NOT_AVAILABLE : DEADLOCK;
    const { words, out } = this;
    const done = this.#done;
    done.tm = TM[words[out] ?? 0] ?? 'ok';
    done.ctid.block = words[out + 1] ?? 0;
    done.ctid.offset = words[out + 2] ?? 0;
    done.xmax = words[out + 3] ?? 0;
    done.cmax = words[out + 4] ?? 0;
    done.traversed = words[out + 5] !== 0;
    done.hot = words[out + 6] !== 0;
    const code = words[out + 7] ?? 0;
    return code === 0 ? done : { ...done, failure: failureOf(code) };
  }
  dropOp(session: number): void {
    this.module._xip_sim_drop_op(session);
  }
  fetchDirty(session: number, relation: number, root: Ctid): { ctid: Ctid; waitFor: number } | 'dead' | undefined {
    if (this.module._xip_sim_fetch_dirty(session, relation, root.block, root.offset) === 0)
      return this.word(3) !== 0 ? 'dead' : undefined;
    return { ctid: { block: this.word(0), offset: this.word(1) }, waitFor: this.word(2) };
  }
  cmin(session: number, relation: number, ctid: Ctid): number {
    this.module._xip_sim_cids(session, relation, ctid.block, ctid.offset);
    return this.word(0);
  }
  cmax(session: number, relation: number, ctid: Ctid): number {
    this.module._xip_sim_cids(session, relation, ctid.block, ctid.offset);
    return this.word(1);
  }
  vacuumBegin(session: number): void {
    this.module._xip_sim_vacuum_begin(session);
  }
  vacuum(session: number, relation: number): Vacuumed {
    this.module._xip_sim_vacuum(session, relation);
    return {
      oldestXmin: this.word(0),
      removed: this.word(1),
      remaining: this.word(5),
      notYetRemovable: this.word(2),
      pagesRemoved: this.word(4),
      pagesRemaining: this.word(6),
      linePointersReclaimed: this.word(3),
      hasNewFigures: this.word(7) !== 0,
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
/** XIP_RELTUPLES_UNKNOWN */
const NEVER_COUNTED = 0xffff_ffff;
/** xip_sim_row's size. */
const MAX_ROW = 8192;
