/*
 * sim_api.c — exports of xip-engine.wasm for the simulated server (sim_instance.h): its life, its transactions,
 * snapshots and locks. web/src/engine/server/server-core.ts calls them.
 */
#include <emscripten.h>

#include "server/observe.h"
#include "api/sim_instance.h"

/* The observed machine of engine_api.c takes some 30 MB of the module's 64 MiB. */
enum { SIM_BYTES = 32 << 20 };
static _Alignas(128) uint8_t memory[SIM_BYTES];
sim_instance sim;

/* --- life ------------------------------------------------------------------------------------------------------- */

/* Discards the server before. subtransaction_buffers in pages; it and sxacts, 0: the default. An xip_error. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_start(uint32_t rules, uint32_t design, uint32_t next_xid, uint32_t epoch,
                                            uint32_t faults, uint32_t flags, uint32_t subtransaction_buffers,
                                            uint32_t sxacts)
{
    sim.arena = (xip_arena){.base = memory, .size = SIM_BYTES, .used = 0};
    sim.server = NULL;
    xip_server_config config = {.rules = rules,
                                .design = design,
                                .next_xid = (uint64_t)epoch << 32 | next_xid,
                                .faults = faults,
                                .last_waiter_is_victim = (flags & SIM_LAST_WAITER_IS_VICTIM) != 0,
                                .deadlocks_when_checked = (flags & SIM_DEADLOCKS_WHEN_CHECKED) != 0,
                                .writes_wal = (flags & SIM_WRITES_WAL) != 0,
                                .subtransaction_buffers = subtransaction_buffers,
                                .sxacts = sxacts};
    return (uint32_t)xip_server_init(&sim.server, &config, &sim.arena);
}

EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_out(void)
{
    return address_of(&sim.out);
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_offsets(void)
{
    return address_of(sim.offsets);
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_addresses(void)
{
    return address_of(sim.addresses);
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_lengths(void)
{
    return address_of(sim.lengths);
}
/* The caller puts a row's data there, and its null bitmap. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_row(void)
{
    return address_of(sim.row);
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_bitmap(void)
{
    return address_of(sim.bitmap);
}

/* A checkpoint is `xip_sim_used` bytes from here. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_memory(void)
{
    return address_of(memory);
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_used(void)
{
    return (uint32_t)sim.arena.used;
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_server(void)
{
    return address_of(sim.server);
}
/* Call after the bytes have been restored. */
EMSCRIPTEN_KEEPALIVE void xip_sim_restored(uint32_t used, uint32_t server)
{
    sim.arena = (xip_arena){.base = memory, .size = SIM_BYTES, .used = used};
    sim.server = (xip_server *)(uintptr_t)server;
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_is_full(void)
{
    return xip_server_is_full(sim.server);
}

/* An xip_error; out.made. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_connect(void)
{
    return (uint32_t)xip_session_connect(sim.server, &sim.out.made.id);
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_is_connected(uint32_t id)
{
    return xip_session_at(sim.server, id) != NULL;
}
EMSCRIPTEN_KEEPALIVE void xip_sim_disconnect(uint32_t id)
{
    xip_session_disconnect(session(id));
}

/* Between transactions: 0 a standby's query, 1 the database of the tables, others have no tables here. */
EMSCRIPTEN_KEEPALIVE void xip_sim_set_database(uint32_t id, uint32_t database)
{
    xip_session_set_database(session(id), database);
}
/* An xip_error; out.made. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_slot_create(uint32_t id, uint32_t is_logical)
{
    return (uint32_t)xip_slot_create(session(id), is_logical != 0, &sim.out.made.id);
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_slot_must_wait(uint32_t id)
{
    return xip_slot_must_wait(session(id));
}
EMSCRIPTEN_KEEPALIVE void xip_sim_slot_drop(uint32_t id, uint32_t slot)
{
    xip_slot_drop(session(id), slot);
}
EMSCRIPTEN_KEEPALIVE void xip_sim_slot_feedback(uint32_t id, uint32_t slot, uint32_t xmin)
{
    xip_slot_feedback(session(id), slot, xmin);
}

/* --- transactions ------------------------------------------------------------------------------------------------ */

/* SET TRANSACTION, before the first snapshot. */
EMSCRIPTEN_KEEPALIVE void xip_sim_xact_set(uint32_t id, uint32_t isolation, uint32_t read_only, uint32_t deferrable)
{
    xip_session *me = session(id);
    me->isolation = (xip_isolation)isolation;
    me->is_read_only = read_only != 0;
    me->is_deferrable = deferrable != 0;
}
EMSCRIPTEN_KEEPALIVE void xip_sim_xact_start(uint32_t id, uint32_t isolation, uint32_t read_only, uint32_t deferrable)
{
    xip_xact_start(session(id), (xip_isolation)isolation, read_only != 0);
    xip_sim_xact_set(id, isolation, read_only, deferrable);
}
/* Before a commit or a prepare: whether the transaction may go on, otherwise xip_sim_ssi_failure. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_precommit(uint32_t id)
{
    return xip_serializable_precommit(session(id));
}
/* An xip_ssi_failure, why the session's serializable transaction must roll back; out.made: the pivot's xid. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_ssi_failure(uint32_t id)
{
    return (uint32_t)xip_serialization_failure(session(id), &sim.out.made.id);
}
EMSCRIPTEN_KEEPALIVE const char *xip_sim_ssi_reason(uint32_t failure)
{
    return xip_ssi_reason((xip_ssi_failure)failure);
}
/* A SIREAD lock on a table (index 0), or on the page of an index, for the active snapshot. False: xip_sim_ssi_failure.
 */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_siread(uint32_t id, uint32_t relation, uint32_t index, uint32_t page)
{
    xip_session *me = session(id);
    xip_ssi_tag tag = {relation, index, index == 0 ? XIP_SSI_NO_BLOCK : page, 0};
    return !xip_serializable_reads(me, xip_active_snapshot(me)) || xip_serializable_lock(me, tag);
}
/* A new entry on a page of an index. False: xip_sim_ssi_failure. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_check_entry(uint32_t id, uint32_t relation, uint32_t index, uint32_t page)
{
    return xip_serializable_check_in(session(id), (xip_ssi_tag){relation, index, page, 0});
}
/* A table is to be dropped. False: xip_sim_ssi_failure. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_check_table(uint32_t id, uint32_t relation)
{
    return xip_serializable_check_table(session(id), relation);
}
EMSCRIPTEN_KEEPALIVE void xip_sim_xact_commit(uint32_t id)
{
    xip_xact_commit(session(id));
}
EMSCRIPTEN_KEEPALIVE void xip_sim_xact_fail(uint32_t id)
{
    xip_xact_fail(session(id));
}
EMSCRIPTEN_KEEPALIVE void xip_sim_xact_abort(uint32_t id)
{
    xip_xact_abort(session(id));
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_subxact_start(uint32_t id)
{
    return (uint32_t)xip_subxact_start(session(id));
}
EMSCRIPTEN_KEEPALIVE void xip_sim_subxact_commit(uint32_t id)
{
    xip_subxact_commit(session(id));
}
EMSCRIPTEN_KEEPALIVE void xip_sim_subxact_abort(uint32_t id)
{
    xip_subxact_abort(session(id));
}
/* An xip_error; out.made. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_prepare(uint32_t id)
{
    return (uint32_t)xip_xact_prepare(session(id), &sim.out.made.id);
}
EMSCRIPTEN_KEEPALIVE void xip_sim_finish_prepared(uint32_t id, uint32_t handle, uint32_t commit)
{
    xip_prepared_finish(session(id), handle, commit != 0);
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_current_xid(uint32_t id)
{
    return xip_current_xid(session(id));
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_top_xid(uint32_t id)
{
    return xip_top_xid(session(id));
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_current_xid_if_any(uint32_t id)
{
    return xip_current_xid_if_any(session(id));
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_top_xid_if_any(uint32_t id)
{
    return xip_top_xid_if_any(session(id));
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_current_cid(uint32_t id, uint32_t used)
{
    return xip_current_cid(session(id), used != 0);
}
EMSCRIPTEN_KEEPALIVE void xip_sim_command_counter_increment(uint32_t id)
{
    xip_command_counter_increment(session(id));
}
EMSCRIPTEN_KEEPALIVE void xip_sim_set_elsewhere(uint32_t id, uint32_t transactions)
{
    xip_session_set_elsewhere(session(id), transactions);
}
/* An xip_xid_status. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_xid_status(uint32_t id, uint32_t xid)
{
    xip_session *me = session(id);
    if (xip_is_current_xid(me, xid) || xip_is_in_progress(me, xid))
        return XIP_STATUS_IN_PROGRESS;
    return xip_did_commit(me, xid) ? XIP_STATUS_COMMITTED : XIP_STATUS_ABORTED;
}

EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_is_current_xid(uint32_t id, uint32_t xid)
{
    return xip_is_current_xid(session(id), xid);
}

/* --- snapshots --------------------------------------------------------------------------------------------------- */

/* Before a transaction's first snapshot: an xip_outcome, which is XIP_WAIT while it is not known to be safe. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_await_snapshot(uint32_t id)
{
    return (uint32_t)xip_await_safe_snapshot(session(id));
}
/* An xip_safe_wait. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_awaits_snapshot(uint32_t id)
{
    return (uint32_t)xip_awaits_safe_snapshot(session(id));
}
EMSCRIPTEN_KEEPALIVE void xip_sim_push_snapshot(uint32_t id)
{
    xip_push_active_snapshot(session(id));
}
EMSCRIPTEN_KEEPALIVE void xip_sim_push_latest_snapshot(uint32_t id)
{
    xip_push_latest_snapshot(session(id));
}
EMSCRIPTEN_KEEPALIVE void xip_sim_pop_snapshot(uint32_t id)
{
    xip_pop_active_snapshot(session(id));
}
EMSCRIPTEN_KEEPALIVE void xip_sim_catalog_snapshot(uint32_t id)
{
    xip_catalog_snapshot(session(id));
}
EMSCRIPTEN_KEEPALIVE void xip_sim_release_catalog_snapshot(uint32_t id)
{
    xip_release_catalog_snapshot(session(id));
}
/* index_build asks for the horizon, and with it moves the bounds of GlobalVis: heapam_index_build_range_scan. */
EMSCRIPTEN_KEEPALIVE void xip_sim_index_built(uint32_t id)
{
    (void)xip_oldest_nonremovable_xid(session(id), XIP_VIS_DATA);
}
/* How many transactions this id has started: the lxid. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_xact_number(uint32_t id)
{
    return xip_xact_number(session(id));
}
/* Of the active one, its number: for a cursor, or for others. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_register_snapshot(uint32_t id, uint32_t exports)
{
    return exports != 0 ? xip_export_snapshot(session(id)) : xip_register_snapshot(session(id));
}
EMSCRIPTEN_KEEPALIVE void xip_sim_push_registered(uint32_t id, uint32_t number)
{
    xip_push_registered_snapshot(session(id), number);
}
EMSCRIPTEN_KEEPALIVE void xip_sim_release_registered(uint32_t id, uint32_t number)
{
    xip_release_registered_snapshot(session(id), number);
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_import_snapshot(uint32_t id, uint32_t from, uint32_t number)
{
    return xip_import_snapshot(session(id), session(from), number);
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_has_snapshot(uint32_t id)
{
    return xip_active_snapshot(session(id)) != NULL;
}
/* False when there is none; else out.snapshot. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_active_snapshot(uint32_t id)
{
    const xip_snapshot *snapshot = xip_active_snapshot(session(id));
    if (snapshot != NULL)
        sim.out.snapshot = snapshot_of(snapshot);
    return snapshot != NULL;
}

/* --- locks ------------------------------------------------------------------------------------------------------- */

EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_relation_lock(uint32_t id, uint32_t relation, uint32_t mode, uint32_t dont_wait)
{
    xip_locktag tag = {.kind = XIP_LOCKTAG_RELATION, .a = relation};
    return (uint32_t)xip_lock_acquire(session(id), tag, (xip_lock_mode)mode, dont_wait != 0);
}
/* `how`: bits of sim_advisory. */
static xip_advisory advisory_of(uint32_t a, uint32_t b, uint32_t how)
{
    return (xip_advisory){.a = a,
                          .b = b,
                          .class = how & SIM_ADVISORY_INTS ? XIP_ADVISORY_INTS : XIP_ADVISORY_BIGINT,
                          .is_shared = (how & SIM_ADVISORY_SHARED) != 0,
                          .is_of_session = (how & SIM_ADVISORY_SESSION) != 0};
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_advisory_lock(uint32_t id, uint32_t a, uint32_t b, uint32_t how)
{
    return (uint32_t)xip_advisory_lock(session(id), advisory_of(a, b, how), (how & SIM_ADVISORY_TRY) != 0);
}
/* False: the session does not hold it. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_advisory_unlock(uint32_t id, uint32_t a, uint32_t b, uint32_t how)
{
    return xip_advisory_unlock(session(id), advisory_of(a, b, how));
}
EMSCRIPTEN_KEEPALIVE void xip_sim_advisory_unlock_all(uint32_t id)
{
    xip_advisory_unlock_all(session(id));
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_advisory_twice(uint32_t id)
{
    return xip_advisory_is_held_twice(session(id));
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_wait_for_xid(uint32_t id, uint32_t xid)
{
    return (uint32_t)xip_wait_for_xid(session(id), xid, false);
}
EMSCRIPTEN_KEEPALIVE void xip_sim_cancel_wait(uint32_t id)
{
    xip_lock_cancel_wait(session(id));
}
/* How many; out.blockers. A prepared transaction is XIP_MAX_SESSIONS + its handle. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_blockers(uint32_t id)
{
    return xip_blocking_sessions(session(id), sim.out.blockers.id, XIP_MAX_OWNERS);
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_deadlock_check(uint32_t id)
{
    return xip_deadlock_check(session(id));
}
EMSCRIPTEN_KEEPALIVE void xip_sim_set_deadlock_timeout(uint32_t id, uint32_t ms)
{
    xip_session_set_deadlock_timeout(session(id), ms);
}
/* Id of the next woken session, or -1. */
EMSCRIPTEN_KEEPALIVE int32_t xip_sim_next_woken(void)
{
    xip_session *woken = xip_next_woken(sim.server);
    return woken == NULL ? -1 : (int32_t)xip_session_id(woken);
}
