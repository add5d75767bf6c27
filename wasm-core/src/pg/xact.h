/*
 * xact.h — the life of a transaction as far as the proc array sees it.
 * PostgreSQL: GetNewTransactionId in src/backend/access/transam/varsup.c; src/backend/access/transam/xact.c.
 *
 * MODEL: transactions write neither WAL nor pg_xact; a commit's costs other than leaving the proc array count as "other
 * work".
 */
#ifndef XIP_PG_XACT_H
#define XIP_PG_XACT_H

#include "pg/cluster.h"

/* StartTransaction as far as others can see it: a new lxid. */
void xip_begin(xip_backend *me);
/* GetNewTransactionId for the top level: the xid is in the array before XidGenLock is released. */
xip_xid xip_assign_xid(xip_backend *me);
/* The same for a subtransaction of the running transaction, which must have an xid. */
xip_xid xip_assign_subxid(xip_backend *me);
/* GetTransactionSnapshot in READ COMMITTED. True when the completion counter allowed reuse. */
static inline bool xip_take_snapshot(xip_backend *me)
{
    return me->cluster->design->get_snapshot(me);
}
/*
 * GetCatalogSnapshot, which fills a separate static snapshot. The design gets it in place of the current one; so a
 * design that keeps one snapshot for both kinds finds the other next to it.
 *
 * MODEL: the lab's backends have warm catalog caches and take no catalog snapshots, unless a caller asks for one.
 */
bool xip_take_catalog_snapshot(xip_backend *me);
/* XidInMVCCSnapshot for a snapshot of this backend whose xmin is advertised, whatever the design. */
static inline bool xip_backend_xid_in_snapshot(xip_backend *me, xip_xid xid, const xip_snapshot *snapshot,
                                               xip_topmost_fn topmost, void *context)
{
    const xip_design_ops *design = me->cluster->design;
    return design->xid_in_snapshot ? design->xid_in_snapshot(me, xid, snapshot)
                                   : xip_xid_in_snapshot(xid, snapshot, topmost, context);
}
/* Fills the lists of the snapshot just taken, if the design leaves them out. */
static inline void xip_list_running(xip_backend *me)
{
    if (me->cluster->design->list_running)
        me->cluster->design->list_running(me);
}
/* Popping the last snapshot: the advertised xmin is cleared. */
static inline void xip_release_snapshot(xip_backend *me)
{
    me->cluster->design->reset_xmin(me, XIP_INVALID_XID);
}
/* The snapshots left are younger: this is the oldest one's xmin. */
static inline void xip_advance_xmin(xip_backend *me, xip_xid xmin)
{
    me->cluster->design->reset_xmin(me, xmin);
    me->transaction_xmin = xmin;
}

#endif
