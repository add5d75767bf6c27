/* cluster.c — lays out a server's shared memory; see cluster.h. */
#include "pg/cluster.h"

#include <string.h>

enum {
    SHMEM_ALIGN = 128, /* ShmemAlloc starts every structure on PG_CACHE_LINE_SIZE */
    CSN_LOG_LEAST = 16384,
    CSN_LOG_EACH = 32, /* xids for each connection: in a lab's server, the 200,000 of subtrans-spread fit */
    FIRST_XID = 700    /* about where a new server is after initdb; any normal xid would do */
};

static size_t aligned(size_t n)
{
    return (n + SHMEM_ALIGN - 1) & ~(size_t)(SHMEM_ALIGN - 1);
}

static uint32_t power_of_two(uint32_t at_least)
{
    uint32_t size = 1;
    while (size < at_least)
        size *= 2;
    return size;
}

static size_t running_set_bytes(uint32_t max_procs)
{
    return aligned(sizeof(xip_running_set) + max_procs * sizeof(xip_running)) +
           aligned(sizeof(xip_arrivals) + power_of_two(max_procs) * sizeof(xip_running)) +
           aligned(max_procs * sizeof(xip_subxid_status)) + aligned(max_procs);
}

static uint32_t csn_log_size(uint32_t max_procs)
{
    return power_of_two(max_procs * CSN_LOG_EACH < CSN_LOG_LEAST ? (uint32_t)CSN_LOG_LEAST : max_procs * CSN_LOG_EACH);
}

size_t xip_cluster_bytes(const xip_design_ops *design, uint32_t max_procs)
{
    size_t n = max_procs;
    return aligned(sizeof(xip_lwlock) * XIP_LOCK_COUNT) + aligned(sizeof(xip_transam)) + aligned(sizeof(xip_proc_hdr)) +
           aligned(sizeof(xip_proc_array) + n * (design->array_of_procs ? 8 : 4)) +
           aligned(n * design->proc_layout->size) + (design->has_pgxact ? aligned(n * sizeof(xip_pgxact)) : 0) +
           (design->has_dense_arrays ? aligned(n * 4) + aligned(n * 2) + aligned(n) : 0) +
           (design->has_shared_snapshot ? aligned(sizeof(xip_shared_snapshot)) : 0) +
           (design->has_running_set ? running_set_bytes(max_procs) : 0) +
           (design->has_csn_log ? aligned(sizeof(xip_csn_state)) + aligned(csn_log_size(max_procs) * sizeof(uint64_t))
                                : 0) +
           aligned(n * sizeof(xip_semaphore)) + aligned(n * sizeof(uint32_t));
}

xip_error xip_cluster_init(xip_cluster *cluster, const xip_design_ops *design, uint32_t max_procs, xip_arena *arena)
{
    size_t n = max_procs;
    bool enough = true;
    *cluster = (xip_cluster){.design = design, .max_procs = max_procs};
#define LAY(field, bytes)                                                                                              \
    do {                                                                                                               \
        cluster->field = xip_arena_take(arena, (bytes), SHMEM_ALIGN);                                                  \
        enough = enough && cluster->field != NULL;                                                                     \
    } while (0)
    LAY(locks, sizeof(xip_lwlock) * XIP_LOCK_COUNT);
    LAY(transam, sizeof(xip_transam));
    LAY(proc_hdr, sizeof(xip_proc_hdr));
    if (design->array_of_procs)
        LAY(proc_array_91, sizeof(xip_proc_array_91) + n * sizeof(uint64_t));
    else
        LAY(proc_array, sizeof(xip_proc_array) + n * sizeof(int32_t));
    LAY(procs, n * design->proc_layout->size);
    if (design->has_pgxact)
        LAY(pgxact, n * sizeof(xip_pgxact));
    if (design->has_dense_arrays) {
        LAY(xids, n * sizeof(uint32_t));
        LAY(subxid_states, n * sizeof(xip_subxid_status));
        LAY(status_flags, n);
    }
    if (design->has_shared_snapshot)
        LAY(shared_snapshot, sizeof(xip_shared_snapshot));
    if (design->has_running_set) {
        cluster->arrivals_size = power_of_two(max_procs);
        LAY(running_set, sizeof(xip_running_set) + n * sizeof(xip_running));
        LAY(arrivals, sizeof(xip_arrivals) + cluster->arrivals_size * sizeof(xip_running));
        LAY(subxid_states, n * sizeof(xip_subxid_status));
        LAY(status_flags, n);
    }
    if (design->has_csn_log) {
        cluster->csn_log_size = csn_log_size(max_procs);
        LAY(csn, sizeof(xip_csn_state));
        LAY(csn_log, cluster->csn_log_size * sizeof(uint64_t));
    }
    LAY(semaphores, n * sizeof(xip_semaphore));
    LAY(free_slots, n * sizeof(uint32_t));
#undef LAY
    if (!enough)
        return XIP_ERR_NO_MEMORY;
    cluster->transam->next_xid = FIRST_XID;
    cluster->transam->oldest_xid = XIP_FIRST_NORMAL_XID;
    cluster->transam->latest_completed_xid = FIRST_XID - 1;
    cluster->transam->xact_completion_count = 1;
    xip_cluster_restart(cluster);
    return XIP_OK;
}

