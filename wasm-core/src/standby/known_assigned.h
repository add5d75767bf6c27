/*
 * known_assigned.h — KnownAssignedXids: the xids that a standby knows to be running on the primary, both top-level ones
 * and subtransactions', ascending in one array that is appended to at the head and thinned out in place.
 * PostgreSQL: src/backend/storage/ipc/procarray.c, KnownAssignedXids*.
 *
 *            tail                      head
 *   | free   | 731 | ··· | 735 | 736 | free |      ···: no longer valid, skipped until the next compression
 *
 * Invariants: xids ascend (modulo 2^31) from tail to head; xids[tail] is valid unless the array is empty.
 */
#ifndef XIP_STANDBY_KNOWN_ASSIGNED_H
#define XIP_STANDBY_KNOWN_ASSIGNED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "pg/xid.h"
#include "xip.h"

typedef struct xip_known_assigned {
    xip_xid *xids;
    uint8_t *valid;
    uint32_t capacity; /* TOTAL_MAX_CACHED_SUBXIDS: 65 for each of PROCARRAY_MAXPROCS */
    uint32_t tail, head;
    uint32_t count; /* of the valid ones */
    uint32_t ends;  /* transactions since the last check for a compression */
    uint32_t compressions;
} xip_known_assigned;

/* XIP_ERR_NO_MEMORY when the arena is too small. */
xip_error xip_known_init(xip_known_assigned *known, uint32_t max_procs, xip_arena *arena);
/* KnownAssignedXidsAdd: `from` to `to`, inclusive, all newer than the existing ones. XIP_ERR_KNOWN_XIDS when they do
 * not fit. */
xip_error xip_known_add(xip_known_assigned *known, xip_xid from, xip_xid to);
/* KnownAssignedXidsRemoveTree without the top one: missing xids are ignored. */
void xip_known_remove(xip_known_assigned *known, const xip_xid *xids, uint32_t count);
/* KnownAssignedXidsRemovePreceding: all before `xid`; an invalid xid: all. */
void xip_known_remove_preceding(xip_known_assigned *known, xip_xid xid);
bool xip_known_contains(const xip_known_assigned *known, xip_xid xid);
/* The oldest one; invalid when there is none. */
xip_xid xip_known_oldest(const xip_known_assigned *known);
/*
 * KnownAssignedXidsGetAndSetXmin: copies those before `xmax` to `xids` (room for known->count) and lowers *xmin to the
 * oldest one. Returns how many.
 */
uint32_t xip_known_get(const xip_known_assigned *known, xip_xid *xids, xip_xid *xmin, xip_xid xmax);
/* KnownAssignedXidsCompress after a transaction's end: occasionally, when half of the array is no longer valid. */
void xip_known_maybe_compress(xip_known_assigned *known);

#endif
