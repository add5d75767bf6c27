/*
 * sim_heap_api.c — exports of xip-engine.wasm for the simulated server (sim_instance.h): tables, their rows, VACUUM.
 */
#include <emscripten.h>

#include "heap/tuple.h"
#include "api/sim_instance.h"
#include "heap/visibility.h"

/* An xip_error; out.made. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_create_relation(uint32_t has_index, uint32_t fillfactor)
{
    return (uint32_t)xip_relation_create(sim.server, has_index != 0, fillfactor, &sim.out.made.id);
}
EMSCRIPTEN_KEEPALIVE void xip_sim_relation_born(uint32_t id, uint32_t relation)
{
    xip_relation_born(session(id), relation);
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
/* Address of a page's 8,192 bytes, or 0. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_page(uint32_t relation, uint32_t block)
{
    return address_of(page_at(relation, block));
}
static uint32_t found_on(const xip_page *page, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        xip_item item = xip_page_item(page, sim.offsets[i]);
        sim.addresses[i] = address_of(page) + xip_item_off(item);
        sim.lengths[i] = (uint16_t)xip_item_len(item);
    }
    return count;
}
/* With the active snapshot: how many are visible; offsets, addresses and lengths of the tuples in the three arrays. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_scan_page(uint32_t id, uint32_t relation, uint32_t block)
{
    xip_session *me = session(id);
    return found_on(page_at(relation, block),
                    xip_heap_scan_page(me, relation, block, xip_active_snapshot(me), sim.offsets));
}
/* The same for `roots` offsets that the caller has put where the answer will be. An index scan passes one root at a
 * time; out.roots then says whether its entry may be killed. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_scan_roots(uint32_t id, uint32_t relation, uint32_t block, uint32_t roots,
                                                 uint32_t is_index_scan)
{
    xip_session *me = session(id);
    bool all_dead = false;
    uint32_t count = xip_heap_scan_roots(me, relation, block, xip_active_snapshot(me), sim.offsets, roots,
                                         is_index_scan != 0 ? &all_dead : NULL);
    sim.out.roots.all_dead = all_dead;
    return found_on(page_at(relation, block), count);
}
/* HeapTupleSatisfiesUpdate says TM_BeingModified; it sets hint bits. For pgrowlocks. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_is_being_modified(uint32_t id, uint32_t relation, uint32_t block, uint32_t offset)
{
    xip_session *me = session(id);
    xip_ctid self = {block, offset};
    xip_tuple_header *tuple = xip_rel_tuple(xip_heap_at(me), relation, self);
    if (tuple == NULL)
        return 0;
    return xip_satisfies_update(me, tuple, self, xip_current_cid(me, false)) == XIP_TM_BEING_MODIFIED;
}
/* out.figures. */
EMSCRIPTEN_KEEPALIVE void xip_sim_figures(uint32_t relation)
{
    xip_figures figures = xip_heap_figures(sim.server, relation);
    sim.out.figures = (sim_figures){.pages = figures.pages,
                                    .tuples = figures.tuples,
                                    .fillfactor = figures.fillfactor,
                                    .all_visible = figures.all_visible,
                                    .frozen_xid = figures.frozen_xid,
                                    .min_multi = figures.min_multi};
}
EMSCRIPTEN_KEEPALIVE void xip_sim_cursor_rests(uint32_t id, uint32_t snapshot)
{
    xip_heap_cursor_rests(session(id), snapshot);
}
EMSCRIPTEN_KEEPALIVE void xip_sim_cursor_goes_on(uint32_t id, uint32_t snapshot)
{
    xip_heap_cursor_goes_on(session(id), snapshot);
}
EMSCRIPTEN_KEEPALIVE void xip_sim_scan_end(uint32_t id)
{
    xip_heap_scan_end(session(id));
}
/* Address of the tuple's header, or 0; out.tuple. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_tuple(uint32_t relation, uint32_t block, uint32_t offset)
{
    xip_ctid ctid = {block, offset};
    return address_of(xip_heap_tuple(sim.server, relation, ctid, &sim.out.tuple.length));
}

static xip_tuple_data row_of(uint32_t length, uint32_t natts, uint32_t flags)
{
    return (xip_tuple_data){.bytes = sim.row,
                            .length = length,
                            .null_bitmap = (flags & SIM_HAS_NULLS) != 0 ? sim.bitmap : NULL,
                            .natts = natts,
                            .has_varwidth = (flags & SIM_HAS_VARWIDTH) != 0};
}
static sim_failure failure_of(xip_error error)
{
    switch (error) {
    case XIP_OK:
        return SIM_CHANGED;
    case XIP_ERR_ARGUMENT:
        return SIM_TOO_LONG;
    case XIP_ERR_SERIALIZATION:
        return SIM_SERIALIZATION;
    default:
        return SIM_NO_MEMORY;
    }
}
/* The row is in xip_sim_row. out.inserted. */
EMSCRIPTEN_KEEPALIVE void xip_sim_insert(uint32_t id, uint32_t relation, uint32_t length, uint32_t natts,
                                         uint32_t flags)
{
    xip_tuple_data row = row_of(length, natts, flags);
    xip_ctid ctid = {0, 0};
    xip_error error = xip_heap_insert(session(id), relation, &row, &ctid);
    sim.out.inserted = (sim_inserted){.failure = failure_of(error), .ctid = ctid_of(ctid)};
}
/* The same, speculatively. */
EMSCRIPTEN_KEEPALIVE void xip_sim_insert_speculative(uint32_t id, uint32_t relation, uint32_t length, uint32_t natts,
                                                     uint32_t flags)
{
    xip_tuple_data row = row_of(length, natts, flags);
    xip_ctid ctid = {0, 0};
    xip_error error = xip_heap_insert_speculative(session(id), relation, &row, &ctid);
    sim.out.inserted = (sim_inserted){.failure = failure_of(error), .ctid = ctid_of(ctid)};
}
EMSCRIPTEN_KEEPALIVE void xip_sim_end_speculative(uint32_t id, uint32_t relation, uint32_t block, uint32_t offset,
                                                  uint32_t stays)
{
    xip_ctid ctid = {block, offset};
    xip_heap_end_speculative(session(id), relation, ctid, stays != 0);
}
/* An xip_outcome. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_wait_for_token(uint32_t id, uint32_t xid, uint32_t token)
{
    return (uint32_t)xip_wait_for_token(session(id), xid, token);
}
/* Offset 0: the page of a scan, not of a version. */
EMSCRIPTEN_KEEPALIVE void xip_sim_pin(uint32_t id, uint32_t relation, uint32_t block, uint32_t offset)
{
    xip_ctid ctid = {block, offset};
    if (offset == 0)
        xip_heap_hold(session(id), relation, block);
    else
        xip_heap_pin(session(id), relation, ctid);
}
/* Whether the active snapshot sees the version: table_tuple_satisfies_snapshot. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_satisfies(uint32_t id, uint32_t relation, uint32_t block, uint32_t offset)
{
    xip_ctid ctid = {block, offset};
    return xip_heap_satisfies(session(id), relation, ctid);
}
EMSCRIPTEN_KEEPALIVE void xip_sim_start_update(uint32_t id, uint32_t relation, uint32_t block, uint32_t offset,
                                               uint32_t length, uint32_t natts, uint32_t flags)
{
    xip_tuple_data row = row_of(length, natts, flags);
    xip_ctid ctid = {block, offset};
    xip_heap_update(session(id), relation, ctid, &row, (flags & SIM_KEY_CHANGES) != 0,
                    (flags & SIM_INDEXED_CHANGES) != 0);
}
EMSCRIPTEN_KEEPALIVE void xip_sim_start_delete(uint32_t id, uint32_t relation, uint32_t block, uint32_t offset)
{
    xip_ctid ctid = {block, offset};
    xip_heap_delete(session(id), relation, ctid);
}
/* After xip_sim_start_update or …delete. */
EMSCRIPTEN_KEEPALIVE void xip_sim_crosscheck(uint32_t id)
{
    xip_heap_crosscheck(session(id));
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_is_live(uint32_t id, uint32_t relation, uint32_t block, uint32_t offset)
{
    xip_ctid ctid = {block, offset};
    return xip_heap_is_live(session(id), relation, ctid);
}
EMSCRIPTEN_KEEPALIVE void xip_sim_start_lock(uint32_t id, uint32_t relation, uint32_t block, uint32_t offset,
                                             uint32_t mode, uint32_t policy, uint32_t flags)
{
    xip_ctid ctid = {block, offset};
    xip_heap_lock_row(session(id), relation, ctid, (xip_tuple_lock)mode, (xip_wait_policy)policy,
                      (flags & SIM_FIND_LAST_VERSION) != 0, (flags & SIM_FOLLOW_UPDATES) != 0);
}
/* An xip_outcome; when done, out.operation. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_run_op(uint32_t id)
{
    xip_heap_op_result result = {0};
    xip_outcome outcome = xip_heap_op_run(session(id), &result);
    sim.out.operation = (sim_operation){.tm = (uint32_t)result.tm,
                                        .ctid = ctid_of(result.ctid),
                                        .xmax = result.xmax,
                                        .cmax = result.cmax,
                                        .traversed = result.traversed,
                                        .hot = result.hot,
                                        .failure = failure_of(result.error)};
    return (uint32_t)outcome;
}
EMSCRIPTEN_KEEPALIVE void xip_sim_drop_op(uint32_t id)
{
    xip_heap_op_drop(session(id));
}
/* Whether there is one; out.dirty. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_fetch_dirty(uint32_t id, uint32_t relation, uint32_t block, uint32_t offset)
{
    xip_ctid root = {block, offset};
    xip_dirty dirty = xip_heap_fetch_dirty(session(id), relation, root);
    sim.out.dirty = (sim_dirty){
        .ctid = ctid_of(dirty.ctid), .wait_for = dirty.wait_for, .token = dirty.token, .all_dead = dirty.all_dead};
    return dirty.found;
}
/* Before the table's lock is requested. */
EMSCRIPTEN_KEEPALIVE void xip_sim_vacuum_begin(uint32_t id)
{
    xip_heap_vacuum_begin(session(id));
}
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_can_freeze(uint32_t id, uint32_t relation)
{
    return xip_heap_can_freeze(session(id), relation);
}
/* out.vacuumed. */
EMSCRIPTEN_KEEPALIVE void xip_sim_vacuum(uint32_t id, uint32_t relation, uint32_t freezes)
{
    xip_vacuum_result result = {0};
    xip_heap_vacuum(session(id), relation, freezes != 0, &result);
    sim.out.vacuumed = (sim_vacuumed){.oldest_xmin = result.oldest_xmin,
                                      .removed = result.tuples_deleted,
                                      .remaining = result.tuples_remaining,
                                      .not_yet_removable = result.dead_not_yet_removable,
                                      .line_pointers_reclaimed = result.line_pointers_reclaimed,
                                      .pages_removed = result.pages_truncated,
                                      .pages_remaining = xip_relation_blocks(sim.server, relation),
                                      .has_new_figures = result.new_relstats};
}
/* cmin and cmax as the session knows them, through combo cids: out.cids. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_cids(uint32_t id, uint32_t relation, uint32_t block, uint32_t offset)
{
    xip_ctid ctid = {block, offset};
    uint32_t length;
    const xip_tuple_header *tuple = xip_heap_tuple(sim.server, relation, ctid, &length);
    if (tuple == NULL)
        return 0;
    sim.out.cids = (sim_cids){.cmin = xip_tuple_cmin(session(id), tuple), .cmax = xip_tuple_cmax(session(id), tuple)};
    return 1;
}
