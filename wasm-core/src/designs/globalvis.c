/*
 * globalvis.c — dc7420c2c92: horizons are computed when somebody asks, so a snapshot no longer reads other backends'
 * xmin. But xmin is still on the line of xid, and still written by everybody.
 */
#include "designs/designs.h"
#include "designs/pgxact.h"

#define RUNG ((pgxact_rung){.reads_xmin_of_others = false, .xmin_in_pgproc = false, .full_latest = true})
PGXACT_DEFINE(RUNG)

static const xip_proc_layout layout = {XIP_PROC_LAYOUT_COMMON(xip_pgproc_13), XIP_PROC_LAYOUT_GROUP(xip_pgproc_13)};

const xip_design_ops xip_design_globalvis = {
    .info = {.id = "globalvis",
             .name = "horizons apart: xmin of others not read",
             .commit = "dc7420c2c92",
             .layout = "as pg13: xmin still beside xid in PGXACT",
             .reads = "pgprocnos[] and the PGXACT of every connection: flags and xid"},
    .proc_layout = &layout,
    PGXACT_OPS,
};
