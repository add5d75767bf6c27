/* abi.c — see abi.h. The first caller writes both texts into static memory; it is the only thread at that time. */
#include "abi/abi.h"

#include <stdio.h>

#include "pg/script.h"
#include "trace_abi.h"
#include "xip.h"

typedef struct writer {
    char *at;
    size_t left;
} writer;

static void put(writer *w, const char *text)
{
    while (*text && w->left > 1) {
        *w->at++ = *text++;
        w->left--;
    }
    *w->at = 0;
}

static void put_number(writer *w, size_t n)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%zu", n);
    put(w, digits);
}

static void put_field(writer *w, const char *name, const char *type, size_t offset, int first)
{
    put(w, first ? "\"" : ",\"");
    put(w, name);
    put(w, "\":[\"");
    put(w, type);
    put(w, "\",");
    put_number(w, offset);
    put(w, "]");
}

static void put_constant(writer *w, const char *name, size_t value, int first)
{
    put(w, first ? "\"" : ",\"");
    put(w, name);
    put(w, "\":");
    put_number(w, value);
}

static void put_workload(writer *w, const xip_script *script, int first)
{
    put(w, first ? "{\"id\":\"" : ",{\"id\":\"");
    put(w, script->name);
    put(w, "\"");
    put_constant(w, "savepoints", script->savepoints, 0);
    put_constant(w, "otherWorkUs", script->other_work_us, 0);
    put_constant(w, "companions", script->companions, 0);
    put_constant(w, "samples", script->samples > 0 ? script->samples : 1, 0);
    put(w, script->simulated ? ",\"simulated\":true" : ",\"simulated\":false");
    put(w, script->replayed ? ",\"replayed\":true}" : ",\"replayed\":false}");
}

const char *xip_abi_json(void)
{
    static char text[8192];
    writer w = {text, sizeof text};
    put(&w, "{\"version\":");
    put_number(&w, XIP_ABI_VERSION);
    put(&w, ",\"constants\":{");
    put_constant(&w, "ringSlices", XIP_RING_SLICES, 1);
    put_constant(&w, "sliceOtherWork", XIP_SLICE_OTHER_WORK, 0);
    put_constant(&w, "sliceWarmUp", XIP_SLICE_WARM_UP, 0);
    put_constant(&w, "labStarting", XIP_LAB_STARTING, 0);
    put_constant(&w, "labRunning", XIP_LAB_RUNNING, 0);
    put_constant(&w, "labPaused", XIP_LAB_PAUSED, 0);
    put_constant(&w, "labStopped", XIP_LAB_STOPPED, 0);
    put_constant(&w, "labFailed", XIP_LAB_FAILED, 0);
    put_constant(&w, "accessRead", XIP_ACCESS_READ, 0);
    put_constant(&w, "accessWrite", XIP_ACCESS_WRITE, 0);
    put_constant(&w, "accessAtomic", XIP_ACCESS_ATOMIC, 0);
    put(&w, "},\"workloads\":[");
    for (uint32_t i = 0; i < XIP_WORKLOAD_COUNT; i++)
        put_workload(&w, &xip_scripts[i], i == 0);
    put(&w, "],\"structs\":{\"slice\":{\"size\":");
    put_number(&w, sizeof(xip_lab_slice));
    put(&w, ",\"fields\":{");
    int first = 1;
#define X(type, name) put_field(&w, #name, #type, offsetof(xip_lab_slice, name), first), first = 0;
    XIP_SLICE_FIELDS(X)
#undef X
    put(&w, "}},\"board\":{\"size\":");
    put_number(&w, sizeof(xip_lab_board));
    put(&w, ",\"fields\":{");
    first = 1;
#define X(type, name) put_field(&w, #name, #type, offsetof(xip_lab_board, name), first), first = 0;
    XIP_BOARD_FIELDS(X)
#undef X
    put(&w, "}},\"access\":{\"size\":");
    put_number(&w, sizeof(xip_access));
    put(&w, ",\"fields\":{");
    first = 1;
#define X(type, name) put_field(&w, #name, #type, offsetof(xip_access, name), first), first = 0;
    XIP_ACCESS_FIELDS(X)
#undef X
    put(&w, "}},\"outcome\":{\"size\":");
    put_number(&w, sizeof(xip_access_outcome));
    put(&w, ",\"fields\":{");
    first = 1;
#define X(type, name) put_field(&w, #name, #type, offsetof(xip_access_outcome, name), first), first = 0;
    XIP_OUTCOME_FIELDS(X)
#undef X
    put(&w, "}},\"operation\":{\"size\":");
    put_number(&w, sizeof(xip_scene_operation));
    put(&w, ",\"fields\":{");
    first = 1;
#define X(type, name) put_field(&w, #name, #type, offsetof(xip_scene_operation, name), first), first = 0;
    XIP_OPERATION_FIELDS(X)
#undef X
    put(&w, "}}}}");
    return text;
}

const char *xip_ladder_json(void)
{
    static char text[16384];
    writer w = {text, sizeof text};
    put(&w, "[");
    for (size_t i = 0; i < xip_design_count(); i++) {
        const xip_design_info *d = xip_design_at(i);
        /* The ladder's texts hold no quotation marks and no backslashes. */
        const char *const parts[][2] = {{"id", d->id},           {"name", d->name},   {"commit", d->commit},
                                        {"layout", d->layout},   {"reads", d->reads}, {"checks", d->checks},
                                        {"assigns", d->assigns}, {"ends", d->ends}};
        if (i > 0)
            put(&w, ",");
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
            put(&w, k == 0 ? "{\"" : ",\"");
            put(&w, parts[k][0]);
            put(&w, "\":\"");
            put(&w, parts[k][1]);
            put(&w, "\"");
        }
        put(&w, "}");
    }
    put(&w, "]");
    return text;
}