void xip_cluster_restart(xip_cluster *cluster)
{
    const xip_design_ops *design = cluster->design;
    size_t n = cluster->max_procs;
    memset(cluster->locks, 0, sizeof(xip_lwlock) * XIP_LOCK_COUNT);
    memset(cluster->proc_hdr, 0, sizeof(xip_proc_hdr));
    if (design->array_of_procs) {
        memset(cluster->proc_array_91, 0, sizeof(xip_proc_array_91) + n * sizeof(uint64_t));
        cluster->proc_array_91->max_procs = (int32_t)n;
    } else {
        memset(cluster->proc_array, 0, sizeof(xip_proc_array) + n * sizeof(int32_t));
        cluster->proc_array->max_procs = (int32_t)n;
    }
    memset(cluster->procs, 0, n * design->proc_layout->size);
    if (design->has_pgxact)
        memset(cluster->pgxact, 0, n * sizeof(xip_pgxact));
    if (design->has_dense_arrays) {
        memset(cluster->xids, 0, n * sizeof(uint32_t));
        memset(cluster->subxid_states, 0, n * sizeof(xip_subxid_status));
        memset(cluster->status_flags, 0, n);
    }
    if (design->has_shared_snapshot)
        memset(cluster->shared_snapshot, 0, sizeof(xip_shared_snapshot));
    if (design->has_running_set) {
        memset(cluster->running_set, 0, sizeof(xip_running_set) + n * sizeof(xip_running));
        memset(cluster->arrivals, 0, sizeof(xip_arrivals) + cluster->arrivals_size * sizeof(xip_running));
        memset(cluster->subxid_states, 0, n * sizeof(xip_subxid_status));
        memset(cluster->status_flags, 0, n);
    }
    memset(cluster->semaphores, 0, n * sizeof(xip_semaphore));
    for (uint32_t i = 0; i < cluster->max_procs; i++)
        cluster->free_slots[i] = i;
    cluster->free_head = 0;
    cluster->free_count = cluster->max_procs;
    cluster->free_lock = 0;
    /* Every assigned xid has ended: the backends that held one are gone. */
    cluster->transam->latest_completed_xid = cluster->transam->next_xid - 1;
    cluster->transam->xact_completion_count++;
    xip_cluster_follow_xids(cluster);
}

void xip_cluster_follow_xids(xip_cluster *cluster)
{
    xip_csn_state *csn = cluster->csn;
    if (csn == NULL)
        return;
    csn->csn = csn->csn < XIP_CSN_FIRST ? XIP_CSN_FIRST : csn->csn + 1;
    csn->latest = cluster->transam->latest_completed_xid;
    csn->oldest = xip_full_xid_next(csn->latest);
    csn->room_before = (xip_xid)csn->oldest + cluster->csn_log_size;
}

xip_error xip_cluster_widen_csn_log(xip_cluster *cluster, uint32_t xids, xip_arena *arena)
{
    if (!cluster->design->has_csn_log || power_of_two(xids) <= cluster->csn_log_size)
        return XIP_OK;
    uint64_t *log = xip_arena_take(arena, power_of_two(xids) * sizeof(uint64_t), SHMEM_ALIGN);
    if (log == NULL)
        return XIP_ERR_NO_MEMORY;
    cluster->csn_log = log;
    cluster->csn_log_size = power_of_two(xids);
    xip_cluster_follow_xids(cluster);
    return XIP_OK;
}

/*
 * MODEL: a snapshot's two arrays have room for as many xids as can be running at once in the lab; PostgreSQL makes room
 * in xip for every possible backend, and in subxip for 65 xids of each. A scan writes the same entries either way.
 */
static bool make_room(xip_snapshot *snapshot, const xip_cluster_size *size, xip_arena *arena)
{
    snapshot->xip_capacity = size->max_with_xid;
    snapshot->subxip_capacity = size->max_with_subxid * XIP_MAX_CACHED_SUBXIDS;
    snapshot->xip = xip_arena_take(arena, sizeof(xip_xid) * (snapshot->xip_capacity + 1), XIP_LINE_SIZE_BYTES);
    snapshot->subxip = xip_arena_take(arena, sizeof(xip_xid) * (snapshot->subxip_capacity + 1), 4);
    return snapshot->xip && snapshot->subxip;
}

xip_error xip_backend_init(xip_backend *me, xip_cluster *cluster, mem_core *core, const xip_cluster_size *size,
                           xip_arena *arena)
{
    *me = (xip_backend){.cluster = cluster, .core = core};
    bool enough = make_room(&me->snapshot, size, arena);
    if (size->with_catalog)
        enough = enough && make_room(&me->catalog_snapshot, size, arena);
    return enough ? XIP_OK : XIP_ERR_NO_MEMORY;
}
