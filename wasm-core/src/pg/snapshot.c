/* snapshot.c — see snapshot.h. Linear search in array order: the arrays are not sorted by xid in any version. */
#include "pg/snapshot.h"

static bool contains(const xip_xid *xids, uint32_t n, xip_xid xid)
{
    for (uint32_t i = 0; i < n; i++)
        if (xids[i] == xid)
            return true;
    return false;
}

bool xip_xid_in_snapshot(xip_xid xid, const xip_snapshot *snapshot, xip_topmost_fn topmost, void *context)
{
    if (xip_xid_precedes(xid, snapshot->xmin))
        return false;
    if (xip_xid_follows_or_equals(xid, snapshot->xmax))
        return true;
    if (!snapshot->suboverflowed) {
        if (contains(snapshot->subxip, snapshot->subxcnt, xid))
            return true;
    } else {
        xid = topmost(context, xid);
        if (xip_xid_precedes(xid, snapshot->xmin))
            return false;
    }
    return contains(snapshot->xip, snapshot->xcnt, xid);
}
