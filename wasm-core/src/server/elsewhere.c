/*
 * elsewhere.c — transactions of unseen connections: each gets an xid and commits. They use up xids, as on a busy
 * server, so that the xids of a scenario's own sessions are spread over many pages of pg_subtrans.
 *
 * MODEL: transactions elsewhere come one after another, right before a session gets an xid. They write nothing and hold
 * no locks; their only visible effect is that xids are used up and snapshots grow old.
 */
#include "pg/procarray.h"
#include "pg/xact.h"
#include "server/state.h"

void xip_session_set_elsewhere(xip_session *me, uint32_t transactions)
{
    me->elsewhere = transactions < XIP_MAX_ELSEWHERE ? transactions : XIP_MAX_ELSEWHERE;
}

/* A design may have no room for more xids until a transaction ends: xip_server_is_full says so before the next
 * statement. */
static bool has_room(xip_session *me)
{
    const xip_design_ops *design = me->server->cluster.design;
    return design->xids_left == NULL || design->xids_left(&me->backend) > XIP_MAX_LEVELS + 1;
}

void xip_elsewhere_run(xip_server *server, uint32_t transactions)
{
    xip_session *me = &server->elsewhere;
    xip_connect_at(&me->backend, XIP_ELSEWHERE_PROC);
    for (uint32_t i = 0; i < transactions && has_room(me); i++) {
        xip_begin(&me->backend);
        xip_xid xid = xip_next_xid(me, XIP_INVALID_XID);
        xip_wal_ended(server, &xid, 1, true);
        xip_clog_set_tree(me, &xid, 1, XIP_STATUS_COMMITTED);
        server->xact_completion_count++;
        xip_proc_array_end_transaction(&me->backend);
    }
    xip_disconnect_at(&me->backend);
}
