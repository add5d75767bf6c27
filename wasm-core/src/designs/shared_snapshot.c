/*
 * shared_snapshot.c — pg14, but a backend publishes the snapshot it has built in shared memory: of all that find the
 * counter changed, one scans, the others copy the running xids. A new connection's first snapshot is a copy, too.
 *
 *   claimed     the count for which a backend collects or has collected; the one that raises it by compare-and-swap
 *               collects
 *   published   the count for which the contents are right
 *
 * The contents are for all backends: each entry's xid and its subxids. A backend that copies leaves out its own, and
 * counts its own for xmin. If the count is claimed but not published, a backend does not wait but scans for itself; all
 * backends do so if the snapshot did not fit.
 *
 * Why it is right. All of this happens under ProcArrayLock held shared, and the counter changes under that lock held
 * exclusively. Call the time between two changes an age.
 *   1. The published contents are right for their whole age: as in pg14, a snapshot of an age has the same contents
 *      whenever in that age it is taken; everything assigned since, including subxids, is at or above xmax. If an entry
 *      overflows later, the xids that its cache did not take are at or above xmax.
 *   2. They never change under a reader. Only the backend that has claimed the age writes the contents, between
 *      claiming and publishing, and an age is claimed once (`claimed` only grows: the count does). A reader has seen
 *      its own age published, so its age's only writer is done; the next writer needs another age, hence an end, hence
 *      the lock exclusively, hence after this reader has released it. So nothing can be torn and nothing needs a retry.
 *   3. They are seen whole: `published` is stored with release after the contents and loaded with acquire before them.
 *   4. xmin is advertised before the lock is released, as in pg14; it is the minimum over the same xids.
 * If the lab leaves ProcArrayLock out, nobody ends, so there is only one age.
 */
#include "designs/dense.h"
#include "designs/designs.h"

/* Returns false when another backend has claimed this age. */
static inline bool claim(xip_backend *me, xip_shared_snapshot *shared, uint64_t count)
{
    uint64_t seen = mem_atomic_load_u64(me->core, &shared->claimed, MEM_SHARED_CLAIMED);
    return seen != count && mem_atomic_cas_u64(me->core, &shared->claimed, seen, count, MEM_SHARED_CLAIMED);
}

/* Copies the subxids of the entry at `pgxactoff` from its cache into `to`, which has room for them. */
static void gather_subxids(xip_backend *me, uint32_t *to, uint32_t pgxactoff, uint32_t n)
{
    const uint32_t *pgprocnos = (const uint32_t *)me->cluster->proc_array->pgprocnos;
    uint32_t pgprocno = mem_read_u32(me->core, &pgprocnos[pgxactoff], MEM_PGPROCNO);
    const uint32_t *subxids = dense_proc(me->cluster, pgprocno)->subxids;
    mem_read_barrier();
    for (uint32_t i = 0; i < n; i++)
        mem_write_u32(me->core, &to[i], mem_read_u32(me->core, &subxids[i], MEM_SUBXIDS), MEM_SHARED_SUBXIP);
}

