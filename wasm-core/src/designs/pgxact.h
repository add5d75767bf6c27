/*
 * pgxact.h — the common part of the three designs with a PGXACT array (pg13, globalvis, xmin-moved). Each design's file
 * names its differences as constants; the compiler makes three functions of this one text.
 *
 * PostgreSQL 13: src/backend/storage/ipc/procarray.c, GetSnapshotData, ProcArrayAdd, ProcArrayRemove,
 * ProcArrayEndTransaction.
 */
#ifndef XIP_DESIGNS_PGXACT_H
#define XIP_DESIGNS_PGXACT_H

#include "designs/parts.h"
#include "pg/globalvis.h"

typedef struct pgxact_traits {
    bool reads_xmin_of_others; /* for RecentGlobalXmin */
    bool xmin_in_pgproc;       /* the advertised xmin is in PGPROC, not in PGXACT */
    bool full_latest;          /* latestCompletedXid has 64 bits (3bd7f996) */
} pgxact_traits;

#define PGXACT_INLINE static inline __attribute__((always_inline))

/* PGPROC of the design: xmin-moved has xmin where 14 has it. */
PGXACT_INLINE uint32_t *pgxact_xmin_of(const xip_cluster *cluster, uint32_t pgprocno, pgxact_traits traits)
{
    if (traits.xmin_in_pgproc)
        return &((xip_pgproc_14 *)(void *)cluster->procs)[pgprocno].xmin;
    return &cluster->pgxact[pgprocno].xmin;
}

PGXACT_INLINE uint32_t *pgxact_subxids_of(const xip_cluster *cluster, uint32_t pgprocno, pgxact_traits traits)
{
    if (traits.xmin_in_pgproc)
        return ((xip_pgproc_14 *)(void *)cluster->procs)[pgprocno].subxids;
    return ((xip_pgproc_13 *)(void *)cluster->procs)[pgprocno].subxids;
}

/*
 * Four connections at once: true when none of them has an xid or, if the design reads them, an xmin. That is a scan's
 * most frequent case, and reading them is all it does with them; one branch for four keeps the walk as fast as its
 * reads (branches are expensive when a processor's or a just-in-time compiler's code layout is unlucky).
 */
PGXACT_INLINE bool pgxact_four_idle(mem_core *core, const uint32_t *pgprocnos, const xip_pgxact *pgxacts,
                                    pgxact_traits traits)
{
    uint32_t seen = 0;
    for (uint32_t k = 0; k < 4; k++) {
        const xip_pgxact *pgxact = &pgxacts[mem_read_u32(core, &pgprocnos[k], MEM_PGPROCNO)];
        mem_read_u8(core, &pgxact->vacuum_flags, MEM_VACUUM_FLAGS);
        if (traits.reads_xmin_of_others)
            seen |= mem_read_u32(core, &pgxact->xmin, MEM_XMIN);
        seen |= mem_read_u32(core, &pgxact->xid, MEM_XID);
    }
    return seen == 0;
}

/*
 * The next entry from me->scan.at on whose xid is before xmax; false if there is none. Every entry on the way costs one
 * pgprocnos[] element and one PGXACT.
 */
