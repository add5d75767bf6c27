/*
 * subtrans.c — pg_subtrans of the simulated server: parents in an SLRU (pg/subtrans.h), and a log of all lookups.
 * PostgreSQL: src/backend/access/transam/subtrans.c.
 *
 * Invariant: a parent's xid precedes its child's, so a walk towards the top ends.
 *
 * MODEL: no page of pg_subtrans is ever removed, because there are no checkpoints here.
 */
#include "pg/subtrans.h"

#include "base/assert.h"
#include "pg/xact.h"
#include "server/state.h"

_Static_assert(XIP_SLRU_MAX_BUFFERS <= UINT16_MAX && XIP_MAX_SESSIONS <= UINT8_MAX, "slots and ids fit");

void xip_subtrans_start(xip_session *me)
{
    /* The first xid of a page creates it (xip_subxid_extend). */
    xip_xid first = (xip_xid)me->server->config.next_xid;
    if (first % XIP_SUBTRANS_XIDS_PER_PAGE != 0 && first != XIP_FIRST_NORMAL_XID)
        xip_subxid_start(&me->backend);
}

/* The counts `before` the lookup show which page was evicted, and whether it had to be written. */
static void note(xip_session *me, xip_xid xid, xip_xid parent, uint32_t slot, uint32_t flags, xip_slru_counts before)
{
    xip_server *server = me->server;
    const xip_slru_counts *now = &me->backend.slru;
    flags |= now->hits > before.hits ? XIP_LOOKUP_HIT : 0;
    flags |= now->writes > before.writes ? XIP_LOOKUP_WROTE : 0;
    server->lookups[server->lookup_count++ % XIP_LOOKUPS_KEPT] = (xip_subtrans_lookup){
        .xid = xid,
        .parent = parent,
        .evicted_page = now->evictions > before.evictions ? now->evicted_page : (uint32_t)XIP_SLRU_NO_PAGE,
        .slot = (uint16_t)slot,
        .session = (uint8_t)me->id,
        .flags = (uint8_t)flags,
    };
}

xip_xid xip_subtrans_assign(xip_session *me, xip_xid parent)
{
    xip_slru_ctl *slru = &me->server->subtrans;
    xip_slru_counts before = me->backend.slru;
    uint32_t page_before = *slru->latest_page;
    xip_xid xid = parent == XIP_INVALID_XID ? xip_assign_xid(&me->backend) : xip_assign_subxid(&me->backend);
    if (*slru->latest_page != page_before) {
        uint32_t slot = 0;
        while (slru->page_number[slot] != *slru->latest_page || slru->page_status[slot] == XIP_SLRU_EMPTY)
            slot++;
        note(me, xid, XIP_INVALID_XID, slot, XIP_LOOKUP_MAKE << XIP_LOOKUP_WHY_SHIFT, before);
    }
    if (parent == XIP_INVALID_XID)
        return xid;
    before = me->backend.slru;
    xip_subxid_set_parent(&me->backend, xid, parent);
    note(me, xid, parent, xip_slru_slot_of(slru, xip_subtrans_page_of(xid)), XIP_LOOKUP_SET << XIP_LOOKUP_WHY_SHIFT,
         before);
    return xid;
}

/* It is on no page: a special one, one from before the server was started, or one that is not assigned yet. */
static bool has_no_page(const xip_server *server, xip_xid xid)
{
    xip_full_xid full = xip_full_xid_near(server->cluster.transam->next_xid, xid);
    return !xip_xid_is_normal(xid) || full < server->config.next_xid || full >= server->cluster.transam->next_xid;
}

xip_xid xip_subtrans_peek(const xip_server *server, xip_xid xid)
{
    if (has_no_page(server, xid))
        return XIP_INVALID_XID;
    return xip_slru_peek(&server->subtrans, xip_subtrans_page_of(xid))[xid % XIP_SUBTRANS_XIDS_PER_PAGE];
}

/* SubTransGetParent, as one lookup of a walk. */
static xip_xid look_up(xip_session *me, xip_xid xid, uint32_t flags)
{
    xip_server *server = me->server;
    if (server->is_watched || has_no_page(server, xid))
        return xip_subtrans_peek(server, xid);
    xip_slru_ctl *slru = &server->subtrans;
    xip_slru_counts before = me->backend.slru;
    xip_slru_held held = xip_slru_look_at(&me->backend, slru, xip_subtrans_page_of(xid));
    xip_xid parent = xip_slru_read(&me->backend, slru, held, xid % XIP_SUBTRANS_XIDS_PER_PAGE);
    xip_slru_leave(&me->backend, slru, held);
    note(me, xid, parent, xip_slru_slot(held), flags, before);
    return parent;
}

xip_xid xip_subtrans_parent(xip_session *me, xip_xid xid)
{
    return look_up(me, xid, XIP_LOOKUP_BEGINS | XIP_LOOKUP_DID_COMMIT << XIP_LOOKUP_WHY_SHIFT);
}

/* Stops at the first one before TransactionXmin: pg_subtrans may be truncated there, and such an xid runs nowhere. */
xip_xid xip_subtrans_walk(xip_session *me, xip_xid xid, xip_lookup_why why)
{
    xip_xid last = xid;
    uint32_t flags = XIP_LOOKUP_BEGINS | (uint32_t)why << XIP_LOOKUP_WHY_SHIFT;
    for (xip_xid at = xid; at != XIP_INVALID_XID;) {
        XIP_ASSERT(at == xid || xip_normal_xid_precedes(at, last), "a walk in pg_subtrans goes to older xids");
        last = at;
        if (xip_xid_precedes(at, me->backend.transaction_xmin))
            break;
        at = look_up(me, at, flags);
        flags &= ~(uint32_t)XIP_LOOKUP_BEGINS;
    }
    return last;
}

xip_xid xip_subtrans_topmost(xip_session *me, xip_xid xid)
{
    return xip_subtrans_walk(me, xid, XIP_LOOKUP_SNAPSHOT);
}
