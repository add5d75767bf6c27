/*
 * sim_api.c — exports of xip-engine.wasm for the simulated server: what web/src/engine/server-core.ts calls.
 *
 * One module instance is one server, so its arena is a static here and nowhere else; it always lies at the same
 * address, and a checkpoint taken in one instance can be put back in another. Answers of more than one number are in
 * `out`, 32-bit words whose order is said at each function; they are good until the next call. Nothing is allocated per
 * call.
 */
#include <emscripten.h>
#include <string.h>

#include "base/assert.h"
#include "heap/multixact.h"
#include "heap/page.h"
#include "heap/questions.h"
#include "heap/tuple.h"
#include "server/observe.h"
#include "server/state.h"

/* The observed machine of engine_api.c takes some 30 MB of the module's 64 MiB. */
enum { SIM_BYTES = 32 << 20, OUT_WORDS = 4096, ROW_BYTES = 8192, BITMAP_BYTES = 256, MAX_ASKED = 64 };
/* A page as xip_sim_view_page tells it: words a line pointer. */
enum { ITEM_WORDS = 14 };
_Static_assert(ITEM_WORDS *XIP_MAX_OFFSETS <= OUT_WORDS, "a whole page fits");
_Static_assert(1 + 3 * XIP_MAX_OWNERS <= OUT_WORDS && 1 + 4 * MAX_ASKED <= OUT_WORDS, "holders and questions fit");

static _Alignas(128) uint8_t memory[SIM_BYTES];

static struct {
    xip_arena arena;
    xip_server *server;
    uint32_t out[OUT_WORDS];
    uint32_t addresses[XIP_MAX_OFFSETS]; /* of the tuples that the last scan found */
    uint16_t offsets[XIP_MAX_OFFSETS];
    uint16_t lengths[XIP_MAX_OFFSETS]; /* of those tuples, in bytes */
    uint8_t row[ROW_BYTES];
    uint8_t bitmap[BITMAP_BYTES];
    /* A snapshot that nobody has taken: see snapshot_in_force. */
    xip_snapshot fresh;
    xip_xid fresh_xip[XIP_MAX_OWNERS], fresh_subxip[XIP_MAX_OWNERS * XIP_MAX_CACHED_SUBXIDS];
} sim;

static uint32_t address_of(const void *pointer)
{
    return (uint32_t)(uintptr_t)pointer;
}

static uint32_t put64(uint32_t at, uint64_t value)
{
    sim.out[at] = (uint32_t)value;
    sim.out[at + 1] = (uint32_t)(value >> 32);
    return at + 2;
}

/* An id that is not connected is a fault of the caller, which keeps the list. */
static xip_session *session(uint32_t id)
{
    xip_session *found = xip_session_at(sim.server, id);
    XIP_ASSERT(found != NULL, "a session is connected before it is used");
    return found;
}

/* --- life ------------------------------------------------------------------------------------------------------- */

