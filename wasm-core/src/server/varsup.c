/*
 * varsup.c — the next xid, with the pages that must exist before anybody sees it: in pg_xact, in pg_subtrans, and for
 * the views the session that got it. PostgreSQL: GetNewTransactionId in src/backend/access/transam/varsup.c.
 */
#include "server/state.h"

enum { OWNERS_PER_PAGE = 8192 };
_Static_assert(XIP_MAX_SESSIONS <= UINT8_MAX, "a session's id is a byte");

xip_xid xip_next_xid(xip_session *me, xip_xid parent)
{
    xip_server *server = me->server;
    xip_full_xid next = server->cluster.transam->next_xid;
    xip_clog_extend(me, next);
    uint8_t *owners = xip_pages_make(&server->owners, (xip_xid)next / OWNERS_PER_PAGE);
    owners[(xip_xid)next % OWNERS_PER_PAGE] = (uint8_t)me->id;
    return xip_subtrans_assign(me, parent);
}

uint32_t xip_owner_of(const xip_server *server, xip_xid xid)
{
    xip_full_xid full = xip_full_xid_near(server->cluster.transam->next_xid, xid);
    const uint8_t *owners = xip_pages_find(&server->owners, xid / OWNERS_PER_PAGE);
    return full < server->config.next_xid || owners == NULL ? XIP_MAX_SESSIONS : owners[xid % OWNERS_PER_PAGE];
}
