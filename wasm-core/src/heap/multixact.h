/*
 * multixact.h — several transactions in one xmax: lockers, and at most one updater.
 * PostgreSQL: src/include/access/multixact.h, src/backend/access/transam/multixact.c, heapam.c
 * (DoesMultiXactIdConflict, MultiXactIdWait, GetMultiXactIdHintBits).
 *
 * A multixact never changes after its creation. Ids start at 1.
 * MODEL: the cache of a backend's own multixacts decides whether one is used again, as in PostgreSQL; members are never
 * truncated.
 */
#ifndef XIP_HEAP_MULTIXACT_H
#define XIP_HEAP_MULTIXACT_H

#include "heap/state.h"

/* MultiXactStatus */
typedef enum xip_mxact_status {
    XIP_MX_KEY_SHARE = 0,
    XIP_MX_SHARE,
    XIP_MX_LOCK_NO_KEY_UPDATE,
    XIP_MX_LOCK_UPDATE,
    XIP_MX_NO_KEY_UPDATE, /* an updater */
    XIP_MX_UPDATE         /* an updater of key columns, or a deleter */
} xip_mxact_status;

typedef struct xip_mxact_member {
    xip_xid xid;
    uint32_t status; /* xip_mxact_status */
} xip_mxact_member;

/* ISUPDATE_from_mxstatus */
static inline bool xip_status_updates(uint32_t status)
{
    return status > XIP_MX_LOCK_UPDATE;
}
/* TUPLOCK_from_mxstatus */
xip_tuple_lock xip_lock_of_status(uint32_t status);
/* get_mxact_status_for_lock. `updates` with a share lock has no meaning. */
xip_mxact_status xip_status_of_lock(xip_tuple_lock mode, bool updates);
/* tupleLockExtraInfo: the heavyweight mode that represents a tuple lock in the queue. */
xip_lock_mode xip_hwlock_of(xip_tuple_lock mode);
/* Whether two tuple locks exclude each other. */
bool xip_tuple_locks_conflict(xip_tuple_lock a, xip_tuple_lock b);

/* GetMultiXactIdMembers: how many; `member` returns each, in the order of (xid, status). */
uint32_t xip_mxact_count(xip_session *me, uint32_t multi);
xip_mxact_member xip_mxact_member_at(xip_session *me, uint32_t multi, uint32_t index);
/* The updater, or the invalid xid. MultiXactIdGetUpdateXid. */
xip_xid xip_mxact_updater(xip_session *me, uint32_t multi);
/* MultiXactIdIsRunning */
bool xip_mxact_is_running(xip_session *me, uint32_t multi);
/* MultiXactIdCreate */
uint32_t xip_mxact_create(xip_session *me, xip_mxact_member a, xip_mxact_member b);
/* MultiXactIdExpand: the members that still run, an updater that has committed, and `add`. */
uint32_t xip_mxact_expand(xip_session *me, uint32_t multi, xip_mxact_member add);

/* MultiXactIdSetOldestMember: in a transaction that is about to lock or change a row. It has an xid. */
void xip_mxact_set_oldest_member(xip_session *me);
/* GetOldestMultiXactId: no running transaction is or becomes a member of an older one, nor looks at one. */
uint32_t xip_mxact_oldest(xip_session *me);

/* OldestVisibleMXactId of mine: lockers in an older one are all gone. */
uint32_t xip_mxact_oldest_visible(xip_session *me);

/* GetMultiXactIdHintBits */
void xip_mxact_hint_bits(xip_session *me, uint32_t multi, uint32_t *infomask, uint32_t *infomask2);
/* DoesMultiXactIdConflict. `is_member`, unless NULL, is set to whether one of them is mine. */
bool xip_mxact_conflicts(xip_session *me, uint32_t multi, xip_tuple_lock mode, bool *is_member);
/* Do_MultiXactIdWait, from *member on; *remain counts the members that may keep running. */
xip_outcome xip_mxact_wait(xip_session *me, uint32_t multi, uint32_t status, bool dont_wait, uint32_t *member,
                           uint32_t *remain);

/* HeapTupleGetUpdateXid: for a multixact its updater, otherwise xmax itself. */
static inline xip_xid xip_update_xid(xip_session *me, const xip_tuple_header *tuple)
{
    if ((tuple->t_infomask & (XIP_HEAP_XMAX_INVALID | XIP_HEAP_XMAX_IS_MULTI | XIP_HEAP_XMAX_LOCK_ONLY)) ==
        XIP_HEAP_XMAX_IS_MULTI)
        return xip_mxact_updater(me, tuple->t_xmax);
    return tuple->t_xmax;
}

#endif
