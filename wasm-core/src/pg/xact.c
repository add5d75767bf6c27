/* xact.c — see xact.h. */
#include "pg/xact.h"

#include "base/assert.h"
#include "pg/lwlock.h"
#include "pg/semaphore.h"
#include "pg/subtrans.h"

void xip_begin(xip_backend *me)
{
    uint32_t *lxid =
        (uint32_t *)(void *)xip_proc_field(me->cluster, me->pgprocno, me->cluster->design->proc_layout->lxid);
    mem_write_u32(me->core, lxid, ++me->next_lxid, MEM_LXID);
}

/*
 * Under XidGenLock: returns the next xid, and advances nextXid.
 *
 * MODEL: assigning an xid checks no wraparound limits: no lab runs for long enough to come near one.
 */
static xip_xid next_xid(xip_backend *me)
{
    xip_transam *transam = me->cluster->transam;
    xip_full_xid next = mem_read_u64(me->core, &transam->next_xid, MEM_NEXT_XID);
    if (me->cluster->subtrans)
        xip_subxid_extend(me, next);
    mem_write_u64(me->core, &transam->next_xid, xip_full_xid_next(next), MEM_NEXT_XID);
    return (xip_xid)next;
}

xip_xid xip_assign_xid(xip_backend *me)
{
    XIP_ASSERT(me->top_xid == XIP_INVALID_XID, "a transaction gets one top-level xid");
    xip_lwlock_acquire(me, XIP_LOCK_XID_GEN, XIP_LW_EXCLUSIVE);
    while (me->cluster->design->may_assign && !me->cluster->design->may_assign(me)) {
        xip_lwlock_release(me, XIP_LOCK_XID_GEN, XIP_LW_EXCLUSIVE);
        xip_nap();
        xip_lwlock_acquire(me, XIP_LOCK_XID_GEN, XIP_LW_EXCLUSIVE);
    }
    xip_xid xid = next_xid(me);
    me->cluster->design->publish_xid(me, xid);
    xip_lwlock_release(me, XIP_LOCK_XID_GEN, XIP_LW_EXCLUSIVE);
    me->top_xid = me->latest_xid = xid;
    return xid;
}

xip_xid xip_assign_subxid(xip_backend *me)
{
    XIP_ASSERT(me->top_xid != XIP_INVALID_XID, "a parent has its xid before its child");
    xip_lwlock_acquire(me, XIP_LOCK_XID_GEN, XIP_LW_EXCLUSIVE);
    xip_xid xid = next_xid(me);
    me->cluster->design->publish_subxid(me, xid);
    xip_lwlock_release(me, XIP_LOCK_XID_GEN, XIP_LW_EXCLUSIVE);
    me->latest_xid = xid;
    return xid;
}

static void exchange(xip_backend *me)
{
    xip_snapshot current = me->snapshot;
    me->snapshot = me->catalog_snapshot;
    me->catalog_snapshot = current;
}

bool xip_take_catalog_snapshot(xip_backend *me)
{
    XIP_ASSERT(me->catalog_snapshot.xip != NULL, "who takes catalog snapshots has room for one");
    exchange(me);
    bool reused = me->cluster->design->get_snapshot(me);
    exchange(me);
    return reused;
}
