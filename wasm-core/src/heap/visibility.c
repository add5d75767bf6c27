/* visibility.c — see visibility.h. The order of the questions is PostgreSQL's: it determines which hints are set. */
#include "heap/visibility.h"

#include "heap/combocid.h"
#include "heap/multixact.h"
#include "heap/questions.h"

static const struct {
    const char *function, *text;
} questions[] = {
#define X(name, function, text) {function, text},
    XIP_QUESTION_MAP(X)
#undef X
};

const char *xip_question_function(uint32_t question)
{
    return question < XIP_QUESTION_COUNT ? questions[question].function : NULL;
}

const char *xip_question_text(uint32_t question)
{
    return question < XIP_QUESTION_COUNT ? questions[question].text : NULL;
}

/* Collects the questions of one decision. Without `steps` nobody asked for them, and hints are set. */
typedef struct path {
    xip_session *me;
    const xip_heap *heap;
    xip_step_asked *steps;
    uint32_t capacity, count;
} path;

#define ALWAYS_INLINE static inline __attribute__((always_inline))

ALWAYS_INLINE uint32_t ask(path *p, xip_question question, uint32_t a, uint32_t b, uint32_t answer)
{
    if (p->steps != NULL && p->count < p->capacity)
        p->steps[p->count++] = (xip_step_asked){question, a, b, answer};
    return answer;
}

/* SetHintBits */
ALWAYS_INLINE void hint(path *p, xip_tuple_header *tuple, uint32_t bits)
{
    if (p->steps == NULL)
        xip_set_bits(tuple, bits, 0);
}

/* The tests of XidInMVCCSnapshot, up to the one that decided. */
static void ask_inside_snapshot(path *p, xip_xid xid, const xip_snapshot *snapshot, xip_snapshot_answer answer)
{
    if (ask(p, XIP_ASK_BELOW_XMIN, xid, snapshot->xmin, answer.why == XIP_WHY_BEFORE_XMIN) ||
        ask(p, XIP_ASK_FROM_XMAX_ON, xid, snapshot->xmax, answer.why == XIP_WHY_FROM_XMAX) ||
        !ask(p, XIP_ASK_SUBOVERFLOWED, 0, 0, snapshot->suboverflowed))
        return;
    xip_xid topmost = answer.parent != XIP_INVALID_XID ? answer.parent : xid;
    ask(p, XIP_ASK_TOPMOST, xid, topmost, 1);
    ask(p, XIP_ASK_BELOW_XMIN, topmost, snapshot->xmin, answer.why == XIP_WHY_PARENT_BEFORE_XMIN);
}

ALWAYS_INLINE bool in_snapshot(path *p, xip_xid xid, const xip_snapshot *snapshot)
{
    if (p->steps == NULL)
        return xip_xid_in_mvcc_snapshot(p->me, xid, snapshot);
    xip_snapshot_answer answer = xip_mvcc_snapshot_why(p->me, xid, snapshot);
    ask_inside_snapshot(p, xid, snapshot, answer);
    return ask(p, XIP_ASK_IN_SNAPSHOT, xid, 0, answer.runs);
}

ALWAYS_INLINE bool did_commit(path *p, xip_xid xid)
{
    return ask(p, XIP_ASK_DID_COMMIT, xid, 0, xip_did_commit(p->me, xid));
}

ALWAYS_INLINE bool locked_only(path *p, const xip_tuple_header *tuple)
{
    bool only = xip_locked_only(tuple->t_infomask) && !(p->heap->faults & XIP_FAULT_LOCK_ONLY_IGNORED);
    return ask(p, XIP_ASK_LOCKED_ONLY, tuple->t_xmax, 0, only);
}

ALWAYS_INLINE bool is_multi(path *p, const xip_tuple_header *tuple)
{
    return ask(p, XIP_ASK_XMAX_MULTI, tuple->t_xmax, 0, (tuple->t_infomask & XIP_HEAP_XMAX_IS_MULTI) != 0);
}

