/*
 * dense.h — the common part of dense and pg14: one array per field, in proc array order, and the scan over xids[]
 * alone.
 * PostgreSQL 14: src/backend/storage/ipc/procarray.c.
 *
 * Only a holder of ProcArrayLock or XidGenLock may touch an element of a dense array: connecting and disconnecting,
 * which move elements, take both.
 */
#ifndef XIP_DESIGNS_DENSE_H
#define XIP_DESIGNS_DENSE_H

#include "designs/parts.h"
#include "pg/globalvis.h"

/* xip_design_info.assigns and .ends: the part that all designs with dense arrays share. */
#define DENSE_ASSIGNS                                                                                                  \
    "under XidGenLock nextXid, and xid in its PGPROC and in xids[]; a subtransaction: the cache and its count in its " \
    "PGPROC, the count in subxidStates[]"
#define DENSE_ENDS                                                                                                     \
    "under ProcArrayLock, or by a leader for a group: xids[] and its PGPROC (xid, xmin, lxid, delayChkpt), "           \
    "subxidStates[] if it had subtransactions, latestCompletedXid"
#define DENSE_ENDS_WITHOUT "; without an xid its PGPROC alone, no lock"

#define DENSE_INLINE static inline __attribute__((always_inline))

DENSE_INLINE xip_pgproc_14 *dense_proc(const xip_cluster *cluster, uint32_t pgprocno)
{
    return &((xip_pgproc_14 *)(void *)cluster->procs)[pgprocno];
}

/* Sets MyProc->xmin if it is not set: the last step of GetSnapshotData and GetSnapshotDataReuse under the lock. */
DENSE_INLINE void dense_advertise_xmin(xip_backend *me, xip_xid xmin)
{
    uint32_t *my_xmin = &dense_proc(me->cluster, me->pgprocno)->xmin;
    if (mem_read_u32(me->core, my_xmin, MEM_XMIN) == XIP_INVALID_XID) {
        mem_write_u32(me->core, my_xmin, xmin, MEM_XMIN);
        me->transaction_xmin = xmin;
    }
}

/*
 * Prepares me->snapshot, found to be still valid, for reuse: the end of GetSnapshotDataReuse. The lock is held shared;
 * otherwise a horizon could pass a snapshot that is in use.
 */
DENSE_INLINE void dense_use_again(xip_backend *me)
{
    if (!forgets_xmin(me))
        dense_advertise_xmin(me, me->snapshot.xmin);
    me->recent_xmin = me->snapshot.xmin;
    me->snapshot.curcid = me->curcid;
}

/*
 * The next entry from me->scan.at on that has an xid; false if there is none. Every entry on the way costs 4 bytes of
 * xids[]. A separate function that calls nothing, for the reason given in pgxact.h.
 */
bool xip_dense_next_with_xid(xip_backend *me, uint32_t num_procs);

/* GetSnapshotData between lock and unlock: the values it has read and collected. Never in memory: all functions that
 * use it are inlined.
 */
typedef struct dense_scan {
    xip_full_xid latest;
    uint64_t completion_count;
    uint32_t mypgxactoff, num_procs;
    xip_xid myxid, oldest_xid, xmin, xmax;
    uint32_t xcnt, subxcnt;
    bool suboverflowed;
} dense_scan;

/* The lock is held shared. `counts` says whether the design keeps xactCompletionCount. */
DENSE_INLINE dense_scan dense_scan_begin(xip_backend *me, bool counts)
{
    xip_cluster *cluster = me->cluster;
    mem_core *core = me->core;
    dense_scan s = {0};
    s.latest = mem_read_u64(core, &cluster->transam->latest_completed_xid, MEM_LATEST_COMPLETED_XID);
    s.mypgxactoff = mem_read_u32(core, (uint32_t *)&dense_proc(cluster, me->pgprocno)->pgxactoff, MEM_PGXACTOFF);
    s.myxid = mem_read_u32(core, &cluster->xids[s.mypgxactoff], MEM_XID);
    s.oldest_xid = mem_read_u32(core, &cluster->transam->oldest_xid, MEM_OLDEST_XID);
    if (counts)
        s.completion_count = mem_read_u64(core, &cluster->transam->xact_completion_count, MEM_XACT_COMPLETION_COUNT);
    s.xmax = xip_xid_next((xip_xid)s.latest);
    s.xmin = s.xmax;
    if (xip_xid_is_normal(s.myxid) && xip_normal_xid_precedes(s.myxid, s.xmin))
        s.xmin = s.myxid;
    s.num_procs = mem_read_u32(core, (uint32_t *)&cluster->proc_array->num_procs, MEM_NUM_PROCS);
    return s;
}

