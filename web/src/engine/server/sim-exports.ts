/**
 * The exports of wasm-core/src/api/sim_*api.c; comments there describe each answer. A u32 may arrive as a negative
 * number.
 */
export interface SimExports {
  _xip_sim_start(
    rules: number,
    design: number,
    nextXid: number,
    epoch: number,
    faults: number,
    flags: number,
    subtransactionBuffers: number,
  ): number;
  _xip_sim_out(): number;
  _xip_sim_offsets(): number;
  _xip_sim_addresses(): number;
  _xip_sim_lengths(): number;
  _xip_sim_row(): number;
  _xip_sim_bitmap(): number;
  _xip_sim_memory(): number;
  _xip_sim_used(): number;
  _xip_sim_server(): number;
  _xip_sim_restored(used: number, server: number): void;
  _xip_sim_is_full(): number;
  _xip_sim_connect(): number;
  _xip_sim_is_connected(id: number): number;
  _xip_sim_disconnect(id: number): void;
  _xip_sim_set_database(id: number, database: number): void;
  _xip_sim_slot_create(id: number, isLogical: number): number;
  _xip_sim_slot_must_wait(id: number): number;
  _xip_sim_slot_drop(id: number, slot: number): void;
  _xip_sim_slot_feedback(id: number, slot: number, xmin: number): void;
  _xip_sim_xact_start(id: number, isolation: number, readOnly: number): void;
  _xip_sim_xact_set(id: number, isolation: number, readOnly: number): void;
  _xip_sim_xact_commit(id: number): void;
  _xip_sim_xact_abort(id: number): void;
  _xip_sim_subxact_start(id: number): number;
  _xip_sim_subxact_commit(id: number): void;
  _xip_sim_subxact_abort(id: number): void;
  _xip_sim_prepare(id: number): number;
  _xip_sim_finish_prepared(id: number, handle: number, commit: number): void;
  _xip_sim_current_xid(id: number): number;
  _xip_sim_top_xid(id: number): number;
  _xip_sim_current_xid_if_any(id: number): number;
  _xip_sim_top_xid_if_any(id: number): number;
  _xip_sim_current_cid(id: number, used: number): number;
  _xip_sim_command_counter_increment(id: number): void;
  _xip_sim_set_elsewhere(id: number, transactions: number): void;
  _xip_sim_xid_status(id: number, xid: number): number;
  _xip_sim_push_snapshot(id: number): void;
  _xip_sim_pop_snapshot(id: number): void;
  _xip_sim_catalog_snapshot(id: number): void;
  _xip_sim_release_catalog_snapshot(id: number): void;
  _xip_sim_has_snapshot(id: number): number;
  _xip_sim_active_snapshot(id: number): number;
  _xip_sim_relation_lock(id: number, relation: number, mode: number, dontWait: number): number;
  _xip_sim_wait_for_xid(id: number, xid: number): number;
  _xip_sim_cancel_wait(id: number): void;
  _xip_sim_blockers(id: number): number;
  _xip_sim_deadlock_check(id: number): number;
  _xip_sim_set_deadlock_timeout(id: number, ms: number): void;
  _xip_sim_next_woken(): number;
  _xip_sim_create_relation(hasIndex: number, fillfactor: number): number;
  _xip_sim_drop_relation(relation: number): void;
  _xip_sim_set_has_index(relation: number, hasIndex: number): void;
  _xip_sim_blocks(relation: number): number;
  _xip_sim_page(relation: number, block: number): number;
  _xip_sim_scan_page(id: number, relation: number, block: number): number;
  _xip_sim_scan_roots(id: number, relation: number, block: number, roots: number, isIndexScan: number): number;
  _xip_sim_figures(relation: number): void;
  _xip_sim_scan_end(id: number): void;
  _xip_sim_tuple(relation: number, block: number, offset: number): number;
  _xip_sim_insert(id: number, relation: number, length: number, natts: number, flags: number): number;
  _xip_sim_start_update(
    id: number,
    relation: number,
    block: number,
    offset: number,
    length: number,
    natts: number,
    flags: number,
  ): void;
  _xip_sim_start_delete(id: number, relation: number, block: number, offset: number): void;
  _xip_sim_start_lock(
    id: number,
    relation: number,
    block: number,
    offset: number,
    mode: number,
    policy: number,
    flags: number,
  ): void;
  _xip_sim_run_op(id: number): number;
  _xip_sim_drop_op(id: number): void;
  _xip_sim_fetch_dirty(id: number, relation: number, block: number, offset: number): number;
  _xip_sim_vacuum_begin(id: number): void;
  _xip_sim_vacuum(id: number, relation: number): void;
  _xip_sim_cids(id: number, relation: number, block: number, offset: number): number;
  _xip_sim_view_server(): void;
  _xip_sim_view_session(id: number): void;
  _xip_sim_view_horizons(id: number): void;
  _xip_sim_view_holders(id: number): number;
  _xip_sim_view_known(id: number): number;
  _xip_sim_view_slot(n: number): number;
  _xip_sim_view_prepared(n: number): number;
  _xip_sim_view_snapshot(id: number): void;
  _xip_sim_ask_snapshot(
    xmin: number,
    xmax: number,
    xcnt: number,
    subxcnt: number,
    suboverflowed: number,
    takenInRecovery: number,
  ): number;
  _xip_sim_answers(id: number, first: number, count: number): number;
  _xip_sim_view_xids(first: number, count: number): void;
  _xip_sim_view_slru(kind: number): void;
  _xip_sim_view_slru_counts(id: number): void;
  _xip_sim_view_lookups(count: number): number;
  _xip_sim_view_multixact(id: number, multi: number): number;
  _xip_sim_view_page(id: number, relation: number, block: number): number;
  _xip_sim_vacuum_status(id: number, relation: number, block: number, offset: number): number;
  _xip_sim_explain(id: number, relation: number, block: number, offset: number): number;
  _xip_sim_question_id(question: number): number;
  _xip_sim_question_function(question: number): number;
  _xip_sim_question_text(question: number): number;
  _xip_sim_fault_id(index: number): number;
  _xip_sim_fault_text(index: number): number;
  _xip_sim_error_text(code: number): number;
  _xip_sim_standby_start(maxProcs: number, from: number): number;
  _xip_sim_wal_end(): number;
  _xip_sim_wal_record(at: number): number;
  _xip_sim_standby_at(): number;
  _xip_sim_standby_replay(to: number): number;
  _xip_sim_standby_snapshot(anew: number): void;
  _xip_sim_standby_is_running(xid: number): number;
  _xip_sim_standby_parent(xid: number): number;
  _xip_sim_log_running(id: number): void;
}
