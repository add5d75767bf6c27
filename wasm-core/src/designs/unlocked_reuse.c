/*
 * unlocked_reuse.c — pg14, but the check whether the kept snapshot is still right takes no ProcArrayLock: the idea of
 * the patch of 2012 without its hole. A backend that has already advertised an xmin (a draft of 2026 stops there) reads
 * the counter and writes nothing; one that has not advertises the kept snapshot's first, and then checks. If an end has
 * come between, the scan of pg14 follows, under the lock.
 *
 * Let S be the kept snapshot, c the count it was built under, m its xmin, and t the moment of the last read of the
 * counter, which found c.
 *
 * S is right at t. Ends and aborts of subtransactions happen under the lock held exclusively, one after another, and
 * each raises the counter before the lock is released. S was built under the lock held shared, so c is no count from
 * the middle of a group. The counter is c at t: so every end since S was built is one that still holds the lock. It is
 * not over, and it is correct to treat the snapshot as taken before it. So every snapshot is the set of the first n
 * ends for some n, none is in halves, and a backend that knows of an end (it was over, and that reached this backend by
 * some lock, semaphore or message) reads a later count than c. Everything assigned since is at or above xmax.
 *
 * No horizon h passes S while it is in use. Horizons are computed under the lock held shared, from all xids, all xmins
 * and latestCompletedXid + 1; so h <= min(oldest running xid, latestCompletedXid + 1) at its time, which never falls.
 * Let C be the backend that computes h.
 *   a) C's scan reads this backend's xmin after it was advertised: h <= the advertised xmin <= m.
 *   b) It reads it before that. Then by t this backend has seen every end that C knew of: the store of xmin comes
 *      before the read of the counter for everybody (mem_write_before_reads_u32), and the raise of the counter comes
 *      before C's read of xmin (its lock is a full barrier); if both reads missed both writes, these four would form a
 *      circle. The read found c. So C knew of no end after S was built, and h is at most the value that S itself was
 *      computed from: h <= m.
 * An xmin that was advertised before S was returned comes from S or from an older snapshot of this backend, so it is <=
 * m, and it has not changed since; case b) was settled when it was set. That is why this case needs no write.
 *
 * Without the store, or with the store after the read, b) fails: C, which sees no xmin, may know of an end after the
 * read, and h > m. That is the hole of 2012 (XIP_FAULT_REUSE_WITHOUT_XMIN).
 *
 * The fields of S itself are private and were written by this backend, so no barrier needs to order them.
 */
#include "designs/dense.h"
#include "designs/designs.h"

static inline uint64_t look(xip_backend *me)
{
    return mem_atomic_load_u64(me->core, &me->cluster->transam->xact_completion_count, MEM_XACT_COMPLETION_COUNT);
}

static inline bool reuse(xip_backend *me)
{
    xip_snapshot *snapshot = &me->snapshot;
    const uint64_t kept = snapshot->snap_xact_completion_count;
    if (kept == 0 || look(me) != kept)
        return false;
    uint32_t *my_xmin = &dense_proc(me->cluster, me->pgprocno)->xmin;
    if (!forgets_xmin(me) && mem_read_u32(me->core, my_xmin, MEM_XMIN) == XIP_INVALID_XID) {
        mem_write_before_reads_u32(me->core, my_xmin, snapshot->xmin, MEM_XMIN);
        if (look(me) != kept) {
            /* No snapshot in use depends on it yet; the scan will advertise its own. */
            mem_write_u32(me->core, my_xmin, XIP_INVALID_XID, MEM_XMIN);
            return false;
        }
        me->transaction_xmin = snapshot->xmin;
    }
    me->recent_xmin = snapshot->xmin;
    snapshot->curcid = me->curcid;
    return true;
}

static bool get_snapshot(xip_backend *me)
{
    if (reuse(me))
        return true;
    lock_for_snapshot(me);
    dense_scan_and_unlock(me, true);
    return false;
}

/* As bump_completion_count, but the counter is read without the lock, so it must never be torn. */
static void bump(xip_backend *me)
{
    uint64_t *count = &me->cluster->transam->xact_completion_count;
    if (me->cluster->faults & XIP_FAULT_NO_COMPLETION_COUNT)
        return;
    uint64_t now = mem_read_u64(me->core, count, MEM_XACT_COMPLETION_COUNT);
    mem_atomic_store_u64(me->core, count, now + 1, MEM_XACT_COMPLETION_COUNT);
}

static void end_with_xid(xip_backend *me, uint32_t pgprocno, xip_xid latest_xid)
{
    xip_dense_end_with_xid(me, pgprocno, latest_xid);
    bump(me);
}

static void remove_subxids(xip_backend *me, const xip_xid *xids, uint32_t n, xip_xid latest_xid)
{
    xip_dense_remove_subxids(me, xids, n, latest_xid);
    bump(me);
}

const xip_design_ops xip_design_unlocked_reuse = {
    .info = {.id = "unlocked-reuse",
             .name = "reuse without ProcArrayLock",
             .commit = "not committed: the idea of a patch of 2012, and of a draft of 2026",
             .layout = "as pg14; the counter is an atomic",
             .reads =
                 "the counter, without the lock (twice, where xmin is to be advertised); and only if it moved since "
                 "the last snapshot, xids[] of every connection under the lock",
             .checks = CHECKS_PRIVATE_LISTS,
             .assigns = DENSE_ASSIGNS "; nextXid lies on the line of the counter",
             .ends = DENSE_ENDS ", xactCompletionCount" DENSE_ENDS_WITHOUT},
    .reuses = true,
    .get_snapshot = get_snapshot,
    .end_with_xid = end_with_xid,
    .remove_subxids = remove_subxids,
    DENSE_OPS,
};
