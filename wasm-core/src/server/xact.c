/*
 * xact.c — transactions and their levels: when xids are assigned, and the steps of an end in their order.
 * PostgreSQL: src/backend/access/transam/{xact,varsup}.c.
 *
 * Order of every end: pg_xact, then the proc array, then locks. So no waiter finds the xid still running, and nobody
 * finds it neither running nor decided.
 *
 * MODEL: a transaction's end waits for no WAL and is durable at once, as with synchronous_commit = on and no crash.
 */
#include "pg/xact.h"

#include "base/assert.h"
#include "pg/procarray.h"
#include "server/state.h"

void xip_xact_start(xip_session *me, xip_isolation isolation, bool read_only)
{
    XIP_ASSERT(me->level == 0, "a session runs one transaction at a time");
    xip_begin(&me->backend);
    me->xact_number++;
    me->levels = xip_pool_grow(me->server, me->levels, &me->level_room, 2, sizeof *me->levels);
    me->level = 1;
    me->levels[1] = (xip_level){.xid = XIP_INVALID_XID};
    me->isolation = isolation;
    me->is_read_only = read_only;
    me->is_deferrable = false;
    me->is_cid_used = false;
    me->ssi_failure = XIP_SSI_FINE;
    me->backend.curcid = 0;
    me->xid_count = 0;
    me->aborted_count = 0;
}

uint32_t xip_xact_number(const xip_session *me)
{
    return me->xact_number;
}

uint32_t xip_xact_level(const xip_session *me)
{
    return me->level;
}

xip_isolation xip_xact_isolation(const xip_session *me)
{
    return me->isolation;
}

/* --- xids ------------------------------------------------------------------------------------------------------- */

static xip_locktag transaction_tag(xip_xid xid)
{
    return (xip_locktag){.kind = XIP_LOCKTAG_TRANSACTION, .a = xid};
}

/* AssignTransactionId of one level; the one above has its xid. All that wait for this xid wait for its lock. */
static void assign(xip_session *me, uint32_t level)
{
    xip_server *server = me->server;
    if (level == 1 && me->elsewhere > 0)
        xip_elsewhere_run(server, me->elsewhere);
    xip_xid xid = xip_next_xid(me, level == 1 ? (xip_xid)XIP_INVALID_XID : me->levels[level - 1].xid);
    me->xids = xip_pool_grow(server, me->xids, &me->xid_room, me->xid_count + 1, sizeof *me->xids);
    me->levels[level] = (xip_level){.xid = xid, .xids_at = me->xid_count};
    me->xids[me->xid_count++] = xid;
    xip_wal_assigned(me, xid);
    if (level == 1)
        xip_serializable_set_xid(me, xid);
    xip_lock_acquire_at(me, transaction_tag(xid), XIP_EXCLUSIVE, level);
}

xip_xid xip_current_xid(xip_session *me)
{
    XIP_ASSERT(me->level > 0, "an xid belongs to a transaction");
    if (me->levels[me->level].xid == XIP_INVALID_XID) {
        uint32_t level = me->level;
        while (level > 1 && me->levels[level - 1].xid == XIP_INVALID_XID)
            level--;
        for (; level <= me->level; level++)
            assign(me, level);
    }
    return me->levels[me->level].xid;
}

xip_xid xip_top_xid(xip_session *me)
{
    XIP_ASSERT(me->level > 0, "an xid belongs to a transaction");
    if (me->levels[1].xid == XIP_INVALID_XID)
        assign(me, 1);
    return me->levels[1].xid;
}

xip_xid xip_current_xid_if_any(const xip_session *me)
{
    return me->level > 0 ? me->levels[me->level].xid : (xip_xid)XIP_INVALID_XID;
}

xip_xid xip_top_xid_if_any(const xip_session *me)
{
    return me->level > 0 ? me->levels[1].xid : (xip_xid)XIP_INVALID_XID;
}

/* Ascending xids that are less than 2^31 apart. */
static bool contains(const xip_xid *xids, uint32_t count, xip_xid xid)
{
    uint32_t low = 0;
    while (low < count) {
        uint32_t middle = low + (count - low) / 2;
        if (xids[middle] == xid)
            return true;
        if (xip_normal_xid_precedes(xids[middle], xid))
            low = middle + 1;
        else
            count = middle;
    }
    return false;
}

bool xip_is_current_xid(const xip_session *me, xip_xid xid)
{
    if (!xip_xid_is_normal(xid))
        return false;
    for (uint32_t i = 0; i < me->aborted_count; i++)
        if (me->aborted_xids[i] == xid)
            return true;
    return contains(me->xids, me->xid_count, xid);
}

/* --- commands --------------------------------------------------------------------------------------------------- */

xip_cid xip_current_cid(xip_session *me, bool used)
{
    me->is_cid_used |= used;
    return me->backend.curcid;
}

void xip_command_counter_increment(xip_session *me)
{
    if (!me->is_cid_used)
        return;
    me->is_cid_used = false;
    me->backend.curcid++;
    if (me->first_snapshot != NULL)
        me->first_snapshot->curcid = me->backend.curcid;
}

