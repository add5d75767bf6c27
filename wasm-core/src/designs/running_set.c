/*
 * running_set.c — the running transactions in a separate array, without holes. A snapshot reads as many entries as
 * there are running ones, however many are connected.
 *
 * Three structures (layout_rungs.h):
 *   arrivals   a backend that gets an xid appends (xid, pgprocno) here, under XidGenLock, because assignment has no
 *              other lock;
 *   the set    written only under ProcArrayLock exclusive: a backend that ends a transaction first moves all arrivals
 *   into the set, then removes the ending one (the last entry fills its place, which its PGPROC's pgxactoff knows);
 *   by pgprocno, subxidStates[] and statusFlags[]: they stay in place when an entry moves.
 *
 * Why it is right.
 *   1. A snapshot reads only the set, under ProcArrayLock shared, so nobody writes to it meanwhile.
 *   2. Every transaction that runs with an xid below xmax is in the set. xmax is latestCompletedXid + 1 = Y + 1, and an
 *      xid X < Y was assigned before Y, by the order of XidGenLock; its arrival was appended before that lock was
 *      released. Y's end (by its backend, or by the leader of its group, which took Y's number from the group's list)
 *      came after Y's assignment, so it saw X's arrival and moved it, under the lock that advanced latestCompletedXid.
 *      A subtransaction that is rolled back may be that Y: it moves the arrivals, too. Transactions still among the
 *      arrivals are at or above xmax, and run without being listed.
 *   3. No transaction in the set has ended: each leaves it under the same lock. Entries at or above xmax are skipped.
 *   4. arrived is written after the entry (release) and read before it (acquire): an arrival is moved whole or not yet.
 *   5. The ring is never full. A backend arrives a second time only after its first transaction's end, and that moved
 *      everything that had arrived before it. So at most one arrival of each backend waits, and the ring has room for
 *      every PGPROC. For the same reason, the old content of the place that an arrival is written to was read before:
 *      between two arrivals of one backend there is an end that has moved the older, and XidGenLock orders it before
 *      the newer.
 * Subtransactions are read as in dense.c: the count with a barrier, then as many xids.
 */
#include "designs/by_proc.h"
#include "designs/designs.h"

static void publish_xid(xip_backend *me, xip_xid xid)
{
    xip_arrivals *arrivals = me->cluster->arrivals;
    uint32_t at = mem_read_u32(me->core, &arrivals->arrived, MEM_ARRIVED);
    xip_running *arrival = &arrivals->ring[at & (me->cluster->arrivals_size - 1)];
    mem_write_u32(me->core, &dense_proc(me->cluster, me->pgprocno)->xid, xid, MEM_XID);
    mem_write_u32(me->core, &arrival->xid, xid, MEM_ARRIVALS);
    mem_write_u32(me->core, &arrival->pgprocno, me->pgprocno, MEM_ARRIVALS);
    mem_barrier_then_write_u32(me->core, &arrivals->arrived, at + 1, MEM_ARRIVED);
}

/* Writes an entry of the set, and its place into its backend's PGPROC. */
static void put(xip_backend *me, uint32_t place, xip_xid xid, uint32_t pgprocno)
{
    xip_running *entry = &me->cluster->running_set->running[place];
    mem_write_u32(me->core, &entry->xid, xid, MEM_RUNNING);
    mem_write_u32(me->core, &entry->pgprocno, pgprocno, MEM_RUNNING);
    mem_write_u32(me->core, (uint32_t *)&dense_proc(me->cluster, pgprocno)->pgxactoff, place, MEM_PGXACTOFF);
}

/* Moves all arrivals into the set; returns how many are in it then. ProcArrayLock is held exclusively. */
static uint32_t drain(xip_backend *me)
{
    xip_running_set *set = me->cluster->running_set;
    const xip_arrivals *arrivals = me->cluster->arrivals;
    uint32_t count = mem_read_u32(me->core, &set->count, MEM_RUNNING_COUNT);
    uint32_t drained = mem_read_u32(me->core, &set->drained, MEM_RUNNING_COUNT);
    uint32_t arrived = mem_read_before_barrier_u32(me->core, &arrivals->arrived, MEM_ARRIVED);
    if (drained == arrived)
        return count;
    mem_read_barrier();
    for (; drained != arrived; drained++) {
        const xip_running *arrival = &arrivals->ring[drained & (me->cluster->arrivals_size - 1)];
        XIP_ASSERT(count < me->cluster->max_procs, "a backend runs one transaction at a time");
        put(me, count++, mem_read_u32(me->core, &arrival->xid, MEM_ARRIVALS),
            mem_read_u32(me->core, &arrival->pgprocno, MEM_ARRIVALS));
    }
    mem_write_u32(me->core, &set->count, count, MEM_RUNNING_COUNT);
    mem_write_u32(me->core, &set->drained, drained, MEM_RUNNING_COUNT);
    return count;
}

static void take_out(xip_backend *me, uint32_t pgprocno, uint32_t count)
{
    xip_running_set *set = me->cluster->running_set;
    uint32_t place = mem_read_u32(me->core, (uint32_t *)&dense_proc(me->cluster, pgprocno)->pgxactoff, MEM_PGXACTOFF);
    XIP_ASSERT(place < count && set->running[place].pgprocno == pgprocno, "who ends is in the set");
    count--;
    if (place != count)
        put(me, place, mem_read_u32(me->core, &set->running[count].xid, MEM_RUNNING),
            mem_read_u32(me->core, &set->running[count].pgprocno, MEM_RUNNING));
    mem_write_u32(me->core, &set->count, count, MEM_RUNNING_COUNT);
}

