/*
 * twophase.c — prepared transactions: a dummy PGPROC in the array has the xid, the subxids and the locks.
 * PostgreSQL: src/backend/access/transam/twophase.c, PrepareTransaction in xact.c.
 */
#include "base/assert.h"
#include "pg/procarray.h"
#include "server/state.h"

#include <string.h>

static xip_prepared *take_prepared(xip_server *server, uint32_t *handle)
{
    if (server->free_prepared_count == 0)
        return NULL;
    *handle = server->free_prepared[--server->free_prepared_count];
    xip_prepared *prepared = server->prepared[*handle];
    if (prepared == NULL) {
        prepared = xip_arena_take(server->arena, sizeof *prepared, 128);
        XIP_ASSERT(prepared != NULL, "a driver asks xip_server_is_full before each statement");
        prepared->backend.cluster = &server->cluster;
        server->prepared[*handle] = prepared;
    }
    prepared->is_used = true;
    return prepared;
}

/*
 * The dummy enters before the session's entry is cleared, so that the xid is never missing. Only committed
 * subtransactions count: if a cache had overflowed because of rolled-back ones, the rest fits again.
 */
xip_error xip_xact_prepare(xip_session *me, uint32_t *handle)
{
    XIP_ASSERT(me->level > 0, "there is a transaction to prepare");
    xip_server *server = me->server;
    while (me->level > 1)
        xip_subxact_commit(me);
    xip_current_xid(me);
    xip_prepared *prepared = take_prepared(server, handle);
    if (prepared == NULL)
        return XIP_ERR_SLOTS;
    prepared->xids = xip_pool_grow(server, prepared->xids, &prepared->xid_room, me->xid_count, sizeof *prepared->xids);
    memcpy(prepared->xids, me->xids, me->xid_count * sizeof *me->xids);
    prepared->xid_count = me->xid_count;
    xip_connect_prepared(&prepared->backend, XIP_MAX_SESSIONS + *handle, prepared->xids, prepared->xid_count);
    server->databases[XIP_MAX_SESSIONS + *handle] = (uint8_t)me->database;
    xip_locks_hand_over(me, *handle);
    xip_serializable_hand_over(me, *handle);
    xip_proc_array_clear_transaction(&me->backend);
    server->xact_completion_count++;
    me->backend.transaction_xmin = XIP_INVALID_XID;
    xip_forget_snapshots(me);
    me->status_flags &= (uint8_t)~XIP_PROC_VACUUM_STATE_MASK;
    me->xid_count = me->aborted_count = 0;
    me->level = 0;
    return XIP_OK;
}

void xip_prepared_finish(xip_session *me, uint32_t handle, bool commit)
{
    xip_server *server = me->server;
    xip_prepared *prepared = handle < XIP_MAX_PREPARED ? server->prepared[handle] : NULL;
    XIP_ASSERT(prepared != NULL && prepared->is_used, "a handle is finished once");
    xip_wal_ended(server, prepared->xids, prepared->xid_count, commit);
    xip_clog_set_tree(me, prepared->xids, prepared->xid_count, commit ? XIP_STATUS_COMMITTED : XIP_STATUS_ABORTED);
    xip_disconnect_prepared(&me->backend, &prepared->backend, prepared->xids[prepared->xid_count - 1]);
    server->xact_completion_count++;
    xip_locks_release_prepared(server, handle);
    xip_serializable_end_prepared(server, prepared, commit);
    prepared->is_used = false;
    prepared->xid_count = 0;
    server->free_prepared[server->free_prepared_count++] = handle;
}