PGXACT_INLINE bool pgxact_next_running_inline(xip_backend *me, uint32_t num_procs, xip_xid xmax, pgxact_traits traits)
{
    mem_core *core = me->core;
    const uint32_t *pgprocnos = (const uint32_t *)me->cluster->proc_array->pgprocnos;
    const xip_pgxact *pgxacts = me->cluster->pgxact;
    xip_xid globalxmin = me->scan.globalxmin;
    bool found = false;
    const uint32_t *end = pgprocnos + num_procs;
    const uint32_t *entry = pgprocnos + me->scan.at;
    for (; entry < end; entry++) {
        while (MEM_LOOKS_AHEAD && entry + 4 <= end && pgxact_four_idle(core, entry, pgxacts, traits))
            entry += 4;
        if (entry >= end)
            break;
        uint32_t pgprocno = mem_read_u32(core, entry, MEM_PGPROCNO);
        const xip_pgxact *pgxact = &pgxacts[pgprocno];
        if (mem_read_u8(core, &pgxact->vacuum_flags, MEM_VACUUM_FLAGS) &
            (XIP_PROC_IN_LOGICAL_DECODING | XIP_PROC_IN_VACUUM))
            continue;
        if (traits.reads_xmin_of_others) {
            xip_xid its_xmin = mem_read_u32(core, &pgxact->xmin, MEM_XMIN);
            if (xip_xid_is_normal(its_xmin) && xip_normal_xid_precedes(its_xmin, globalxmin))
                globalxmin = its_xmin;
        }
        xip_xid xid = mem_read_u32(core, &pgxact->xid, MEM_XID);
        if (xip_xid_is_normal(xid) && xip_normal_xid_precedes(xid, xmax)) {
            me->scan.pgprocno = pgprocno;
            me->scan.xid = xid;
            found = true;
            break;
        }
    }
    me->scan.at = (uint32_t)(entry - pgprocnos);
    me->scan.globalxmin = globalxmin;
    return found;
}

/*
 * The walk is a separate function that calls nothing: WebAssembly's compilers keep no register across calls, so inside
 * GetSnapshotData every idle connection would pay for the rare work on the others (measured: 3.5 times).
 */
static __attribute__((noinline)) bool pgxact_next_running(xip_backend *me, uint32_t num_procs, xip_xid xmax);

PGXACT_INLINE bool pgxact_get_snapshot(xip_backend *me, pgxact_traits traits)
{
    xip_cluster *cluster = me->cluster;
    xip_proc_array *array = cluster->proc_array;
    mem_core *core = me->core;
    xip_snapshot *snapshot = &me->snapshot;

    lock_for_snapshot(me);
    xip_full_xid latest = traits.full_latest
                              ? mem_read_u64(core, &cluster->transam->latest_completed_xid, MEM_LATEST_COMPLETED_XID)
                              : mem_read_u32(core, latest_completed_32(me), MEM_LATEST_COMPLETED_XID);
    xip_xid xmax = xip_xid_next((xip_xid)latest);
    xip_xid xmin = xmax;
    uint32_t xcnt = 0;
    uint32_t subxcnt = 0;
    bool suboverflowed = false;
    const uint32_t num_procs = mem_read_u32(core, (uint32_t *)&array->num_procs, MEM_NUM_PROCS);
    const uint32_t my_pgprocno = me->pgprocno;

    me->scan.at = 0;
    me->scan.globalxmin = xmax;
    for (; pgxact_next_running(me, num_procs, xmax); me->scan.at++) {
        xip_xid xid = me->scan.xid;
        uint32_t pgprocno = me->scan.pgprocno;
        const xip_pgxact *pgxact = &cluster->pgxact[pgprocno];
        if (xip_normal_xid_precedes(xid, xmin))
            xmin = xid;
        if (pgprocno == my_pgprocno)
            continue;
        append_xid(snapshot, &xcnt, xid);
        if (suboverflowed)
            continue;
        if (mem_read_u8(core, &pgxact->overflowed, MEM_OVERFLOWED)) {
            suboverflowed = true;
            continue;
        }
        uint32_t n = mem_read_before_barrier_u8(core, &pgxact->nxids, MEM_NXIDS);
        if (n > 0)
            append_subxids(me, &subxcnt, pgxact_subxids_of(cluster, pgprocno, traits), n);
    }
    xip_xid slot_xmin = mem_read_u32(core, &array->replication_slot_xmin, MEM_SLOT_XMIN);
    xip_xid slot_catalog_xmin = mem_read_u32(core, &array->replication_slot_catalog_xmin, MEM_SLOT_CATALOG_XMIN);
    uint32_t *my_xmin = pgxact_xmin_of(cluster, my_pgprocno, traits);
    if (mem_read_u32(core, my_xmin, MEM_XMIN) == XIP_INVALID_XID) {
        mem_write_u32(core, my_xmin, xmin, MEM_XMIN);
        me->transaction_xmin = xmin;
    }
    xip_xid oldest_xid =
        traits.reads_xmin_of_others ? 0 : mem_read_u32(core, &cluster->transam->oldest_xid, MEM_OLDEST_XID);
    unlock_after_snapshot(me);

    if (traits.reads_xmin_of_others) {
        /* vacuum_defer_cleanup_age: see globalvis.h. */
        me->recent_global_data_xmin = xip_xid_older(xip_xid_older(me->scan.globalxmin, xmin), slot_xmin);
        me->recent_global_xmin = xip_xid_older(me->recent_global_data_xmin, slot_catalog_xmin);
    } else {
        xip_global_vis_update(me, latest, xmin, me->top_xid, oldest_xid, slot_xmin, slot_catalog_xmin);
    }
    fill_snapshot(me, xmin, xmax, xcnt, subxcnt, suboverflowed);
    return false;
}

