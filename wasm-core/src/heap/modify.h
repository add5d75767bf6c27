/*
 * modify.h — the common part of updating, deleting and locking a tuple: queueing for it, waiting for the transactions
 * in its xmax, and writing xmax. PostgreSQL: heap_acquire_tuplock, compute_new_xmax_infomask, xmax_infomask_changed in
 * src/backend/access/heap/heapam.c.
 *
 * An operation is a state machine of phases in xip_heap_op. One that has to wait returns XIP_WAIT and continues in the
 * same phase.
 */
#ifndef XIP_HEAP_MODIFY_H
#define XIP_HEAP_MODIFY_H

#include "heap/multixact.h"

/* New values for a tuple's header. */
typedef struct xip_new_xmax {
    xip_xid xmax;
    uint32_t infomask, infomask2;
} xip_new_xmax;

/* compute_new_xmax_infomask: from the old xmax with its bits, and the xid that wants to lock or (is_update) change. */
xip_new_xmax xip_compute_new_xmax(xip_session *me, const xip_tuple_header *old, xip_xid add, xip_tuple_lock mode,
                                  bool is_update);
/* Clears all bits about xmax and sets them again. Does not touch HEAP_HOT_UPDATED, t_cid and t_ctid. */
void xip_set_xmax(xip_tuple_header *tuple, xip_new_xmax xmax);

/* The lock or change of the transaction in a plain xmax, from the bits. */
xip_mxact_status xip_status_by_bits(const xip_tuple_header *tuple);

/* Remembers xmax and its bits before a wait. */
void xip_op_remember(xip_heap_op *op, const xip_tuple_header *tuple);
/* Whether they have changed since. */
bool xip_op_xmax_changed(const xip_heap_op *op, const xip_tuple_header *tuple);
/* Begins the wait: first the queue for the tuple, unless it is skipped, then the holders. */
void xip_op_begin_wait(xip_heap_op *op, bool queue, uint32_t status);
/*
 * Phases TUPLE_LOCK and HOLDERS. XIP_DONE when all conflicting transactions have ended: the phase is then WOKEN.
 * XIP_NOT_AVAILABLE with policies SKIP and ERROR.
 */
xip_outcome xip_op_wait(xip_session *me, xip_heap_op *op);
/* Releases the queue's lock. */
void xip_op_release(xip_session *me, xip_heap_op *op);
/* TM_FailureData of a tuple that could not be locked or changed. */
void xip_op_failure(xip_session *me, const xip_tuple_header *tuple, xip_tm tm, xip_heap_op_result *result);

/* The crosscheck of a change that could be made: whether it may be. */
bool xip_op_sees(xip_session *me, const xip_heap_op *op, xip_tuple_header *tuple);

/* The operations themselves; XIP_DONE fills *result. */
xip_outcome xip_run_update(xip_session *me, xip_heap_op *op, xip_heap_op_result *result);
xip_outcome xip_run_delete(xip_session *me, xip_heap_op *op, xip_heap_op_result *result);
xip_outcome xip_run_lock(xip_session *me, xip_heap_op *op, xip_heap_op_result *result);

#endif
