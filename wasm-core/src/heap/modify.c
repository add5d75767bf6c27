/* modify.c — see modify.h. */
#include "heap/modify.h"

#include "heap/combocid.h"
#include "heap/multixact.h"
#include "heap/visibility.h"

/* ---- xmax ---- */

/* The old xmax no longer counts: the newcomer is alone in it. */
static xip_new_xmax alone(xip_xid add, xip_tuple_lock mode, bool is_update)
{
    static const uint16_t lock_bits[] = {XIP_HEAP_XMAX_KEYSHR_LOCK, XIP_HEAP_XMAX_SHR_LOCK, XIP_HEAP_XMAX_EXCL_LOCK,
                                         XIP_HEAP_XMAX_EXCL_LOCK};
    xip_new_xmax new_xmax = {.xmax = add};
    if (!is_update)
        new_xmax.infomask = (uint32_t)XIP_HEAP_XMAX_LOCK_ONLY | lock_bits[mode];
    if (mode == XIP_LOCK_EXCLUSIVE)
        new_xmax.infomask2 = XIP_HEAP_KEYS_UPDATED;
    return new_xmax;
}

static xip_new_xmax of_multi(xip_session *me, uint32_t multi)
{
    xip_new_xmax new_xmax = {.xmax = multi};
    xip_mxact_hint_bits(me, multi, &new_xmax.infomask, &new_xmax.infomask2);
    return new_xmax;
}

xip_mxact_status xip_status_by_bits(const xip_tuple_header *tuple)
{
    bool keys = (tuple->t_infomask2 & XIP_HEAP_KEYS_UPDATED) != 0;
    if (!xip_locked_only(tuple->t_infomask))
        return keys ? XIP_MX_UPDATE : XIP_MX_NO_KEY_UPDATE;
    if (xip_is_keyshr_locked(tuple->t_infomask))
        return XIP_MX_KEY_SHARE;
    if (xip_is_shr_locked(tuple->t_infomask))
        return XIP_MX_SHARE;
    return keys ? XIP_MX_LOCK_UPDATE : XIP_MX_LOCK_NO_KEY_UPDATE;
}

static xip_new_xmax beside_multi(xip_session *me, const xip_tuple_header *old, xip_xid add, xip_tuple_lock mode,
                                 bool is_update)
{
    bool locks_only = xip_locked_only(old->t_infomask);
    if (!xip_mxact_is_running(me, old->t_xmax) &&
        (locks_only || !xip_did_commit(me, xip_mxact_updater(me, old->t_xmax))))
        return alone(add, mode, is_update);
    xip_mxact_member member = {add, xip_status_of_lock(mode, is_update)};
    return of_multi(me, xip_mxact_expand(me, old->t_xmax, member));
}

xip_new_xmax xip_compute_new_xmax(xip_session *me, const xip_tuple_header *old, xip_xid add, xip_tuple_lock mode,
                                  bool is_update)
{
    if (old->t_infomask & XIP_HEAP_XMAX_INVALID)
        return alone(add, mode, is_update);
    if (old->t_infomask & XIP_HEAP_XMAX_IS_MULTI)
        return beside_multi(me, old, add, mode, is_update);
    bool locks_only = xip_locked_only(old->t_infomask);
    bool committed = (old->t_infomask & XIP_HEAP_XMAX_COMMITTED) != 0;
    bool running = !committed && xip_is_in_progress(me, old->t_xmax);
    if (!running && !committed && (locks_only || !xip_did_commit(me, old->t_xmax)))
        return alone(add, mode, is_update); /* a locker that has ended, or an updater that aborted */
    xip_mxact_member before = {old->t_xmax, xip_status_by_bits(old)};
    if (committed) /* a committed change stays in xmax despite the lock bits */
        before.status = old->t_infomask2 & XIP_HEAP_KEYS_UPDATED ? XIP_MX_UPDATE : XIP_MX_NO_KEY_UPDATE;
    if (running && old->t_xmax == add) { /* the stronger of my two locks replaces both */
        xip_tuple_lock held = xip_lock_of_status(before.status);
        return alone(add, mode < held ? held : mode, is_update);
    }
    xip_mxact_member member = {add, xip_status_of_lock(mode, is_update)};
    return of_multi(me, xip_mxact_create(me, before, member));
}

