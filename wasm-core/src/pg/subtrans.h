/*
 * subtrans.h — pg_subtrans: the parent of each subtransaction's xid, 2,048 xids per page, in an SLRU of the cluster.
 * PostgreSQL: src/backend/access/transam/subtrans.c.
 *
 * Invariants. A parent's xid precedes its child's, so a walk towards the top ends. An xid's page is created before the
 * xid is assigned. Nobody looks up the parent of an xid that precedes TransactionXmin, so older pages may be removed.
 *
 * All of this needs cluster->subtrans.
 */
#ifndef XIP_PG_SUBTRANS_H
#define XIP_PG_SUBTRANS_H

#include "pg/slru.h"

enum { XIP_SUBTRANS_XIDS_PER_PAGE = XIP_SLRU_PAGE_BYTES / sizeof(xip_xid) };
_Static_assert(XIP_SUBTRANS_XIDS_PER_PAGE == 2048, "a page of pg_subtrans has 2,048 parents");

static inline uint32_t xip_subtrans_page_of(xip_xid xid)
{
    return xid / XIP_SUBTRANS_XIDS_PER_PAGE;
}

/* StartupSUBTRANS with nobody running: creates the page of the next xid, zeroed. All threads parked. */
void xip_subxid_start(xip_backend *me);
/* ExtendSUBTRANS, under XidGenLock: the first xid of a page creates it. */
void xip_subxid_extend(xip_backend *me, xip_full_xid xid);
/* SubTransSetParent */
void xip_subxid_set_parent(xip_backend *me, xip_xid xid, xip_xid parent);
/* SubTransGetParent: invalid for a top-level xid. */
xip_xid xip_subxid_parent(xip_backend *me, xip_xid xid);
/* SubTransGetTopmostTransaction. `backend` is an xip_backend: this is an xip_topmost_fn. */
xip_xid xip_subxid_topmost(void *backend, xip_xid xid);

#endif
