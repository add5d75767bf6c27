/*
 * procarray.h — the connected backends, and how a transaction leaves the set of running ones.
 * PostgreSQL: src/backend/storage/ipc/procarray.c, src/backend/storage/lmgr/proc.c.
 *
 * The basic rule: a transaction leaves the running set only under ProcArrayLock held exclusively, and a snapshot is
 * built (or found still valid) under the same lock held shared. Entering the set needs only XidGenLock.
 */
#ifndef XIP_PG_PROCARRAY_H
#define XIP_PG_PROCARRAY_H

#include "pg/cluster.h"

/* InitProcess + ProcArrayAdd: takes a free PGPROC and enters the array. XIP_ERR_SLOTS when there is none. */
xip_error xip_connect(xip_backend *me);
/* ProcArrayRemove + ProcKill: the backend must not have a transaction with xid. */
void xip_disconnect(xip_backend *me);
/* The same with a separate PGPROC, beyond those that connections get. */
void xip_connect_at(xip_backend *me, uint32_t pgprocno);
void xip_disconnect_at(xip_backend *me);

/*
 * ProcArrayEndTransaction. With an xid: exclusively, or as a member of a group whose leader does it for all (9.6+).
 * Without: no lock.
 */
void xip_proc_array_end_transaction(xip_backend *me);
/*
 * The two halves of ending in a group, for the simulation: joining it, when the lock is taken; and leading it, by the
 * one that joined an empty one: it takes the lock, takes the whole list, ends every member's transaction, releases,
 * wakes them. Afterwards each member's own xids are its own to forget.
 */
bool xip_group_join(xip_backend *me);
void xip_group_lead(xip_backend *me);

/*
 * A prepared transaction enters the array: its dummy PGPROC (pid 0) is number `pgprocno`, beyond those that connections
 * get; it shows xids[0] and, as far as 64 fit, the committed subtransactions after it. EndPrepare: MarkAsPrepared.
 */
void xip_connect_prepared(xip_backend *dummy, uint32_t pgprocno, const xip_xid *xids, uint32_t n);
/* ProcArrayRemove with a latestXid: COMMIT PREPARED and ROLLBACK PREPARED; `me` does it for the dummy. */
void xip_disconnect_prepared(xip_backend *me, xip_backend *dummy, xip_xid latest_xid);
/* ProcArrayClearTransaction: PREPARE TRANSACTION has added the dummy; latestCompletedXid stays. */
void xip_proc_array_clear_transaction(xip_backend *me);
/* XidCacheRemoveRunningXids: an aborted subtransaction, its xid first, then its committed children's, ascending. */
void xip_xid_cache_remove(xip_backend *me, const xip_xid *xids, uint32_t n);
/* Sets or clears XIP_PROC_* flags of this backend. */
void xip_set_proc_flags(xip_backend *me, uint8_t flags);

/* The number of connected backends. Stable while the caller holds ProcArrayLock or all threads are parked. */
uint32_t xip_num_procs(xip_backend *me);

/* Set replication_slot_xmin and replication_slot_catalog_xmin (0: none). */
void xip_set_slot_xmins(xip_backend *me, xip_xid xmin, xip_xid catalog_xmin);

#endif