void xip_set_xmax(xip_tuple_header *tuple, xip_new_xmax xmax)
{
    xip_clear_bits(tuple, XIP_HEAP_XMAX_BITS, XIP_HEAP_KEYS_UPDATED);
    xip_set_bits(tuple, xmax.infomask, xmax.infomask2);
    tuple->t_xmax = xmax.xmax;
}

/* ---- waiting ---- */

void xip_op_remember(xip_heap_op *op, const xip_tuple_header *tuple)
{
    op->xwait = tuple->t_xmax;
    op->infomask = tuple->t_infomask;
    op->infomask2 = tuple->t_infomask2;
    op->t_ctid = xip_tuple_ctid(tuple);
}

bool xip_op_xmax_changed(const xip_heap_op *op, const xip_tuple_header *tuple)
{
    const uint32_t matters = XIP_HEAP_XMAX_IS_MULTI | XIP_HEAP_XMAX_LOCK_ONLY | XIP_HEAP_LOCK_MASK;
    return (tuple->t_infomask & matters) != (op->infomask & matters) || tuple->t_xmax != op->xwait;
}

void xip_op_begin_wait(xip_heap_op *op, bool queue, uint32_t status)
{
    op->phase = queue ? XIP_PHASE_TUPLE_LOCK : XIP_PHASE_HOLDERS;
    op->status = status;
    op->member = op->remain = 0;
}

static xip_locktag tuple_tag(const xip_heap_op *op)
{
    return (xip_locktag){XIP_LOCKTAG_TUPLE, op->rel, op->self.block, op->self.offset};
}

xip_outcome xip_op_wait(xip_session *me, xip_heap_op *op)
{
    bool dont_wait = op->policy != XIP_WAIT_BLOCK;
    xip_lock_mode hwlock = xip_hwlock_of((xip_tuple_lock)op->mode);
    if (op->phase == XIP_PHASE_TUPLE_LOCK) {
        if (!op->have_tuple_lock) {
            xip_outcome outcome = xip_lock_acquire(me, tuple_tag(op), hwlock, dont_wait);
            if (outcome != XIP_DONE)
                return outcome;
            op->have_tuple_lock = true;
        }
        op->phase = XIP_PHASE_HOLDERS;
    }
    xip_outcome outcome = op->infomask & XIP_HEAP_XMAX_IS_MULTI
                              ? xip_mxact_wait(me, op->xwait, op->status, dont_wait, &op->member, &op->remain)
                              : xip_wait_for_xid(me, op->xwait, dont_wait);
    if (outcome == XIP_DONE)
        op->phase = XIP_PHASE_WOKEN;
    return outcome;
}

void xip_op_release(xip_session *me, xip_heap_op *op)
{
    if (op->have_tuple_lock)
        xip_lock_release(me, tuple_tag(op), xip_hwlock_of((xip_tuple_lock)op->mode));
    op->have_tuple_lock = false;
}

void xip_op_failure(xip_session *me, const xip_tuple_header *tuple, xip_tm tm, xip_heap_op_result *result)
{
    result->tm = tm;
    result->ctid = xip_tuple_ctid(tuple);
    result->xmax = xip_update_xid(me, tuple);
    result->cmax = tm == XIP_TM_SELF_MODIFIED ? xip_combo_cmax(me, tuple) : (xip_cid)XIP_INVALID_CID;
}

bool xip_op_sees(xip_session *me, const xip_heap_op *op, xip_tuple_header *tuple)
{
    const xip_snapshot *kept = xip_kept_snapshot(me);
    return !op->crosschecks || kept == NULL || xip_satisfies_mvcc(me, tuple, kept);
}
