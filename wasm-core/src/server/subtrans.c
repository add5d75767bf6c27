/*
 * subtrans.c — pg_subtrans: the parent of each subtransaction, 2,048 xids a page.
 * PostgreSQL: src/backend/access/transam/subtrans.c.
 *
 * Invariant: a parent's xid precedes its child's, so a walk towards the top ends.
 */
#include "base/assert.h"
#include "server/state.h"

#include <string.h>

enum { PER_PAGE = 2048 };

void xip_subtrans_extend(xip_server *server, xip_full_xid xid)
{
    xip_slru_extend(server, &server->subtrans, xid, PER_PAGE);
}

void xip_subtrans_set_parent(xip_server *server, xip_xid xid, xip_xid parent)
{
    uint8_t *page = xip_slru_page(server, &server->subtrans, xid, PER_PAGE);
    XIP_ASSERT(page != NULL && xip_xid_precedes(parent, xid), "a parent has its xid before its child");
    memcpy(page + xid % PER_PAGE * sizeof xid, &parent, sizeof parent);
}

xip_xid xip_subtrans_parent(const xip_server *server, xip_xid xid)
{
    xip_xid parent = XIP_INVALID_XID;
    const uint8_t *page = xip_xid_is_normal(xid) ? xip_slru_page(server, &server->subtrans, xid, PER_PAGE) : NULL;
    if (page != NULL)
        memcpy(&parent, page + xid % PER_PAGE * sizeof xid, sizeof parent);
    return parent;
}

/* Stops at the first one before TransactionXmin: pg_subtrans may be cut off there, and such a one is running nowhere.
 */
xip_xid xip_subtrans_topmost(xip_session *me, xip_xid xid)
{
    xip_xid last = xid;
    for (xip_xid at = xid; at != XIP_INVALID_XID; at = xip_subtrans_parent(me->server, at)) {
        last = at;
        if (xip_xid_precedes(at, me->backend.transaction_xmin))
            break;
    }
    return last;
}
