/*
 * engine_api.c — the only exports of xip-engine.wasm: one thread, every access to shared memory observed.
 * One module instance is one observed machine, which is why it is a static here and nowhere else.
 */
#include <emscripten.h>
#include <stdlib.h>

#include "abi/abi.h"
#include "designs/designs.h"
#include "mem/mem.h"
#include "pg/procarray.h"
#include "pg/regions.h"
#include "pg/xact.h"
#include "xip.h"

enum {
    LOG_ACCESSES = 400000, /* 9.1 makes some 6 per connection, with at most 12,500 connections */
    SERVER_BYTES = 20 << 20,
    BACKEND_BYTES = 6 << 20 /* 12,500 backends of some 400 bytes, and the snapshot of one */
};

static struct {
    xip_arena server_memory, backend_memory;
    xip_cluster cluster;
    mem_observer observer;
    struct mem_core core;
    bool reused;
} machine;

static xip_error make(const xip_design_ops *design, uint32_t connections)
{
    if (!machine.server_memory.base && (!xip_arena_init(&machine.server_memory, SERVER_BYTES) ||
                                        !xip_arena_init(&machine.backend_memory, BACKEND_BYTES)))
        return XIP_ERR_NO_MEMORY;
    if (!machine.observer.log)
        machine.observer.log = malloc(sizeof(xip_access) * LOG_ACCESSES);
    if (!machine.observer.log)
        return XIP_ERR_NO_MEMORY;
    machine.observer.capacity = LOG_ACCESSES;
    machine.observer.on = false;
    machine.core = (struct mem_core){.observer = &machine.observer, .id = 0};
    xip_arena_reset(&machine.server_memory);
    xip_arena_reset(&machine.backend_memory);
    xip_error error = xip_cluster_init(&machine.cluster, design, connections + 1, &machine.server_memory);
    if (error == XIP_OK)
        machine.observer.region_count = xip_cluster_regions(&machine.cluster, machine.observer.regions);
    return error;
}

/*
 * Observes one snapshot of a backend in the middle of `idle` idle connections. `reuse`: a second one of the same
 * backend, with no transaction ended in between. Returns an xip_error; the log is then at xip_api_log,
 * xip_api_log_count entries long.
 */
EMSCRIPTEN_KEEPALIVE uint32_t xip_api_observe_snapshot(uint32_t design, uint32_t idle, uint32_t active, uint32_t reuse)
{
    const xip_design_ops *ops = xip_design_ops_at(design);
    if (!ops)
        return XIP_ERR_DESIGN;
    if (active < 1 || active > XIP_MAX_ACTIVE)
        return XIP_ERR_ACTIVE;
    if (idle > XIP_MAX_CONNECTIONS || idle + active > XIP_MAX_CONNECTIONS)
        return XIP_ERR_CONNECTIONS;
    uint32_t n = idle + active;
    xip_error error = make(ops, n);
    if (error != XIP_OK)
        return (uint32_t)error;
    xip_cluster_size size = {.max_with_xid = active, .max_with_subxid = active};
    xip_backend *backends = xip_arena_take(&machine.backend_memory, sizeof(xip_backend) * n, 128);
    if (!backends)
        return XIP_ERR_NO_MEMORY;
    xip_backend *me = &backends[n / 2];
    for (uint32_t i = 0; i < n && error == XIP_OK; i++) {
        if (&backends[i] == me)
            error = xip_backend_init(me, &machine.cluster, &machine.core, &size, &machine.backend_memory);
        else
            backends[i] = (xip_backend){.cluster = &machine.cluster, .core = &machine.core};
        if (error == XIP_OK)
            error = xip_connect(&backends[i]);
    }
    if (error != XIP_OK)
        return (uint32_t)error;
    if (reuse) {
        xip_take_snapshot(me);
        xip_release_snapshot(me);
    }
    machine.observer.count = 0;
    machine.observer.overflowed = false;
    machine.observer.on = true;
    machine.reused = xip_take_snapshot(me);
    machine.observer.on = false;
    return machine.observer.overflowed ? XIP_ERR_LOG_FULL : XIP_OK;
}

/* Whether the completion counter answered the observed snapshot. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_api_observed_reuse(void)
{
    return machine.reused;
}

EMSCRIPTEN_KEEPALIVE const xip_access *xip_api_log(void)
{
    return machine.observer.log;
}

EMSCRIPTEN_KEEPALIVE uint32_t xip_api_log_count(void)
{
    return machine.observer.count;
}

/* NULL past the end. */
EMSCRIPTEN_KEEPALIVE const char *xip_api_region_name(uint32_t region)
{
    return region < machine.observer.region_count ? machine.observer.regions[region].name : NULL;
}

EMSCRIPTEN_KEEPALIVE uint32_t xip_api_region_size(uint32_t region)
{
    return region < machine.observer.region_count ? (uint32_t)machine.observer.regions[region].size : 0;
}

/* Bytes from the last 128-byte boundary to the region's start: pgprocnos[] starts after its header. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_api_region_misalignment(uint32_t region)
{
    return region < machine.observer.region_count ? (uint32_t)((uintptr_t)machine.observer.regions[region].base % 128)
                                                  : 0;
}

/* The region's address in the module's memory: its bytes after the last snapshot. 0 past the end. */
EMSCRIPTEN_KEEPALIVE uint32_t xip_api_region_address(uint32_t region)
{
    return region < machine.observer.region_count ? (uint32_t)(uintptr_t)machine.observer.regions[region].base : 0;
}

EMSCRIPTEN_KEEPALIVE const char *xip_api_field_name(uint32_t field)
{
    return mem_field_name(field);
}

EMSCRIPTEN_KEEPALIVE const char *xip_api_error_text(uint32_t code)
{
    return xip_error_text((xip_error)code);
}

EMSCRIPTEN_KEEPALIVE const char *xip_api_abi_json(void)
{
    return xip_abi_json();
}

EMSCRIPTEN_KEEPALIVE const char *xip_api_ladder_json(void)
{
    return xip_ladder_json();
}
