/* delete.c — PostgreSQL: heap_delete in src/backend/access/heap/heapam.c. */
#include "heap/combocid.h"
#include "heap/modify.h"
#include "heap/multixact.h"
#include "heap/serializable.h"
#include "heap/visibility.h"

/* BeingModified: whether there is a transaction to wait for; then the wait has begun. */
static bool must_wait(xip_session *me, xip_heap_op *op)
{
    if (!(op->infomask & XIP_HEAP_XMAX_IS_MULTI)) {
        if (xip_is_current_xid(me, op->xwait))
            return false;
        xip_op_begin_wait(op, true, 0);
        return true;
    }
    bool is_member = false;
    if (!xip_mxact_conflicts(me, op->xwait, XIP_LOCK_EXCLUSIVE, &is_member))
        return false;
    xip_op_begin_wait(op, !is_member, XIP_MX_UPDATE);
    return true;
}

/* The wait is over: what happened to the tuple? */
static xip_tm after_wait(xip_session *me, const xip_heap_op *op, const xip_tuple_header *tuple)
{
    if ((tuple->t_infomask & XIP_HEAP_XMAX_INVALID) || xip_locked_only(tuple->t_infomask) ||
        xip_is_only_locked(me, tuple))
        return XIP_TM_OK;
    return xip_has_successor(tuple, op->self) ? XIP_TM_UPDATED : XIP_TM_DELETED;
}

static void delete_now(xip_session *me, xip_heap_op *op, xip_tuple_header *tuple)
{
    xip_page *page = xip_rel_page(xip_heap_at(me), op->rel, op->self.block);
    xip_xid xid = xip_current_xid(me);
    xip_cid cid = op->cid;
    bool is_combo = xip_combo_adjust_cmax(me, tuple, &cid);
    xip_mxact_set_oldest_member(me);
    xip_new_xmax xmax = xip_compute_new_xmax(me, tuple, xid, XIP_LOCK_EXCLUSIVE, true);
    xip_page_set_prunable(page, xid);
    page->pd_flags &= (uint16_t)~XIP_PD_ALL_VISIBLE;
    xip_set_xmax(tuple, xmax);
    xip_clear_bits(tuple, 0, XIP_HEAP_HOT_UPDATED);
    xip_combo_set_cmax(tuple, cid, is_combo);
    xip_tuple_set_ctid(tuple, op->self);
}

xip_outcome xip_run_delete(xip_session *me, xip_heap_op *op, xip_heap_op_result *result)
{
    xip_current_xid(me); /* assigned before the first look, so a blocked DELETE has one */
    for (;;) {
        xip_tuple_header *tuple = xip_rel_tuple(xip_heap_at(me), op->rel, op->self);
        xip_tm tm = XIP_TM_INVISIBLE;
        if (op->phase == XIP_PHASE_TEST) {
            if (tuple != NULL)
                tm = xip_satisfies_update(me, tuple, op->self, op->cid);
            if (tm == XIP_TM_INVISIBLE) {
                result->tm = tm;
                return XIP_DONE;
            }
            if (tm == XIP_TM_BEING_MODIFIED) {
                xip_op_remember(op, tuple);
                if (!must_wait(me, op))
                    tm = after_wait(me, op, tuple);
            }
        } else {
            xip_outcome outcome = xip_op_wait(me, op);
            if (outcome != XIP_DONE)
                return outcome;
            if (xip_op_xmax_changed(op, tuple)) {
                op->phase = XIP_PHASE_TEST;
                continue;
            }
            if (!(op->infomask & XIP_HEAP_XMAX_IS_MULTI))
                xip_update_xmax_hints(me, tuple, op->xwait);
            tm = after_wait(me, op, tuple);
        }
        if (tm == XIP_TM_BEING_MODIFIED)
            continue; /* the wait has begun */
        if (tm == XIP_TM_OK && !xip_op_sees(me, op, tuple))
            tm = XIP_TM_UPDATED;
        if (tm == XIP_TM_OK && !xip_heap_check_in(me, op->rel, op->self)) {
            result->error = XIP_ERR_SERIALIZATION;
            result->tm = tm;
        } else if (tm == XIP_TM_OK) {
            delete_now(me, op, tuple);
            result->ctid = op->self;
            result->tm = tm;
        } else {
            xip_op_failure(me, tuple, tm, result);
        }
        xip_op_release(me, op);
        return XIP_DONE;
    }
}
