/*
 * globalvis.c — dc7420c2c92: horizons are computed on demand, so a snapshot no longer reads other backends' xmin. But
 * xmin is still on the line of xid, and every backend still writes it.
 */
#include "designs/designs.h"
#include "designs/pgxact.h"

#define TRAITS ((pgxact_traits){.reads_xmin_of_others = false, .xmin_in_pgproc = false, .full_latest = true})
PGXACT_DEFINE(TRAITS)

static const xip_proc_layout layout = {XIP_PROC_LAYOUT_COMMON(xip_pgproc_13), XIP_PROC_LAYOUT_GROUP(xip_pgproc_13)};

const xip_design_ops xip_design_globalvis = {
    .info = {.id = "globalvis",
             .name = "horizons apart: xmin of others not read",
             .commit = "dc7420c2c92",
             .layout = "as pg13: xmin still beside xid in PGXACT",
             .reads = "pgprocnos[] and the PGXACT of every connection: flags and xid",
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
