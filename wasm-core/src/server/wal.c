/*
 * wal.c — the primary's WAL records about xids, for a standby (pg/wal.h): written where PostgreSQL writes them, before
 * pg_xact and the proc array are touched. Only a server whose configuration says so writes any.
 * PostgreSQL: AssignTransactionId, RecordTransactionCommit and RecordTransactionAbort in
 * src/backend/access/transam/xact.c; LogStandbySnapshot in src/backend/storage/ipc/standby.c.
 *
 * MODEL: the first record with an xid is written when the xid is assigned, not with the first change under it. No
 * snapshot shows the difference, because an xid in a gap counts as running as soon as a later one is named.
 */
#include "base/assert.h"
#include "pg/procarray.h"
#include "server/state.h"

enum { UNREPORTED = 64 /* PGPROC_MAX_CACHED_SUBXIDS */ };

static void append(xip_server *server, uint32_t word)
{
    server->wal = xip_pool_grow(server, server->wal, &server->wal_room, server->wal_count + 1, sizeof *server->wal);
    server->wal[server->wal_count++] = word;
}

static void begin_record(xip_server *server, xip_wal_kind kind, xip_xid xid, uint32_t count)
{
    append(server, (uint32_t)kind | count << XIP_WAL_COUNT_SHIFT);
    append(server, xid);
}

static void write_record(xip_server *server, xip_wal_kind kind, xip_xid xid, const xip_xid *xids, uint32_t count)
{
    begin_record(server, kind, xid, count);
    for (uint32_t i = 0; i < count; i++)
        append(server, xids[i]);
}

/* The newest of the 64 unreported ones is `xid` itself. */
void xip_wal_assigned(xip_session *me, xip_xid xid)
{
    xip_server *server = me->server;
    if (!server->config.writes_wal)
        return;
    xip_xid top = me->levels[1].xid;
    if (xid == top) {
        me->unreported_count = 0;
    } else {
        me->unreported = xip_pool_grow(server, me->unreported, &me->unreported_room, me->unreported_count + 1,
                                       sizeof *me->unreported);
        me->unreported[me->unreported_count++] = xid;
        if (me->unreported_count >= UNREPORTED) {
            write_record(server, XIP_WAL_ASSIGNMENT, top, me->unreported, me->unreported_count);
            me->unreported_count = 0;
        }
    }
    write_record(server, XIP_WAL_XID, xid, NULL, 0);
}

void xip_wal_ended(xip_server *server, const xip_xid *xids, uint32_t count, bool committed)
{
    if (!server->config.writes_wal || count == 0)
        return;
    write_record(server, committed ? XIP_WAL_COMMIT : XIP_WAL_ABORT, xids[0], xids + 1, count - 1);
}

/* GetRunningTransactionData: also subtransactions' xids, unless a session's do not fit into its cache. */
void xip_wal_log_running(xip_session *me)
{
    xip_server *server = me->server;
    if (!server->config.writes_wal)
        return;
    uint32_t n = 0;
    bool overflowed = false;
    xip_full_xid next = server->cluster.transam->next_xid;
    xip_xid oldest = (xip_xid)next;
    for (uint32_t at = 0; at < xip_num_procs(&me->backend); at++) {
        xip_proc_entry entry;
        server->cluster.design->entry(&me->backend, at, &entry);
        if (entry.xid == XIP_INVALID_XID)
            continue;
        oldest = xip_xid_older(oldest, entry.xid);
        overflowed |= entry.overflowed;
        n += 1 + entry.nxids;
    }
    uint32_t record = server->wal_count;
    begin_record(server, XIP_WAL_RUNNING_XACTS, (xip_xid)next, 0);
    append(server, oldest);
    uint32_t written = 1;
    for (uint32_t at = 0; at < xip_num_procs(&me->backend); at++) {
        xip_proc_entry entry;
        server->cluster.design->entry(&me->backend, at, &entry);
        if (entry.xid == XIP_INVALID_XID)
            continue;
        append(server, entry.xid);
        written++;
        for (uint32_t i = 0; !overflowed && i < entry.nxids; i++, written++)
            append(server, entry.subxids[i]);
    }
    XIP_ASSERT(overflowed || written == n + 1, "who runs is counted once");
    uint32_t flag = overflowed ? XIP_WAL_OVERFLOWED : 0;
    server->wal[record] = (uint32_t)XIP_WAL_RUNNING_XACTS | flag | written << XIP_WAL_COUNT_SHIFT;
}

const uint32_t *xip_server_wal(const xip_server *server, uint32_t *count)
{
    *count = server->wal_count;
    return server->wal;
}