ALWAYS_INLINE xip_xid updater(path *p, const xip_tuple_header *tuple)
{
    xip_xid xid = xip_update_xid(p->me, tuple);
    ask(p, XIP_ASK_UPDATER, tuple->t_xmax, xid, 1);
    return xid;
}

ALWAYS_INLINE bool xmax_is_mine(path *p, xip_xid xmax)
{
    return ask(p, XIP_ASK_XMAX_MINE, xmax, 0, xip_is_current_xid(p->me, xmax));
}

ALWAYS_INLINE bool inserted_later(path *p, const xip_tuple_header *tuple, xip_cid curcid)
{
    xip_cid cmin = xip_combo_cmin(p->me, tuple);
    bool later = p->heap->faults & XIP_FAULT_CURCID_OFF_BY_ONE ? cmin > curcid : cmin >= curcid;
    return ask(p, XIP_ASK_INSERTED_LATER, cmin, curcid, later);
}

/* Deleted by me, but by a command that the snapshot does not see: still visible. */
ALWAYS_INLINE bool deleted_later(path *p, const xip_tuple_header *tuple, xip_cid curcid)
{
    xip_cid cmax = xip_combo_cmax(p->me, tuple);
    return ask(p, XIP_ASK_DELETED_LATER, cmax, curcid, cmax >= curcid);
}

/* Inserted by a transaction that is still mine. */
ALWAYS_INLINE bool mvcc_own(path *p, xip_tuple_header *tuple, const xip_snapshot *snapshot)
{
    if (inserted_later(p, tuple, snapshot->curcid))
        return false;
    if (ask(p, XIP_ASK_XMAX_INVALID, 0, 0, (tuple->t_infomask & XIP_HEAP_XMAX_INVALID) != 0) || locked_only(p, tuple))
        return true;
    if (is_multi(p, tuple))
        return !xmax_is_mine(p, updater(p, tuple)) || deleted_later(p, tuple, snapshot->curcid);
    if (!xmax_is_mine(p, tuple->t_xmax)) { /* a subtransaction of mine deleted it, and was rolled back */
        hint(p, tuple, XIP_HEAP_XMAX_INVALID);
        return true;
    }
    return deleted_later(p, tuple, snapshot->curcid);
}

/* Whether the insertion counts; sets *decided when the whole answer is already known. */
ALWAYS_INLINE bool mvcc_xmin(path *p, xip_tuple_header *tuple, const xip_snapshot *snapshot, bool *decided)
{
    *decided = false;
    if (ask(p, XIP_ASK_XMIN_HINT_COMMITTED, tuple->t_xmin, 0, xip_xmin_committed(tuple)))
        return ask(p, XIP_ASK_XMIN_FROZEN, tuple->t_xmin, 0, xip_xmin_frozen(tuple)) ||
               !in_snapshot(p, tuple->t_xmin, snapshot);
    if (ask(p, XIP_ASK_XMIN_HINT_INVALID, tuple->t_xmin, 0, xip_xmin_invalid(tuple)))
        return false;
    if (ask(p, XIP_ASK_XMIN_MINE, tuple->t_xmin, 0, xip_is_current_xid(p->me, tuple->t_xmin))) {
        *decided = true;
        return mvcc_own(p, tuple, snapshot);
    }
    if (in_snapshot(p, tuple->t_xmin, snapshot)) {
        if (p->heap->faults & XIP_FAULT_HINT_TOO_EARLY)
            hint(p, tuple, XIP_HEAP_XMIN_COMMITTED);
        return false;
    }
    if (!did_commit(p, tuple->t_xmin)) {
        hint(p, tuple, XIP_HEAP_XMIN_INVALID);
        return false;
    }
    hint(p, tuple, XIP_HEAP_XMIN_COMMITTED);
    return true;
}

