/* regions.c — see regions.h. A design with a new structure adds a line here. */
#include "pg/regions.h"

#ifdef XIP_OBSERVED
#include "base/assert.h"

typedef struct region_list {
    mem_region *regions;
    uint32_t count;
} region_list;

static void add(region_list *list, const char *name, const void *base, size_t size)
{
    if (!base)
        return;
    XIP_ASSERT(list->count < MEM_MAX_REGIONS, "there is room for every structure of a server");
    list->regions[list->count++] = (mem_region){name, base, size};
}

uint32_t xip_cluster_regions(const xip_cluster *c, mem_region regions[static MEM_MAX_REGIONS])
{
    size_t n = c->max_procs;
    region_list list = {regions, 0};
    add(&list, "ProcArrayLock", &c->locks[XIP_LOCK_PROC_ARRAY], sizeof(xip_lwlock));
    add(&list, "XidGenLock", &c->locks[XIP_LOCK_XID_GEN], sizeof(xip_lwlock));
    add(&list, "TransamVariables", c->transam, sizeof(xip_transam));
    add(&list, "ProcGlobal", c->proc_hdr, sizeof(xip_proc_hdr));
    add(&list, "ProcArray", c->proc_array, offsetof(xip_proc_array, pgprocnos));
    if (c->proc_array)
        add(&list, "pgprocnos", c->proc_array->pgprocnos, n * sizeof(int32_t));
    add(&list, "ProcArray", c->proc_array_91, offsetof(xip_proc_array_91, procs));
    if (c->proc_array_91)
        add(&list, "procs", c->proc_array_91->procs, n * sizeof(uint64_t));
    add(&list, "PGPROC", c->procs, n * c->design->proc_layout->size);
    add(&list, "PGXACT", c->pgxact, n * sizeof(xip_pgxact));
    add(&list, "xids", c->xids, n * sizeof(uint32_t));
    add(&list, "subxidStates", c->subxid_states, n * sizeof(xip_subxid_status));
    add(&list, "statusFlags", c->status_flags, n);
    add(&list, "SharedSnapshot", c->shared_snapshot, sizeof(xip_shared_snapshot));
    add(&list, "runningSet", c->running_set, sizeof(xip_running_set) + n * sizeof(xip_running));
    add(&list, "arrivals", c->arrivals, sizeof(xip_arrivals) + c->arrivals_size * sizeof(xip_running));
    add(&list, "csn", c->csn, sizeof(xip_csn_state));
    add(&list, "csnLog", c->csn_log, c->csn_log_size * sizeof(uint64_t));
    add(&list, "semaphores", c->semaphores, n * sizeof(xip_semaphore));
    return list.count;
}
#endif
