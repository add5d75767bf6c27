/* designs.c — see designs.h. */
#include "designs/designs.h"

static const xip_design_ops *const ladder[XIP_DESIGN_COUNT] = {
    &xip_design_pg91,           &xip_design_pg13,          &xip_design_globalvis,
    &xip_design_xmin_moved,     &xip_design_dense,         &xip_design_pg14,
    &xip_design_unlocked_reuse, &xip_design_backend_cache, &xip_design_shared_snapshot,
    &xip_design_two_pass,       &xip_design_running_set,   &xip_design_csn,
};

const xip_design_ops *xip_design_ops_at(size_t index)
{
    return index < XIP_DESIGN_COUNT ? ladder[index] : NULL;
}

size_t xip_design_count(void)
{
    return XIP_DESIGN_COUNT;
}

const xip_design_info *xip_design_at(size_t index)
{
    const xip_design_ops *ops = xip_design_ops_at(index);
    return ops ? &ops->info : NULL;
}
