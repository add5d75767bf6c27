/*
 * update.c — PostgreSQL: heap_update in src/backend/access/heap/heapam.c.
 *
 * The new version keeps sessions that lock the row FOR KEY SHARE. It is heap-only (HOT) when it fits on the old one's
 * page and no indexed column changed.
 */
#include <string.h>

#include "base/assert.h"
#include "heap/combocid.h"
#include "heap/hio.h"
#include "heap/modify.h"
#include "heap/multixact.h"
#include "heap/serializable.h"
#include "heap/visibility.h"

/* An updater in a multixact blocks unless it aborted; conflicting lockers have ended. */
static bool multi_lets_go_on(xip_session *me, const xip_tuple_header *tuple)
{
    if (xip_locked_only(tuple->t_infomask))
        return true;
    xip_xid xid = xip_update_xid(me, tuple);
    return xid == XIP_INVALID_XID || xip_did_abort(me, xid);
}

/* BeingModified: begins the wait and returns BeingModified, or returns the result at once. */
static xip_tm consider(xip_session *me, xip_heap_op *op, const xip_tuple_header *tuple)
{
    if (op->infomask & XIP_HEAP_XMAX_IS_MULTI) {
        bool is_member = false;
        if (xip_mxact_conflicts(me, op->xwait, (xip_tuple_lock)op->mode, &is_member)) {
            xip_op_begin_wait(op, !is_member, xip_status_of_lock((xip_tuple_lock)op->mode, true));
            return XIP_TM_BEING_MODIFIED;
        }
        return multi_lets_go_on(me, tuple) ? XIP_TM_OK : XIP_TM_UPDATED;
    }
    bool mine = xip_is_current_xid(me, op->xwait);
    bool harmless = xip_is_keyshr_locked(op->infomask) && op->mode == XIP_LOCK_NO_KEY_EXCLUSIVE;
    if (mine || harmless) {
        op->checked_lockers = op->locker_remains = true;
        return XIP_TM_OK;
    }
    xip_op_begin_wait(op, true, 0);
    return XIP_TM_BEING_MODIFIED;
}

/* The wait is over and xmax is still the same. */
static xip_tm after_wait(xip_session *me, const xip_heap_op *op, xip_tuple_header *tuple)
{
    if (op->infomask & XIP_HEAP_XMAX_IS_MULTI)
        return multi_lets_go_on(me, tuple) ? XIP_TM_OK : XIP_TM_UPDATED;
    xip_update_xmax_hints(me, tuple, op->xwait);
    return tuple->t_infomask & XIP_HEAP_XMAX_INVALID ? XIP_TM_OK : XIP_TM_UPDATED;
}

/* xmax of the new version: remaining lockers, which can only be FOR KEY SHARE. */
static xip_new_xmax surviving_lockers(xip_session *me, const xip_heap_op *op, const xip_tuple_header *old)
{
    xip_new_xmax none = {.infomask = XIP_HEAP_XMAX_INVALID};
    if ((old->t_infomask & XIP_HEAP_XMAX_INVALID) || (op->checked_lockers && !op->locker_remains) ||
        old->t_xmax == XIP_INVALID_XID)
        return none;
    xip_new_xmax kept = {.xmax = old->t_xmax, .infomask = XIP_HEAP_XMAX_KEYSHR_LOCK | XIP_HEAP_XMAX_LOCK_ONLY};
    if (old->t_infomask & XIP_HEAP_XMAX_IS_MULTI)
        xip_mxact_hint_bits(me, old->t_xmax, &kept.infomask, &kept.infomask2);
    return kept;
}

/* While the page is unlocked to find another, the old version is marked as locked. */
static void lock_meanwhile(xip_session *me, xip_heap_op *op, xip_tuple_header *old, xip_xid xid, xip_cid cid,
                           bool is_combo)
{
    xip_set_xmax(old, xip_compute_new_xmax(me, old, xid, (xip_tuple_lock)op->mode, false));
    xip_clear_bits(old, 0, XIP_HEAP_HOT_UPDATED);
    xip_combo_set_cmax(old, cid, is_combo);
    xip_tuple_set_ctid(old, op->self);
}

