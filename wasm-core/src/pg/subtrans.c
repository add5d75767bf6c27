/* subtrans.c — see subtrans.h. */
#include "pg/subtrans.h"

#include "base/assert.h"

void xip_subxid_start(xip_backend *me)
{
    xip_xid next = (xip_xid)me->cluster->transam->next_xid;
    xip_slru_leave(me, me->cluster->subtrans,
                   xip_slru_make_page(me, me->cluster->subtrans, xip_subtrans_page_of(next)));
}

void xip_subxid_extend(xip_backend *me, xip_full_xid xid)
{
    if ((xip_xid)xid % XIP_SUBTRANS_XIDS_PER_PAGE != 0 && (xip_xid)xid != XIP_FIRST_NORMAL_XID)
        return;
    xip_slru_ctl *slru = me->cluster->subtrans;
    xip_slru_leave(me, slru, xip_slru_make_page(me, slru, xip_subtrans_page_of((xip_xid)xid)));
}

void xip_subxid_set_parent(xip_backend *me, xip_xid xid, xip_xid parent)
{
    XIP_ASSERT(xip_normal_xid_precedes(parent, xid), "a parent has its xid before its child");
    xip_slru_ctl *slru = me->cluster->subtrans;
    xip_slru_held held = xip_slru_take(me, slru, xip_subtrans_page_of(xid));
    uint32_t at = xid % XIP_SUBTRANS_XIDS_PER_PAGE;
    if (xip_slru_read(me, slru, held, at) != parent)
        xip_slru_write(me, slru, held, at, parent);
    xip_slru_leave(me, slru, held);
}

xip_xid xip_subxid_parent(xip_backend *me, xip_xid xid)
{
    if (!xip_xid_is_normal(xid))
        return XIP_INVALID_XID;
    xip_slru_ctl *slru = me->cluster->subtrans;
    xip_slru_held held = xip_slru_look_at(me, slru, xip_subtrans_page_of(xid));
    xip_xid parent = xip_slru_read(me, slru, held, xid % XIP_SUBTRANS_XIDS_PER_PAGE);
    xip_slru_leave(me, slru, held);
    return parent;
}

/* Stops before TransactionXmin: older pages may be gone, and such an xid runs nowhere. */
xip_xid xip_subxid_topmost(void *backend, xip_xid xid)
{
    xip_backend *me = backend;
    xip_xid last = xid;
    for (xip_xid at = xid; at != XIP_INVALID_XID; at = xip_subxid_parent(me, at)) {
        XIP_ASSERT(at == xid || xip_normal_xid_precedes(at, last), "a walk in pg_subtrans goes to older xids");
        last = at;
        if (xip_xid_precedes(at, me->transaction_xmin))
            break;
    }
    return last;
}
