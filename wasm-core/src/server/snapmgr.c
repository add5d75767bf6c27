/*
 * snapmgr.c — the snapshot of each command, and how long its xmin is advertised.
 * PostgreSQL: src/backend/utils/time/snapmgr.c.
 *
 * The design builds a snapshot in the backend's one static snapshot, and it is copied before use (registered.c).
 */
#include "base/assert.h"
#include "pg/procarray.h"
#include "pg/xact.h"
#include "server/state.h"

#include <string.h>

/* A planted fault: xmin as if this backend had no xid. */
static void leave_out_own_xid(xip_snapshot *snapshot)
{
    snapshot->xmin = snapshot->xmax;
    for (uint32_t i = 0; i < snapshot->xcnt; i++)
        snapshot->xmin = xip_xid_older(snapshot->xmin, snapshot->xip[i]);
}

void xip_fresh_snapshot(xip_session *me, xip_snapshot *snapshot)
{
    xip_backend *backend = &me->backend;
    snapshot->xmax = snapshot->xmin = xip_xid_next((xip_xid)me->server->cluster.transam->latest_completed_xid);
    snapshot->xcnt = snapshot->subxcnt = 0;
    snapshot->suboverflowed = false;
    snapshot->curcid = backend->curcid;
    snapshot->snap_xact_completion_count = 0;
    snapshot->csn = me->server->cluster.csn != NULL ? me->server->cluster.csn->csn : 0;
    uint32_t n = xip_num_procs(backend);
    for (uint32_t at = 0; at < n; at++) {
        xip_proc_entry entry;
        me->server->cluster.design->entry(backend, at, &entry);
        if ((entry.flags & (XIP_PROC_IN_VACUUM | XIP_PROC_IN_LOGICAL_DECODING)) || !xip_xid_is_normal(entry.xid) ||
            !xip_xid_precedes(entry.xid, snapshot->xmax))
            continue;
        snapshot->xmin = xip_xid_older(snapshot->xmin, entry.xid);
        if (entry.pgprocno == backend->pgprocno)
            continue;
        XIP_ASSERT(snapshot->xcnt < snapshot->xip_capacity &&
                       snapshot->subxcnt + entry.nxids <= snapshot->subxip_capacity,
                   "the caller's arrays have room for everybody");
        snapshot->xip[snapshot->xcnt++] = entry.xid;
        snapshot->suboverflowed |= entry.overflowed;
        for (uint32_t i = 0; i < entry.nxids; i++)
            snapshot->subxip[snapshot->subxcnt++] = entry.subxids[i];
    }
    if (snapshot->suboverflowed)
        snapshot->subxcnt = 0;
}

/*
 * GetSnapshotData into the static snapshot. Its subxip has room for the caches of all sessions in the array.
 *
 * MODEL: Csn's snapshots have no lists, but pg_current_snapshot() and the trace print some; so they are collected from
 * the proc array right away. Visibility does not use them.
 */
static const xip_snapshot *get_snapshot_data(xip_session *me, bool of_catalogs)
{
    xip_server *server = me->server;
    xip_snapshot *snapshot = &me->backend.snapshot;
    uint32_t procs = 0;
    for (uint32_t i = 0; i < XIP_MAX_SESSIONS && server->sessions[i] != NULL; i++)
        procs++;
    procs += XIP_MAX_PREPARED - server->free_prepared_count;
    snapshot->subxip = xip_pool_grow(server, snapshot->subxip, &snapshot->subxip_capacity,
                                     procs * XIP_MAX_CACHED_SUBXIDS, sizeof(xip_xid));
    me->was_reused = xip_take_snapshot(&me->backend);
    if (me->backend.cluster->design->xid_in_snapshot != NULL)
        xip_fresh_snapshot(me, snapshot);
    me->snapshots_taken++;
    me->snapshots_reused += me->was_reused;
    if (server->config.faults & XIP_FAULT_XMIN_WITHOUT_OWN)
        leave_out_own_xid(snapshot);
    xip_horizons_after_snapshot(me, of_catalogs);
    return snapshot;
}

/* GetTransactionSnapshot */
static const xip_snapshot *transaction_snapshot(xip_session *me)
{
    if (me->isolation < XIP_REPEATABLE_READ)
        return get_snapshot_data(me, false);
    if (me->first_snapshot == NULL) {
        me->first_snapshot = xip_copy_snapshot(me->server, get_snapshot_data(me, false));
        if (me->isolation == XIP_SERIALIZABLE)
            xip_serializable_begin(me, me->first_snapshot);
    }
    return me->first_snapshot;
}

