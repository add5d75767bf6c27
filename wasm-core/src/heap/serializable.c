/* serializable.c — SIREAD locks and rw-conflicts of row versions. See serializable.h. */
#include "heap/serializable.h"

#include "heap/multixact.h"
#include "heap/visibility.h"

/* The xid behind a version that the reader may conflict with; XIP_INVALID_XID: none. */
static xip_xid culprit_of(xip_session *me, xip_tuple_header *tuple, bool is_visible)
{
    xip_xid oldest = xip_transaction_xmin(me);
    switch (xip_satisfies_vacuum(me, tuple, oldest)) {
    case XIP_TUPLE_LIVE:
        return is_visible ? (xip_xid)XIP_INVALID_XID : xip_tuple_xmin(tuple);
    case XIP_TUPLE_RECENTLY_DEAD:
    case XIP_TUPLE_DELETE_IN_PROGRESS: {
        xip_xid xid = is_visible ? xip_update_xid(me, tuple) : xip_tuple_xmin(tuple);
        return xip_xid_precedes(xid, oldest) ? (xip_xid)XIP_INVALID_XID : xid;
    }
    case XIP_TUPLE_INSERT_IN_PROGRESS:
        return xip_tuple_xmin(tuple);
    default:
        return XIP_INVALID_XID;
    }
}

bool xip_heap_check_out(xip_session *me, xip_ssi_tag tag, xip_tuple_header *tuple, bool is_visible)
{
    if (!xip_serializable_check_out(me, tag, XIP_INVALID_XID))
        return false;
    xip_xid xid = culprit_of(me, tuple, is_visible);
    if (xid == XIP_INVALID_XID || xid == xip_top_xid_if_any(me))
        return true;
    xid = xip_subtrans_topmost(me, xid);
    return xip_xid_precedes(xid, xip_transaction_xmin(me)) || xip_serializable_check_out(me, tag, xid);
}

bool xip_heap_lock_tuple_read(xip_session *me, uint32_t rel, xip_ctid ctid, const xip_tuple_header *tuple)
{
    return xip_is_current_xid(me, xip_tuple_xmin(tuple)) ||
           xip_serializable_lock(me, (xip_ssi_tag){rel, 0, ctid.block, ctid.offset});
}

bool xip_heap_check_in(xip_session *me, uint32_t rel, xip_ctid ctid)
{
    return xip_serializable_check_in(me, (xip_ssi_tag){rel, 0, ctid.block, ctid.offset});
}

bool xip_heap_check_in_new(xip_session *me, uint32_t rel)
{
    return xip_serializable_check_in(me, (xip_ssi_tag){rel, 0, XIP_SSI_NO_BLOCK, 0});
}