/* The insertion counts: does the deletion? */
ALWAYS_INLINE bool mvcc_xmax(path *p, xip_tuple_header *tuple, const xip_snapshot *snapshot)
{
    if (ask(p, XIP_ASK_XMAX_INVALID, 0, 0, (tuple->t_infomask & XIP_HEAP_XMAX_INVALID) != 0) || locked_only(p, tuple))
        return true;
    if (is_multi(p, tuple)) {
        xip_xid xmax = updater(p, tuple);
        if (xmax_is_mine(p, xmax))
            return deleted_later(p, tuple, snapshot->curcid);
        return in_snapshot(p, xmax, snapshot) || !did_commit(p, xmax);
    }
    if (ask(p, XIP_ASK_XMAX_HINT_COMMITTED, tuple->t_xmax, 0, (tuple->t_infomask & XIP_HEAP_XMAX_COMMITTED) != 0))
        return in_snapshot(p, tuple->t_xmax, snapshot);
    if (xmax_is_mine(p, tuple->t_xmax))
        return deleted_later(p, tuple, snapshot->curcid);
    if (in_snapshot(p, tuple->t_xmax, snapshot))
        return true;
    if (!did_commit(p, tuple->t_xmax)) {
        hint(p, tuple, XIP_HEAP_XMAX_INVALID);
        return true;
    }
    hint(p, tuple, XIP_HEAP_XMAX_COMMITTED);
    return false;
}

ALWAYS_INLINE bool mvcc(path *p, xip_tuple_header *tuple, const xip_snapshot *snapshot)
{
    bool decided;
    bool counts = mvcc_xmin(p, tuple, snapshot, &decided);
    return decided || !counts ? counts : mvcc_xmax(p, tuple, snapshot);
}

bool xip_satisfies_mvcc(xip_session *me, xip_tuple_header *tuple, const xip_snapshot *snapshot)
{
    /* A standby sets hints on its own copy of the page: evaluated as if the steps were requested, and none kept. */
    static xip_step_asked nobody;
    bool is_elsewhere = xip_session_is_on_standby(me);
    path p = {.me = me, .heap = xip_heap_at(me), .steps = is_elsewhere ? &nobody : NULL};
    return mvcc(&p, tuple, snapshot);
}

bool xip_heap_explain(xip_session *me, uint32_t rel, xip_ctid ctid, const xip_snapshot *snapshot, xip_step_asked *steps,
                      uint32_t capacity, uint32_t *count)
{
    xip_heap *heap = xip_heap_at(me);
    path p = {.me = me, .heap = heap, .steps = steps, .capacity = capacity};
    xip_tuple_header *tuple = xip_rel_tuple(heap, rel, ctid);
    bool visible = false;
    xip_server_watch(xip_server_of(me), true);
    if (tuple != NULL) {
        const xip_page *page = xip_rel_page(heap, rel, ctid.block);
        visible = ask(&p, XIP_ASK_PAGE_ALL_VISIBLE, 0, 0, (page->pd_flags & XIP_PD_ALL_VISIBLE) != 0) ||
                  mvcc(&p, tuple, snapshot);
    }
    xip_server_watch(xip_server_of(me), false);
    *count = p.count;
    return visible;
}

/* ---- for changing ---- */

static void set_hint(xip_tuple_header *tuple, uint32_t bits)
{
    xip_set_bits(tuple, bits, 0);
}

bool xip_is_only_locked(xip_session *me, const xip_tuple_header *tuple)
{
    if ((tuple->t_infomask & (XIP_HEAP_XMAX_INVALID | XIP_HEAP_XMAX_LOCK_ONLY)) || tuple->t_xmax == XIP_INVALID_XID)
        return true;
    if (!(tuple->t_infomask & XIP_HEAP_XMAX_IS_MULTI))
        return false;
    xip_xid xmax = xip_update_xid(me, tuple);
    return !xip_is_current_xid(me, xmax) && !xip_is_in_progress(me, xmax) && !xip_did_commit(me, xmax);
}

void xip_update_xmax_hints(xip_session *me, xip_tuple_header *tuple, xip_xid xid)
{
    if (tuple->t_infomask & (XIP_HEAP_XMAX_COMMITTED | XIP_HEAP_XMAX_INVALID))
        return;
    bool changed = !xip_locked_only(tuple->t_infomask) && xip_did_commit(me, xid);
    set_hint(tuple, changed ? XIP_HEAP_XMAX_COMMITTED : XIP_HEAP_XMAX_INVALID);
}

