/*
 * by_proc.h — the common part of running-set and csn: a backend's data are at its PGPROC, so connecting and
 * disconnecting move nothing but pgprocnos[]. PGPROC has the layout of 14; its pgxactoff is not a place in dense arrays
 * here (running-set keeps another place there).
 */
#ifndef XIP_DESIGNS_BY_PROC_H
#define XIP_DESIGNS_BY_PROC_H

#include "designs/dense.h"

/*
 * If the cluster has subxid_states[] and status_flags[] (running-set), they are by pgprocno, and both copies are
 * written. The functions below write only these and PGPROC; locks as in cluster.h.
 */
void xip_by_proc_array_add(xip_backend *me);
void xip_by_proc_array_remove(xip_backend *me);
void xip_by_proc_publish_subxid(xip_backend *me, xip_xid xid);
/* The transaction of `pgprocno` leaves its PGPROC. */
void xip_by_proc_clear(xip_backend *me, uint32_t pgprocno);
void xip_by_proc_remove_subxids(xip_backend *me, const xip_xid *xids, uint32_t n);
void xip_by_proc_set_flags(xip_backend *me, uint8_t flags);
void xip_by_proc_entry(xip_backend *me, uint32_t at, xip_proc_entry *entry);

/* The operations that equal dense's: they touch only the backend's own PGPROC. */
#define BY_PROC_OPS                                                                                                    \
    .proc_layout = &xip_dense_proc_layout, .connect_takes_xid_gen_lock = true, .array_add = xip_by_proc_array_add,     \
    .array_remove = xip_by_proc_array_remove, .reset_xmin = xip_dense_reset_xmin,                                      \
    .end_without_xid = xip_dense_end_without_xid, .proc_xmin = xip_dense_proc_xmin, .entry = xip_by_proc_entry

#endif
