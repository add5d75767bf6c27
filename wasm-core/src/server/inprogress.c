/*
 * inprogress.c — TransactionIdIsInProgress: a question about the present, where a snapshot answers about a moment.
 * PostgreSQL: src/backend/storage/ipc/procarray.c.
 */
#include "pg/lwlock.h"
#include "pg/procarray.h"
#include "server/state.h"

typedef enum finding { RUNS, RUNS_NOT, MAY_BE_CHILD } finding;

/* Looks in one entry: at its xid, and in its cache. MAY_BE_CHILD: its cache is not complete. */
static finding look_at(const xip_proc_entry *entry, xip_xid xid)
{
    if (entry->xid == xid)
        return RUNS;
    /* A child's xid follows its parent's. */
    if (xip_xid_precedes(xid, entry->xid))
        return RUNS_NOT;
    for (uint32_t i = entry->nxids; i-- > 0;)
        if (entry->subxids[i] == xid)
            return RUNS;
    return entry->overflowed ? MAY_BE_CHILD : RUNS_NOT;
}

bool xip_is_in_progress(xip_session *me, xip_xid xid)
{
    xip_server *server = me->server;
    xip_backend *backend = &me->backend;
    const xip_design_ops *design = server->cluster.design;
    if (xip_xid_precedes(xid, backend->recent_xmin))
        return false;
    if (xip_is_current_xid(me, xid))
        return true;
    xip_xid latest = (xip_xid)server->cluster.transam->latest_completed_xid;
    if (xip_xid_precedes(latest, xid))
        return true;

    xip_xid parents[XIP_MAX_OWNERS];
    uint32_t parent_count = 0;
    bool is_found = false;
    xip_lwlock_acquire(backend, XIP_LOCK_PROC_ARRAY, XIP_LW_SHARED);
    uint32_t n = xip_num_procs(backend);
    for (uint32_t at = 0; at < n && !is_found; at++) {
        xip_proc_entry entry;
        design->entry(backend, at, &entry);
        if (entry.pgprocno == backend->pgprocno || !xip_xid_is_normal(entry.xid))
            continue;
        finding found = look_at(&entry, xid);
        is_found = found == RUNS;
        if (found == MAY_BE_CHILD)
            parents[parent_count++] = entry.xid;
    }
    xip_lwlock_release(backend, XIP_LOCK_PROC_ARRAY, XIP_LW_SHARED);
    if (is_found || parent_count == 0)
        return is_found;

    /* A session's cache has overflowed: pg_subtrans decides. An aborted one is still below its running top there. */
    if (xip_did_abort(me, xid))
        return false;
    xip_xid topmost = xip_subtrans_walk(me, xid, XIP_LOOKUP_IN_PROGRESS);
    for (uint32_t i = 0; topmost != xid && i < parent_count; i++)
        if (parents[i] == topmost)
            return true;
    return false;
}
