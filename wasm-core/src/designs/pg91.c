/*
 * pg91.c — up to 9.1: everything in PGPROC, 656 bytes per connection, visited through an array of pointers in the order
 * of connecting. An idle connection costs two lines: the one with xid and xmin, and the one with the count of
 * subtransactions. No group clear: a transaction end waits for the lock. Replication slots came with 9.4: nothing reads
 * them here.
 */
#include "designs/designs.h"
#include "designs/parts.h"

static xip_pgproc_91 *proc_at(const xip_cluster *cluster, uint32_t pgprocno)
{
    return &((xip_pgproc_91 *)(void *)cluster->procs)[pgprocno];
}

/*
 * The next entry from me->scan.at on with an xid before xmax or with subtransactions; false if there is none. Every
 * entry on the way costs an element of procs[] and two lines of PGPROC. A separate function that calls nothing, for the
 * reason given in pgxact.h.
 */
static __attribute__((noinline)) bool next_not_idle(xip_backend *me, uint32_t num_procs, xip_xid xmax)
{
    mem_core *core = me->core;
    const uint64_t *procs = me->cluster->proc_array_91->procs;
    xip_scan *s = &me->scan;
    xip_xid globalxmin = s->globalxmin;
    bool found = false;
    uint32_t i = s->at;
    for (; i < num_procs; i++) {
        uint32_t pgprocno = (uint32_t)mem_read_u64(core, &procs[i], MEM_PROCS);
        const xip_pgproc_91 *proc = proc_at(me->cluster, pgprocno);
        if (mem_read_u8(core, &proc->vacuum_flags, MEM_VACUUM_FLAGS) & XIP_PROC_IN_VACUUM)
            continue;
        xip_xid its_xmin = mem_read_u32(core, &proc->xmin, MEM_XMIN);
        if (xip_xid_is_normal(its_xmin) && xip_normal_xid_precedes(its_xmin, globalxmin))
            globalxmin = its_xmin;
        xip_xid xid = mem_read_u32(core, &proc->xid, MEM_XID);
        if (xip_xid_is_normal(xid) && !xip_normal_xid_precedes(xid, xmax))
            continue;
        bool overflowed = mem_read_u8(core, &proc->overflowed, MEM_OVERFLOWED) != 0;
        uint32_t nxids = mem_read_before_barrier_u32(core, (const uint32_t *)&proc->nxids, MEM_NXIDS);
        if (xip_xid_is_normal(xid) || overflowed || nxids > 0) {
            s->pgprocno = pgprocno;
            s->xid = xid;
            s->overflowed = overflowed;
            s->nxids = nxids;
            found = true;
            break;
        }
    }
    s->at = i;
    s->globalxmin = globalxmin;
    return found;
}

static bool get_snapshot(xip_backend *me)
{
    xip_cluster *cluster = me->cluster;
    xip_proc_array_91 *array = cluster->proc_array_91;
    mem_core *core = me->core;
    xip_snapshot *snapshot = &me->snapshot;

    lock_for_snapshot(me);
    xip_xid xmax = xip_xid_next(mem_read_u32(core, latest_completed_32(me), MEM_LATEST_COMPLETED_XID));
    xip_xid xmin = xmax;
    uint32_t xcnt = 0;
    uint32_t subxcnt = 0;
    bool suboverflowed = false;
    const uint32_t num_procs = mem_read_u32(core, (uint32_t *)&array->num_procs, MEM_NUM_PROCS);
    xip_scan *scan = &me->scan;
    scan->at = 0;
    scan->globalxmin = xmax;
    for (; next_not_idle(me, num_procs, xmax); scan->at++) {
        xip_xid xid = scan->xid;
        uint32_t pgprocno = scan->pgprocno;
        if (xip_xid_is_normal(xid)) {
            if (pgprocno != me->pgprocno)
                append_xid(snapshot, &xcnt, xid);
            if (xip_normal_xid_precedes(xid, xmin))
                xmin = xid;
        }
        if (suboverflowed || pgprocno == me->pgprocno)
            continue;
        if (scan->overflowed)
            suboverflowed = true;
        else if (scan->nxids > 0)
            append_subxids(me, &subxcnt, proc_at(cluster, pgprocno)->subxids, scan->nxids);
    }
    uint32_t *my_xmin = &proc_at(cluster, me->pgprocno)->xmin;
    if (mem_read_u32(core, my_xmin, MEM_XMIN) == XIP_INVALID_XID) {
        mem_write_u32(core, my_xmin, xmin, MEM_XMIN);
        me->transaction_xmin = xmin;
    }
    unlock_after_snapshot(me);

    me->recent_global_xmin = me->recent_global_data_xmin = xip_xid_older(scan->globalxmin, xmin);
    fill_snapshot(me, xmin, xmax, xcnt, subxcnt, suboverflowed);
    return false;
}