PGXACT_INLINE void pgxact_array_add(xip_backend *me)
{
    xip_pgxact *pgxact = &me->cluster->pgxact[me->pgprocno];
    mem_write_u32(me->core, &pgxact->xid, XIP_INVALID_XID, MEM_XID);
    mem_write_u32(me->core, &pgxact->xmin, XIP_INVALID_XID, MEM_XMIN);
    mem_write_u8(me->core, &pgxact->vacuum_flags, 0, MEM_VACUUM_FLAGS);
    mem_write_u8(me->core, &pgxact->overflowed, 0, MEM_OVERFLOWED);
    mem_write_u8(me->core, &pgxact->nxids, 0, MEM_NXIDS);
    insert_sorted(me);
}

/* 13 searches for its place; entries of PGXACT never move. */
PGXACT_INLINE void pgxact_array_remove(xip_backend *me)
{
    const uint32_t *pgprocnos = (const uint32_t *)me->cluster->proc_array->pgprocnos;
    uint32_t n = mem_read_u32(me->core, (uint32_t *)&me->cluster->proc_array->num_procs, MEM_NUM_PROCS);
    for (uint32_t at = 0; at < n; at++)
        if (mem_read_u32(me->core, &pgprocnos[at], MEM_PGPROCNO) == me->pgprocno) {
            remove_at(me, at);
            return;
        }
    XIP_ASSERT(false, "who disconnects is in the array");
}

PGXACT_INLINE void pgxact_reset_xmin(xip_backend *me, xip_xid xmin, pgxact_traits traits)
{
    mem_write_u32(me->core, pgxact_xmin_of(me->cluster, me->pgprocno, traits), xmin, MEM_XMIN);
}

static inline void pgxact_publish_xid(xip_backend *me, xip_xid xid)
{
    mem_write_u32(me->core, &me->cluster->pgxact[me->pgprocno].xid, xid, MEM_XID);
}

PGXACT_INLINE void pgxact_publish_subxid(xip_backend *me, xip_xid xid, pgxact_traits traits)
{
    xip_pgxact *pgxact = &me->cluster->pgxact[me->pgprocno];
    uint8_t n = mem_read_u8(me->core, &pgxact->nxids, MEM_NXIDS);
    if (subxid_fits(n)) {
        mem_write_u32(me->core, &pgxact_subxids_of(me->cluster, me->pgprocno, traits)[n], xid, MEM_SUBXIDS);
        mem_barrier_then_write_u8(me->core, &pgxact->nxids, (uint8_t)(n + 1), MEM_NXIDS);
    } else {
        mem_write_u8(me->core, &pgxact->overflowed, 1, MEM_OVERFLOWED);
    }
}

