/*
 * visibility.h — which sessions see a tuple, and what they may do to it.
 * PostgreSQL: src/backend/access/heap/heapam_visibility.c. From here to the sentence on the screen: README.md.
 *
 * All except the explaining one set hint bits on their way, as in PostgreSQL. MODEL: every commit record is flushed
 * before any session can ask (synchronous_commit = on), so a hint bit is never held back.
 */
#ifndef XIP_HEAP_VISIBILITY_H
#define XIP_HEAP_VISIBILITY_H

#include "heap/state.h"

/* HTSV_Result, in the numbers of xip_heap_vacuum_status. */
typedef enum xip_htsv {
    XIP_TUPLE_DEAD = 0,
    XIP_TUPLE_LIVE,
    XIP_TUPLE_RECENTLY_DEAD,
    XIP_TUPLE_INSERT_IN_PROGRESS,
    XIP_TUPLE_DELETE_IN_PROGRESS
} xip_htsv;

/* HeapTupleSatisfiesMVCC */
bool xip_satisfies_mvcc(xip_session *me, xip_tuple_header *tuple, const xip_snapshot *snapshot);
/* HeapTupleSatisfiesUpdate: Ok, Invisible, SelfModified, Updated, Deleted or BeingModified. */
xip_tm xip_satisfies_update(xip_session *me, xip_tuple_header *tuple, xip_ctid self, xip_cid curcid);
/*
 * HeapTupleIsSurelyDead: only from its hint bits; the check may compute the horizon. False only says that it is not
 * known.
 */
bool xip_is_surely_dead(xip_session *me, const xip_tuple_header *tuple);
/* HeapTupleSatisfiesDirty: a transaction whose fate is open is in *inserter or *deleter; otherwise they are invalid. */
bool xip_satisfies_dirty(xip_session *me, xip_tuple_header *tuple, xip_xid *inserter, xip_xid *deleter);
/* HeapTupleSatisfiesVacuumHorizon: when RECENTLY_DEAD, dead to all whose horizon is past *dead_after. */
xip_htsv xip_satisfies_vacuum_horizon(xip_session *me, xip_tuple_header *tuple, xip_xid *dead_after);
/* HeapTupleSatisfiesVacuum with an OldestXmin. */
xip_htsv xip_satisfies_vacuum(xip_session *me, xip_tuple_header *tuple, xip_xid oldest_xmin);
/* HeapTupleHeaderIsOnlyLocked: the transaction in xmax has not changed the tuple, and will not. */
bool xip_is_only_locked(xip_session *me, const xip_tuple_header *tuple);
/* UpdateXmaxHintBits: xmax, no multixact, has ended. */
void xip_update_xmax_hints(xip_session *me, xip_tuple_header *tuple, xip_xid xid);

#endif
