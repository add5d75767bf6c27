/*
 * parts.h — code that several designs share: the lock around a snapshot, appending to it, the sorted pgprocnos[].
 */
#ifndef XIP_DESIGNS_PARTS_H
#define XIP_DESIGNS_PARTS_H

#include "base/assert.h"
#include "pg/cluster.h"
#include "pg/lwlock.h"

/* xip_design_info.checks of every design whose snapshot carries lists. */
#define CHECKS_PRIVATE_LISTS "nothing shared: the snapshot's own xip and subxip; pg_subtrans once it is suboverflowed"

/* Snapshots take ProcArrayLock shared. `snapshot --no-lock` leaves it out, to see the layout alone. */
static inline void lock_for_snapshot(xip_backend *me)
{
    if (!me->cluster->without_lock)
        xip_lwlock_acquire(me, XIP_LOCK_PROC_ARRAY, XIP_LW_SHARED);
}

static inline void unlock_after_snapshot(xip_backend *me)
{
    if (!me->cluster->without_lock)
        xip_lwlock_release(me, XIP_LOCK_PROC_ARRAY, XIP_LW_SHARED);
}

static inline void append_xid(xip_snapshot *snapshot, uint32_t *xcnt, xip_xid xid)
{
    XIP_ASSERT(*xcnt < snapshot->xip_capacity, "no more backends have an xid than the server was made for");
    snapshot->xip[(*xcnt)++] = xid;
}

/*
 * Whether the cache of a PGPROC has room for one more subxid (GetNewTransactionId, PGPROC_MAX_CACHED_SUBXIDS).
 * The 65th subxid finds none: it is not stored, the backend's entry says overflowed until the top transaction ends
 * (XidCacheStatus), and every snapshot that lists the transaction is suboverflowed. Only pg_subtrans then knows whose
 * subtransaction an xid is. Each design stores the 64 in its own layout (publish_subxid), which sets the flag, and asks
 * here. csn's snapshots ask its log instead, so in csn this overflow makes none of them suboverflowed.
 */
static inline bool subxid_fits(uint32_t cached)
{
    return cached < XIP_MAX_CACHED_SUBXIDS;
}

/* The subtransactions of one entry: `n` was read before a barrier, so the first n xids are stored. */
static inline void append_subxids(xip_backend *me, uint32_t *subxcnt, const uint32_t *subxids, uint32_t n)
{
    xip_snapshot *snapshot = &me->snapshot;
    mem_read_barrier();
    XIP_ASSERT(*subxcnt + n <= snapshot->subxip_capacity,
               "no more backends have subtransactions than the server was made for");
    mem_copy_xids_from(me->core, snapshot->subxip + *subxcnt, subxids, n, MEM_SUBXIDS);
    *subxcnt += n;
}

static inline void fill_snapshot(xip_backend *me, xip_xid xmin, xip_xid xmax, uint32_t xcnt, uint32_t subxcnt,
                                 bool suboverflowed)
{
    xip_snapshot *snapshot = &me->snapshot;
    me->recent_xmin = xmin;
    snapshot->xmin = xmin;
    snapshot->xmax = xmax;
    snapshot->xcnt = xcnt;
    snapshot->subxcnt = subxcnt;
    snapshot->suboverflowed = suboverflowed;
    snapshot->curcid = me->curcid;
}

/* ProcArrayAdd, the part that all versions with a sorted pgprocnos[] share: finds the backend's place, and makes room
 * there. */
static inline uint32_t insert_sorted(xip_backend *me)
{
    xip_proc_array *array = me->cluster->proc_array;
    uint32_t n = mem_read_u32(me->core, (uint32_t *)&array->num_procs, MEM_NUM_PROCS);
    uint32_t *pgprocnos = (uint32_t *)array->pgprocnos;
    XIP_ASSERT(n < me->cluster->max_procs, "the array has an entry for every PGPROC");
    uint32_t at = mem_count_below_u32(me->core, pgprocnos, n, me->pgprocno, MEM_PGPROCNO);
    mem_move(me->core, &pgprocnos[at + 1], &pgprocnos[at], (n - at) * sizeof *pgprocnos, MEM_PGPROCNO);
    mem_write_u32(me->core, &pgprocnos[at], me->pgprocno, MEM_PGPROCNO);
    mem_write_u32(me->core, (uint32_t *)&array->num_procs, n + 1, MEM_NUM_PROCS);
    return at;
}