xip_outcome xip_await_safe_snapshot(xip_session *me)
{
    bool is_first = me->first_snapshot == NULL || xip_serializable_awaits(me);
    if (me->isolation != XIP_SERIALIZABLE || !me->is_read_only || !me->is_deferrable || !is_first)
        return XIP_DONE;
    for (;;) {
        transaction_snapshot(me);
        xip_safety safety = xip_serializable_await(me);
        if (safety != XIP_UNSAFE_SNAPSHOT)
            return safety == XIP_AWAITS_SAFETY ? XIP_WAIT : XIP_DONE;
        xip_free_snapshot(me->server, me->first_snapshot);
        me->first_snapshot = NULL;
    }
}

xip_safe_wait xip_awaits_safe_snapshot(const xip_session *me)
{
    if (me->wait_state != XIP_WAITING_SAFELY)
        return XIP_WAITS_FOR_NO_SNAPSHOT;
    return xip_ssi_is_oldest_of_owner(me->server->ssi, me->sxact) ? XIP_WAITS_SEEN : XIP_WAITS_UNSEEN;
}

static const xip_snapshot *push(xip_session *me, const xip_snapshot *snapshot)
{
    xip_active *active = xip_pool_take(me->server, sizeof *active);
    *active =
        (xip_active){.below = me->active, .snapshot = xip_copy_snapshot(me->server, snapshot), .level = me->level};
    me->active = active;
    return active->snapshot;
}

const xip_snapshot *xip_push_active_snapshot(xip_session *me)
{
    XIP_ASSERT(me->level > 0, "a snapshot is taken inside a transaction");
    return push(me, transaction_snapshot(me));
}

const xip_snapshot *xip_push_latest_snapshot(xip_session *me)
{
    if (me->isolation < XIP_REPEATABLE_READ)
        return xip_push_active_snapshot(me);
    XIP_ASSERT(me->first_snapshot != NULL, "the transaction has a snapshot already");
    return push(me, get_snapshot_data(me, true));
}

const xip_snapshot *xip_kept_snapshot(const xip_session *me)
{
    return me->first_snapshot;
}

void xip_catalog_snapshot(xip_session *me)
{
    XIP_ASSERT(me->level > 0, "catalogs are read inside a transaction");
    get_snapshot_data(me, true);
}

/*
 * SnapshotResetXmin. REPEATABLE READ's snapshot is the oldest, unless a cursor or an export has registered one; a
 * DEFERRABLE transaction may have thrown away older ones while it waited for a safe one. Only an xmin that is
 * advertised can be moved: a planted fault leaves it out, and must not be mended here.
 */
static void reset_xmin(xip_session *me)
{
    if (me->active != NULL)
        return;
    xip_xid oldest = xip_oldest_registered(me);
    if (me->first_snapshot != NULL)
        oldest = xip_xid_older(oldest, me->first_snapshot->xmin);
    if (oldest != XIP_INVALID_XID) {
        xip_xid advertised = me->backend.transaction_xmin;
        if (xip_xid_is_normal(advertised) && xip_xid_precedes(advertised, oldest))
            xip_advance_xmin(&me->backend, oldest);
        return;
    }
    xip_release_snapshot(&me->backend);
    me->backend.transaction_xmin = XIP_INVALID_XID;
}

void xip_release_catalog_snapshot(xip_session *me)
{
    reset_xmin(me);
}

static void pop(xip_session *me)
{
    xip_active *top = me->active;
    me->active = top->below;
    xip_free_snapshot(me->server, top->snapshot);
    xip_pool_give(me->server, top, sizeof *top);
}

xip_xid xip_recent_xmin(const xip_session *me)
{
    return me->backend.recent_xmin;
}

void xip_pop_active_snapshot(xip_session *me)
{
    XIP_ASSERT(me->active != NULL, "there is an active snapshot to pop");
    pop(me);
    reset_xmin(me);
}

const xip_snapshot *xip_active_snapshot(const xip_session *me)
{
    return me->active != NULL ? me->active->snapshot : NULL;
}

void xip_drop_snapshots(xip_session *me, uint32_t level)
{
    while (me->active != NULL && me->active->level >= level)
        pop(me);
    xip_drop_registered(me, level);
    reset_xmin(me);
}

void xip_lift_snapshots(xip_session *me, uint32_t level)
{
    for (xip_active *at = me->active; at != NULL && at->level >= level; at = at->below)
        at->level = level - 1;
    xip_lift_registered(me, level);
}

void xip_forget_snapshots(xip_session *me)
{
    while (me->active != NULL)
        pop(me);
    if (me->first_snapshot != NULL)
        xip_free_snapshot(me->server, me->first_snapshot);
    me->first_snapshot = NULL;
    xip_drop_registered(me, 0);
}

/* --- snapshots that are kept beyond their statement ----------------------------------------------------------------
 */

