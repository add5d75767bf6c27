/*
 * operation.c — the one operation that a session may be in the middle of: set up, run, and continued after each wait
 * until it is done. Its state machine is in update.c, delete.c or lock.c.
 */
#include "base/assert.h"
#include "heap/hio.h"
#include "heap/modify.h"
#include "heap/visibility.h"

static xip_heap_op *begin(xip_session *me, xip_heap_op_kind kind, uint32_t rel, xip_ctid ctid)
{
    xip_heap_op *op = &xip_heap_mine(me)->op;
    XIP_ASSERT(op->kind == XIP_OP_NONE, "a session is in the middle of one operation at most");
    xip_page_name row = op->row;
    *op = (xip_heap_op){.kind = kind, .rel = rel, .self = ctid, .row = row, .first_time = true};
    op->cid = xip_current_cid(me, true);
    return op;
}

void xip_heap_update(xip_session *me, uint32_t rel, xip_ctid ctid, const xip_tuple_data *row, bool key_changed,
                     bool indexed_changed)
{
    xip_heap *heap = xip_heap_at(me);
    xip_heap_op *op = begin(me, XIP_OP_UPDATE, rel, ctid);
    xip_heap_mine(me)->updates = true;
    op->mode = key_changed ? XIP_LOCK_EXCLUSIVE : XIP_LOCK_NO_KEY_EXCLUSIVE;
    op->indexed_changed = indexed_changed || key_changed;
    if (op->row == 0)
        op->row = xip_heap_take_page(heap);
    op->row_bytes = op->row == 0 ? 0 : xip_form_tuple(xip_heap_page_at(heap, op->row), row);
}

void xip_heap_delete(xip_session *me, uint32_t rel, xip_ctid ctid)
{
    begin(me, XIP_OP_DELETE, rel, ctid)->mode = XIP_LOCK_EXCLUSIVE;
}

void xip_heap_crosscheck(xip_session *me)
{
    xip_heap_mine(me)->op.crosschecks = true;
}

void xip_heap_lock_row(xip_session *me, uint32_t rel, xip_ctid ctid, xip_tuple_lock mode, xip_wait_policy policy,
                       bool find_last_version, bool follow_updates)
{
    xip_heap_op *op = begin(me, XIP_OP_LOCK, rel, ctid);
    op->mode = mode;
    op->policy = policy;
    op->find_last = find_last_version;
    op->follow_updates = follow_updates;
}

void xip_heap_lock(xip_session *me, uint32_t rel, xip_ctid ctid, xip_tuple_lock mode, xip_wait_policy policy,
                   bool find_last_version)
{
    xip_heap_lock_row(me, rel, ctid, mode, policy, find_last_version, true);
}

bool xip_heap_is_live(xip_session *me, uint32_t rel, xip_ctid ctid)
{
    xip_tuple_header *tuple = xip_rel_tuple(xip_heap_at(me), rel, ctid);
    xip_xid inserter, deleter;
    return tuple != NULL && xip_satisfies_dirty(me, tuple, &inserter, &deleter) && inserter == XIP_INVALID_XID;
}

void xip_heap_pin(xip_session *me, uint32_t rel, xip_ctid ctid)
{
    xip_heap_session *mine = xip_heap_mine(me);
    XIP_ASSERT(mine->op.kind == XIP_OP_NONE, "an operation pins its pages itself");
    mine->op.rel = rel;
    mine->op.self = ctid;
    mine->op.phase = XIP_PHASE_TEST;
    mine->updates = true;
}

static xip_outcome run(xip_session *me, xip_heap_op *op, xip_heap_op_result *result)
{
    switch ((xip_heap_op_kind)op->kind) {
    case XIP_OP_UPDATE:
        return xip_run_update(me, op, result);
    case XIP_OP_DELETE:
        return xip_run_delete(me, op, result);
    default:
        return xip_run_lock(me, op, result);
    }
}

xip_outcome xip_heap_op_run(xip_session *me, xip_heap_op_result *result)
{
    xip_heap_op *op = &xip_heap_mine(me)->op;
    XIP_ASSERT(op->kind != XIP_OP_NONE, "an operation was set up before it runs");
    *result = (xip_heap_op_result){.cmax = XIP_INVALID_CID};
    xip_outcome outcome = XIP_DONE;
    if (!xip_heap_has_room(me) || (op->kind == XIP_OP_UPDATE && op->row == 0))
        result->error = XIP_ERR_NO_MEMORY;
    else if (op->kind == XIP_OP_UPDATE && op->row_bytes == 0)
        result->error = XIP_ERR_ARGUMENT;
    else
        outcome = run(me, op, result);
    if (outcome != XIP_WAIT)
        op->kind = XIP_OP_NONE;
    return outcome;
}

void xip_heap_op_drop(xip_session *me)
{
    /* Its lock on the tuple is released with the (sub)transaction that fails now. */
    xip_heap_mine(me)->op.kind = XIP_OP_NONE;
    xip_heap_scan_end(me);
}