static void clear_entry(xip_backend *me, xip_pgproc_91 *proc)
{
    mem_write_u32(me->core, &proc->lxid, 0, MEM_LXID);
    mem_write_u32(me->core, &proc->xmin, XIP_INVALID_XID, MEM_XMIN);
    uint8_t flags = mem_read_u8(me->core, &proc->vacuum_flags, MEM_VACUUM_FLAGS);
    mem_write_u8(me->core, &proc->vacuum_flags, (uint8_t)(flags & ~XIP_PROC_VACUUM_STATE_MASK), MEM_VACUUM_FLAGS);
    mem_write_u8(me->core, &proc->in_commit, 0, MEM_DELAY_CHKPT);
}

static void array_add(xip_backend *me)
{
    xip_proc_array_91 *array = me->cluster->proc_array_91;
    xip_pgproc_91 *proc = proc_at(me->cluster, me->pgprocno);
    uint32_t n = mem_read_u32(me->core, (uint32_t *)&array->num_procs, MEM_NUM_PROCS);
    XIP_ASSERT(n < me->cluster->max_procs, "the array has an entry for every PGPROC");
    mem_write_u32(me->core, &proc->xid, XIP_INVALID_XID, MEM_XID);
    mem_write_u8(me->core, &proc->vacuum_flags, 0, MEM_VACUUM_FLAGS);
    mem_write_u8(me->core, &proc->overflowed, 0, MEM_OVERFLOWED);
    mem_write_u32(me->core, (uint32_t *)&proc->nxids, 0, MEM_NXIDS);
    clear_entry(me, proc);
    mem_write_u64(me->core, &array->procs[n], me->pgprocno, MEM_PROCS);
    mem_write_u32(me->core, (uint32_t *)&array->num_procs, n + 1, MEM_NUM_PROCS);
}

/* The last entry fills the hole. */
static void array_remove(xip_backend *me)
{
    xip_proc_array_91 *array = me->cluster->proc_array_91;
    uint32_t n = mem_read_u32(me->core, (uint32_t *)&array->num_procs, MEM_NUM_PROCS);
    for (uint32_t at = 0; at < n; at++)
        if (mem_read_u64(me->core, &array->procs[at], MEM_PROCS) == me->pgprocno) {
            uint64_t last = mem_read_u64(me->core, &array->procs[n - 1], MEM_PROCS);
            mem_write_u64(me->core, &array->procs[at], last, MEM_PROCS);
            mem_write_u32(me->core, (uint32_t *)&array->num_procs, n - 1, MEM_NUM_PROCS);
            return;
        }
    XIP_ASSERT(false, "who disconnects is in the array");
}

static void reset_xmin(xip_backend *me, xip_xid xmin)
{
    mem_write_u32(me->core, &proc_at(me->cluster, me->pgprocno)->xmin, xmin, MEM_XMIN);
}

static void publish_xid(xip_backend *me, xip_xid xid)
{
    mem_write_u32(me->core, &proc_at(me->cluster, me->pgprocno)->xid, xid, MEM_XID);
}

static void publish_subxid(xip_backend *me, xip_xid xid)
{
    xip_pgproc_91 *proc = proc_at(me->cluster, me->pgprocno);
    uint32_t n = mem_read_u32(me->core, (uint32_t *)&proc->nxids, MEM_NXIDS);
    if (subxid_fits(n)) {
        mem_write_u32(me->core, &proc->subxids[n], xid, MEM_SUBXIDS);
        mem_barrier_then_write_u32(me->core, (uint32_t *)&proc->nxids, n + 1, MEM_NXIDS);
    } else {
        mem_write_u8(me->core, &proc->overflowed, 1, MEM_OVERFLOWED);
    }
}

