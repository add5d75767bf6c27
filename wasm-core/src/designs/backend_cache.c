/*
 * backend_cache.c — pg14, but a backend keeps one snapshot for all kinds. In PostgreSQL each kind (the current one, the
 * catalogs') is a static struct with a separate count: the first catalog snapshot after an end scans, although the
 * statement's own, a moment old, is just as right. Here the one that the backend filled last serves both: the requested
 * kind copies it. The copy is private memory, 4 bytes for each running xid, against 4 bytes of shared memory for each
 * connection.
 *
 * It is copied, and not pointed at: the other kind may be in use when this one is filled again after the next end.
 *
 * Why it is right. The contents of a snapshot depend only on the count (pg14.c), and not on its purpose: both kinds
 * leave out the backend's own xids and count its own for xmin. The check and the advertising of xmin happen under
 * ProcArrayLock held shared, as in pg14, whichever of the two is found. The copy itself needs no lock: only this
 * backend writes either.
 *
 * It saves a scan for each kind beyond the first, after each end, in backends that read catalogs meanwhile. In backends
 * that do not (warm caches; the lab's workloads), it is pg14 with one comparison more before each scan.
 */
#include "designs/dense.h"
#include "designs/designs.h"

#include <string.h>

static void copy_lists(xip_snapshot *to, const xip_snapshot *from)
{
    XIP_ASSERT(from->xcnt <= to->xip_capacity && from->subxcnt <= to->subxip_capacity,
               "a backend's snapshots have the same room");
    to->xmin = from->xmin;
    to->xmax = from->xmax;
    to->xcnt = from->xcnt;
    to->subxcnt = from->subxcnt;
    to->suboverflowed = from->suboverflowed;
    to->snap_xact_completion_count = from->snap_xact_completion_count;
    memcpy(to->xip, from->xip, from->xcnt * sizeof *to->xip);
    memcpy(to->subxip, from->subxip, from->subxcnt * sizeof *to->subxip);
}

/* The lock is held shared. The requested kind is me->snapshot, the other me->catalog_snapshot. */
static inline bool reuse(xip_backend *me)
{
    const uint64_t kept = me->snapshot.snap_xact_completion_count;
    const uint64_t others = me->catalog_snapshot.snap_xact_completion_count;
    if (kept == 0 && others == 0)
        return false;
    uint64_t now = mem_read_u64(me->core, &me->cluster->transam->xact_completion_count, MEM_XACT_COMPLETION_COUNT);
    if (now != kept) {
        if (now != others)
            return false;
        copy_lists(&me->snapshot, &me->catalog_snapshot);
    }
    dense_use_again(me);
    return true;
}

static bool get_snapshot(xip_backend *me)
{
    lock_for_snapshot(me);
    if (reuse(me)) {
        unlock_after_snapshot(me);
        return true;
    }
    dense_scan_and_unlock(me, true);
    return false;
}

const xip_design_ops xip_design_backend_cache = {
    .info = {.id = "backend-cache",
             .name = "one kept snapshot for all kinds",
             .commit = "an open idea of the author of 14's commits",
             .layout = "as pg14; in private memory, a kind copies what another kind has gathered",
             .reads =
                 "the counter; and only if it moved since the backend's last snapshot of any kind, xids[] of every "
                 "connection",
             .checks = CHECKS_PRIVATE_LISTS,
             .assigns = DENSE_ASSIGNS "; nextXid lies on the line of the counter",
             .ends = DENSE_ENDS ", xactCompletionCount" DENSE_ENDS_WITHOUT},
    .reuses = true,
    .get_snapshot = get_snapshot,
    .end_with_xid = xip_dense_end_and_count,
    .remove_subxids = xip_dense_remove_subxids_and_count,
    DENSE_OPS,
};
