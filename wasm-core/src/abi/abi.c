/* abi.c — see abi.h. The first caller writes both texts into static memory; it is the only thread at that time. */
#include "abi/abi.h"

#include "abi/writer.h"
#include "pg/script.h"
#include "trace_abi.h"
#include "xip.h"

static void put_workload(xip_writer *w, const xip_script *script, int first)
{
    xip_put(w, first ? "{\"id\":\"" : ",{\"id\":\"");
    xip_put(w, script->name);
    xip_put(w, "\"");
    xip_put_constant(w, "savepoints", script->savepoints, 0);
    xip_put_constant(w, "otherWorkUs", script->other_work_us, 0);
    xip_put_constant(w, "companions", script->companions, 0);
    xip_put_constant(w, "samples", script->samples > 0 ? script->samples : 1, 0);
    xip_put(w, script->simulated ? ",\"simulated\":true" : ",\"simulated\":false");
    xip_put(w, script->replayed ? ",\"replayed\":true}" : ",\"replayed\":false}");
}

const char *xip_abi_json(void)
{
    static char text[8192];
    xip_writer w = {text, sizeof text};
    xip_put(&w, "{\"version\":");
    xip_put_number(&w, XIP_ABI_VERSION);
    xip_put(&w, ",\"constants\":{");
    xip_put_constant(&w, "ringSlices", XIP_RING_SLICES, 1);
    xip_put_constant(&w, "sliceOtherWork", XIP_SLICE_OTHER_WORK, 0);
    xip_put_constant(&w, "sliceWarmUp", XIP_SLICE_WARM_UP, 0);
    xip_put_constant(&w, "labStarting", XIP_LAB_STARTING, 0);
    xip_put_constant(&w, "labRunning", XIP_LAB_RUNNING, 0);
    xip_put_constant(&w, "labPaused", XIP_LAB_PAUSED, 0);
    xip_put_constant(&w, "labStopped", XIP_LAB_STOPPED, 0);
    xip_put_constant(&w, "labFailed", XIP_LAB_FAILED, 0);
    xip_put_constant(&w, "accessRead", XIP_ACCESS_READ, 0);
    xip_put_constant(&w, "accessWrite", XIP_ACCESS_WRITE, 0);
    xip_put_constant(&w, "accessAtomic", XIP_ACCESS_ATOMIC, 0);
    xip_put(&w, "},\"workloads\":[");
    for (uint32_t i = 0; i < XIP_WORKLOAD_COUNT; i++)
        put_workload(&w, &xip_scripts[i], i == 0);
    xip_put(&w, "],\"structs\":{");
#define FIELD(type, name) xip_put_field(&w, #name, #type, offsetof(it, name), 0, first), first = 0;
#define STRUCT(name, c_type, FIELDS, is_first)                                                                         \
    {                                                                                                                  \
        typedef c_type it;                                                                                             \
        int first = 1;                                                                                                 \
        xip_put_struct(&w, #name, sizeof(it), is_first);                                                               \
        FIELDS(FIELD)                                                                                                  \
        xip_put(&w, "}}");                                                                                             \
    }
    STRUCT(slice, xip_lab_slice, XIP_SLICE_FIELDS, 1)
    STRUCT(board, xip_lab_board, XIP_BOARD_FIELDS, 0)
    STRUCT(litmus, xip_litmus_board, XIP_LITMUS_FIELDS, 0)
    STRUCT(access, xip_access, XIP_ACCESS_FIELDS, 0)
    STRUCT(outcome, xip_access_outcome, XIP_OUTCOME_FIELDS, 0)
    STRUCT(operation, xip_scene_operation, XIP_OPERATION_FIELDS, 0)
#undef STRUCT
#undef FIELD
    xip_put(&w, "}}");
    return text;
}

const char *xip_ladder_json(void)
{
    static char text[16384];
    xip_writer w = {text, sizeof text};
    xip_put(&w, "[");
    for (size_t i = 0; i < xip_design_count(); i++) {
        const xip_design_info *d = xip_design_at(i);
        /* The ladder's texts hold no quotation marks and no backslashes. */
        const char *const parts[][2] = {{"id", d->id},           {"name", d->name},   {"commit", d->commit},
                                        {"layout", d->layout},   {"reads", d->reads}, {"checks", d->checks},
                                        {"assigns", d->assigns}, {"ends", d->ends}};
        if (i > 0)
            xip_put(&w, ",");
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
            xip_put(&w, k == 0 ? "{\"" : ",\"");
            xip_put(&w, parts[k][0]);
            xip_put(&w, "\":\"");
            xip_put(&w, parts[k][1]);
            xip_put(&w, "\"");
        }
        xip_put(&w, "}");
    }
    xip_put(&w, "]");
    return text;
}
