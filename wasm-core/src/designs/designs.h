/* designs.h — the ladder: one file per design, one table that lists them (designs.c). */
#ifndef XIP_DESIGNS_DESIGNS_H
#define XIP_DESIGNS_DESIGNS_H

#include "pg/cluster.h"

enum { XIP_DESIGN_COUNT = 12 };

extern const xip_design_ops xip_design_pg91, xip_design_pg13, xip_design_globalvis, xip_design_xmin_moved,
    xip_design_dense, xip_design_pg14, xip_design_unlocked_reuse, xip_design_backend_cache, xip_design_shared_snapshot,
    xip_design_two_pass, xip_design_running_set, xip_design_csn;

/* Design `index`, oldest first; NULL past the end. */
const xip_design_ops *xip_design_ops_at(size_t index);

#endif
