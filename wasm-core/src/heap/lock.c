/*
 * lock.c — FOR KEY SHARE, FOR SHARE, FOR NO KEY UPDATE, FOR UPDATE. PostgreSQL: heap_lock_tuple in
 * src/backend/access/heap/heapam.c, heapam_tuple_lock in heapam_handler.c.
 */
#include "heap/combocid.h"
#include "heap/lock_chain.h"
#include "heap/modify.h"
#include "heap/multixact.h"
#include "heap/visibility.h"

/* The next step, unless it is an outcome. */
typedef enum next {
    NEXT_DONE,    /* result->tm says how it ended */
    NEXT_AGAIN,   /* op->phase says where to continue */
    NEXT_OUTCOME, /* wait, not available, deadlock */
    NEXT_MARK     /* nothing blocks it: write the lock */
} next;

static bool am_alone(xip_session *me, const xip_heap_op *op)
{
    return !(op->infomask & XIP_HEAP_XMAX_IS_MULTI) && xip_is_current_xid(me, op->xwait);
}

/* Whether I hold a lock that is at least as strong. With a weaker one in a multixact I skip the queue: otherwise I and
 * a session that waits there for me would wait for each other. */
static bool is_held_already(xip_session *me, xip_heap_op *op)
{
    if (!(op->infomask & XIP_HEAP_XMAX_IS_MULTI)) {
        if (!xip_is_current_xid(me, op->xwait))
            return false;
        switch ((xip_tuple_lock)op->mode) {
        case XIP_LOCK_KEY_SHARE:
            return true;
        case XIP_LOCK_SHARE:
            return xip_is_shr_locked(op->infomask) || xip_is_excl_locked(op->infomask);
        case XIP_LOCK_NO_KEY_EXCLUSIVE:
            return xip_is_excl_locked(op->infomask);
        default:
            return xip_is_excl_locked(op->infomask) && (op->infomask2 & XIP_HEAP_KEYS_UPDATED);
        }
    }
    uint32_t count = xip_mxact_count(me, op->xwait);
    for (uint32_t i = 0; i < count; i++) {
        xip_mxact_member member = xip_mxact_member_at(me, op->xwait, i);
        if (!xip_is_current_xid(me, member.xid))
            continue;
        if (xip_lock_of_status(member.status) >= (xip_tuple_lock)op->mode)
            return true;
        op->skip_tuple_lock = true;
    }
    return false;
}

/* Whether the holders in xmax allow my lock at once. */
static bool is_compatible(xip_session *me, const xip_heap_op *op)
{
    if (am_alone(me, op))
        return true;
    switch ((xip_tuple_lock)op->mode) {
    case XIP_LOCK_KEY_SHARE:
        return !(op->infomask2 & XIP_HEAP_KEYS_UPDATED);
    case XIP_LOCK_SHARE:
        return xip_locked_only(op->infomask) && !xip_is_excl_locked(op->infomask);
    case XIP_LOCK_NO_KEY_EXCLUSIVE:
        if (op->infomask & XIP_HEAP_XMAX_IS_MULTI)
            return !xip_mxact_conflicts(me, op->xwait, XIP_LOCK_NO_KEY_EXCLUSIVE, NULL);
        return xip_is_keyshr_locked(op->infomask);
    default:
        return false;
    }
}

static next fail(xip_session *me, const xip_heap_op *op, const xip_tuple_header *tuple, xip_tm tm,
                 xip_heap_op_result *result)
{
    xip_op_failure(me, tuple, tm, result);
    (void)op;
    return NEXT_DONE;
}

static next end(const xip_heap_op *op, xip_tm tm, xip_heap_op_result *result)
{
    result->tm = tm;
    result->ctid = op->self;
    return NEXT_DONE;
}