/* xmin is neither hinted nor mine: has it committed? */
static bool others_xmin_counts(xip_session *me, xip_tuple_header *tuple)
{
    bool committed = xip_did_commit(me, tuple->t_xmin);
    set_hint(tuple, committed ? XIP_HEAP_XMIN_COMMITTED : XIP_HEAP_XMIN_INVALID);
    return committed;
}

static xip_tm self_modified(xip_session *me, const xip_tuple_header *tuple, xip_cid curcid)
{
    return xip_combo_cmax(me, tuple) >= curcid ? XIP_TM_SELF_MODIFIED : XIP_TM_INVISIBLE;
}

static xip_tm updated_or_deleted(const xip_tuple_header *tuple, xip_ctid self)
{
    return xip_has_successor(tuple, self) ? XIP_TM_UPDATED : XIP_TM_DELETED;
}

/* xmin is mine. */
static xip_tm update_own(xip_session *me, xip_tuple_header *tuple, xip_cid curcid)
{
    if (xip_combo_cmin(me, tuple) >= curcid)
        return XIP_TM_INVISIBLE;
    if (tuple->t_infomask & XIP_HEAP_XMAX_INVALID)
        return XIP_TM_OK;
    bool multi = (tuple->t_infomask & XIP_HEAP_XMAX_IS_MULTI) != 0;
    if (xip_locked_only(tuple->t_infomask)) {
        bool running = multi ? xip_mxact_is_running(me, tuple->t_xmax) : xip_is_in_progress(me, tuple->t_xmax);
        return running ? XIP_TM_BEING_MODIFIED : XIP_TM_OK;
    }
    if (multi) {
        if (xip_is_current_xid(me, xip_update_xid(me, tuple)))
            return self_modified(me, tuple, curcid);
        return xip_mxact_is_running(me, tuple->t_xmax) ? XIP_TM_BEING_MODIFIED : XIP_TM_OK;
    }
    if (!xip_is_current_xid(me, tuple->t_xmax)) {
        set_hint(tuple, XIP_HEAP_XMAX_INVALID);
        return XIP_TM_OK;
    }
    return self_modified(me, tuple, curcid);
}

/* xmin has committed, xmax is a multixact. */
static xip_tm update_multi(xip_session *me, xip_tuple_header *tuple, xip_ctid self, xip_cid curcid)
{
    bool locks_only = xip_locked_only(tuple->t_infomask);
    xip_xid xmax = locks_only ? XIP_INVALID_XID : xip_update_xid(me, tuple);
    if (!locks_only && xip_is_current_xid(me, xmax))
        return self_modified(me, tuple, curcid);
    if (xip_mxact_is_running(me, tuple->t_xmax))
        return XIP_TM_BEING_MODIFIED;
    if (!locks_only && xip_did_commit(me, xmax))
        return updated_or_deleted(tuple, self);
    set_hint(tuple, XIP_HEAP_XMAX_INVALID);
    return XIP_TM_OK;
}

xip_tm xip_satisfies_update(xip_session *me, xip_tuple_header *tuple, xip_ctid self, xip_cid curcid)
{
    if (!xip_xmin_committed(tuple)) {
        if (xip_xmin_invalid(tuple))
            return XIP_TM_INVISIBLE;
        if (xip_is_current_xid(me, tuple->t_xmin))
            return update_own(me, tuple, curcid);
        if (xip_is_in_progress(me, tuple->t_xmin) || !others_xmin_counts(me, tuple))
            return XIP_TM_INVISIBLE;
    }
    if (tuple->t_infomask & XIP_HEAP_XMAX_INVALID)
        return XIP_TM_OK;
    bool locks_only = xip_locked_only(tuple->t_infomask);
    if (tuple->t_infomask & XIP_HEAP_XMAX_COMMITTED)
        return locks_only ? XIP_TM_OK : updated_or_deleted(tuple, self);
    if (tuple->t_infomask & XIP_HEAP_XMAX_IS_MULTI)
        return update_multi(me, tuple, self, curcid);
    if (xip_is_current_xid(me, tuple->t_xmax))
        return locks_only ? XIP_TM_BEING_MODIFIED : self_modified(me, tuple, curcid);
    if (xip_is_in_progress(me, tuple->t_xmax))
        return XIP_TM_BEING_MODIFIED;
    if (!xip_did_commit(me, tuple->t_xmax) || locks_only) {
        set_hint(tuple, XIP_HEAP_XMAX_INVALID);
        return XIP_TM_OK;
    }
    set_hint(tuple, XIP_HEAP_XMAX_COMMITTED);
    return updated_or_deleted(tuple, self);
}

