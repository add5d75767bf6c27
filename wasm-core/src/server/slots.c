/*
 * slots.c — replication slots, as far as they hold back horizons: their xmins, not their WAL.
 * PostgreSQL: src/backend/replication/slot.c, logical/logical.c, walsender.c.
 */
#include "base/assert.h"
#include "pg/procarray.h"
#include "server/state.h"

/* ReplicationSlotsComputeRequiredXmin */
static void compute_required(xip_session *me)
{
    xip_server *server = me->server;
    xip_xid xmin = XIP_INVALID_XID;
    xip_xid catalog_xmin = XIP_INVALID_XID;
    for (uint32_t i = 0; i < XIP_MAX_SLOTS; i++) {
        const xip_slot *slot = &server->slots[i];
        if (!slot->is_used)
            continue;
        xmin = xip_xid_older(xmin, slot->xmin);
        catalog_xmin = xip_xid_older(catalog_xmin, slot->catalog_xmin);
    }
    server->slot_xmin = xmin;
    server->slot_catalog_xmin = catalog_xmin;
    if (server->cluster.proc_array != NULL) /* 9.1's design has no room for them */
        xip_set_slot_xmins(&me->backend, xmin, catalog_xmin);
}

static xip_xid oldest_running(xip_session *me, xip_xid start)
{
    xip_xid oldest = start;
    uint32_t n = xip_num_procs(&me->backend);
    for (uint32_t at = 0; at < n; at++) {
        xip_proc_entry entry;
        me->server->cluster.design->entry(&me->backend, at, &entry);
        oldest = xip_xid_older(oldest, entry.xid);
    }
    return oldest;
}

/* GetOldestSafeDecodingTransactionId, for catalogs only: xids that slots already protect are safe, running ones bound
 * it. */
static xip_xid oldest_safe(xip_session *me)
{
    const xip_server *server = me->server;
    xip_xid safe = (xip_xid)server->cluster.transam->next_xid;
    safe = xip_xid_older(safe, server->slot_xmin);
    safe = xip_xid_older(safe, server->slot_catalog_xmin);
    return oldest_running(me, safe);
}

bool xip_slot_must_wait(xip_session *me)
{
    return oldest_running(me, XIP_INVALID_XID) != XIP_INVALID_XID;
}

xip_error xip_slot_create(xip_session *me, bool is_logical, uint32_t *result)
{
    xip_server *server = me->server;
    uint32_t free = 0;
    while (free < XIP_MAX_SLOTS && server->slots[free].is_used)
        free++;
    if (free == XIP_MAX_SLOTS)
        return XIP_ERR_SLOTS;
    server->slots[free] = (xip_slot){
        .is_used = true, .is_logical = is_logical, .catalog_xmin = is_logical ? oldest_safe(me) : XIP_INVALID_XID};
    compute_required(me);
    *result = free;
    return XIP_OK;
}

static xip_slot *used_slot(xip_session *me, uint32_t slot)
{
    XIP_ASSERT(slot < XIP_MAX_SLOTS && me->server->slots[slot].is_used, "a slot is used while it exists");
    return &me->server->slots[slot];
}

void xip_slot_drop(xip_session *me, uint32_t slot)
{
    *used_slot(me, slot) = (xip_slot){0};
    compute_required(me);
}

void xip_slot_feedback(xip_session *me, uint32_t number, xip_xid xmin)
{
    xip_slot *slot = used_slot(me, number);
    bool goes_back = slot->xmin != XIP_INVALID_XID && xmin != XIP_INVALID_XID && xip_xid_precedes(xmin, slot->xmin);
    if (goes_back)
        return;
    slot->xmin = xmin;
    compute_required(me);
}

const xip_slot *xip_slot_at(const xip_server *server, uint32_t slot)
{
    return slot < XIP_MAX_SLOTS ? &server->slots[slot] : NULL;
}
