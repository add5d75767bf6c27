/*
 * globalvis.h — the horizons of 14 and later as a snapshot leaves them: bounds that only move forward, no other
 * backend's xmin read. Private memory of one backend. PostgreSQL: GetSnapshotData and GlobalVis* in
 * src/backend/storage/ipc/procarray.c.
 */
#ifndef XIP_PG_GLOBALVIS_H
#define XIP_PG_GLOBALVIS_H

#include "pg/cluster.h"

/*
 * After a snapshot was built (not when one was reused). `latest` is latestCompletedXid as read under the lock, `my_xid`
 * the backend's own or invalid; the slots' xmins are invalid when there are no replication slots.
 *
 * MODEL: the lab never sets vacuum_defer_cleanup_age (a setting up to PostgreSQL 15), so it is 0.
 */
static inline void xip_global_vis_update(xip_backend *me, xip_full_xid latest, xip_xid xmin, xip_xid my_xid,
                                         xip_xid oldest_xid, xip_xid slot_xmin, xip_xid slot_catalog_xmin)
{
    xip_xid data = xip_xid_older(xmin, slot_xmin);
    xip_xid catalog = xip_xid_older(data, slot_catalog_xmin);
    xip_full_xid data_bound = xip_full_xid_near(latest, data);
    xip_full_xid catalog_bound = xip_full_xid_near(latest, catalog);
    xip_full_xid oldest = xip_full_xid_near(latest, oldest_xid);
    me->vis_shared.definitely_needed = xip_full_xid_newer(me->vis_shared.definitely_needed, catalog_bound);
    me->vis_catalog.definitely_needed = xip_full_xid_newer(me->vis_catalog.definitely_needed, catalog_bound);
    me->vis_data.definitely_needed = xip_full_xid_newer(me->vis_data.definitely_needed, data_bound);
    me->vis_shared.maybe_needed = xip_full_xid_newer(me->vis_shared.maybe_needed, oldest);
    me->vis_catalog.maybe_needed = xip_full_xid_newer(me->vis_catalog.maybe_needed, oldest);
    me->vis_data.maybe_needed = xip_full_xid_newer(me->vis_data.maybe_needed, oldest);
    xip_full_xid temp = xip_xid_is_normal(my_xid) ? xip_full_xid_near(latest, my_xid) : xip_full_xid_next(latest);
    me->vis_temp.definitely_needed = temp;
    me->vis_temp.maybe_needed = temp;
}

#endif
