/*
 * modify.h — what updating, deleting and locking a tuple have in common: queueing for it, waiting for those in its
 * xmax, and what is written into xmax. PostgreSQL: heap_acquire_tuplock, compute_new_xmax_infomask,
 * xmax_infomask_changed in src/backend/access/heap/heapam.c.
 *
 * An operation is a machine of phases in xip_heap_op. One that has to wait answers XIP_WAIT and goes on in the same
 * phase.
 */
#ifndef XIP_HEAP_MODIFY_H
#define XIP_HEAP_MODIFY_H

#include "heap/multixact.h"

/* What goes into a tuple's header. */
typedef struct xip_new_xmax {
    xip_xid xmax;
    uint32_t infomask, infomask2;
} xip_new_xmax;

/* compute_new_xmax_infomask: old xmax with its bits, and who comes to lock or (is_update) change. */
xip_new_xmax xip_compute_new_xmax(xip_session *me, const xip_tuple_header *old, xip_xid add, xip_tuple_lock mode,
                                  bool is_update);
/* Clears what was said of xmax and says it anew. Does not touch HEAP_HOT_UPDATED, t_cid and t_ctid. */
void xip_set_xmax(xip_tuple_header *tuple, xip_new_xmax xmax);

/* What the one in a plain xmax has done, by the bits. */
xip_mxact_status xip_status_by_bits(const xip_tuple_header *tuple);

/* Remembers xmax and its bits before a wait. */
void xip_op_remember(xip_heap_op *op, const xip_tuple_header *tuple);
/* Whether somebody has changed them since. */
bool xip_op_xmax_changed(const xip_heap_op *op, const xip_tuple_header *tuple);
/* Begins the wait: first the queue for the tuple, unless it is to be skipped, then the holders. */
void xip_op_begin_wait(xip_heap_op *op, bool queue, uint32_t status);
/*
 * Phases TUPLE_LOCK and HOLDERS. XIP_DONE when all that conflict have ended: the phase is then WOKEN. XIP_NOT_AVAILABLE
 * with policies SKIP and ERROR.
 */
xip_outcome xip_op_wait(xip_session *me, xip_heap_op *op);
/* Gives the queue's lock back. */
void xip_op_release(xip_session *me, xip_heap_op *op);
/* TM_FailureData of a tuple that could not be had. */
void xip_op_failure(xip_session *me, const xip_tuple_header *tuple, xip_tm tm, xip_heap_op_result *result);

/* The operations themselves; XIP_DONE fills *result. */
xip_outcome xip_run_update(xip_session *me, xip_heap_op *op, xip_heap_op_result *result);
xip_outcome xip_run_delete(xip_session *me, xip_heap_op *op, xip_heap_op_result *result);
xip_outcome xip_run_lock(xip_session *me, xip_heap_op *op, xip_heap_op_result *result);

#endif