/* dense_scan_and_unlock, but it lists all backends, in shared memory. False when they do not fit. */
static bool gather(xip_backend *me, xip_shared_snapshot *shared)
{
    xip_cluster *cluster = me->cluster;
    mem_core *core = me->core;
    xip_full_xid latest = mem_read_u64(core, &cluster->transam->latest_completed_xid, MEM_LATEST_COMPLETED_XID);
    const uint32_t num_procs = mem_read_u32(core, (uint32_t *)&cluster->proc_array->num_procs, MEM_NUM_PROCS);
    xip_xid xmax = xip_xid_next((xip_xid)latest);
    xip_xid xmin = xmax;
    uint32_t xcnt = 0;
    uint32_t subxcnt = 0;
    uint32_t overflowed = 0;
    for (me->scan.at = 0; xip_dense_next_with_xid(me, num_procs); me->scan.at++) {
        uint32_t at = me->scan.at;
        xip_xid xid = me->scan.xid;
        if (!xip_normal_xid_precedes(xid, xmax))
            continue;
        uint8_t flags = mem_read_u8(core, &cluster->status_flags[at], MEM_STATUS_FLAGS);
        if (flags & (XIP_PROC_IN_LOGICAL_DECODING | XIP_PROC_IN_VACUUM))
            continue;
        if (xip_normal_xid_precedes(xid, xmin))
            xmin = xid;
        uint32_t end = XIP_SHARED_OVERFLOWED;
        if (mem_read_u8(core, &cluster->subxid_states[at].overflowed, MEM_OVERFLOWED)) {
            overflowed++;
        } else {
            uint32_t n = mem_read_before_barrier_u8(core, &cluster->subxid_states[at].count, MEM_SUBXID_STATUS);
            if (n > XIP_SHARED_SUBXIDS - subxcnt)
                return false;
            if (n > 0)
                gather_subxids(me, &shared->subxip[subxcnt], at, n);
            subxcnt += n;
            end = 0;
        }
        if (xcnt == XIP_SHARED_XIDS)
            return false;
        mem_write_u32(core, &shared->xip[xcnt], xid, MEM_SHARED_XIP);
        mem_write_u32(core, &shared->subxip_end[xcnt], end | subxcnt, MEM_SHARED_SUBXIP_END);
        xcnt++;
    }
    mem_write_u32(core, &shared->xmin, xmin, MEM_SHARED_XMIN);
    mem_write_u32(core, &shared->xmax, xmax, MEM_SHARED_XMAX);
    mem_write_u32(core, &shared->xcnt, xcnt, MEM_SHARED_XCNT);
    mem_write_u32(core, &shared->subxcnt, subxcnt, MEM_SHARED_SUBXCNT);
    mem_write_u32(core, &shared->overflowed, overflowed, MEM_SHARED_OVERFLOWED);
    return true;
}

static inline uint32_t subxip_end(xip_backend *me, const xip_shared_snapshot *shared, uint32_t at)
{
    return mem_read_u32(me->core, &shared->subxip_end[at], MEM_SHARED_SUBXIP_END);
}

/* Copies [from, to) of the published subxids after the existing ones. */
static void copy_subxids(xip_backend *me, const xip_shared_snapshot *shared, uint32_t *subxcnt, uint32_t from,
                         uint32_t to)
{
    xip_snapshot *snapshot = &me->snapshot;
    if (from >= to)
        return;
    XIP_ASSERT(*subxcnt + (to - from) <= snapshot->subxip_capacity,
               "no more backends have subtransactions than the server was made for");
    mem_copy_xids_from(me->core, snapshot->subxip + *subxcnt, &shared->subxip[from], to - from, MEM_SHARED_SUBXIP);
    *subxcnt += to - from;
}

/*
 * Takes the subxids of all entries except `own` (UINT32_MAX: there is none), up to the first other one that has
 * overflowed: from there on dense.c collects none either. Returns whether there is such a one.
 */
static bool take_subxids(xip_backend *me, const xip_shared_snapshot *shared, uint32_t xcnt, uint32_t own,
                         uint32_t *subxcnt)
{
    uint32_t all = mem_read_u32(me->core, &shared->subxcnt, MEM_SHARED_SUBXCNT);
    bool has_overflowed = mem_read_u32(me->core, &shared->overflowed, MEM_SHARED_OVERFLOWED) > 0;
    bool suboverflowed = false;
    if (has_overflowed) {
        uint32_t end = 0;
        for (uint32_t i = 0; i < xcnt && !suboverflowed; i++) {
            uint32_t its = subxip_end(me, shared, i);
            suboverflowed = (its & XIP_SHARED_OVERFLOWED) && i != own;
            end = its & ~XIP_SHARED_OVERFLOWED;
        }
        all = end;
    }
    uint32_t own_from = all;
    uint32_t own_to = all;
    if (own != UINT32_MAX && all > 0) {
        own_from = own == 0 ? 0 : subxip_end(me, shared, own - 1) & ~XIP_SHARED_OVERFLOWED;
        own_to = subxip_end(me, shared, own) & ~XIP_SHARED_OVERFLOWED;
    }
    copy_subxids(me, shared, subxcnt, 0, own_from < all ? own_from : all);
    copy_subxids(me, shared, subxcnt, own_to, all);
    return suboverflowed;
}

