/* lock_chain.c — see lock_chain.h. */
#include "heap/lock_chain.h"

#include "heap/modify.h"
#include "heap/multixact.h"
#include "heap/visibility.h"

void xip_chain_begin(xip_session *me, xip_heap_op *op, bool after_wait)
{
    op->phase = XIP_PHASE_CHAIN;
    op->chain = op->t_ctid;
    op->chain_after_wait = after_wait;
    op->prior_xmax = XIP_INVALID_XID;
    /*
     * The minor releases of 2026 (14 and later) begin with the xmax that was seen, and assign no xid when there is
     * nothing to follow; 13 ended before.
     */
    bool is_new = xip_heap_at(me)->rules >= 14;
    if (!is_new || !xip_ctid_equal(op->t_ctid, op->self)) {
        xip_current_xid(me);
        xip_mxact_set_oldest_member(me);
    }
    if (is_new)
        op->prior_xmax = op->infomask & XIP_HEAP_XMAX_IS_MULTI ? xip_mxact_updater(me, op->xwait) : op->xwait;
}

/* test_lockmode_for_conflict: Ok, SelfModified, or the row's fate; *must_wait if the member runs. */
static xip_tm test_conflict(xip_session *me, const xip_heap_op *op, xip_mxact_member held,
                            const xip_tuple_header *tuple, bool *must_wait)
{
    bool conflict = xip_tuple_locks_conflict(xip_lock_of_status(held.status), (xip_tuple_lock)op->mode);
    *must_wait = false;
    if (xip_is_current_xid(me, held.xid))
        return XIP_TM_SELF_MODIFIED;
    if (xip_is_in_progress(me, held.xid)) {
        *must_wait = conflict;
        return XIP_TM_OK;
    }
    if (!conflict || !xip_status_updates(held.status) || !xip_did_commit(me, held.xid))
        return XIP_TM_OK;
    return xip_has_successor(tuple, op->chain) ? XIP_TM_UPDATED : XIP_TM_DELETED;
}

static xip_mxact_member member_of(xip_session *me, const xip_tuple_header *tuple, uint32_t index)
{
    if (tuple->t_infomask & XIP_HEAP_XMAX_IS_MULTI)
        return xip_mxact_member_at(me, tuple->t_xmax, index);
    return (xip_mxact_member){tuple->t_xmax, xip_status_by_bits(tuple)};
}

/* Tests all holders of the version at op->chain. */
static xip_tm test_holders(xip_session *me, xip_heap_op *op, const xip_tuple_header *tuple, bool *must_wait)
{
    *must_wait = false;
    if (tuple->t_infomask & XIP_HEAP_XMAX_INVALID)
        return XIP_TM_OK;
    uint32_t count = tuple->t_infomask & XIP_HEAP_XMAX_IS_MULTI ? xip_mxact_count(me, tuple->t_xmax) : 1;
    for (uint32_t i = 0; i < count; i++) {
        xip_mxact_member held = member_of(me, tuple, i);
        xip_tm tm = test_conflict(me, op, held, tuple, must_wait);
        if (*must_wait)
            op->chain_xid = held.xid;
        if (*must_wait || tm != XIP_TM_OK)
            return tm;
    }
    return XIP_TM_OK;
}

static bool is_end(xip_session *me, const xip_heap_op *op, const xip_tuple_header *tuple)
{
    return (tuple->t_infomask & XIP_HEAP_XMAX_INVALID) || !xip_has_successor(tuple, op->chain) ||
           xip_is_only_locked(me, tuple);
}

xip_outcome xip_chain_run(xip_session *me, xip_heap_op *op, xip_tm *tm)
{
    *tm = XIP_TM_OK;
    if (xip_ctid_equal(op->chain, op->self)) /* a delete: nothing newer */
        return XIP_DONE;
    for (;;) {
        if (op->phase == XIP_PHASE_CHAIN_WAIT) {
            xip_outcome outcome = xip_wait_for_xid(me, op->chain_xid, false);
            if (outcome != XIP_DONE)
                return outcome;
            op->phase = XIP_PHASE_CHAIN;
        }
        xip_tuple_header *tuple = xip_rel_tuple(xip_heap_at(me), op->rel, op->chain);
        /* Gone with its creator, or now another row's: the chain ended before. */
        if (tuple == NULL || (op->prior_xmax != XIP_INVALID_XID && xip_tuple_xmin(tuple) != op->prior_xmax) ||
            xip_did_abort(me, xip_tuple_xmin(tuple)))
            return XIP_DONE;
        bool must_wait;
        *tm = test_holders(me, op, tuple, &must_wait);
        if (must_wait) {
            op->phase = XIP_PHASE_CHAIN_WAIT;
            continue;
        }
        if (*tm == XIP_TM_OK) {
            xip_xid xid = xip_current_xid(me);
            xip_mxact_set_oldest_member(me);
            xip_set_xmax(tuple, xip_compute_new_xmax(me, tuple, xid, (xip_tuple_lock)op->mode, false));
        } else if (*tm != XIP_TM_SELF_MODIFIED) { /* SelfModified: I hold this one already */
            return XIP_DONE;
        }
        *tm = XIP_TM_OK;
        if (is_end(me, op, tuple))
            return XIP_DONE;
        op->prior_xmax = xip_update_xid(me, tuple);
        op->chain = xip_tuple_ctid(tuple);
    }
}