void xip_push_registered_snapshot(xip_session *me, uint32_t number)
{
    const xip_snapshot *snapshot = xip_registered_snapshot(me, number);
    XIP_ASSERT(snapshot != NULL, "the snapshot is registered");
    push(me, snapshot);
}

void xip_release_registered_snapshot(xip_session *me, uint32_t number)
{
    xip_unregister_snapshot(me, number);
    reset_xmin(me);
}

bool xip_import_snapshot(xip_session *me, const xip_session *from, uint32_t number)
{
    XIP_ASSERT(me->level == 1 && me->first_snapshot == NULL && me->isolation == XIP_REPEATABLE_READ,
               "a snapshot is imported before all else");
    const xip_snapshot *source = xip_registered_snapshot(from, number);
    if (source == NULL)
        return false;
    /* Its own answer is not used, but it moves the horizons. */
    get_snapshot_data(me, false);
    me->first_snapshot = xip_copy_snapshot(me->server, source);
    me->first_snapshot->curcid = me->backend.curcid;
    xip_advance_xmin(&me->backend, source->xmin);
    return true;
}

/* --- the snapshot that a session would take ----------------------------------------------------------------------- */

static void apply_faults(const xip_session *me, xip_snapshot *snapshot)
{
    uint32_t faults = me->server->config.faults;
    if (faults & XIP_FAULT_NO_SUBXIDS)
        snapshot->subxcnt = 0;
    if (faults & XIP_FAULT_XMIN_WITHOUT_OWN)
        leave_out_own_xid(snapshot);
}

static void copy_of_kept(const xip_snapshot *kept, xip_snapshot *snapshot, xip_cid curcid)
{
    XIP_ASSERT(kept->xcnt <= snapshot->xip_capacity && kept->subxcnt <= snapshot->subxip_capacity,
               "the caller's arrays have room for everybody");
    snapshot->xmin = kept->xmin;
    snapshot->xmax = kept->xmax;
    snapshot->xcnt = kept->xcnt;
    snapshot->subxcnt = kept->subxcnt;
    snapshot->suboverflowed = kept->suboverflowed;
    snapshot->curcid = curcid;
    if (kept->xcnt > 0)
        memcpy(snapshot->xip, kept->xip, kept->xcnt * sizeof(xip_xid));
    if (kept->subxcnt > 0)
        memcpy(snapshot->subxip, kept->subxip, kept->subxcnt * sizeof(xip_xid));
}

void xip_next_snapshot(xip_session *me, xip_snapshot *snapshot)
{
    const xip_cluster *cluster = &me->server->cluster;
    const xip_snapshot *kept = &me->backend.snapshot;
    xip_fresh_snapshot(me, snapshot);
    if ((cluster->faults & XIP_FAULT_NO_COMPLETION_COUNT) && cluster->design->reuses &&
        kept->snap_xact_completion_count != 0 &&
        kept->snap_xact_completion_count == cluster->transam->xact_completion_count)
        copy_of_kept(kept, snapshot, me->backend.curcid);
    apply_faults(me, snapshot);
}

/* --- what a snapshot answers -------------------------------------------------------------------------------------- */

static xip_xid topmost(void *context, xip_xid xid)
{
    return xip_subtrans_topmost(context, xid);
}

enum { FAULTS_IN_ANSWERS = XIP_FAULT_IGNORES_XMAX | XIP_FAULT_IGNORES_SUBXIP };

bool xip_xid_in_mvcc_snapshot(xip_session *me, xip_xid xid, const xip_snapshot *snapshot)
{
    uint32_t faults = me->server->config.faults & FAULTS_IN_ANSWERS;
    if (faults == 0)
        return xip_backend_xid_in_snapshot(&me->backend, xid, snapshot, topmost, me);
    xip_snapshot faulty = *snapshot;
    if (faults & XIP_FAULT_IGNORES_SUBXIP)
        faulty.subxcnt = 0;
    if ((faults & XIP_FAULT_IGNORES_XMAX) && xip_xid_follows_or_equals(xid, faulty.xmax))
        faulty.xmax = xip_xid_next(xid);
    return xip_xid_in_snapshot(xid, &faulty, topmost, me);
}

xip_snapshot_answer xip_mvcc_snapshot_why(xip_session *me, xip_xid xid, const xip_snapshot *snapshot)
{
    xip_snapshot_answer answer = xip_snapshot_why(xid, snapshot, topmost, me);
    if ((me->server->config.faults & FAULTS_IN_ANSWERS) || me->backend.cluster->design->xid_in_snapshot != NULL)
        answer.runs = xip_xid_in_mvcc_snapshot(me, xid, snapshot);
    return answer;
}
