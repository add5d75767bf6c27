/**
 * ServerCore over xip-engine.wasm: tables and their row versions, above a server's transactions (server-xacts.ts). The next call
 * reuses the objects that a call returned. Comments in wasm-core/src/api/sim_*_api.c name the answer of each call.
 */

import { err, ok, type Result } from '../../base/result.ts';
import type {
  Ctid,
  Figures,
  FormedTuple,
  HeapOutcome,
  Outcome,
  ServerCore,
  StoredTuple,
  TupleLock,
  Vacuumed,
  WaitPolicy,
} from '../../sql/core.ts';
import { codesOf } from '../wasm/answer.ts';
import type { EngineExports } from '../wasm/exports.gen.ts';
import {
  SIM_FIND_LAST_VERSION,
  SIM_FOLLOW_UPDATES,
  SIM_HAS_NULLS,
  SIM_HAS_VARWIDTH,
  SIM_INDEXED_CHANGES,
  SIM_KEY_CHANGES,
  SIM_MAX_ITEMS,
  SIM_RELTUPLES_UNKNOWN,
  SIM_ROW_BYTES,
  SIM_TUPLE_LOCK,
  SIM_WAIT_POLICY,
  SimCids,
  SimDirty,
  SimFigures,
  SimInserted,
  SimOperation,
  SimRoots,
  SimTuple,
  SimVacuumed,
} from '../wasm/sim.gen.ts';
import type { WasmModule, WasmPlace } from '../wasm/wasm-module.ts';
import { type ServerOptions, startServer, takeEngine } from './server-engine.ts';
import { outcomeOf, ServerXacts } from './server-xacts.ts';

const LOCKS: Readonly<Record<TupleLock, number>> = codesOf(SIM_TUPLE_LOCK);
const POLICIES: Readonly<Record<WaitPolicy, number>> = codesOf(SIM_WAIT_POLICY);
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

export class WasmServer extends ServerXacts implements ServerCore {
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
    super(module, buffer, options);
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

  static async load(place: WasmPlace, options: ServerOptions): Promise<Result<WasmServer, string>> {
    const instance = await takeEngine(place);
    if (!instance.ok) return err(instance.error.message);
    return WasmServer.start(instance.value.module, instance.value.memory.buffer, options);
  }

  /** A new server in a module that has none, or whose server was given up. */
  static start(
    module: WasmModule<EngineExports>,
    buffer: ArrayBufferLike,
    options: ServerOptions,
  ): Result<WasmServer, string> {
    const problem = startServer(module, options);
    return problem === undefined ? ok(new WasmServer(module, buffer, options)) : err(problem);
  }

  /** The same module with a new server: the old one's state is gone. */
  again(options: ServerOptions): Result<WasmServer, string> {
    return WasmServer.start(this.module, this.bytes.buffer, options);
  }

  createRelation(hasIndex: boolean, fillfactor: number): number | undefined {
    return this.module._xip_sim_create_relation(hasIndex ? 1 : 0, fillfactor) === 0 ? this.made.id : undefined;
  }
  relationBorn(session: number, relation: number): void {
    this.module._xip_sim_relation_born(session, relation);
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
  cursorRests(session: number, snapshot: number): void {
    this.module._xip_sim_cursor_rests(session, snapshot);
  }
  cursorGoesOn(session: number, snapshot: number): void {
    this.module._xip_sim_cursor_goes_on(session, snapshot);
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
  insert(session: number, relation: number, row: FormedTuple): Ctid | 'no-memory' | 'too-long' | 'serialization' {
    if (row.data.length > SIM_ROW_BYTES) return 'too-long';
    const flags = this.#put(row);
    this.module._xip_sim_insert(session, relation, row.data.length, row.natts, flags);
    const { failure, ctid } = this.#inserted;
    return failure ?? { block: ctid.block, offset: ctid.offset };
  }
  insertSpeculative(session: number, relation: number, row: FormedTuple) {
    if (row.data.length > SIM_ROW_BYTES) return 'too-long';
    const flags = this.#put(row);
    this.module._xip_sim_insert_speculative(session, relation, row.data.length, row.natts, flags);
    const { failure, ctid } = this.#inserted;
    return failure ?? { block: ctid.block, offset: ctid.offset };
  }
  endSpeculative(session: number, relation: number, { block, offset }: Ctid, stays: boolean): void {
    this.module._xip_sim_end_speculative(session, relation, block, offset, stays ? 1 : 0);
  }
  pin(session: number, relation: number, { block, offset }: Ctid): void {
    this.module._xip_sim_pin(session, relation, block, offset);
  }
  satisfies(session: number, relation: number, { block, offset }: Ctid): boolean {
    return this.module._xip_sim_satisfies(session, relation, block, offset) !== 0;
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
  crosscheck(session: number): void {
    this.module._xip_sim_crosscheck(session);
  }
  isLive(session: number, relation: number, { block, offset }: Ctid): boolean {
    return this.module._xip_sim_is_live(session, relation, block, offset) !== 0;
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
  fetchDirty(session: number, relation: number, root: Ctid) {
    const found = this.module._xip_sim_fetch_dirty(session, relation, root.block, root.offset) !== 0;
    const { ctid, waitFor, token, allDead } = this.#dirty;
    if (!found) return allDead ? 'dead' : undefined;
    return { ctid: { block: ctid.block, offset: ctid.offset }, waitFor, token };
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
  canFreeze(session: number, relation: number): boolean {
    return this.module._xip_sim_can_freeze(session, relation) !== 0;
  }
  vacuum(session: number, relation: number, freezes = false): Vacuumed {
    this.module._xip_sim_vacuum(session, relation, freezes ? 1 : 0);
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
}
