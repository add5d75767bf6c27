/*
 * horizons.c — what is too old to be needed by anybody. The rules' version decides how it is known, whatever the
 * design: up to 13 every snapshot computes it exactly (RecentGlobalXmin); from 14 on a snapshot leaves bounds, and who
 * falls between them has the exact horizons computed, at most once for each RecentXmin (GlobalVis). PostgreSQL:
 * src/backend/storage/ipc/procarray.c: GetSnapshotData, GetOldestXmin (13), ComputeXidHorizons, GlobalVis*.
 *
 * MODEL: one database and no replication slots, and vacuum_defer_cleanup_age is 0; so the horizons of shared relations,
 * catalogs and tables differ only in name.
 */
#include "pg/lwlock.h"
#include "pg/procarray.h"
#include "server/state.h"

static bool has_global_vis(const xip_server *server)
{
    return server->config.rules >= 14;
}

/* Up to 13 latestCompletedXid has 32 bits. */
static xip_full_xid latest_completed(const xip_server *server)
{
    const xip_transam *transam = server->cluster.transam;
    return xip_full_xid_near(transam->next_xid, (xip_xid)transam->latest_completed_xid);
}

/* The minimum over the array: of xmins, of xids too when `with_xids`; who runs a lazy VACUUM is passed over. */
static xip_xid minimum(xip_session *me, xip_xid start, bool with_xids)
{
    xip_server *server = me->server;
    xip_backend *backend = &me->backend;
    bool ignores_others = (server->config.faults & XIP_FAULT_HORIZON_IGNORES_XMIN) != 0;
    xip_xid oldest = start;
    xip_lwlock_acquire(backend, XIP_LOCK_PROC_ARRAY, XIP_LW_SHARED);
    uint32_t n = xip_num_procs(backend);
    for (uint32_t at = 0; at < n; at++) {
        xip_proc_entry entry;
        server->cluster.design->entry(backend, at, &entry);
        uint8_t passed_over = XIP_PROC_IN_VACUUM | XIP_PROC_IN_LOGICAL_DECODING;
        if (entry.flags & passed_over)
            continue;
        if (!ignores_others || entry.pgprocno == backend->pgprocno)
            oldest = xip_xid_older(oldest, entry.xmin);
        if (with_xids)
            oldest = xip_xid_older(oldest, entry.xid);
    }
    xip_lwlock_release(backend, XIP_LOCK_PROC_ARRAY, XIP_LW_SHARED);
    return oldest;
}

static void move_bounds(xip_session *me)
{
    xip_server *server = me->server;
    xip_full_xid latest = latest_completed(server);
    xip_full_xid bound = xip_full_xid_near(latest, me->backend.snapshot.xmin);
    xip_full_xid oldest = xip_full_xid_near(latest, server->cluster.transam->oldest_xid);
    for (uint32_t kind = XIP_VIS_SHARED; kind <= XIP_VIS_DATA; kind++) {
        xip_global_vis *vis = &me->vis[kind];
        vis->definitely_needed = xip_full_xid_newer(vis->definitely_needed, bound);
        vis->maybe_needed = xip_full_xid_newer(vis->maybe_needed, oldest);
    }
    xip_xid own = xip_top_xid_if_any(me);
    xip_full_xid temp = own != XIP_INVALID_XID ? xip_full_xid_near(latest, own) : xip_full_xid_next(latest);
    me->vis[XIP_VIS_TEMP] = (xip_global_vis){.definitely_needed = temp, .maybe_needed = temp};
}

void xip_horizons_after_snapshot(xip_session *me)
{
    if (!has_global_vis(me->server)) {
        xip_xid xmin = me->backend.snapshot.xmin;
        me->recent_global_xmin = me->recent_global_data_xmin = minimum(me, xmin, false);
    } else if (me->vis_completion_count != me->server->xact_completion_count) {
        /* Otherwise a server of 14 would have reused the snapshot, and left the bounds alone. */
        me->vis_completion_count = me->server->xact_completion_count;
        move_bounds(me);
    }
}

/* ComputeXidHorizons and GlobalVisUpdateApply. */
static void compute_horizons(xip_session *me)
{
    xip_full_xid latest = latest_completed(me->server);
    xip_full_xid next = xip_full_xid_next(latest);
    xip_full_xid horizon = xip_full_xid_near(latest, minimum(me, (xip_xid)next, true));
    for (uint32_t kind = XIP_VIS_SHARED; kind <= XIP_VIS_DATA; kind++) {
        me->vis[kind].maybe_needed = horizon;
        me->vis[kind].definitely_needed = xip_full_xid_newer(horizon, me->vis[kind].definitely_needed);
    }
    xip_xid own = xip_top_xid_if_any(me);
    xip_full_xid temp = own != XIP_INVALID_XID ? xip_full_xid_near(latest, own) : next;
    me->vis[XIP_VIS_TEMP] = (xip_global_vis){.definitely_needed = temp, .maybe_needed = temp};
    me->last_horizon_recent_xmin = me->backend.recent_xmin;
    me->horizons_computed++;
}

/* GlobalVisTestShouldUpdate */
static bool should_update(const xip_session *me, const xip_global_vis *vis)
{
    if (me->last_horizon_recent_xmin == XIP_INVALID_XID)
        return true;
    if (vis->maybe_needed >= vis->definitely_needed)
        return false;
    return me->backend.recent_xmin != me->last_horizon_recent_xmin;
}

bool xip_is_removable_xid(xip_session *me, xip_vis_kind kind, xip_xid xid)
{
    if (!has_global_vis(me->server)) {
        bool is_catalog = kind == XIP_VIS_SHARED || kind == XIP_VIS_CATALOG;
        return xip_xid_precedes(xid, is_catalog ? me->recent_global_xmin : me->recent_global_data_xmin);
    }
    xip_global_vis *vis = &me->vis[kind];
    xip_full_xid full = xip_full_xid_near(vis->definitely_needed, xid);
    if (full < vis->maybe_needed)
        return true;
    if (full >= vis->definitely_needed)
        return false;
    if (!should_update(me, vis))
        return false;
    compute_horizons(me);
    return full < vis->maybe_needed;
}

xip_xid xip_oldest_nonremovable_xid(xip_session *me, xip_vis_kind kind)
{
    if (!has_global_vis(me->server))
        return minimum(me, xip_xid_next((xip_xid)latest_completed(me->server)), true);
    compute_horizons(me);
    return (xip_xid)me->vis[kind].maybe_needed;
}