/* The entry at `pgxactoff`, whose xid was read as `xid`. */
DENSE_INLINE void dense_visit(xip_backend *me, dense_scan *s, uint32_t pgxactoff, xip_xid xid)
{
    xip_cluster *cluster = me->cluster;
    mem_core *core = me->core;
    if (pgxactoff == s->mypgxactoff || !xip_normal_xid_precedes(xid, s->xmax))
        return;
    uint8_t flags = mem_read_u8(core, &cluster->status_flags[pgxactoff], MEM_STATUS_FLAGS);
    if (flags & (XIP_PROC_IN_LOGICAL_DECODING | XIP_PROC_IN_VACUUM))
        return;
    if (xip_normal_xid_precedes(xid, s->xmin))
        s->xmin = xid;
    append_xid(&me->snapshot, &s->xcnt, xid);
    if (s->suboverflowed)
        return;
    if (mem_read_u8(core, &cluster->subxid_states[pgxactoff].overflowed, MEM_OVERFLOWED)) {
        s->suboverflowed = true;
        return;
    }
    uint32_t n = mem_read_before_barrier_u8(core, &cluster->subxid_states[pgxactoff].count, MEM_SUBXID_STATUS);
    if (n > 0) {
        uint32_t pgprocno = mem_read_u32(core, (uint32_t *)&cluster->proc_array->pgprocnos[pgxactoff], MEM_PGPROCNO);
        append_subxids(me, &s->subxcnt, dense_proc(cluster, pgprocno)->subxids, n);
    }
}

/* Releases the lock. */
DENSE_INLINE void dense_scan_end_and_unlock(xip_backend *me, const dense_scan *s)
{
    xip_proc_array *array = me->cluster->proc_array;
    mem_core *core = me->core;
    xip_xid slot_xmin = mem_read_u32(core, &array->replication_slot_xmin, MEM_SLOT_XMIN);
    xip_xid slot_catalog_xmin = mem_read_u32(core, &array->replication_slot_catalog_xmin, MEM_SLOT_CATALOG_XMIN);
    dense_advertise_xmin(me, s->xmin);
    unlock_after_snapshot(me);

    xip_global_vis_update(me, s->latest, s->xmin, s->myxid, s->oldest_xid, slot_xmin, slot_catalog_xmin);
    fill_snapshot(me, s->xmin, s->xmax, s->xcnt, s->subxcnt, s->suboverflowed);
    me->snapshot.snap_xact_completion_count = s->completion_count;
}

/* The lock is held shared on entry and released here. `counts` says whether the design keeps xactCompletionCount. */
DENSE_INLINE void dense_scan_and_unlock(xip_backend *me, bool counts)
{
    dense_scan s = dense_scan_begin(me, counts);
    for (me->scan.at = 0; xip_dense_next_with_xid(me, s.num_procs); me->scan.at++)
        dense_visit(me, &s, me->scan.at, me->scan.xid);
    dense_scan_end_and_unlock(me, &s);
}

/* Implemented once in dense.c; no design differs in them. */
void xip_dense_array_add(xip_backend *me);
void xip_dense_array_remove(xip_backend *me);
void xip_dense_reset_xmin(xip_backend *me, xip_xid xmin);
void xip_dense_publish_xid(xip_backend *me, xip_xid xid);
void xip_dense_publish_subxid(xip_backend *me, xip_xid xid);
void xip_dense_end_with_xid(xip_backend *me, uint32_t pgprocno, xip_xid latest_xid);
void xip_dense_end_without_xid(xip_backend *me);
xip_xid xip_dense_proc_xmin(xip_backend *me, uint32_t pgprocno);
void xip_dense_entry(xip_backend *me, uint32_t at, xip_proc_entry *entry);
void xip_dense_remove_subxids(xip_backend *me, const xip_xid *xids, uint32_t n, xip_xid latest_xid);
void xip_dense_set_flags(xip_backend *me, uint8_t flags);
/* The same two with xactCompletionCount raised, for the designs that reuse. */
void xip_dense_end_and_count(xip_backend *me, uint32_t pgprocno, xip_xid latest_xid);
void xip_dense_remove_subxids_and_count(xip_backend *me, const xip_xid *xids, uint32_t n, xip_xid latest_xid);
extern const xip_proc_layout xip_dense_proc_layout;

#define DENSE_OPS                                                                                                      \
    .proc_layout = &xip_dense_proc_layout, .has_dense_arrays = true, .connect_takes_xid_gen_lock = true,               \
    .array_add = xip_dense_array_add, .array_remove = xip_dense_array_remove, .reset_xmin = xip_dense_reset_xmin,      \
    .publish_xid = xip_dense_publish_xid, .publish_subxid = xip_dense_publish_subxid,                                  \
    .end_without_xid = xip_dense_end_without_xid, .proc_xmin = xip_dense_proc_xmin, .entry = xip_dense_entry,          \
    .set_flags = xip_dense_set_flags

#endif