/* ---- dirty: others' running changes count as well ---- */

bool xip_satisfies_dirty(xip_session *me, xip_tuple_header *tuple, xip_xid *inserter, xip_xid *deleter)
{
    *inserter = *deleter = XIP_INVALID_XID;
    bool locks_only = xip_locked_only(tuple->t_infomask);
    bool multi = (tuple->t_infomask & XIP_HEAP_XMAX_IS_MULTI) != 0;
    if (!xip_xmin_committed(tuple)) {
        if (xip_xmin_invalid(tuple))
            return false;
        if (xip_is_current_xid(me, tuple->t_xmin)) {
            if ((tuple->t_infomask & XIP_HEAP_XMAX_INVALID) || locks_only)
                return true;
            if (xip_is_current_xid(me, xip_update_xid(me, tuple)))
                return false;
            if (!multi)
                set_hint(tuple, XIP_HEAP_XMAX_INVALID);
            return true;
        }
        if (xip_is_in_progress(me, tuple->t_xmin)) {
            *inserter = tuple->t_xmin;
            return true;
        }
        if (!others_xmin_counts(me, tuple))
            return false;
    }
    if (tuple->t_infomask & XIP_HEAP_XMAX_INVALID)
        return true;
    if (tuple->t_infomask & XIP_HEAP_XMAX_COMMITTED)
        return locks_only;
    if (multi && locks_only)
        return true;
    xip_xid xmax = multi ? xip_update_xid(me, tuple) : tuple->t_xmax;
    if (xip_is_current_xid(me, xmax))
        return locks_only;
    if (xip_is_in_progress(me, xmax)) {
        if (!locks_only)
            *deleter = xmax;
        return true;
    }
    if (multi)
        return !xip_did_commit(me, xmax);
    if (!xip_did_commit(me, xmax) || locks_only) {
        set_hint(tuple, XIP_HEAP_XMAX_INVALID);
        return true;
    }
    set_hint(tuple, XIP_HEAP_XMAX_COMMITTED);
    return false;
}

/* ---- for pruning and VACUUM ---- */

bool xip_is_surely_dead(xip_session *me, const xip_tuple_header *tuple)
{
    if (!xip_xmin_committed(tuple))
        return xip_xmin_invalid(tuple);
    uint32_t live = XIP_HEAP_XMAX_INVALID | XIP_HEAP_XMAX_IS_MULTI;
    if ((tuple->t_infomask & live) || xip_locked_only(tuple->t_infomask) ||
        !(tuple->t_infomask & XIP_HEAP_XMAX_COMMITTED))
        return false;
    return xip_is_removable_xid(me, XIP_VIS_DATA, tuple->t_xmax);
}

/* A tuple that is only locked lives; once the lockers have ended, it is marked so. */
static xip_htsv vacuum_locked(xip_session *me, xip_tuple_header *tuple)
{
    if (!(tuple->t_infomask & XIP_HEAP_XMAX_COMMITTED)) {
        bool running = tuple->t_infomask & XIP_HEAP_XMAX_IS_MULTI ? xip_mxact_is_running(me, tuple->t_xmax)
                                                                  : xip_is_in_progress(me, tuple->t_xmax);
        if (!running)
            set_hint(tuple, XIP_HEAP_XMAX_INVALID);
    }
    return XIP_TUPLE_LIVE;
}

