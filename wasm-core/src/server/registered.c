/*
 * registered.c — snapshots that outlive the statement that took them, and copies in general.
 * PostgreSQL: CopySnapshot, RegisterSnapshot and ExportSnapshot in src/backend/utils/time/snapmgr.c.
 *
 * A copy is never reused (its completion count is 0) and, when suboverflowed, has no subxip.
 */
#include "base/assert.h"
#include "server/state.h"

#include <string.h>

xip_snapshot *xip_copy_snapshot(xip_server *server, const xip_snapshot *from)
{
    xip_snapshot *copy = xip_pool_take(server, sizeof *copy);
    bool forgets = from->suboverflowed || (server->config.faults & XIP_FAULT_NO_SUBXIDS);
    *copy = *from;
    copy->snap_xact_completion_count = 0;
    copy->xip_capacity = from->xcnt;
    copy->subxip_capacity = copy->subxcnt = forgets ? 0 : from->subxcnt;
    copy->xip = copy->subxip = NULL;
    if (copy->xcnt > 0) {
        copy->xip = xip_pool_take(server, copy->xcnt * sizeof(xip_xid));
        memcpy(copy->xip, from->xip, copy->xcnt * sizeof(xip_xid));
    }
    if (copy->subxcnt > 0) {
        copy->subxip = xip_pool_take(server, copy->subxcnt * sizeof(xip_xid));
        memcpy(copy->subxip, from->subxip, copy->subxcnt * sizeof(xip_xid));
    }
    return copy;
}

void xip_free_snapshot(xip_server *server, xip_snapshot *snapshot)
{
    xip_pool_give(server, snapshot->xip, snapshot->xip_capacity * sizeof(xip_xid));
    xip_pool_give(server, snapshot->subxip, snapshot->subxip_capacity * sizeof(xip_xid));
    xip_pool_give(server, snapshot, sizeof *snapshot);
}

xip_snapshot *xip_registered_snapshot(const xip_session *me, uint32_t number)
{
    for (const xip_registered *at = me->registered; at != NULL; at = at->next)
        if (at->number == number)
            return at->snapshot;
    return NULL;
}

bool xip_is_registered(const xip_session *me, uint32_t number)
{
    return xip_registered_snapshot(me, number) != NULL;
}

xip_xid xip_oldest_registered(const xip_session *me)
{
    xip_xid oldest = XIP_INVALID_XID;
    for (const xip_registered *at = me->registered; at != NULL; at = at->next)
        oldest = xip_xid_older(oldest, at->snapshot->xmin);
    return oldest;
}

xip_xid xip_left_by_cursors(const xip_session *me)
{
    xip_xid oldest = me->first_snapshot != NULL ? me->first_snapshot->xmin : (xip_xid)XIP_INVALID_XID;
    bool has_cursor = false;
    for (const xip_registered *at = me->registered; at != NULL; at = at->next)
        if (at->is_exported)
            oldest = xip_xid_older(oldest, at->snapshot->xmin);
        else
            has_cursor = true;
    return has_cursor ? oldest : (xip_xid)XIP_INVALID_XID;
}

uint32_t xip_register_snapshot(xip_session *me)
{
    XIP_ASSERT(me->active != NULL, "the snapshot to register is the active one");
    xip_registered *made = xip_pool_take(me->server, sizeof *made);
    *made = (xip_registered){.next = me->registered,
                             .snapshot = xip_copy_snapshot(me->server, me->active->snapshot),
                             .number = ++me->registrations,
                             .level = me->level};
    me->registered = made;
    return made->number;
}

static void drop(xip_session *me, xip_registered **link)
{
    xip_registered *gone = *link;
    *link = gone->next;
    xip_free_snapshot(me->server, gone->snapshot);
    xip_pool_give(me->server, gone, sizeof *gone);
}

void xip_unregister_snapshot(xip_session *me, uint32_t number)
{
    for (xip_registered **link = &me->registered; *link != NULL; link = &(*link)->next)
        if ((*link)->number == number) {
            drop(me, link);
            return;
        }
}

void xip_drop_registered(xip_session *me, uint32_t level)
{
    for (xip_registered **link = &me->registered; *link != NULL;)
        if ((*link)->level >= level)
            drop(me, link);
        else
            link = &(*link)->next;
}

void xip_lift_registered(xip_session *me, uint32_t level)
{
    for (xip_registered *at = me->registered; at != NULL; at = at->next)
        if (at->level >= level)
            at->level = level - 1;
}

/* --- exports ------------------------------------------------------------------------------------------------------ */

static void append(xip_server *server, xip_xid **list, uint32_t *count, uint32_t *room, xip_xid xid)
{
    *list = xip_pool_grow(server, *list, room, *count + 1, sizeof **list);
    (*list)[(*count)++] = xid;
}

/*
 * Whoever imports the snapshot must take this transaction for a running one; its own snapshots leave its xids out.
 * MODEL: its committed subtransactions never overflow the list.
 */
uint32_t xip_export_snapshot(xip_session *me)
{
    XIP_ASSERT(me->level == 1, "no subtransaction exports its snapshot");
    uint32_t number = xip_register_snapshot(me);
    me->registered->is_exported = true;
    xip_snapshot *made = me->registered->snapshot;
    if (me->xid_count > 0 && xip_xid_precedes(me->xids[0], made->xmax))
        append(me->server, &made->xip, &made->xcnt, &made->xip_capacity, me->xids[0]);
    for (uint32_t i = 1; i < me->xid_count && !made->suboverflowed; i++)
        append(me->server, &made->subxip, &made->subxcnt, &made->subxip_capacity, me->xids[i]);
    return number;
}
