/*
 * sim_view_api.c — exports of xip-engine.wasm for the simulated server (sim_instance.h): the state for a trace.
 */
#include <emscripten.h>
#include <string.h>

#include "heap/multixact.h"
#include "heap/questions.h"
#include "heap/tuple.h"
#include "server/observe.h"
#include "api/sim_instance.h"

enum { MAX_ASKED = 64 };
/* Words per line pointer in xip_sim_view_page's answer. */
enum { ITEM_WORDS = 14 };
_Static_assert(ITEM_WORDS *XIP_MAX_OFFSETS <= SIM_OUT_WORDS, "a whole page fits");
_Static_assert(5 + 2 * XIP_SLRU_MAX_BUFFERS <= SIM_OUT_WORDS, "all buffers fit");
_Static_assert(XIP_LOOKUPS_KEPT * sizeof(xip_subtrans_lookup) <= SIM_OUT_WORDS * sizeof(uint32_t), "the log fits");
_Static_assert(4 + 6 * XIP_MAX_HOLDERS <= SIM_OUT_WORDS && 1 + 4 * MAX_ASKED <= SIM_OUT_WORDS,
               "holders and questions fit");

/* A snapshot that nobody has taken: see snapshot_in_force. */
static struct {
    xip_snapshot snapshot;
    xip_xid xip[XIP_MAX_OWNERS], subxip[XIP_MAX_OWNERS * XIP_MAX_CACHED_SUBXIDS];
} fresh;

static uint32_t put64(uint32_t at, uint64_t value)
{
    sim.out[at] = (uint32_t)value;
    sim.out[at + 1] = (uint32_t)(value >> 32);
    return at + 2;
}

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
/* The number of holders of the horizon of tables; out[0] the horizon, then kind, who, xid of each. */
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
/*
 * The number of possible holders; in out: the horizons of shared relations, catalogs, tables and temporary ones, then
 * kind, who, xid, the younger one, database, exemption of each.
 */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_view_known(uint32_t id)
{
    xip_horizon_holder known[XIP_MAX_HOLDERS];
    uint32_t count = xip_observe_known(session(id), known, sim.out);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t words[] = {known[i].kind,  known[i].who,      known[i].xid,
                                  known[i].other, known[i].database, known[i].exempt};
        memcpy(&sim.out[4 + 6 * i], words, sizeof words);
    }
    return count;
}
/* False past the end; out: whether it exists, whether it is logical, xmin, catalog xmin. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_view_slot(uint32_t n)
{
    const xip_slot *slot = xip_slot_at(sim.server, n);
    if (slot == NULL)
        return 0;
    sim.out[0] = slot->is_used;
    sim.out[1] = slot->is_logical;
    sim.out[2] = slot->xmin;
    sim.out[3] = slot->catalog_xmin;
    return 1;
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
/* That snapshot, in out as in xip_sim_active_snapshot. */
EMSCRIPTEN_KEEPALIVE void xip_sim_view_snapshot(uint32_t id)
{
    put_snapshot(0, snapshot_in_force(session(id)));
}
/* In out, 3 words each: xip_xid_status, owner (session id; 64: nobody's), parent, of `count` xids from `first` on. */
EMSCRIPTEN_KEEPALIVE void xip_sim_view_xids(uint32_t first, uint32_t count)
{
    xip_xid xid = first;
    for (uint32_t i = 0; i < count && 3 * i + 3 <= SIM_OUT_WORDS; i++, xid = xip_xid_next(xid)) {
        xip_xid_view view;
        xip_observe_xid(sim.server, xid, &view);
        sim.out[3 * i] = view.status;
        sim.out[3 * i + 1] = view.owner;
        sim.out[3 * i + 2] = view.parent;
    }
}
/*
 * In out: buffers, banks, newest page, lookups so far (2 words); then for each slot its page (XIP_SLRU_NO_PAGE: empty)
 * and twice its age, and one more when it is dirty. `kind`: xip_slru_kind.
 */
EMSCRIPTEN_KEEPALIVE void xip_sim_view_slru(uint32_t kind)
{
    xip_slru_view view;
    xip_observe_slru(sim.server, (xip_slru_kind)kind, &view);
    sim.out[0] = view.buffers;
    sim.out[1] = view.banks;
    sim.out[2] = view.latest_page;
    uint32_t at = put64(3, view.lookup_count);
    xip_buffer_view buffer;
    for (uint32_t slot = 0; xip_observe_buffer(sim.server, (xip_slru_kind)kind, slot, &buffer); slot++) {
        sim.out[at++] = buffer.page;
        sim.out[at++] = buffer.age << 1 | buffer.is_dirty;
    }
}
/* In out, 2 words each: a session's lookups, hits, reads, writes, evictions in pg_subtrans, then those in pg_xact. */
EMSCRIPTEN_KEEPALIVE void xip_sim_view_slru_counts(uint32_t id)
{
    uint32_t at = 0;
    for (uint32_t kind = 0; kind < 2; kind++) {
        const xip_slru_counts *counts = xip_observe_slru_counts(session(id), (xip_slru_kind)kind);
        at = put64(at, counts->lookups);
        at = put64(at, counts->hits);
        at = put64(at, counts->reads);
        at = put64(at, counts->writes);
        at = put64(at, counts->evictions);
    }
}
/* The last `count` lookups in pg_subtrans, or as many as are kept, oldest first, in xip_subtrans_lookup's layout. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_sim_view_lookups(uint32_t count)
{
    xip_slru_view view;
    xip_observe_slru(sim.server, XIP_SLRU_SUBTRANS, &view);
    uint64_t kept = view.lookup_count < XIP_LOOKUPS_KEPT ? view.lookup_count : XIP_LOOKUPS_KEPT;
    if (count > kept)
        count = (uint32_t)kept;
    for (uint32_t i = 0; i < count; i++) {
        const xip_subtrans_lookup *lookup = xip_observe_lookup(sim.server, view.lookup_count - count + i);
        memcpy(&sim.out[4 * i], lookup, sizeof *lookup);
    }
    return count;
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
 * Every line pointer of a page; returns how many. In out, ITEM_WORDS (14) each: the line pointer; and if it is
 * LP_NORMAL xmin, xmax, t_cid, cmin and cmax (as its owner knows them), infomask, infomask2, t_ctid (2), removable,
 * address of the header, and a bit for each session whose snapshot in force sees it (2). Changes nothing, not even a
 * hint.
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