/* Throws away what was. Bits of `flags`: 1 last waiter is victim, 2 deadlocks only when checked. An xip_error. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_start(uint32_t rules, uint32_t design, uint32_t next_xid, uint32_t epoch,
                                            uint32_t faults, uint32_t flags)
{
    sim.arena = (xip_arena){.base = memory, .size = SIM_BYTES, .used = 0};
    sim.server = NULL;
    xip_server_config config = {.rules = rules,
                                .design = design,
                                .next_xid = (uint64_t)epoch << 32 | next_xid,
                                .faults = faults,
                                .last_waiter_is_victim = (flags & 1) != 0,
                                .deadlocks_when_checked = (flags & 2) != 0};
    return (uint32_t)xip_server_init(&sim.server, &config, &sim.arena);
}

EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_out(void)
{
    return address_of(sim.out);
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
/* Where the caller puts a row's data, and its null bitmap. */
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
/* After the bytes have been put back. */
EMSCRIPTEN_KEEPALIVE void xip_sim_restored(uint32_t used, uint32_t server)
{
    sim.arena = (xip_arena){.base = memory, .size = SIM_BYTES, .used = used};
    sim.server = (xip_server *)(uintptr_t)server;
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_is_full(void)
{
    return xip_server_is_full(sim.server);
}

/* An xip_error; the session's id in out[0]. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_connect(void)
{
    return (uint32_t)xip_session_connect(sim.server, &sim.out[0]);
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_is_connected(uint32_t id)
{
    return xip_session_at(sim.server, id) != NULL;
}
EMSCRIPTEN_KEEPALIVE void xip_sim_disconnect(uint32_t id)
{
    xip_session_disconnect(session(id));
}

/* --- transactions ------------------------------------------------------------------------------------------------ */

EMSCRIPTEN_KEEPALIVE void xip_sim_xact_start(uint32_t id, uint32_t isolation, uint32_t read_only)
{
    xip_xact_start(session(id), (xip_isolation)isolation, read_only != 0);
}
/* SET TRANSACTION, before the first snapshot. */
EMSCRIPTEN_KEEPALIVE void xip_sim_xact_set(uint32_t id, uint32_t isolation, uint32_t read_only)
{
    xip_session *me = session(id);
    me->isolation = (xip_isolation)isolation;
    me->is_read_only = read_only != 0;
}
EMSCRIPTEN_KEEPALIVE void xip_sim_xact_commit(uint32_t id)
{
    xip_xact_commit(session(id));
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
/* An xip_error; the handle in out[0]. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_prepare(uint32_t id)
{
    return (uint32_t)xip_xact_prepare(session(id), &sim.out[0]);
}
EMSCRIPTEN_KEEPALIVE void xip_sim_finish_prepared(uint32_t id, uint32_t handle, uint32_t commit)
{
    xip_prepared_finish(session(id), handle, commit != 0);
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_current_xid(uint32_t id)
{
    return xip_current_xid(session(id));
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
/* 0 in progress, 1 committed, 2 aborted. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_xid_status(uint32_t id, uint32_t xid)
{
    xip_session *me = session(id);
    if (xip_is_current_xid(me, xid) || xip_is_in_progress(me, xid))
        return 0;
    return xip_did_commit(me, xid) ? 1 : 2;
}

/* --- snapshots --------------------------------------------------------------------------------------------------- */

EMSCRIPTEN_KEEPALIVE void xip_sim_push_snapshot(uint32_t id)
{
    xip_push_active_snapshot(session(id));
}
EMSCRIPTEN_KEEPALIVE void xip_sim_pop_snapshot(uint32_t id)
{
    xip_pop_active_snapshot(session(id));
}
EMSCRIPTEN_KEEPALIVE void xip_sim_catalog_snapshot(uint32_t id)
{
    xip_catalog_snapshot(session(id));
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_has_snapshot(uint32_t id)
{
    return xip_active_snapshot(session(id)) != NULL;
}
static void put_snapshot(uint32_t at, const xip_snapshot *snapshot)
{
    sim.out[at] = snapshot->xmin;
    sim.out[at + 1] = snapshot->xmax;
    sim.out[at + 2] = snapshot->suboverflowed;
    sim.out[at + 3] = snapshot->curcid;
    sim.out[at + 4] = snapshot->xcnt;
    sim.out[at + 5] = address_of(snapshot->xip);
    sim.out[at + 6] = snapshot->subxcnt;
    sim.out[at + 7] = address_of(snapshot->subxip);
}
/* False when there is none; else in out: xmin, xmax, suboverflowed, curcid, xcnt, &xip, subxcnt, &subxip. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_active_snapshot(uint32_t id)
{
    const xip_snapshot *snapshot = xip_active_snapshot(session(id));
    if (snapshot != NULL)
        put_snapshot(0, snapshot);
    return snapshot != NULL;
}

/* --- locks ------------------------------------------------------------------------------------------------------- */

EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_relation_lock(uint32_t id, uint32_t relation, uint32_t mode, uint32_t dont_wait)
{
    xip_locktag tag = {.kind = XIP_LOCKTAG_RELATION, .a = relation};
    return (uint32_t)xip_lock_acquire(session(id), tag, (xip_lock_mode)mode, dont_wait != 0);
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_wait_for_xid(uint32_t id, uint32_t xid)
{
    return (uint32_t)xip_wait_for_xid(session(id), xid, false);
}
EMSCRIPTEN_KEEPALIVE void xip_sim_cancel_wait(uint32_t id)
{
    xip_lock_cancel_wait(session(id));
}
/* How many; ids in out. A prepared transaction is XIP_MAX_SESSIONS + its handle. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_blockers(uint32_t id)
{
    return xip_blocking_sessions(session(id), sim.out, XIP_MAX_OWNERS);
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

/* --- tables ------------------------------------------------------------------------------------------------------ */

/* An xip_error; its number in out[0]. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_create_relation(uint32_t has_index, uint32_t fillfactor)
{
    return (uint32_t)xip_relation_create(sim.server, has_index != 0, fillfactor, &sim.out[0]);
}
EMSCRIPTEN_KEEPALIVE void xip_sim_drop_relation(uint32_t relation)
{
    xip_relation_drop(sim.server, relation);
}
EMSCRIPTEN_KEEPALIVE void xip_sim_set_has_index(uint32_t relation, uint32_t has_index)
{
    xip_relation_set_has_index(sim.server, relation, has_index != 0);
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_blocks(uint32_t relation)
{
    return xip_relation_blocks(sim.server, relation);
}
static const xip_page *page_at(uint32_t relation, uint32_t block)
{
    return (const xip_page *)(const void *)xip_relation_page(sim.server, relation, block);
}
/* Address of a page's 8,192 bytes, or 0. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_page(uint32_t relation, uint32_t block)
{
    return address_of(page_at(relation, block));
}
/* With the active snapshot: how many are visible; offsets, addresses and lengths of the tuples in the three arrays. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_scan_page(uint32_t id, uint32_t relation, uint32_t block)
{
    xip_session *me = session(id);
    uint32_t count = xip_heap_scan_page(me, relation, block, xip_active_snapshot(me), sim.offsets);
    if (count == 0)
        return 0;
    const xip_page *page = page_at(relation, block);
    for (uint32_t i = 0; i < count; i++) {
        xip_item item = xip_page_item(page, sim.offsets[i]);
        sim.addresses[i] = address_of(page) + xip_item_off(item);
        sim.lengths[i] = (uint16_t)xip_item_len(item);
    }
    return count;
}
EMSCRIPTEN_KEEPALIVE void xip_sim_scan_end(uint32_t id)
{
    xip_heap_scan_end(session(id));
}
/* Address of the tuple's header, or 0; its length in out[0]. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_tuple(uint32_t relation, uint32_t block, uint32_t offset)
{
    xip_ctid ctid = {block, offset};
    return address_of(xip_heap_tuple(sim.server, relation, ctid, &sim.out[0]));
}

static xip_tuple_data row_of(uint32_t length, uint32_t natts, uint32_t flags)
{
    return (xip_tuple_data){.bytes = sim.row,
                            .length = length,
                            .null_bitmap = (flags & 1) != 0 ? sim.bitmap : NULL,
                            .natts = natts,
                            .has_varwidth = (flags & 2) != 0};
}
/* Why nothing was done: 0 it was, 1 memory is used up, 2 the row is too long. */
static uint32_t failure_of(xip_error error)
{
    return error == XIP_OK ? 0 : error == XIP_ERR_ARGUMENT ? 2 : 1;
}
/* The row is in xip_sim_row. Bits of flags: 1 nulls, 2 variable width. As failure_of; out: block, offset. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_insert(uint32_t id, uint32_t relation, uint32_t length, uint32_t natts,
                                             uint32_t flags)
{
    xip_tuple_data row = row_of(length, natts, flags);
    xip_ctid ctid = {0, 0};
    xip_error error = xip_heap_insert(session(id), relation, &row, &ctid);
    sim.out[0] = ctid.block;
    sim.out[1] = ctid.offset;
    return failure_of(error);
}
/* Bits of flags: as for insert, 4 a key's column changes, 8 an indexed column changes. */
EMSCRIPTEN_KEEPALIVE void xip_sim_start_update(uint32_t id, uint32_t relation, uint32_t block, uint32_t offset,
                                               uint32_t length, uint32_t natts, uint32_t flags)
{
    xip_tuple_data row = row_of(length, natts, flags);
    xip_ctid ctid = {block, offset};
    xip_heap_update(session(id), relation, ctid, &row, (flags & 4) != 0, (flags & 8) != 0);
}
EMSCRIPTEN_KEEPALIVE void xip_sim_start_delete(uint32_t id, uint32_t relation, uint32_t block, uint32_t offset)
{
    xip_ctid ctid = {block, offset};
    xip_heap_delete(session(id), relation, ctid);
}
/* Bits of flags: 1 find the last version, 2 follow updates in progress. */
EMSCRIPTEN_KEEPALIVE void xip_sim_start_lock(uint32_t id, uint32_t relation, uint32_t block, uint32_t offset,
                                             uint32_t mode, uint32_t policy, uint32_t flags)
{
    xip_ctid ctid = {block, offset};
    xip_heap_lock_row(session(id), relation, ctid, (xip_tuple_lock)mode, (xip_wait_policy)policy, (flags & 1) != 0,
                      (flags & 2) != 0);
}
/* An xip_outcome; when done, in out: tm, block, offset, xmax, cmax, traversed, hot, and as failure_of. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_run_op(uint32_t id)
{
    xip_heap_op_result result = {0};
    xip_outcome outcome = xip_heap_op_run(session(id), &result);
    sim.out[0] = (uint32_t)result.tm;
    sim.out[1] = result.ctid.block;
    sim.out[2] = result.ctid.offset;
    sim.out[3] = result.xmax;
    sim.out[4] = result.cmax;
    sim.out[5] = result.traversed;
    sim.out[6] = result.hot;
    sim.out[7] = failure_of(result.error);
    return (uint32_t)outcome;
}
EMSCRIPTEN_KEEPALIVE void xip_sim_drop_op(uint32_t id)
{
    xip_heap_op_drop(session(id));
}
/* Whether there is one; out: block, offset, xid to wait for. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_fetch_dirty(uint32_t id, uint32_t relation, uint32_t block, uint32_t offset)
{
    xip_ctid root = {block, offset};
    xip_dirty dirty = xip_heap_fetch_dirty(session(id), relation, root);
    sim.out[0] = dirty.ctid.block;
    sim.out[1] = dirty.ctid.offset;
    sim.out[2] = dirty.wait_for;
    return dirty.found;
}
/* In out: oldest xmin, deleted, dead but needed, line pointers reclaimed, pages truncated, tuples and pages that
 * remain.
 */
EMSCRIPTEN_KEEPALIVE void xip_sim_vacuum(uint32_t id, uint32_t relation)
{
    xip_vacuum_result result = {0};
    xip_heap_vacuum(session(id), relation, &result);
    sim.out[0] = result.oldest_xmin;
    sim.out[1] = result.tuples_deleted;
    sim.out[2] = result.dead_not_yet_removable;
    sim.out[3] = result.line_pointers_reclaimed;
    sim.out[4] = result.pages_truncated;
    sim.out[5] = result.tuples_remaining;
    sim.out[6] = xip_relation_blocks(sim.server, relation);
    sim.out[7] = result.new_relstats;
}
/* cmin and cmax as the session knows them, through combo cids; out[0], out[1]. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_cids(uint32_t id, uint32_t relation, uint32_t block, uint32_t offset)
{
    xip_ctid ctid = {block, offset};
    uint32_t length;
    const xip_tuple_header *tuple = xip_heap_tuple(sim.server, relation, ctid, &length);
    if (tuple == NULL)
        return 0;
    sim.out[0] = xip_tuple_cmin(session(id), tuple);
    sim.out[1] = xip_tuple_cmax(session(id), tuple);
    return 1;
}

/* --- what a trace wants to know ---------------------------------------------------------------------------------- */

/*
 * In out: nextXid (2 words), latestCompletedXid (2), xactCompletionCount (2), lastOverflowedXid, horizons computed,
 * session ids, prepared transactions.
 */
EMSCRIPTEN_KEEPALIVE void xip_sim_view_server(void)
{
    xip_server_view view;
    xip_observe_server(sim.server, &view);
    put64(0, view.next_xid);
    put64(2, view.latest_completed_xid);
    put64(4, view.xact_completion_count);
    sim.out[6] = view.last_overflowed_xid;
    sim.out[7] = view.horizons_computed;
    sim.out[8] = view.session_ids;
    sim.out[9] = view.prepared;
}
/*
 * In out: pgprocno, level, isolation, xid, current xid, xmin, curcid, status flags (0-7),
 * subxid count, overflowed, &subxids, own xids, &own xids (8-12), waiting, lock kind, a, b, c, mode (13-18), snapshots
 * taken, reused, whether the last was, kind of snapshot (19-22), and from 23 on the snapshot as in
 * xip_sim_active_snapshot.
 */
EMSCRIPTEN_KEEPALIVE void xip_sim_view_session(uint32_t id)
{
    xip_session *me = session(id);
    xip_session_view view;
    xip_observe_session(me, &view);
    const uint32_t words[] = {view.pgprocno,
                              view.level,
                              view.isolation,
                              view.xid,
                              view.current_xid,
                              view.xmin,
                              view.curcid,
                              view.status_flags,
                              view.subxid_count,
                              view.is_overflowed,
                              address_of(view.subxids),
                              view.own_xid_count,
                              address_of(view.own_xids),
                              view.is_waiting,
                              view.waits_for.kind,
                              view.waits_for.a,
                              view.waits_for.b,
                              view.waits_for.c,
                              view.wait_mode,
                              view.snapshots_taken,
                              view.snapshots_reused,
                              view.was_reused,
                              view.taken};
    memcpy(sim.out, words, sizeof(words));
    if (view.snapshot != NULL && view.taken != XIP_SNAPSHOT_NONE)
        put_snapshot(sizeof(words) / sizeof(words[0]), view.snapshot);
}
/* In out: maybe needed (4 of 2 words), definitely needed (4 of 2), RecentGlobalXmin, RecentGlobalDataXmin, computed. */
EMSCRIPTEN_KEEPALIVE void xip_sim_view_horizons(uint32_t id)
{
    xip_horizon_view view;
    xip_observe_horizons(session(id), &view);
    uint32_t at = 0;
    for (uint32_t kind = 0; kind < 4; kind++)
        at = put64(at, view.maybe_needed[kind]);
    for (uint32_t kind = 0; kind < 4; kind++)
        at = put64(at, view.definitely_needed[kind]);
    sim.out[at] = view.recent_global_xmin;
    sim.out[at + 1] = view.recent_global_data_xmin;
    sim.out[at + 2] = view.computed;
}
/* How many hold the horizon of tables; out[0] the horizon, then kind, who, xid of each. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_view_holders(uint32_t id)
{
    xip_horizon_holder holders[XIP_MAX_OWNERS];
    uint32_t count = 0;
    sim.out[0] = xip_observe_holders(session(id), holders, XIP_MAX_OWNERS, &count);
    if (count > XIP_MAX_OWNERS)
        count = XIP_MAX_OWNERS;
    for (uint32_t i = 0; i < count; i++) {
        sim.out[1 + 3 * i] = holders[i].kind;
        sim.out[2 + 3 * i] = holders[i].who;
        sim.out[3 + 3 * i] = holders[i].xid;
    }
    return count;
}
/* False past the end; out: handle, count, &xids. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_view_prepared(uint32_t n)
{
    const xip_xid *xids = NULL;
    if (!xip_observe_prepared(sim.server, n, &sim.out[0], &xids, &sim.out[1]))
        return 0;
    sim.out[2] = address_of(xids);
    return 1;
}
/* HeapTupleSatisfiesVacuum: 0 dead, 1 live, 2 recently dead, 3 insert in progress, 4 delete in progress; out[0] after.
 */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_vacuum_status(uint32_t id, uint32_t relation, uint32_t block, uint32_t offset)
{
    xip_ctid ctid = {block, offset};
    sim.out[0] = 0;
    return xip_heap_vacuum_status(session(id), relation, ctid, &sim.out[0]);
}
/*
 * The snapshot by which a session would look at rows now: of the statement it is in; else its transaction's, when it
 * keeps one (REPEATABLE READ); else one such as it would take, which nobody notices.
 */
static const xip_snapshot *snapshot_in_force(xip_session *me)
{
    const xip_snapshot *active = xip_active_snapshot(me);
    if (active != NULL)
        return active;
    xip_session_view view;
    xip_observe_session(me, &view);
    if (view.taken == XIP_SNAPSHOT_TRANSACTION)
        return view.snapshot;
    sim.fresh = (xip_snapshot){.xip = sim.fresh_xip,
                               .xip_capacity = XIP_MAX_OWNERS,
                               .subxip = sim.fresh_subxip,
                               .subxip_capacity = XIP_MAX_OWNERS * XIP_MAX_CACHED_SUBXIDS};
    xip_observe_fresh_snapshot(me, &sim.fresh);
    return &sim.fresh;
}
/* That snapshot, in out as in xip_sim_active_snapshot. */
EMSCRIPTEN_KEEPALIVE void xip_sim_view_snapshot(uint32_t id)
{
    put_snapshot(0, snapshot_in_force(session(id)));
}
/* How many members a multixact has; in out: xid and MultiXactStatus of each (the first 64). */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_view_multixact(uint32_t id, uint32_t multi)
{
    xip_session *me = session(id);
    uint32_t count = xip_mxact_count(me, multi);
    for (uint32_t i = 0; i < count && i < 64; i++) {
        xip_mxact_member member = xip_mxact_member_at(me, multi, i);
        sim.out[2 * i] = member.xid;
        sim.out[2 * i + 1] = member.status;
    }
    return count;
}

/* Dead to everybody as things are now: what pruning or VACUUM would take away. */
static bool is_removable(xip_session *me, uint32_t relation, xip_ctid ctid, xip_xid horizon)
{
    xip_xid dead_after;
    uint32_t status = xip_heap_vacuum_status(me, relation, ctid, &dead_after);
    return status == 0 || (status == 2 && xip_xid_precedes(dead_after, horizon));
}
/* Who can tell a tuple's command ids apart: whose transaction its xmin is. NULL: nobody any more. */
static xip_session *owner_of(xip_xid xmin)
{
    for (uint32_t id = 0; id < XIP_MAX_SESSIONS; id++) {
        xip_session *one = xip_session_at(sim.server, id);
        if (one != NULL && xip_is_current_xid(one, xmin))
            return one;
    }
    return NULL;
}
static void put_item(xip_session *me, uint32_t relation, xip_ctid self, xip_item item, xip_xid horizon, uint32_t *words)
{
    memset(words, 0, sizeof(uint32_t) * ITEM_WORDS);
    words[0] = item;
    if (xip_item_flags(item) != XIP_LP_NORMAL)
        return;
    uint32_t length;
    const xip_tuple_header *tuple = xip_heap_tuple(sim.server, relation, self, &length);
    xip_session *owner = owner_of(tuple->t_xmin);
    xip_ctid next = xip_tuple_ctid(tuple);
    words[1] = tuple->t_xmin;
    words[2] = tuple->t_xmax;
    words[3] = tuple->t_cid;
    words[4] = owner != NULL ? xip_tuple_cmin(owner, tuple) : tuple->t_cid;
    words[5] = owner != NULL ? xip_tuple_cmax(owner, tuple) : tuple->t_cid;
    words[6] = tuple->t_infomask;
    words[7] = tuple->t_infomask2;
    words[8] = next.block;
    words[9] = next.offset;
    words[10] = is_removable(me, relation, self, horizon);
    words[11] = address_of(tuple);
}
/*
 * Every line pointer of a page; how many. In out, ITEM_WORDS (14) each: the line pointer; and where it is LP_NORMAL
 * xmin, xmax, t_cid, cmin and cmax (as its owner knows them), infomask, infomask2, t_ctid (2), removable, address of
 * the header, and a bit for each session whose snapshot in force sees it (2). Changes nothing, no hint either.
 */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_view_page(uint32_t id, uint32_t relation, uint32_t block)
{
    xip_session *me = session(id);
    const xip_page *page = page_at(relation, block);
    if (page == NULL)
        return 0;
    uint32_t none = 0, items = xip_page_items(page);
    xip_xid horizon = xip_observe_holders(me, NULL, 0, &none);
    for (uint32_t i = 0; i < items; i++)
        put_item(me, relation, (xip_ctid){block, i + 1}, page->pd_linp[i], horizon, &sim.out[ITEM_WORDS * i]);
    for (uint32_t who = 0; who < XIP_MAX_SESSIONS; who++) {
        xip_session *one = xip_session_at(sim.server, who);
        const xip_snapshot *snapshot = one == NULL ? NULL : snapshot_in_force(one);
        for (uint32_t i = 0; snapshot != NULL && i < items; i++) {
            xip_step_asked step;
            uint32_t asked;
            if (xip_heap_explain(one, relation, (xip_ctid){block, i + 1}, snapshot, &step, 0, &asked))
                sim.out[ITEM_WORDS * i + 12 + who / 32] |= 1u << who % 32;
        }
    }
    return items;
}
/*
 * The questions asked of one tuple with the session's snapshot in force. 2: there is no tuple; else whether it is
 * visible, out[0] how many questions, then question, a, b, answer of each.
 */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_explain(uint32_t id, uint32_t relation, uint32_t block, uint32_t offset)
{
    xip_session *me = session(id);
    xip_ctid ctid = {block, offset};
    uint32_t length;
    if (xip_heap_tuple(sim.server, relation, ctid, &length) == NULL)
        return 2;
    const xip_snapshot *snapshot = snapshot_in_force(me);
    xip_step_asked steps[MAX_ASKED];
    uint32_t count = 0;
    bool visible = xip_heap_explain(me, relation, ctid, snapshot, steps, MAX_ASKED, &count);
    if (count > MAX_ASKED)
        count = MAX_ASKED;
    sim.out[0] = count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = 1 + 4 * i;
        sim.out[at] = steps[i].question;
        sim.out[at + 1] = steps[i].a;
        sim.out[at + 2] = steps[i].b;
        sim.out[at + 3] = steps[i].answer;
    }
    return visible;
}
/* The name in heap/questions.h; NULL past the end. */
EMSCRIPTEN_KEEPALIVE const char *xip_sim_question_id(uint32_t question)
{
#define X(name, function, text) #name,
    static const char *const ids[] = {XIP_QUESTION_MAP(X)};
#undef X
    return question < XIP_QUESTION_COUNT ? ids[question] : NULL;
}
EMSCRIPTEN_KEEPALIVE const char *xip_sim_question_function(uint32_t question)
{
    return xip_question_function(question);
}
EMSCRIPTEN_KEEPALIVE const char *xip_sim_question_text(uint32_t question)
{
    return xip_question_text(question);
}
/* NULL past the end; out: its bit. */
EMSCRIPTEN_KEEPALIVE const char *xip_sim_fault_id(uint32_t index)
{
    const xip_fault_info *fault = xip_fault_at(index);
    if (fault == NULL)
        return NULL;
    sim.out[0] = fault->bit;
    return fault->id;
}
EMSCRIPTEN_KEEPALIVE const char *xip_sim_fault_text(uint32_t index)
{
    const xip_fault_info *fault = xip_fault_at(index);
    return fault == NULL ? NULL : fault->text;
}
EMSCRIPTEN_KEEPALIVE const char *xip_sim_error_text(uint32_t code)
{
    return xip_error_text((xip_error)code);
}