static void end_with_xid(xip_backend *me, uint32_t pgprocno, xip_xid latest_xid)
{
    xip_pgproc_91 *proc = proc_at(me->cluster, pgprocno);
    mem_write_u32(me->core, &proc->xid, XIP_INVALID_XID, MEM_XID);
    clear_entry(me, proc);
    mem_write_u32(me->core, (uint32_t *)&proc->nxids, 0, MEM_NXIDS);
    mem_write_u8(me->core, &proc->overflowed, 0, MEM_OVERFLOWED);
    advance_latest_completed_32(me, latest_xid);
}

static void end_without_xid(xip_backend *me)
{
    clear_entry(me, proc_at(me->cluster, me->pgprocno));
}

static xip_xid proc_xmin(xip_backend *me, uint32_t pgprocno)
{
    return mem_read_u32(me->core, &proc_at(me->cluster, pgprocno)->xmin, MEM_XMIN);
}

static void entry(xip_backend *me, uint32_t at, xip_proc_entry *entry)
{
    mem_core *core = me->core;
    uint32_t pgprocno = (uint32_t)mem_read_u64(core, &me->cluster->proc_array_91->procs[at], MEM_PROCS);
    const xip_pgproc_91 *proc = proc_at(me->cluster, pgprocno);
    *entry = (xip_proc_entry){
        .pgprocno = pgprocno,
        .xid = mem_read_u32(core, &proc->xid, MEM_XID),
        .xmin = mem_read_u32(core, &proc->xmin, MEM_XMIN),
        .flags = mem_read_u8(core, &proc->vacuum_flags, MEM_VACUUM_FLAGS),
        .overflowed = mem_read_u8(core, &proc->overflowed, MEM_OVERFLOWED) != 0,
        .nxids = mem_read_before_barrier_u32(core, (const uint32_t *)&proc->nxids, MEM_NXIDS),
        .subxids = proc->subxids,
    };
}

static void remove_subxids(xip_backend *me, const xip_xid *xids, uint32_t n, xip_xid latest_xid)
{
    xip_pgproc_91 *proc = proc_at(me->cluster, me->pgprocno);
    uint32_t count = mem_read_u32(me->core, (uint32_t *)&proc->nxids, MEM_NXIDS);
    count = take_out_subxids(me, proc->subxids, count, xids, n);
    mem_write_u32(me->core, (uint32_t *)&proc->nxids, count, MEM_NXIDS);
    if (forgets_overflow(me))
        mem_write_u8(me->core, &proc->overflowed, 0, MEM_OVERFLOWED);
    advance_latest_completed_32(me, latest_xid);
}

static void set_flags(xip_backend *me, uint8_t flags)
{
    mem_write_u8(me->core, &proc_at(me->cluster, me->pgprocno)->vacuum_flags, flags, MEM_VACUUM_FLAGS);
}

static const xip_proc_layout layout = {XIP_PROC_LAYOUT_COMMON(xip_pgproc_91)};

const xip_design_ops xip_design_pg91 = {
    .info =
        {.id = "pg9.1",
         .name = "everything in PGPROC",
         .commit = "up to 9.1",
         .layout = "PGPROC of 656 bytes; procs[] of pointers in the order of connecting",
         .reads =
             "procs[] and two lines of every connection's PGPROC, three of every fourth: xid, xmin, and the count of "
             "subtransactions",
         .checks = CHECKS_PRIVATE_LISTS,
         .assigns = "under XidGenLock nextXid, and xid in its PGPROC; a subtransaction: the cache and its count there",
         .ends = "under ProcArrayLock its PGPROC (xid, xmin, lxid, flags; the count of subtransactions lines further "
                 "on) and latestCompletedXid; without an xid xmin, lxid and flags alone, no lock"},
    .proc_layout = &layout,
    .array_of_procs = true,
    .array_add = array_add,
    .array_remove = array_remove,
    .get_snapshot = get_snapshot,
    .reset_xmin = reset_xmin,
    .publish_xid = publish_xid,
    .publish_subxid = publish_subxid,
    .end_with_xid = end_with_xid,
    .end_without_xid = end_without_xid,
    .proc_xmin = proc_xmin,
    .entry = entry,
    .remove_subxids = remove_subxids,
    .set_flags = set_flags,
};