static void end_with_xid(xip_backend *me, uint32_t pgprocno, xip_xid latest_xid)
{
    take_out(me, pgprocno, drain(me));
    xip_by_proc_clear(me, pgprocno);
    advance_latest_completed(me, latest_xid);
}

static void remove_subxids(xip_backend *me, const xip_xid *xids, uint32_t n, xip_xid latest_xid)
{
    drain(me);
    xip_by_proc_remove_subxids(me, xids, n);
    advance_latest_completed(me, latest_xid);
}

static bool get_snapshot(xip_backend *me)
{
    xip_cluster *cluster = me->cluster;
    xip_proc_array *array = cluster->proc_array;
    mem_core *core = me->core;
    xip_snapshot *snapshot = &me->snapshot;

    lock_for_snapshot(me);
    xip_full_xid latest = mem_read_u64(core, &cluster->transam->latest_completed_xid, MEM_LATEST_COMPLETED_XID);
    xip_xid oldest_xid = mem_read_u32(core, &cluster->transam->oldest_xid, MEM_OLDEST_XID);
    xip_xid myxid = mem_read_u32(core, &dense_proc(cluster, me->pgprocno)->xid, MEM_XID);
    xip_xid xmax = xip_xid_next((xip_xid)latest);
    xip_xid xmin = xmax;
    if (xip_xid_is_normal(myxid) && xip_normal_xid_precedes(myxid, xmin))
        xmin = myxid;
    uint32_t xcnt = 0;
    uint32_t subxcnt = 0;
    bool suboverflowed = false;
    const xip_running *running = cluster->running_set->running;
    const uint32_t count = mem_read_u32(core, &cluster->running_set->count, MEM_RUNNING_COUNT);
    for (uint32_t i = 0; i < count; i++) {
        xip_xid xid = mem_read_u32(core, &running[i].xid, MEM_RUNNING);
        if (xid == myxid || !xip_normal_xid_precedes(xid, xmax))
            continue;
        uint32_t pgprocno = mem_read_u32(core, &running[i].pgprocno, MEM_RUNNING);
        uint8_t flags = mem_read_u8(core, &cluster->status_flags[pgprocno], MEM_STATUS_FLAGS);
        if (flags & (XIP_PROC_IN_LOGICAL_DECODING | XIP_PROC_IN_VACUUM))
            continue;
        if (xip_normal_xid_precedes(xid, xmin))
            xmin = xid;
        append_xid(snapshot, &xcnt, xid);
        if (suboverflowed)
            continue;
        const xip_subxid_status *state = &cluster->subxid_states[pgprocno];
        if (mem_read_u8(core, &state->overflowed, MEM_OVERFLOWED)) {
            suboverflowed = true;
            continue;
        }
        uint32_t n = mem_read_before_barrier_u8(core, &state->count, MEM_SUBXID_STATUS);
        if (n > 0)
            append_subxids(me, &subxcnt, dense_proc(cluster, pgprocno)->subxids, n);
    }
    xip_xid slot_xmin = mem_read_u32(core, &array->replication_slot_xmin, MEM_SLOT_XMIN);
    xip_xid slot_catalog_xmin = mem_read_u32(core, &array->replication_slot_catalog_xmin, MEM_SLOT_CATALOG_XMIN);
    dense_advertise_xmin(me, xmin);
    unlock_after_snapshot(me);

    xip_global_vis_update(me, latest, xmin, myxid, oldest_xid, slot_xmin, slot_catalog_xmin);
    fill_snapshot(me, xmin, xmax, xcnt, subxcnt, suboverflowed);
    return false;
}

const xip_design_ops xip_design_running_set = {
    .info = {.id = "running-set",
             .name = "a compact set of running xids",
             .commit = "an open idea of the author of 14's commits",
             .layout =
                 "a count and {xid, pgprocno} of each running transaction, 8 bytes each, in no order; arrivals in "
                 "a ring; subxidStates[] and statusFlags[] by pgprocno",
             .reads = "the set: one entry per running transaction, however many are connected; and their flags and "
                      "subtransactions",
             .checks = CHECKS_PRIVATE_LISTS,
             .assigns = "under XidGenLock nextXid, xid in its PGPROC, and an entry among the arrivals; a "
                        "subtransaction: the cache and its count in its PGPROC, the count in subxidStates[]",
             .ends = "under ProcArrayLock, or by a leader for a group: the arrivals into the set, the last entry into "
                     "the place of its own, with the place in their PGPROCs; its PGPROC, latestCompletedXid; without "
                     "an xid its PGPROC alone, no lock"},
    .has_running_set = true,
    .get_snapshot = get_snapshot,
    .publish_xid = publish_xid,
    .publish_subxid = xip_by_proc_publish_subxid,
    .end_with_xid = end_with_xid,
    .remove_subxids = remove_subxids,
    .set_flags = xip_by_proc_set_flags,
    BY_PROC_OPS,
};
