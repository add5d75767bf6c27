/** A simulated server's sessions, transactions, snapshots and locks. Comments in wasm-core/src/api/sim_*_api.c name the answer of each call. */
import type { AdvisoryKey, AdvisoryLock, Isolation, Outcome, TransactionMode } from '../../sql/core.ts';
import { codesOf } from '../wasm/answer.ts';
import type { EngineExports } from '../wasm/exports.gen.ts';
import {
  SIM_ADVISORY_INTS,
  SIM_ADVISORY_SESSION,
  SIM_ADVISORY_SHARED,
  SIM_ADVISORY_TRY,
  SIM_ISOLATION,
  SIM_OUTCOME,
  SIM_SAFE_WAIT,
  SIM_XID_STATUS,
  SimBlockers,
  SimMade,
  SimServer,
  SimSnapshot,
} from '../wasm/sim.gen.ts';
import type { WasmModule } from '../wasm/wasm-module.ts';
import { ServerEngine, type ServerOptions } from './server-engine.ts';

const ISOLATION: Readonly<Record<Isolation, number>> = codesOf(SIM_ISOLATION);
/** The metapage is block 0 of every index. */
const FIRST_LEAF = 1;
/** An xip_outcome. */
export const outcomeOf = (code: number): Outcome => SIM_OUTCOME[code] ?? 'done';

export abstract class ServerXacts extends ServerEngine {
  /** What the last call has made: a session, a slot, a relation. */
  protected readonly made: SimMade;

  protected constructor(module: WasmModule<EngineExports>, buffer: ArrayBufferLike, options: ServerOptions) {
    super(module, buffer, options);
    this.made = this.answer(SimMade);
  }

  connect(): number | undefined {
    return this.module._xip_sim_connect() === 0 ? this.made.id : undefined;
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
    return this.module._xip_sim_slot_create(session, isLogical ? 1 : 0) === 0 ? this.made.id : undefined;
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

  xactStart(session: number, { isolation, readOnly, deferrable }: TransactionMode): void {
    this.module._xip_sim_xact_start(session, ISOLATION[isolation], readOnly ? 1 : 0, deferrable ? 1 : 0);
  }
  xactSet(session: number, { isolation, readOnly, deferrable }: TransactionMode): void {
    this.module._xip_sim_xact_set(session, ISOLATION[isolation], readOnly ? 1 : 0, deferrable ? 1 : 0);
  }
  preCommit(session: number): boolean {
    return this.module._xip_sim_precommit(session) !== 0;
  }
  sireadTable(session: number, relation: number): boolean {
    return this.module._xip_sim_siread(session, relation, 0, 0) !== 0;
  }
  sireadLeaf(session: number, relation: number, leaf: number): boolean {
    return this.module._xip_sim_siread(session, relation, leaf, FIRST_LEAF) !== 0;
  }
  checkLeaf(session: number, relation: number, leaf: number): boolean {
    return this.module._xip_sim_check_entry(session, relation, leaf, FIRST_LEAF) !== 0;
  }
  checkTable(session: number, relation: number): boolean {
    return this.module._xip_sim_check_table(session, relation) !== 0;
  }
  serializationFailure(session: number): string | undefined {
    const code = this.module._xip_sim_ssi_failure(session);
    if (code === 0) return undefined;
    const reason = this.module.UTF8ToString(this.module._xip_sim_ssi_reason(code));
    return reason === '' ? 'no-room' : reason.replace('%u', String(this.made.id));
  }
  xactCommit(session: number): void {
    this.module._xip_sim_xact_commit(session);
  }
  xactFail(session: number): void {
    this.module._xip_sim_xact_fail(session);
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
    return this.module._xip_sim_prepare(session) === 0 ? this.made.id : undefined;
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
  isCurrentXid(session: number, xid: number): boolean {
    return this.module._xip_sim_is_current_xid(session, xid) !== 0;
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

  awaitSafeSnapshot(session: number): Outcome {
    return outcomeOf(this.module._xip_sim_await_snapshot(session));
  }
  awaitsSafeSnapshot(session: number): 'seen' | 'unseen' | undefined {
    return SIM_SAFE_WAIT[this.module._xip_sim_awaits_snapshot(session)] ?? undefined;
  }
  pushActiveSnapshot(session: number): void {
    this.module._xip_sim_push_snapshot(session);
  }
  pushLatestSnapshot(session: number): void {
    this.module._xip_sim_push_latest_snapshot(session);
  }
  registerSnapshot(session: number, exports: boolean): number {
    return this.module._xip_sim_register_snapshot(session, exports ? 1 : 0) >>> 0;
  }
  pushRegistered(session: number, snapshot: number): void {
    this.module._xip_sim_push_registered(session, snapshot);
  }
  releaseRegistered(session: number, snapshot: number): void {
    this.module._xip_sim_release_registered(session, snapshot);
  }
  importSnapshot(session: number, from: number, snapshot: number): boolean {
    return this.module._xip_sim_import_snapshot(session, from, snapshot) !== 0;
  }
  xactNumber(session: number): number {
    return this.module._xip_sim_xact_number(session) >>> 0;
  }
  popActiveSnapshot(session: number): void {
    this.module._xip_sim_pop_snapshot(session);
  }
  catalogSnapshot(session: number): void {
    this.module._xip_sim_catalog_snapshot(session);
  }
  indexBuilt(session: number): void {
    this.module._xip_sim_index_built(session);
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
  advisoryLock(session: number, key: AdvisoryKey, how: AdvisoryLock): Outcome {
    return outcomeOf(this.module._xip_sim_advisory_lock(session, ...numbersOf(key), howOf(key, how)));
  }
  advisoryUnlock(session: number, key: AdvisoryKey, shared: boolean): boolean {
    const how = howOf(key, { shared, ofSession: true, dontWait: false });
    return this.module._xip_sim_advisory_unlock(session, ...numbersOf(key), how) !== 0;
  }
  advisoryUnlockAll(session: number): void {
    this.module._xip_sim_advisory_unlock_all(session);
  }
  advisoryHeldTwice(session: number): boolean {
    return this.module._xip_sim_advisory_twice(session) !== 0;
  }
  waitForXid(session: number, xid: number): Outcome {
    return outcomeOf(this.module._xip_sim_wait_for_xid(session, xid));
  }
  waitForToken(session: number, xid: number, token: number): Outcome {
    return outcomeOf(this.module._xip_sim_wait_for_token(session, xid, token));
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
}

const numbersOf = (key: AdvisoryKey): readonly [number, number] =>
  typeof key === 'bigint' ? [Number((key >> 32n) & 0xffffffffn), Number(key & 0xffffffffn)] : key;
const howOf = (key: AdvisoryKey, { shared, ofSession, dontWait }: AdvisoryLock): number =>
  (typeof key === 'bigint' ? 0 : SIM_ADVISORY_INTS) |
  (shared ? SIM_ADVISORY_SHARED : 0) |
  (ofSession ? SIM_ADVISORY_SESSION : 0) |
  (dontWait ? SIM_ADVISORY_TRY : 0);
const NOBODY: readonly number[] = [];