/* --- ends ------------------------------------------------------------------------------------------------------- */

/* ProcArrayEndTransaction; also clears flags that a VACUUM set. */
static void leave_proc_array(xip_session *me)
{
    bool has_xid = me->levels[1].xid != XIP_INVALID_XID;
    if (!has_xid && (me->status_flags & XIP_PROC_VACUUM_STATE_MASK))
        xip_set_status_flags(me, me->status_flags & (uint8_t)~XIP_PROC_VACUUM_STATE_MASK);
    me->status_flags &= (uint8_t)~XIP_PROC_VACUUM_STATE_MASK;
    if (has_xid) {
        /* The newest of its own and of its children that did not abort: the aborted ones have been counted as
         * completed. */
        me->backend.latest_xid = me->xids[me->xid_count - 1];
        me->server->xact_completion_count++;
    }
    xip_proc_array_end_transaction(&me->backend);
}

static void end(xip_session *me, xip_xid_status status)
{
    xip_wal_ended(me->server, me->xids, me->xid_count, status == XIP_STATUS_COMMITTED);
    if (me->xid_count > 0)
        xip_clog_set_tree(me, me->xids, me->xid_count, status);
    leave_proc_array(me);
    me->backend.transaction_xmin = XIP_INVALID_XID;
    xip_forget_snapshots(me);
    me->xid_count = me->aborted_count = 0;
    xip_locks_release_all(me);
    xip_serializable_end(me, status == XIP_STATUS_COMMITTED);
    me->level = 0;
}

void xip_xact_commit(xip_session *me)
{
    XIP_ASSERT(me->level > 0, "there is a transaction to commit");
    while (me->level > 1)
        xip_subxact_commit(me);
    end(me, XIP_STATUS_COMMITTED);
}

void xip_xact_abort(xip_session *me)
{
    XIP_ASSERT(me->level > 0, "there is a transaction to abort");
    xip_lock_cancel_wait(me);
    while (me->level > 1)
        xip_subxact_abort(me);
    end(me, XIP_STATUS_ABORTED);
}

void xip_xact_fail(xip_session *me)
{
    xip_xid left = xip_left_by_cursors(me);
    xip_xact_abort(me);
    if (left != XIP_INVALID_XID)
        xip_advance_xmin(&me->backend, left);
}

/* --- subtransactions -------------------------------------------------------------------------------------------- */

xip_error xip_subxact_start(xip_session *me)
{
    XIP_ASSERT(me->level > 0, "a savepoint is inside a transaction");
    if (me->level >= XIP_MAX_LEVELS)
        return XIP_ERR_ARGUMENT;
    me->level++;
    me->levels = xip_pool_grow(me->server, me->levels, &me->level_room, me->level + 1, sizeof *me->levels);
    me->levels[me->level] = (xip_level){.xid = XIP_INVALID_XID};
    return XIP_OK;
}

/* Writes nothing to pg_xact: the children of a transaction are decided with it. Only its own xid's lock is released. */
void xip_subxact_commit(xip_session *me)
{
    XIP_ASSERT(me->level > 1, "there is a subtransaction to commit");
    xip_xid xid = me->levels[me->level].xid;
    if (xid != XIP_INVALID_XID)
        xip_lock_release(me, transaction_tag(xid), XIP_EXCLUSIVE);
    xip_locks_lift(me, me->level);
    xip_lift_snapshots(me, me->level);
    me->level--;
}

/* A planted fault: rolled-back xids are remembered as the session's own. */
static void remember_aborted(xip_session *me, const xip_xid *xids, uint32_t count)
{
    me->aborted_xids = xip_pool_grow(me->server, me->aborted_xids, &me->aborted_room, me->aborted_count + count,
                                     sizeof *me->aborted_xids);
    for (uint32_t i = 0; i < count; i++)
        me->aborted_xids[me->aborted_count++] = xids[i];
}

void xip_subxact_abort(xip_session *me)
{
    XIP_ASSERT(me->level > 1, "there is a subtransaction to abort");
    me->ssi_failure = XIP_SSI_FINE;
    xip_lock_cancel_wait(me);
    const xip_level *level = &me->levels[me->level];
    if (level->xid != XIP_INVALID_XID) {
        const xip_xid *family = &me->xids[level->xids_at];
        uint32_t count = me->xid_count - level->xids_at;
        xip_wal_ended(me->server, family, count, false);
        xip_clog_set_tree(me, family, count, XIP_STATUS_ABORTED);
        xip_xid_cache_remove(&me->backend, family, count);
        me->server->xact_completion_count++;
        if (me->server->config.faults & XIP_FAULT_ABORTED_IS_CURRENT)
            remember_aborted(me, family, count);
        me->xid_count = level->xids_at;
    }
    xip_locks_release(me, me->level);
    xip_drop_snapshots(me, me->level);
    me->level--;
}
