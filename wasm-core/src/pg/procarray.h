/*
 * procarray.h — who is connected, and how a transaction leaves the set of running ones.
 * PostgreSQL: src/backend/storage/ipc/procarray.c, src/backend/storage/lmgr/proc.c.
 *
 * The rule everything stands on: a transaction leaves the running set only under ProcArrayLock held exclusively, and a
 * snapshot is built (or found still good) under the same lock held shared. Entering the set needs XidGenLock alone.
 */
#ifndef XIP_PG_PROCARRAY_H
#define XIP_PG_PROCARRAY_H

#include "pg/cluster.h"

/* InitProcess + ProcArrayAdd: takes a free PGPROC and enters the array. XIP_ERR_SLOTS when there is none. */
xip_error xip_connect(xip_backend *me);
/* ProcArrayRemove + ProcKill: the backend must not have a transaction with xid. */
void xip_disconnect(xip_backend *me);

/*
 * ProcArrayEndTransaction. With an xid: exclusively, or as a member of a group whose leader does it for all (9.6+).
 * Without: no lock.
 */
void xip_proc_array_end_transaction(xip_backend *me);

/* How many are connected. Stable while the caller holds ProcArrayLock or all threads are parked. */
uint32_t xip_num_procs(xip_backend *me);

/* Set replication_slot_xmin and replication_slot_catalog_xmin (0: none). */
void xip_set_slot_xmins(xip_backend *me, xip_xid xmin, xip_xid catalog_xmin);

#endif