/* Both versions are written. XIP_ERR_NO_MEMORY: the new one found no page. XIP_ERR_SERIALIZATION. */
static xip_error update_now(xip_session *me, xip_heap_op *op, xip_tuple_header *old, xip_heap_op_result *result)
{
    xip_heap *heap = xip_heap_at(me);
    xip_page *page = xip_rel_page(heap, op->rel, op->self.block);
    xip_xid xid = xip_current_xid(me);
    xip_new_xmax old_xmax = xip_compute_new_xmax(me, old, xid, (xip_tuple_lock)op->mode, true);
    xip_new_xmax kept = surviving_lockers(me, op, old);
    xip_tuple_header *row = xip_heap_page_at(heap, op->row);
    row->t_xmin = xid;
    row->t_xmax = kept.xmax;
    row->t_cid = op->cid;
    xip_set_bits(row, XIP_HEAP_UPDATED | kept.infomask, kept.infomask2);
    xip_cid cid = op->cid;
    bool is_combo = xip_combo_adjust_cmax(me, old, &cid);

    uint32_t block = op->self.block;
    if (xip_maxalign(op->row_bytes) > xip_page_free_space(page)) {
        lock_meanwhile(me, op, old, xid, cid, is_combo);
        block = xip_block_for_tuple(me, op->rel, op->row_bytes);
        if (block == XIP_NO_BLOCK)
            return XIP_ERR_NO_MEMORY;
    }
    if (!xip_heap_check_in(me, op->rel, op->self))
        return XIP_ERR_SERIALIZATION;
    bool hot = block == op->self.block && !op->indexed_changed;
    if (block != op->self.block)
        page->pd_flags |= XIP_PD_PAGE_FULL;
    xip_page_set_prunable(page, xid);
    xip_clear_bits(old, 0, XIP_HEAP_HOT_UPDATED);
    if (hot) {
        xip_set_bits(old, 0, XIP_HEAP_HOT_UPDATED);
        xip_set_bits(row, 0, XIP_HEAP_ONLY_TUPLE);
    }
    page->pd_flags &= (uint16_t)~XIP_PD_ALL_VISIBLE;
    xip_rel_page(heap, op->rel, block)->pd_flags &= (uint16_t)~XIP_PD_ALL_VISIBLE;
    result->ctid = xip_put_tuple(heap, op->rel, block, row, op->row_bytes);
    result->hot = hot;
    xip_set_xmax(old, old_xmax);
    xip_combo_set_cmax(old, cid, is_combo);
    xip_tuple_set_ctid(old, result->ctid);
    return XIP_OK;
}

xip_outcome xip_run_update(xip_session *me, xip_heap_op *op, xip_heap_op_result *result)
{
    xip_current_xid(me); /* assigned before the first look, so a blocked UPDATE has one */
    if (op->mode == XIP_LOCK_NO_KEY_EXCLUSIVE)
        xip_mxact_set_oldest_member(me);
    for (;;) {
        xip_tuple_header *tuple = xip_rel_tuple(xip_heap_at(me), op->rel, op->self);
        xip_tm tm = XIP_TM_INVISIBLE;
        if (op->phase == XIP_PHASE_TEST) {
            op->checked_lockers = op->locker_remains = false;
            if (tuple != NULL)
                tm = xip_satisfies_update(me, tuple, op->self, op->cid);
            if (tm == XIP_TM_INVISIBLE) {
                result->tm = tm;
                return XIP_DONE;
            }
            if (tm == XIP_TM_BEING_MODIFIED) {
                xip_op_remember(op, tuple);
                tm = consider(me, op, tuple);
                if (tm == XIP_TM_BEING_MODIFIED)
                    continue;
            }
        } else {
            xip_outcome outcome = xip_op_wait(me, op);
            if (outcome != XIP_DONE)
                return outcome;
            op->checked_lockers = true;
            op->locker_remains = (op->infomask & XIP_HEAP_XMAX_IS_MULTI) && op->remain > 0;
            if (xip_op_xmax_changed(op, tuple)) {
                op->phase = XIP_PHASE_TEST;
                continue;
            }
            tm = after_wait(me, op, tuple);
        }
        if (tm == XIP_TM_UPDATED && !xip_has_successor(tuple, op->self))
            tm = XIP_TM_DELETED;
        if (tm == XIP_TM_OK && !xip_op_sees(me, op, tuple))
            tm = XIP_TM_UPDATED;
        if (tm == XIP_TM_OK) {
            result->error = update_now(me, op, tuple, result);
            result->tm = tm;
        } else {
            xip_op_failure(me, tuple, tm, result);
        }
        xip_op_release(me, op);
        return XIP_DONE;
    }
}