/* Copies the published snapshot of the age `count` without the backend's own xids, and releases the lock. */
static void take_and_unlock(xip_backend *me, const xip_shared_snapshot *shared, uint64_t count, bool advertises)
{
    xip_cluster *cluster = me->cluster;
    mem_core *core = me->core;
    xip_snapshot *snapshot = &me->snapshot;
    xip_full_xid latest = mem_read_u64(core, &cluster->transam->latest_completed_xid, MEM_LATEST_COMPLETED_XID);
    xip_xid oldest_xid = mem_read_u32(core, &cluster->transam->oldest_xid, MEM_OLDEST_XID);
    xip_xid xmin = mem_read_u32(core, &shared->xmin, MEM_SHARED_XMIN);
    xip_xid xmax = mem_read_u32(core, &shared->xmax, MEM_SHARED_XMAX);
    uint32_t xcnt = mem_read_u32(core, &shared->xcnt, MEM_SHARED_XCNT);
    /* The backend's own xid is in the list, unless it is too new or its flags keep it out; it always counts for
     * xmin. */
    xip_xid own_xid = me->top_xid;
    uint32_t own = UINT32_MAX;
    XIP_ASSERT(xcnt <= snapshot->xip_capacity, "no more backends have an xid than the server was made for");
    if (xcnt > 0)
        mem_copy_xids_from(core, snapshot->xip, shared->xip, xcnt, MEM_SHARED_XIP);
    if (xip_xid_is_normal(own_xid) && xip_normal_xid_precedes(own_xid, xmax)) {
        xmin = xip_xid_older(xmin, own_xid);
        for (uint32_t i = 0; i < xcnt && own == UINT32_MAX; i++)
            if (snapshot->xip[i] == own_xid)
                own = i;
    }
    uint32_t subxcnt = 0;
    bool suboverflowed = take_subxids(me, shared, xcnt, own, &subxcnt);
    xip_xid slot_xmin = mem_read_u32(core, &cluster->proc_array->replication_slot_xmin, MEM_SLOT_XMIN);
    xip_xid slot_catalog_xmin =
        mem_read_u32(core, &cluster->proc_array->replication_slot_catalog_xmin, MEM_SLOT_CATALOG_XMIN);
    if (advertises)
        dense_advertise_xmin(me, xmin);
    unlock_after_snapshot(me);

    if (own != UINT32_MAX) {
        xcnt--;
        for (uint32_t i = own; i < xcnt; i++)
            snapshot->xip[i] = snapshot->xip[i + 1];
    }
    xip_global_vis_update(me, latest, xmin, own_xid, oldest_xid, slot_xmin, slot_catalog_xmin);
    fill_snapshot(me, xmin, xmax, xcnt, subxcnt, suboverflowed);
    snapshot->snap_xact_completion_count = count;
}

/* True when no xids[] had to be scanned. */
static bool get_snapshot(xip_backend *me)
{
    xip_shared_snapshot *shared = me->cluster->shared_snapshot;
    lock_for_snapshot(me);
    uint64_t now = mem_read_u64(me->core, &me->cluster->transam->xact_completion_count, MEM_XACT_COMPLETION_COUNT);
    if (me->snapshot.snap_xact_completion_count == now) {
        dense_use_again(me);
        unlock_after_snapshot(me);
        return true;
    }
    if (mem_atomic_load_u64(me->core, &shared->published, MEM_SHARED_PUBLISHED) == now) {
        take_and_unlock(me, shared, now, !forgets_xmin(me));
        return true;
    }
    if (claim(me, shared, now) && gather(me, shared)) {
        mem_atomic_store_u64(me->core, &shared->published, now, MEM_SHARED_PUBLISHED);
        take_and_unlock(me, shared, now, true);
        return false;
    }
    dense_scan_and_unlock(me, true);
    return false;
}

const xip_design_ops xip_design_shared_snapshot = {
    .info = {.id = "shared-snapshot",
             .name = "one published snapshot for all backends",
             .commit = "an open idea of the author of 14's commits",
             .layout =
                 "as pg14, plus one snapshot in shared memory: a line of count, bounds and lengths, then xip[] and "
                 "subxip[] of everybody",
             .reads =
                 "the counter; if it moved since the last snapshot, the published one (a line, and 4 bytes for each "
                 "running xid); xids[] of every connection only if nobody has published since, and then what was "
                 "gathered is written there",
             .checks = CHECKS_PRIVATE_LISTS,
             .assigns = DENSE_ASSIGNS "; nextXid lies on the line of the counter",
             .ends = DENSE_ENDS ", xactCompletionCount" DENSE_ENDS_WITHOUT},
    .has_shared_snapshot = true,
    .reuses = true,
    .get_snapshot = get_snapshot,
    .end_with_xid = xip_dense_end_and_count,
    .remove_subxids = xip_dense_remove_subxids_and_count,
    DENSE_OPS,
};