static xip_htsv vacuum_multi(xip_session *me, xip_tuple_header *tuple, xip_xid *dead_after)
{
    xip_xid xmax = xip_update_xid(me, tuple);
    if (xip_is_in_progress(me, xmax))
        return XIP_TUPLE_DELETE_IN_PROGRESS;
    if (xip_did_commit(me, xmax)) { /* lockers may still run; they are in the newer version as well */
        *dead_after = xmax;
        return XIP_TUPLE_RECENTLY_DEAD;
    }
    if (!xip_mxact_is_running(me, tuple->t_xmax))
        set_hint(tuple, XIP_HEAP_XMAX_INVALID);
    return XIP_TUPLE_LIVE;
}

xip_htsv xip_satisfies_vacuum_horizon(xip_session *me, xip_tuple_header *tuple, xip_xid *dead_after)
{
    *dead_after = XIP_INVALID_XID;
    if (!xip_xmin_committed(tuple)) {
        if (xip_xmin_invalid(tuple))
            return XIP_TUPLE_DEAD;
        if (xip_is_current_xid(me, tuple->t_xmin)) {
            if (xip_locked_only(tuple->t_infomask) || xip_is_only_locked(me, tuple))
                return XIP_TUPLE_INSERT_IN_PROGRESS;
            return xip_is_current_xid(me, xip_update_xid(me, tuple)) ? XIP_TUPLE_DELETE_IN_PROGRESS
                                                                     : XIP_TUPLE_INSERT_IN_PROGRESS;
        }
        if (xip_is_in_progress(me, tuple->t_xmin))
            return XIP_TUPLE_INSERT_IN_PROGRESS;
        if (!others_xmin_counts(me, tuple))
            return XIP_TUPLE_DEAD;
    }
    if (tuple->t_infomask & XIP_HEAP_XMAX_INVALID)
        return XIP_TUPLE_LIVE;
    if (xip_locked_only(tuple->t_infomask))
        return vacuum_locked(me, tuple);
    if (tuple->t_infomask & XIP_HEAP_XMAX_IS_MULTI)
        return vacuum_multi(me, tuple, dead_after);
    if (!(tuple->t_infomask & XIP_HEAP_XMAX_COMMITTED)) {
        if (xip_is_in_progress(me, tuple->t_xmax))
            return XIP_TUPLE_DELETE_IN_PROGRESS;
        if (!xip_did_commit(me, tuple->t_xmax)) {
            set_hint(tuple, XIP_HEAP_XMAX_INVALID);
            return XIP_TUPLE_LIVE;
        }
        set_hint(tuple, XIP_HEAP_XMAX_COMMITTED);
    }
    *dead_after = tuple->t_xmax;
    return XIP_TUPLE_RECENTLY_DEAD;
}

xip_htsv xip_satisfies_vacuum(xip_session *me, xip_tuple_header *tuple, xip_xid oldest_xmin)
{
    xip_xid dead_after;
    xip_htsv result = xip_satisfies_vacuum_horizon(me, tuple, &dead_after);
    return result == XIP_TUPLE_RECENTLY_DEAD && xip_xid_precedes(dead_after, oldest_xmin) ? XIP_TUPLE_DEAD : result;
}

uint32_t xip_heap_vacuum_status(xip_session *me, uint32_t rel, xip_ctid ctid, xip_xid *dead_after)
{
    xip_tuple_header *tuple = xip_rel_tuple(xip_heap_at(me), rel, ctid);
    *dead_after = XIP_INVALID_XID;
    if (tuple == NULL)
        return XIP_TUPLE_DEAD;
    xip_tuple_header copy = *tuple; /* the check leaves no hint behind */
    xip_server_watch(xip_server_of(me), true);
    xip_htsv result = xip_satisfies_vacuum_horizon(me, &copy, dead_after);
    xip_server_watch(xip_server_of(me), false);
    return result;
}
