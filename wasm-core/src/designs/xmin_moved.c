/*
 * xmin_moved.c — 1f51c17c68d: xmin moves back to PGPROC, so that taking and releasing a snapshot no longer writes the
 * lines that others read. The end of a transaction still does: it clears the flags, set or not.
 *
 * MODEL: in the design xmin-moved PGPROC already has the layout of 14; in PostgreSQL's own history it got there commit
 * by commit.
 */
#include "designs/designs.h"
#include "designs/pgxact.h"

#define TRAITS ((pgxact_traits){.reads_xmin_of_others = false, .xmin_in_pgproc = true, .full_latest = true})
PGXACT_DEFINE(TRAITS)

static const xip_proc_layout layout = {XIP_PROC_LAYOUT_COMMON(xip_pgproc_14), XIP_PROC_LAYOUT_GROUP(xip_pgproc_14)};

const xip_design_ops xip_design_xmin_moved = {
    .info =
        {.id = "xmin-moved",
         .name = "xmin back in PGPROC",
         .commit = "1f51c17c68d",
         .layout = "PGXACT keeps its 12 bytes, 4 of them unused; xmin in PGPROC at 56",
         .reads = "pgprocnos[] and the PGXACT of every connection: flags and xid; readers write only flags there, at a "
                  "transaction's end",
         .checks = CHECKS_PRIVATE_LISTS,
         .assigns = "under XidGenLock nextXid, and xid in its PGXACT; a subtransaction: the cache in its PGPROC, the "
                    "count in its PGXACT",
         .ends =
             "under ProcArrayLock, or by a leader for a group: its PGXACT (xid, count), xmin, lxid and delayChkpt in "
             "its PGPROC, latestCompletedXid; without an xid its PGPROC and the flags in its PGXACT, no lock"},
    .proc_layout = &layout,
    PGXACT_OPS,
};
