/*
 * horizons.c — the age from which nobody needs a row version any more. The rules' version decides how it is computed,
 * whatever the design: up to 13 every snapshot computes it exactly (RecentGlobalXmin); since 14 a snapshot leaves
 * bounds, and for an xid between them a backend computes the exact horizons, at most once for each RecentXmin
 * (GlobalVis). PostgreSQL: src/backend/storage/ipc/procarray.c: GetSnapshotData, GetOldestXmin (13),
 * ComputeXidHorizons, GlobalVis*.
 *
 * Kinds of relations differ in the sessions that count: a table's horizon leaves out sessions of other databases (only
 * 13's snapshots do not, so pruning on access waits for them there), catalogs also count the xmins that slots keep for
 * logical decoding, and shared relations count everybody. A session that runs a lazy VACUUM or decodes counts for none
 * of them. CREATE INDEX CONCURRENTLY (PROC_IN_SAFE_IC, 14+) does count: only others of its kind ignore it, never the
 * code here.
 *
 * MODEL: vacuum_defer_cleanup_age, a setting up to PostgreSQL 15, is 0, its default.
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

bool xip_session_is_on_standby(const xip_session *me)
{
    return me->database == XIP_NO_DATABASE || me->database == XIP_BEHIND_SLOT;
}

void xip_set_status_flags(xip_session *me, uint8_t flags)
{
    me->status_flags = flags;
    xip_set_proc_flags(&me->backend, flags);
}

/* ComputeXidHorizons and GetOldestXmin ignore the same sessions, but of those without a database 14 counts more. */
xip_exemption xip_exemption_of(const xip_session *me, const xip_proc_entry *entry, xip_vis_kind kind)
{
    if (entry->flags & XIP_PROC_IN_VACUUM)
        return XIP_EXEMPT_VACUUM;
    if (entry->flags & XIP_PROC_IN_LOGICAL_DECODING)
        return XIP_EXEMPT_DECODING;
    uint32_t database = me->server->databases[entry->pgprocno];
    if (database == XIP_BEHIND_SLOT)
        return XIP_EXEMPT_BEHIND_SLOT;
    bool is_of_all = kind == XIP_VIS_SHARED || xip_session_is_on_standby(me) || database == me->database;
    if (is_of_all || (database == XIP_NO_DATABASE &&
                      (me->server->config.rules < 15 || (entry->flags & XIP_PROC_AFFECTS_ALL_HORIZONS))))
        return XIP_COUNTS;
    return XIP_EXEMPT_OTHER_DATABASE;
}

/*
 * The oldest xmin of the sessions that count for `kind`, and the oldest xid if `with_xids`. Slots are not included.
 */
static xip_xid minimum(xip_session *me, xip_xid start, bool with_xids, xip_vis_kind kind)
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
        if (xip_exemption_of(me, &entry, kind) != XIP_COUNTS)
            continue;
        if (!ignores_others || entry.pgprocno == backend->pgprocno)
            oldest = xip_xid_older(oldest, entry.xmin);
        if (with_xids)
            oldest = xip_xid_older(oldest, entry.xid);
    }
    xip_lwlock_release(backend, XIP_LOCK_PROC_ARRAY, XIP_LW_SHARED);
    return oldest;
}

/* Lowers a horizon to the bound that slots impose. */
static xip_xid with_slots(const xip_server *server, xip_xid oldest, xip_vis_kind kind)
{
    xip_xid with_xmin = xip_xid_older(oldest, server->slot_xmin);
    bool has_catalogs = kind == XIP_VIS_SHARED || kind == XIP_VIS_CATALOG;
    return has_catalogs ? xip_xid_older(with_xmin, server->slot_catalog_xmin) : with_xmin;
}

/* MyProc->xid */
static xip_xid own_xid(const xip_session *me)
{
    return me->xid_count > 0 ? me->xids[0] : (xip_xid)XIP_INVALID_XID;
}

xip_horizons xip_horizons_now(xip_session *me)
{
    xip_server *server = me->server;
    xip_xid next = xip_xid_next((xip_xid)latest_completed(server));
    xip_xid shared = minimum(me, next, true, XIP_VIS_SHARED);
    xip_xid data = minimum(me, next, true, XIP_VIS_DATA);
    xip_xid own = own_xid(me);
    return (xip_horizons){{
        [XIP_VIS_SHARED] = with_slots(server, shared, XIP_VIS_SHARED),
        [XIP_VIS_CATALOG] = with_slots(server, data, XIP_VIS_CATALOG),
        [XIP_VIS_DATA] = with_slots(server, data, XIP_VIS_DATA),
        /* 13 does not have this kind. */
        [XIP_VIS_TEMP] = !has_global_vis(server)  ? with_slots(server, data, XIP_VIS_DATA)
                         : own != XIP_INVALID_XID ? own
                                                  : next,
    }};
}

static void move_bounds(xip_session *me)
{
    xip_server *server = me->server;
    xip_full_xid latest = latest_completed(server);
    xip_full_xid oldest = xip_full_xid_near(latest, server->cluster.transam->oldest_xid);
    for (uint32_t kind = XIP_VIS_SHARED; kind <= XIP_VIS_DATA; kind++) {
        xip_global_vis *vis = &me->vis[kind];
        xip_xid bound = with_slots(server, me->backend.snapshot.xmin, (xip_vis_kind)kind);
        vis->definitely_needed = xip_full_xid_newer(vis->definitely_needed, xip_full_xid_near(latest, bound));
        vis->maybe_needed = xip_full_xid_newer(vis->maybe_needed, oldest);
    }
    xip_xid own = own_xid(me);
    xip_full_xid temp = own != XIP_INVALID_XID ? xip_full_xid_near(latest, own) : xip_full_xid_next(latest);
    me->vis[XIP_VIS_TEMP] = (xip_global_vis){.definitely_needed = temp, .maybe_needed = temp};
}

void xip_horizons_after_snapshot(xip_session *me, bool of_catalogs)
{
    if (!has_global_vis(me->server)) {
        xip_xid xmin = me->backend.snapshot.xmin;
        xip_xid oldest = minimum(me, xmin, false, XIP_VIS_SHARED);
        me->recent_global_data_xmin = with_slots(me->server, oldest, XIP_VIS_DATA);
        me->recent_global_xmin = with_slots(me->server, oldest, XIP_VIS_CATALOG);
        return;
    }
    /*
     * While its static snapshot is still valid, a server of 14 reuses it, and leaves the bounds alone. Catalogs have a
     * separate one: after a slot has advanced, it can move them when the transaction's does not.
     */
    uint64_t *count = &me->vis_completion_counts[of_catalogs];
    if (*count == me->server->xact_completion_count)
        return;
    *count = me->server->xact_completion_count;
    move_bounds(me);
}

/* ComputeXidHorizons and GlobalVisUpdateApply. */
static void compute_horizons(xip_session *me)
{
    xip_full_xid latest = latest_completed(me->server);
    xip_horizons now = xip_horizons_now(me);
    for (uint32_t kind = XIP_VIS_SHARED; kind <= XIP_VIS_DATA; kind++) {
        xip_full_xid horizon = xip_full_xid_near(latest, now.oldest[kind]);
        me->vis[kind].maybe_needed = horizon;
        me->vis[kind].definitely_needed = xip_full_xid_newer(horizon, me->vis[kind].definitely_needed);
    }
    xip_full_xid temp = xip_full_xid_near(latest, now.oldest[XIP_VIS_TEMP]);
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
        return xip_horizons_now(me).oldest[kind];
    compute_horizons(me);
    return (xip_xid)me->vis[kind].maybe_needed;
}
