/*
 * sim_view_api.c — exports of xip-engine.wasm for the simulated server (sim_instance.h): the state for a trace.
 */
#include <emscripten.h>

#include "heap/multixact.h"
#include "heap/questions.h"
#include "heap/tuple.h"
#include "server/observe.h"
#include "api/sim_instance.h"

/* A snapshot that nobody has taken: see snapshot_in_force. */
static struct {
    xip_snapshot snapshot;
    xip_xid xip[XIP_MAX_OWNERS], subxip[XIP_MAX_OWNERS * XIP_MAX_CACHED_SUBXIDS];
} fresh;

/* out.server. */
EMSCRIPTEN_KEEPALIVE void xip_sim_view_server(void)
{
    xip_server_view view;
    xip_observe_server(sim.server, &view);
    sim.out.server = (sim_server){.next_xid = view.next_xid,
                                  .latest_completed_xid = view.latest_completed_xid,
                                  .xact_completion_count = view.xact_completion_count,
                                  .last_overflowed_xid = view.last_overflowed_xid,
                                  .session_ids = view.session_ids,
                                  .prepared = view.prepared};
}
/* out.session. */
EMSCRIPTEN_KEEPALIVE void xip_sim_view_session(uint32_t id)
{
    xip_session_view view;
    xip_observe_session(session(id), &view);
    const xip_locktag *on = &view.waits_for;
    sim.out.session = (sim_session){
        .pgprocno = view.pgprocno,
        .level = view.level,
        .isolation = view.isolation,
        .xid = view.xid,
        .current_xid = view.current_xid,
        .xmin = view.xmin,
        .curcid = view.curcid,
        .subxids = list_of(view.subxids, view.subxid_count),
        .overflowed = view.is_overflowed,
        .own_xids = list_of(view.own_xids, view.own_xid_count),
        .waits = view.is_waiting,
        .lock = {.kind = on->kind, .a = on->a, .b = on->b, .c = on->c, .mode = view.wait_mode},
        .xacts = view.xacts,
        .snapshots_taken = view.snapshots_taken,
        .snapshots_reused = view.snapshots_reused,
        .was_reused = view.was_reused,
        .taken = view.taken,
    };
    if (view.taken != XIP_SNAPSHOT_NONE)
        sim.out.session.snapshot = snapshot_of(view.snapshot);
}
/* The number of lines of pg_locks without SIREAD locks; out.held_locks, from number `from` on. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_view_locks(uint32_t from)
{
    xip_lock_view locks[SIM_MAX_LOCKS];
    uint32_t count = xip_observe_locks(sim.server, from, locks, SIM_MAX_LOCKS);
    for (uint32_t i = 0; i < SIM_MAX_LOCKS && from + i < count; i++) {
        const xip_locktag *tag = &locks[i].tag;
        sim.out.held_locks.locks[i] =
            (sim_held_lock){.owner = locks[i].owner,
                            .lock = {.kind = tag->kind, .a = tag->a, .b = tag->b, .c = tag->c, .mode = locks[i].mode},
                            .granted = locks[i].is_granted,
                            .fast = locks[i].is_fast};
    }
    return count;
}
static sim_bounds bounds_of(const uint64_t by_kind[4])
{
    return (sim_bounds){.shared = by_kind[XIP_VIS_SHARED],
                        .catalog = by_kind[XIP_VIS_CATALOG],
                        .data = by_kind[XIP_VIS_DATA],
                        .temp = by_kind[XIP_VIS_TEMP]};
}
/* out.horizons. */
EMSCRIPTEN_KEEPALIVE void xip_sim_view_horizons(uint32_t id)
{
    xip_horizon_view view;
    xip_observe_horizons(session(id), &view);
    sim.out.horizons = (sim_horizons){.maybe_needed = bounds_of(view.maybe_needed),
                                      .definitely_needed = bounds_of(view.definitely_needed),
                                      .computed = view.computed,
                                      .recent_global_xmin = view.recent_global_xmin,
                                      .recent_global_data_xmin = view.recent_global_data_xmin};
}
/* The number of possible holders; out.known, whose horizons have 32 bits. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_view_known(uint32_t id)
{
    xip_horizon_holder known[XIP_MAX_HOLDERS];
    uint32_t oldest[4];
    uint32_t count = xip_observe_known(session(id), known, oldest);
    sim.out.known.oldest = bounds_of((const uint64_t[4]){oldest[0], oldest[1], oldest[2], oldest[3]});
    for (uint32_t i = 0; i < count; i++)
        sim.out.known.holders[i] = (sim_holder){.kind = known[i].kind,
                                                .who = known[i].who,
                                                .xid = known[i].xid,
                                                .other = known[i].other,
                                                .exempt = known[i].exempt};
    return count;
}
/* False past the end; out.slot. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_view_slot(uint32_t n)
{
    const xip_slot *slot = xip_slot_at(sim.server, n);
    if (slot == NULL)
        return 0;
    sim.out.slot = (sim_slot){.is_used = slot->is_used,
                              .is_logical = slot->is_logical,
                              .xmin = slot->xmin,
                              .catalog_xmin = slot->catalog_xmin};
    return 1;
}
/* False past the end; out.prepared. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_view_prepared(uint32_t n)
{
    const xip_xid *xids = NULL;
    uint32_t handle, count;
    if (!xip_observe_prepared(sim.server, n, &handle, &xids, &count))
        return 0;
    sim.out.prepared = (sim_prepared){.handle = handle, .xids = list_of(xids, count)};
    return 1;
}
/*
 * The snapshot with which a session would look at rows now: its statement's; else its transaction's, if it keeps one
 * (REPEATABLE READ); else one like it would take, without any trace of it.
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
    fresh.snapshot = (xip_snapshot){.xip = fresh.xip,
                                    .xip_capacity = XIP_MAX_OWNERS,
                                    .subxip = fresh.subxip,
                                    .subxip_capacity = XIP_MAX_OWNERS * XIP_MAX_CACHED_SUBXIDS};
    xip_next_snapshot(me, &fresh.snapshot);
    return &fresh.snapshot;
}
/* That snapshot: out.snapshot. */
EMSCRIPTEN_KEEPALIVE void xip_sim_view_snapshot(uint32_t id)
{
    sim.out.snapshot = snapshot_of(snapshot_in_force(session(id)));
}
/* `count` xids from `first` on, at most SIM_MAX_XIDS: out.xids. */
EMSCRIPTEN_KEEPALIVE void xip_sim_view_xids(uint32_t first, uint32_t count)
{
    xip_xid xid = first;
    for (uint32_t i = 0; i < count && i < SIM_MAX_XIDS; i++, xid = xip_xid_next(xid)) {
        xip_xid_view view;
        xip_observe_xid(sim.server, xid, &view);
        sim.out.xids.xids[i] = (sim_xid){.status = view.status, .owner = view.owner, .parent = view.parent};
    }
}
/* `kind`: xip_slru_kind. out.slru. */
EMSCRIPTEN_KEEPALIVE void xip_sim_view_slru(uint32_t kind)
{
    xip_slru_view view;
    xip_observe_slru(sim.server, (xip_slru_kind)kind, &view);
    sim_slru *out = &sim.out.slru;
    out->buffers = view.buffers;
    out->banks = view.banks;
    out->latest_page = view.latest_page;
    out->lookup_count = view.lookup_count;
    xip_buffer_view buffer;
    for (uint32_t slot = 0; xip_observe_buffer(sim.server, (xip_slru_kind)kind, slot, &buffer); slot++)
        out->slots[slot] = (sim_buffer){.page = buffer.page, .age = buffer.age, .dirty = buffer.is_dirty};
}
static sim_counts counts_of(xip_session *me, xip_slru_kind kind)
{
    const xip_slru_counts *counts = xip_observe_slru_counts(me, kind);
    return (sim_counts){.lookups = counts->lookups,
                        .hits = counts->hits,
                        .reads = counts->reads,
                        .writes = counts->writes,
                        .evictions = counts->evictions};
}
/* out.slru_counts. */
EMSCRIPTEN_KEEPALIVE void xip_sim_view_slru_counts(uint32_t id)
{
    xip_session *me = session(id);
    sim.out.slru_counts =
        (sim_slru_counts){.subtrans = counts_of(me, XIP_SLRU_SUBTRANS), .xact = counts_of(me, XIP_SLRU_XACT)};
}
/* How many: the last `count` lookups in pg_subtrans, or as many as are kept, oldest first; out.lookups. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_view_lookups(uint32_t count)
{
    xip_slru_view view;
    xip_observe_slru(sim.server, XIP_SLRU_SUBTRANS, &view);
    uint64_t kept = view.lookup_count < XIP_LOOKUPS_KEPT ? view.lookup_count : XIP_LOOKUPS_KEPT;
    if (count > kept)
        count = (uint32_t)kept;
    for (uint32_t i = 0; i < count; i++) {
        const xip_subtrans_lookup *lookup = xip_observe_lookup(sim.server, view.lookup_count - count + i);
        sim.out.lookups.lookups[i] = (sim_lookup){.xid = lookup->xid,
                                                  .parent = lookup->parent,
                                                  .evicted = lookup->evicted_page,
                                                  .slot = lookup->slot,
                                                  .session = lookup->session,
                                                  .why = (uint32_t)lookup->flags >> XIP_LOOKUP_WHY_SHIFT,
                                                  .begins = (lookup->flags & XIP_LOOKUP_BEGINS) != 0,
                                                  .hit = (lookup->flags & XIP_LOOKUP_HIT) != 0,
                                                  .wrote = (lookup->flags & XIP_LOOKUP_WROTE) != 0};
    }
    return count;
}
/* How many members a multixact has; the first SIM_MAX_MEMBERS in out.multixact. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_view_multixact(uint32_t id, uint32_t multi)
{
    xip_session *me = session(id);
    uint32_t count = xip_mxact_count(me, multi);
    for (uint32_t i = 0; i < count && i < SIM_MAX_MEMBERS; i++) {
        xip_mxact_member member = xip_mxact_member_at(me, multi, i);
        sim.out.multixact.members[i] = (sim_member){.xid = member.xid, .status = member.status};
    }
    return count;
}

/* Dead to everybody as things are now: pruning or VACUUM would remove it. */
static bool is_removable(xip_session *me, uint32_t relation, xip_ctid ctid, xip_xid horizon)
{
    xip_xid dead_after;
    uint32_t status = xip_heap_vacuum_status(me, relation, ctid, &dead_after);
    return status == 0 || (status == 2 && xip_xid_precedes(dead_after, horizon));
}
/* The session that can resolve a tuple's combo command ids: the one whose transaction its xmin is. NULL: none any
 * more. */