/* ProcArrayRemove, likewise; returns how many are left. */
static inline uint32_t remove_at(xip_backend *me, uint32_t at)
{
    xip_proc_array *array = me->cluster->proc_array;
    uint32_t n = mem_read_u32(me->core, (uint32_t *)&array->num_procs, MEM_NUM_PROCS);
    uint32_t *pgprocnos = (uint32_t *)array->pgprocnos;
    mem_move(me->core, &pgprocnos[at], &pgprocnos[at + 1], (n - at - 1) * sizeof *pgprocnos, MEM_PGPROCNO);
    mem_write_u32(me->core, &pgprocnos[n - 1], (uint32_t)XIP_NO_PROC, MEM_PGPROCNO);
    mem_write_u32(me->core, (uint32_t *)&array->num_procs, n - 1, MEM_NUM_PROCS);
    return n - 1;
}

/*
 * XidCacheRemoveRunningXids, the part that all share: removes each of `xids` from the cache, the last one first, and
 * the last in the cache fills its place. One that is missing did not fit. Returns how many are left.
 */
static inline uint32_t take_out_subxids(xip_backend *me, xip_xid *cache, uint32_t count, const xip_xid *xids,
                                        uint32_t n)
{
    for (uint32_t i = n; i-- > 0;)
        for (uint32_t at = count; at-- > 0;)
            if (mem_read_u32(me->core, &cache[at], MEM_SUBXIDS) == xids[i]) {
                xip_xid last = mem_read_u32(me->core, &cache[--count], MEM_SUBXIDS);
                mem_write_u32(me->core, &cache[at], last, MEM_SUBXIDS);
                break;
            }
    return count;
}

/*
 * A planted fault: a backend that rolls back a subtransaction forgets that some did not fit. (Forgetting it only once
 * the cache has room again would change no answer: the cache holds the oldest ones, and a rollback that reaches one of
 * them includes all younger ones.)
 */
static inline bool forgets_overflow(const xip_backend *me)
{
    return (me->cluster->faults & XIP_FAULT_OVERFLOW_FORGOTTEN) != 0;
}

/* A planted fault: the hole of the patch of 2012, a snapshot is reused without its xmin being advertised. */
static inline bool forgets_xmin(const xip_backend *me)
{
    return (me->cluster->faults & XIP_FAULT_REUSE_WITHOUT_XMIN) != 0;
}

/* max(latestCompletedXid, xid); the lock is held exclusively. */
static inline void advance_latest_completed(xip_backend *me, xip_xid xid)
{
    xip_transam *transam = me->cluster->transam;
    xip_full_xid latest = mem_read_u64(me->core, &transam->latest_completed_xid, MEM_LATEST_COMPLETED_XID);
    if (xip_xid_precedes((xip_xid)latest, xid))
        mem_write_u64(me->core, &transam->latest_completed_xid, xip_full_xid_near(latest, xid),
                      MEM_LATEST_COMPLETED_XID);
}

/* 14+: every change to the contents of future snapshots raises it. The lock is held exclusively. */
static inline void bump_completion_count(xip_backend *me)
{
    xip_transam *transam = me->cluster->transam;
    if (me->cluster->faults & XIP_FAULT_NO_COMPLETION_COUNT)
        return;
    uint64_t count = mem_read_u64(me->core, &transam->xact_completion_count, MEM_XACT_COMPLETION_COUNT);
    mem_write_u64(me->core, &transam->xact_completion_count, count + 1, MEM_XACT_COMPLETION_COUNT);
}

/* Up to 13 latestCompletedXid has 32 bits; here that is the low half of the same eight bytes. */
static inline xip_xid *latest_completed_32(xip_backend *me)
{
    _Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
                   "the low half comes first, as on x86-64 and in WebAssembly");
    return (xip_xid *)(void *)&me->cluster->transam->latest_completed_xid;
}

static inline void advance_latest_completed_32(xip_backend *me, xip_xid xid)
{
    if (xip_xid_precedes(mem_read_u32(me->core, latest_completed_32(me), MEM_LATEST_COMPLETED_XID), xid))
        mem_write_u32(me->core, latest_completed_32(me), xid, MEM_LATEST_COMPLETED_XID);
}

#endif
