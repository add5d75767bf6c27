/*
 * serializable.h — what a serializable transaction's reads and writes of row versions mean to SSI.
 * PostgreSQL: HeapCheckForSerializableConflictOut in src/backend/access/heap/heapam.c.
 */
#ifndef XIP_HEAP_SERIALIZABLE_H
#define XIP_HEAP_SERIALIZABLE_H

#include "heap/state.h"

/*
 * After the version `tag` was found visible or not: whoever made or ended it concurrently is an rw-conflict out. Only
 * if xip_serializable_reads. False: the transaction must roll back.
 */
bool xip_heap_check_out(xip_session *me, xip_ssi_tag tag, xip_tuple_header *tuple, bool is_visible);
/* PredicateLockTID of a visible version; none for one's own. */
bool xip_heap_lock_tuple_read(xip_session *me, uint32_t rel, xip_ctid ctid, const xip_tuple_header *tuple);
/* CheckForSerializableConflictIn: a version is changed. */
bool xip_heap_check_in(xip_session *me, uint32_t rel, xip_ctid ctid);
/* The same for a new row, which only a lock on the whole table has been waiting for. */
bool xip_heap_check_in_new(xip_session *me, uint32_t rel);

#endif