/* Looks at the tuple as it is now. */
static next look(xip_session *me, xip_heap_op *op, xip_tuple_header *tuple, xip_heap_op_result *result)
{
    if (tuple == NULL)
        return end(op, XIP_TM_INVISIBLE, result);
    xip_tm tm = xip_satisfies_update(me, tuple, op->self, op->cid);
    if (tm == XIP_TM_INVISIBLE)
        return end(op, tm, result);
    if (tm == XIP_TM_OK)
        return NEXT_MARK;
    if (tm == XIP_TM_SELF_MODIFIED)
        return fail(me, op, tuple, tm, result);
    op->seen = tm;
    xip_op_remember(op, tuple);
    if (op->first_time) {
        op->first_time = false;
        if (is_held_already(me, op))
            return end(op, XIP_TM_OK, result);
    }
    if (is_compatible(me, op)) {
        bool follows = op->mode == XIP_LOCK_KEY_SHARE && !(op->infomask2 & XIP_HEAP_KEYS_UPDATED) &&
                       op->follow_updates && !xip_locked_only(op->infomask);
        if (!follows)
            return NEXT_MARK;
        xip_chain_begin(me, op, false); /* the newer versions are locked first */
        return NEXT_AGAIN;
    }
    if (tm != XIP_TM_BEING_MODIFIED) /* its changer has committed: no use in waiting */
        return fail(me, op, tuple, tm, result);
    xip_op_begin_wait(op, !op->skip_tuple_lock, xip_status_of_lock((xip_tuple_lock)op->mode, false));
    return NEXT_AGAIN;
}

/* The transaction I waited for has ended, and newer versions have been locked, too: may the tuple be locked? */
static next look_again(xip_session *me, xip_heap_op *op, xip_tuple_header *tuple, xip_heap_op_result *result)
{
    if (xip_op_xmax_changed(op, tuple)) {
        op->phase = XIP_PHASE_TEST;
        return NEXT_AGAIN;
    }
    if (!(op->infomask & XIP_HEAP_XMAX_IS_MULTI))
        xip_update_xmax_hints(me, tuple, op->xwait);
    if ((tuple->t_infomask & XIP_HEAP_XMAX_INVALID) || xip_locked_only(tuple->t_infomask) ||
        xip_is_only_locked(me, tuple))
        return NEXT_MARK;
    return fail(me, op, tuple, xip_has_successor(tuple, op->self) ? XIP_TM_UPDATED : XIP_TM_DELETED, result);
}

static next wait(xip_session *me, xip_heap_op *op, xip_tuple_header *tuple, xip_outcome *outcome,
                 xip_heap_op_result *result)
{
    *outcome = xip_op_wait(me, op);
    if (*outcome == XIP_NOT_AVAILABLE && op->policy == XIP_WAIT_SKIP)
        return fail(me, op, tuple, XIP_TM_WOULD_BLOCK, result);
    if (*outcome != XIP_DONE)
        return NEXT_OUTCOME;
    if (op->follow_updates && !xip_locked_only(op->infomask)) {
        xip_chain_begin(me, op, true);
        return NEXT_AGAIN;
    }
    return look_again(me, op, tuple, result);
}

static next chain(xip_session *me, xip_heap_op *op, xip_tuple_header *tuple, xip_outcome *outcome,
                  xip_heap_op_result *result)
{
    xip_tm tm;
    *outcome = xip_chain_run(me, op, &tm);
    if (*outcome != XIP_DONE)
        return NEXT_OUTCOME;
    if (tm != XIP_TM_OK)
        return fail(me, op, tuple, tm, result);
    if (op->chain_after_wait) {
        op->phase = XIP_PHASE_WOKEN;
        return look_again(me, op, tuple, result);
    }
    /* FOR KEY SHARE next to an update that keeps the keys: unless a key was changed meanwhile. */
    if (!xip_is_only_locked(me, tuple) && (tuple->t_infomask2 & XIP_HEAP_KEYS_UPDATED)) {
        op->phase = XIP_PHASE_TEST;
        return NEXT_AGAIN;
    }
    return NEXT_MARK;
}

static void mark(xip_session *me, xip_heap_op *op, xip_tuple_header *tuple, xip_heap_op_result *result)
{
    xip_xid xid = xip_current_xid(me);
    xip_mxact_set_oldest_member(me);
    xip_new_xmax xmax = xip_compute_new_xmax(me, tuple, xid, (xip_tuple_lock)op->mode, false);
    xip_set_xmax(tuple, xmax);
    if (xip_locked_only(xmax.infomask)) { /* otherwise a successor can still be found */
        xip_clear_bits(tuple, 0, XIP_HEAP_HOT_UPDATED);
        xip_tuple_set_ctid(tuple, op->self);
    }
    end(op, XIP_TM_OK, result);
}