/* The fields of PGPROC that its owner clears at the end, with or without an xid. */
PGXACT_INLINE void pgxact_clear_common(xip_backend *me, uint32_t pgprocno, pgxact_traits traits)
{
    xip_cluster *cluster = me->cluster;
    xip_pgxact *pgxact = &cluster->pgxact[pgprocno];
    uint8_t *proc = xip_proc_field(cluster, pgprocno, 0);
    mem_write_u32(me->core, (uint32_t *)(void *)(proc + cluster->design->proc_layout->lxid), 0, MEM_LXID);
    mem_write_u32(me->core, pgxact_xmin_of(cluster, pgprocno, traits), XIP_INVALID_XID, MEM_XMIN);
    /*
     * Written whether or not one is set: writing 0 over 0 still takes the line away from every core that scans.
     * 1f51c17c68d, which moved xmin, kept this (ProcArrayEndTransaction there); the test before the write came with
     * 5788e258bb2, which moved the flags to a separate array.
     */
    uint8_t flags = mem_read_u8(me->core, &pgxact->vacuum_flags, MEM_VACUUM_FLAGS);
    mem_write_u8(me->core, &pgxact->vacuum_flags, (uint8_t)(flags & ~XIP_PROC_VACUUM_STATE_MASK), MEM_VACUUM_FLAGS);
    uint32_t delay_chkpt =
        traits.xmin_in_pgproc ? offsetof(xip_pgproc_14, delay_chkpt) : offsetof(xip_pgproc_13, delay_chkpt);
    mem_write_u8(me->core, proc + delay_chkpt, 0, MEM_DELAY_CHKPT);
}

PGXACT_INLINE void pgxact_end_with_xid(xip_backend *me, uint32_t pgprocno, xip_xid latest_xid, pgxact_traits traits)
{
    xip_pgxact *pgxact = &me->cluster->pgxact[pgprocno];
    mem_write_u32(me->core, &pgxact->xid, XIP_INVALID_XID, MEM_XID);
    pgxact_clear_common(me, pgprocno, traits);
    mem_write_u8(me->core, &pgxact->nxids, 0, MEM_NXIDS);
    mem_write_u8(me->core, &pgxact->overflowed, 0, MEM_OVERFLOWED);
    if (traits.full_latest)
        advance_latest_completed(me, latest_xid);
    else
        advance_latest_completed_32(me, latest_xid);
}

PGXACT_INLINE void pgxact_entry(xip_backend *me, uint32_t at, xip_proc_entry *entry, pgxact_traits traits)
{
    mem_core *core = me->core;
    uint32_t pgprocno = mem_read_u32(core, (uint32_t *)&me->cluster->proc_array->pgprocnos[at], MEM_PGPROCNO);
    const xip_pgxact *pgxact = &me->cluster->pgxact[pgprocno];
    *entry = (xip_proc_entry){
        .pgprocno = pgprocno,
        .xid = mem_read_u32(core, &pgxact->xid, MEM_XID),
        .xmin = mem_read_u32(core, pgxact_xmin_of(me->cluster, pgprocno, traits), MEM_XMIN),
        .flags = mem_read_u8(core, &pgxact->vacuum_flags, MEM_VACUUM_FLAGS),
        .overflowed = mem_read_u8(core, &pgxact->overflowed, MEM_OVERFLOWED) != 0,
        .nxids = mem_read_before_barrier_u8(core, &pgxact->nxids, MEM_NXIDS),
        .subxids = pgxact_subxids_of(me->cluster, pgprocno, traits),
    };
}

PGXACT_INLINE void pgxact_remove_subxids(xip_backend *me, const xip_xid *xids, uint32_t n, xip_xid latest_xid,
                                         pgxact_traits traits)
{
    xip_pgxact *pgxact = &me->cluster->pgxact[me->pgprocno];
    uint32_t count = mem_read_u8(me->core, &pgxact->nxids, MEM_NXIDS);
    count = take_out_subxids(me, pgxact_subxids_of(me->cluster, me->pgprocno, traits), count, xids, n);
    mem_write_u8(me->core, &pgxact->nxids, (uint8_t)count, MEM_NXIDS);
    if (forgets_overflow(me))
        mem_write_u8(me->core, &pgxact->overflowed, 0, MEM_OVERFLOWED);
    if (traits.full_latest)
        advance_latest_completed(me, latest_xid);
    else
        advance_latest_completed_32(me, latest_xid);
}

