/*
 * pg13.c — 9.2 to 13: PGXACT next to PGPROC, read through the sorted pgprocnos; a snapshot also reads the xmin of every
 * backend, for RecentGlobalXmin, and every backend rewrites its own for every statement: it is 4 bytes from the xid
 * that others need.
 */
#include "designs/designs.h"
#include "designs/pgxact.h"

#define TRAITS ((pgxact_traits){.reads_xmin_of_others = true, .xmin_in_pgproc = false, .full_latest = false})
PGXACT_DEFINE(TRAITS)

static const xip_proc_layout layout = {XIP_PROC_LAYOUT_COMMON(xip_pgproc_13), XIP_PROC_LAYOUT_GROUP(xip_pgproc_13)};

const xip_design_ops xip_design_pg13 = {
    .info = {.id = "pg13",
             .name = "PGXACT beside PGPROC",
             .commit = "9.2 to 13",
             .layout =
                 "PGXACT {xid, xmin, vacuumFlags, overflowed, nxids}, 12 bytes each, by pgprocno; pgprocnos[] sorted",
             .reads = "pgprocnos[] and the PGXACT of every connection: flags, xmin and xid",
             .checks = CHECKS_PRIVATE_LISTS,
             .assigns =
                 "under XidGenLock nextXid, and xid in its PGXACT; a subtransaction: the cache in its PGPROC, the "
                 "count in its PGXACT",
             .ends =
                 "under ProcArrayLock, or by a leader for a group: its PGXACT (xid, xmin, flags, count), lxid and "
                 "delayChkpt in its PGPROC, latestCompletedXid; without an xid the same two but for xid and count, no "
                 "lock"},
    .proc_layout = &layout,
    PGXACT_OPS,
};