/* heap_lock_tuple of op->self. */
static xip_outcome lock_tuple(xip_session *me, xip_heap_op *op, xip_heap_op_result *result)
{
    for (;;) {
        xip_tuple_header *tuple = xip_rel_tuple(xip_heap_at(me), op->rel, op->self);
        xip_outcome outcome = XIP_DONE;
        next then;
        if (op->phase == XIP_PHASE_TEST)
            then = look(me, op, tuple, result);
        else if (op->phase == XIP_PHASE_CHAIN || op->phase == XIP_PHASE_CHAIN_WAIT)
            then = chain(me, op, tuple, &outcome, result);
        else
            then = wait(me, op, tuple, &outcome, result);
        if (then == NEXT_AGAIN)
            continue;
        if (then == NEXT_OUTCOME)
            return outcome;
        if (then == NEXT_MARK)
            mark(me, op, tuple, result);
        xip_op_release(me, op);
        return XIP_DONE;
    }
}

/* ---- to the newest version ---- */

static void restart_at(xip_heap_op *op, xip_ctid ctid)
{
    op->self = ctid;
    op->phase = XIP_PHASE_TEST;
    op->first_time = true;
    op->skip_tuple_lock = false;
}

/*
 * From op->chain on, whose xmin must be op->prior_xmax, to a version that counts; waits for a transaction that is
 * changing it. True when it is found and op->self names it; otherwise the operation has ended, or has to wait.
 */
static bool fetch_newest(xip_session *me, xip_heap_op *op, xip_outcome *outcome, xip_heap_op_result *result)
{
    for (;;) {
        if (op->phase == XIP_PHASE_FETCH_WAIT) {
            *outcome = xip_wait_for_xid(me, op->chain_xid, op->policy != XIP_WAIT_BLOCK);
            if (*outcome == XIP_NOT_AVAILABLE && op->policy == XIP_WAIT_SKIP) {
                *outcome = XIP_DONE;
                result->tm = XIP_TM_WOULD_BLOCK;
                return false;
            }
            if (*outcome != XIP_DONE)
                return false;
            op->phase = XIP_PHASE_FETCH;
        }
        xip_tuple_header *tuple = xip_rel_tuple(xip_heap_at(me), op->rel, op->chain);
        xip_xid inserter, deleter;
        if (tuple == NULL) {
            result->tm = XIP_TM_DELETED;
            return false;
        }
        bool counts = xip_satisfies_dirty(me, tuple, &inserter, &deleter);
        if (xip_tuple_xmin(tuple) != op->prior_xmax) { /* the slot holds another row now */
            result->tm = XIP_TM_DELETED;
            return false;
        }
        if (counts && deleter != XIP_INVALID_XID) {
            op->chain_xid = deleter;
            op->phase = XIP_PHASE_FETCH_WAIT;
            continue;
        }
        if (counts && xip_is_current_xid(me, op->prior_xmax) && xip_combo_cmin(me, tuple) >= op->cid) {
            result->tm = XIP_TM_SELF_MODIFIED;
            result->xmax = op->prior_xmax;
            result->cmax = xip_combo_cmin(me, tuple);
            return false;
        }
        if (counts) {
            restart_at(op, op->chain);
            return true;
        }
        if (!xip_has_successor(tuple, op->chain)) {
            result->tm = XIP_TM_DELETED;
            return false;
        }
        op->prior_xmax = xip_update_xid(me, tuple);
        op->chain = xip_tuple_ctid(tuple);
    }
}

xip_outcome xip_run_lock(xip_session *me, xip_heap_op *op, xip_heap_op_result *result)
{
    for (;;) {
        xip_outcome outcome = XIP_DONE;
        if (op->phase != XIP_PHASE_FETCH && op->phase != XIP_PHASE_FETCH_WAIT) {
            outcome = lock_tuple(me, op, result);
            if (outcome == XIP_DONE && result->tm == XIP_TM_UPDATED && op->find_last) {
                if (xip_ctid_equal(result->ctid, op->self)) {
                    result->tm = XIP_TM_DELETED;
                } else {
                    op->chain = result->ctid;
                    op->prior_xmax = result->xmax;
                    op->traversed = true;
                    op->phase = XIP_PHASE_FETCH;
                    continue;
                }
            }
        } else if (fetch_newest(me, op, &outcome, result)) {
            *result = (xip_heap_op_result){.cmax = XIP_INVALID_CID};
            continue;
        }
        result->traversed = op->traversed;
        return outcome;
    }
}