static inline void pgxact_set_flags(xip_backend *me, uint8_t flags)
{
    mem_write_u8(me->core, &me->cluster->pgxact[me->pgprocno].vacuum_flags, flags, MEM_VACUUM_FLAGS);
}

/* The table of one design; `TRAITS` is its constants. */
#define PGXACT_DEFINE(TRAITS)                                                                                          \
    static bool pgxact_next_running(xip_backend *me, uint32_t num_procs, xip_xid xmax)                                 \
    {                                                                                                                  \
        return pgxact_next_running_inline(me, num_procs, xmax, TRAITS);                                                \
    }                                                                                                                  \
    static bool get_snapshot(xip_backend *me)                                                                          \
    {                                                                                                                  \
        return pgxact_get_snapshot(me, TRAITS);                                                                        \
    }                                                                                                                  \
    static void array_add(xip_backend *me)                                                                             \
    {                                                                                                                  \
        pgxact_array_add(me);                                                                                          \
        mem_write_u32(me->core, pgxact_xmin_of(me->cluster, me->pgprocno, TRAITS), XIP_INVALID_XID, MEM_XMIN);         \
    }                                                                                                                  \
    static void array_remove(xip_backend *me)                                                                          \
    {                                                                                                                  \
        pgxact_array_remove(me);                                                                                       \
    }                                                                                                                  \
    static void reset_xmin(xip_backend *me, xip_xid xmin)                                                              \
    {                                                                                                                  \
        pgxact_reset_xmin(me, xmin, TRAITS);                                                                           \
    }                                                                                                                  \
    static void publish_subxid(xip_backend *me, xip_xid xid)                                                           \
    {                                                                                                                  \
        pgxact_publish_subxid(me, xid, TRAITS);                                                                        \
    }                                                                                                                  \
    static void end_with_xid(xip_backend *me, uint32_t pgprocno, xip_xid latest_xid)                                   \
    {                                                                                                                  \
        pgxact_end_with_xid(me, pgprocno, latest_xid, TRAITS);                                                         \
    }                                                                                                                  \
    static void end_without_xid(xip_backend *me)                                                                       \
    {                                                                                                                  \
        pgxact_clear_common(me, me->pgprocno, TRAITS);                                                                 \
    }                                                                                                                  \
    static xip_xid proc_xmin(xip_backend *me, uint32_t pgprocno)                                                       \
    {                                                                                                                  \
        return mem_read_u32(me->core, pgxact_xmin_of(me->cluster, pgprocno, TRAITS), MEM_XMIN);                        \
    }                                                                                                                  \
    static void entry(xip_backend *me, uint32_t at, xip_proc_entry *entry)                                             \
    {                                                                                                                  \
        pgxact_entry(me, at, entry, TRAITS);                                                                           \
    }                                                                                                                  \
    static void remove_subxids(xip_backend *me, const xip_xid *xids, uint32_t n, xip_xid latest_xid)                   \
    {                                                                                                                  \
        pgxact_remove_subxids(me, xids, n, latest_xid, TRAITS);                                                        \
    }

#define PGXACT_OPS                                                                                                     \
    .has_pgxact = true, .array_add = array_add, .array_remove = array_remove, .get_snapshot = get_snapshot,            \
    .reset_xmin = reset_xmin, .publish_xid = pgxact_publish_xid, .publish_subxid = publish_subxid,                     \
    .end_with_xid = end_with_xid, .end_without_xid = end_without_xid, .proc_xmin = proc_xmin, .entry = entry,          \
    .remove_subxids = remove_subxids, .set_flags = pgxact_set_flags

#endif