static xip_session *owner_of(xip_xid xmin)
{
    for (uint32_t id = 0; id < XIP_MAX_SESSIONS; id++) {
        xip_session *one = xip_session_at(sim.server, id);
        if (one != NULL && xip_is_current_xid(one, xmin))
            return one;
    }
    return NULL;
}
static sim_item item_of(xip_session *me, uint32_t relation, xip_ctid self, xip_item pointer, xip_xid horizon)
{
    if (xip_item_flags(pointer) != XIP_LP_NORMAL)
        return (sim_item){.pointer = pointer};
    uint32_t length;
    const xip_tuple_header *tuple = xip_heap_tuple(sim.server, relation, self, &length);
    xip_session *owner = owner_of(tuple->t_xmin);
    return (sim_item){.pointer = pointer,
                      .xmin = tuple->t_xmin,
                      .xmax = tuple->t_xmax,
                      .cid = tuple->t_cid,
                      .cmin = owner != NULL ? xip_tuple_cmin(owner, tuple) : tuple->t_cid,
                      .cmax = owner != NULL ? xip_tuple_cmax(owner, tuple) : tuple->t_cid,
                      .infomask = tuple->t_infomask,
                      .infomask2 = tuple->t_infomask2,
                      .next = ctid_of(xip_tuple_ctid(tuple)),
                      .removable = is_removable(me, relation, self, horizon)};
}
/* Every line pointer of a page; returns how many. out.page. Changes nothing, not even a hint. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_view_page(uint32_t id, uint32_t relation, uint32_t block)
{
    xip_session *me = session(id);
    const xip_page *page = page_at(relation, block);
    if (page == NULL)
        return 0;
    uint32_t none = 0, count = xip_page_items(page);
    xip_xid horizon = xip_observe_holders(me, NULL, 0, &none);
    sim_item *items = sim.out.page.items;
    for (uint32_t i = 0; i < count; i++)
        items[i] = item_of(me, relation, (xip_ctid){block, i + 1}, page->pd_linp[i], horizon);
    for (uint32_t who = 0; who < XIP_MAX_SESSIONS; who++) {
        xip_session *one = xip_session_at(sim.server, who);
        const xip_snapshot *snapshot = one == NULL ? NULL : snapshot_in_force(one);
        for (uint32_t i = 0; snapshot != NULL && i < count; i++) {
            xip_step_asked step;
            uint32_t asked;
            if (xip_heap_explain(one, relation, (xip_ctid){block, i + 1}, snapshot, &step, 0, &asked))
                items[i].seen_by[who / 32] |= 1u << who % 32;
        }
    }
    return count;
}
/* The questions asked of one tuple with the session's snapshot in force: out.explained. False: there is no tuple. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_explain(uint32_t id, uint32_t relation, uint32_t block, uint32_t offset)
{
    xip_session *me = session(id);
    xip_ctid ctid = {block, offset};
    uint32_t length;
    if (xip_heap_tuple(sim.server, relation, ctid, &length) == NULL)
        return 0;
    xip_step_asked steps[SIM_MAX_STEPS];
    uint32_t count = 0;
    sim_explained *out = &sim.out.explained;
    out->visible = xip_heap_explain(me, relation, ctid, snapshot_in_force(me), steps, SIM_MAX_STEPS, &count);
    out->count = count < SIM_MAX_STEPS ? count : (uint32_t)SIM_MAX_STEPS;
    for (uint32_t i = 0; i < out->count; i++)
        out->steps[i] =
            (sim_step){.question = steps[i].question, .a = steps[i].a, .b = steps[i].b, .answer = steps[i].answer};
    return 1;
}
EMSCRIPTEN_KEEPALIVE const char *xip_sim_question_function(uint32_t question)
{
    return xip_question_function(question);
}
EMSCRIPTEN_KEEPALIVE const char *xip_sim_question_text(uint32_t question)
{
    return xip_question_text(question);
}
/* NULL past the end; out.fault. */
EMSCRIPTEN_KEEPALIVE const char *xip_sim_fault_id(uint32_t index)
{
    const xip_fault_info *fault = xip_fault_at(index);
    if (fault == NULL)
        return NULL;
    sim.out.fault.bit = fault->bit;
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
