/* known_assigned.c — see known_assigned.h. */
#include "standby/known_assigned.h"

#include "base/assert.h"

/* PGPROC_MAX_CACHED_SUBXIDS + 1 for each PGPROC; KAX_COMPRESS_FREQUENCY, in transactions. */
enum { XIDS_PER_PROC = 65, COMPRESS_FREQUENCY = 128, COMPRESS_FROM_PROCS = 4 };

xip_error xip_known_init(xip_known_assigned *known, uint32_t max_procs, xip_arena *arena)
{
    uint32_t capacity = max_procs * XIDS_PER_PROC;
    *known = (xip_known_assigned){.capacity = capacity,
                                  .xids = xip_arena_take(arena, capacity * sizeof *known->xids, sizeof *known->xids),
                                  .valid = xip_arena_take(arena, capacity, 1)};
    return known->xids != NULL && known->valid != NULL ? XIP_OK : XIP_ERR_NO_MEMORY;
}

static void compress(xip_known_assigned *known)
{
    uint32_t to = 0;
    for (uint32_t at = known->tail; at < known->head; at++)
        if (known->valid[at]) {
            known->xids[to] = known->xids[at];
            known->valid[to++] = 1;
        }
    for (uint32_t at = to; at < known->head; at++)
        known->valid[at] = 0;
    known->tail = 0;
    known->head = to;
    known->ends = 0;
    known->compressions++;
}

void xip_known_maybe_compress(xip_known_assigned *known)
{
    uint32_t length = known->head - known->tail;
    if (++known->ends < COMPRESS_FREQUENCY)
        return;
    known->ends = 0;
    if (length >= COMPRESS_FROM_PROCS * known->capacity / XIDS_PER_PROC && length >= 2 * known->count)
        compress(known);
}

xip_error xip_known_add(xip_known_assigned *known, xip_xid from, xip_xid to)
{
    uint32_t needed = 1;
    for (xip_xid xid = from; xid != to; xid = xip_xid_next(xid))
        needed++;
    if (needed > known->capacity - known->head)
        compress(known);
    if (needed > known->capacity - known->head)
        return XIP_ERR_KNOWN_XIDS;
    XIP_ASSERT(known->head == known->tail || xip_xid_precedes(known->xids[known->head - 1], from),
               "xids become known in their order");
    for (xip_xid xid = from;; xid = xip_xid_next(xid)) {
        known->xids[known->head] = xid;
        known->valid[known->head++] = 1;
        known->count++;
        if (xid == to)
            return XIP_OK;
    }
}

/* KnownAssignedXidsSearch: the position of `xid`, or head. */
static uint32_t search(const xip_known_assigned *known, xip_xid xid)
{
    uint32_t low = known->tail;
    uint32_t high = known->head;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (known->xids[middle] == xid)
            return known->valid[middle] ? middle : known->head;
        if (xip_xid_precedes(known->xids[middle], xid))
            low = middle + 1;
        else
            high = middle;
    }
    return known->head;
}

bool xip_known_contains(const xip_known_assigned *known, xip_xid xid)
{
    return search(known, xid) < known->head;
}

/* The tail moves on to the first valid one; an empty array restarts from the beginning. */
static void advance_tail(xip_known_assigned *known)
{
    while (known->tail < known->head && !known->valid[known->tail])
        known->tail++;
    if (known->tail == known->head)
        known->tail = known->head = 0;
}

void xip_known_remove(xip_known_assigned *known, const xip_xid *xids, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = search(known, xids[i]);
        if (at == known->head)
            continue;
        known->valid[at] = 0;
        known->count--;
    }
    advance_tail(known);
}

void xip_known_remove_preceding(xip_known_assigned *known, xip_xid xid)
{
    for (uint32_t at = known->tail; at < known->head; at++) {
        if (xid != XIP_INVALID_XID && !xip_xid_precedes(known->xids[at], xid))
            break;
        known->count -= known->valid[at];
        known->valid[at] = 0;
    }
    advance_tail(known);
}

xip_xid xip_known_oldest(const xip_known_assigned *known)
{
    return known->tail < known->head ? known->xids[known->tail] : (xip_xid)XIP_INVALID_XID;
}

uint32_t xip_known_get(const xip_known_assigned *known, xip_xid *xids, xip_xid *xmin, xip_xid xmax)
{
    uint32_t n = 0;
    for (uint32_t at = known->tail; at < known->head; at++) {
        if (!known->valid[at])
            continue;
        xip_xid xid = known->xids[at];
        if (n == 0 && xip_xid_precedes(xid, *xmin))
            *xmin = xid;
        if (!xip_xid_precedes(xid, xmax))
            break;
        xids[n++] = xid;
    }
    return n;
}
