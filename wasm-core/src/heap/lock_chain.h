/*
 * lock_chain.h — locking a row while it is being changed: its newer versions get the lock as well.
 * PostgreSQL: heap_lock_updated_tuple, heap_lock_updated_tuple_rec, test_lockmode_for_conflict in heapam.c.
 */
#ifndef XIP_HEAP_LOCK_CHAIN_H
#define XIP_HEAP_LOCK_CHAIN_H

#include "heap/state.h"

/* Starts at the successor of op->self. `after_wait`: the operation has waited for the holders. */
void xip_chain_begin(xip_session *me, xip_heap_op *op, bool after_wait);
/* Continues to the end of the chain. XIP_DONE: *tm is Ok, or says why a version cannot be locked. */
xip_outcome xip_chain_run(xip_session *me, xip_heap_op *op, xip_tm *tm);

#endif
