/*
 * pg14.c — 623a9ba79bb, 14 to 18: dense arrays plus reuse. Contents of a snapshot change only when a transaction with
 * an xid ends, and each such end raises xactCompletionCount under ProcArrayLock exclusive. So while the counter is
 * unchanged, the last snapshot is still right. The check still takes the lock (shared): it orders the check against the
 * ends, and the advertised xmin against horizons.
 */
#include "designs/dense.h"
#include "designs/designs.h"

/* GetSnapshotDataReuse: the lock is held shared. */
static inline bool reuse(xip_backend *me)
{
    const xip_snapshot *snapshot = &me->snapshot;
    if (snapshot->snap_xact_completion_count == 0)
        return false;
    uint64_t now = mem_read_u64(me->core, &me->cluster->transam->xact_completion_count, MEM_XACT_COMPLETION_COUNT);
    if (now != snapshot->snap_xact_completion_count)
        return false;
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

const xip_design_ops xip_design_pg14 = {
    .info = {.id = "pg14",
             .name = "reuse by xactCompletionCount",
             .commit = "623a9ba79bb; 14 to 18",
             .layout = "as dense, plus the counter beside nextXid",
             .reads = "the counter; and only if it moved since the last snapshot, xids[] of every connection",
             .checks = CHECKS_PRIVATE_LISTS,
             .assigns = DENSE_ASSIGNS "; nextXid lies on the line of the counter",
             .ends = DENSE_ENDS ", xactCompletionCount" DENSE_ENDS_WITHOUT},
    .reuses = true,
    .get_snapshot = get_snapshot,
    .end_with_xid = xip_dense_end_and_count,
    .remove_subxids = xip_dense_remove_subxids_and_count,
    DENSE_OPS,
};
