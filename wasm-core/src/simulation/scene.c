/* scene.c — a scene is made of its request: the server, its connections, the machine and the layout. See scene.h.
 * Observed builds only. */
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "designs/designs.h"
#include "pg/procarray.h"
#include "pg/regions.h"
#include "simulation/scene_state.h"

enum {
    ACCESSES_PER_CONNECTION = 8, /* 9.1 makes six, and some of them span two lines */
    ACCESSES_BESIDE = 4096,
    CHECKPOINT_BUDGET = 48 << 20,
    /* 9.1 touches some three lines of each connection; all others less. */
    TOUCHED_PER_CONNECTION = 4,
    /* In a layout each touched field may have a line to itself. */
    TOUCHED_IN_LAYOUT = 24,
    TOUCHED_BESIDE = 4096
};

/* Position `at` of `n` is an active connection's. */
static bool is_active(const scene_request *r, uint64_t at, uint64_t n)
{
    uint64_t k = r->active;
    switch ((scene_place)r->place) {
    case SCENE_FIRST:
        return at < k;
    case SCENE_MIDDLE:
        return at >= r->idle / 2 && at < r->idle / 2 + k;
    case SCENE_SPREAD:
    case SCENE_PLACE_COUNT:
        break;
    }
    /* As in the lab: if it is the middle of a k-th part. */
    return (2 * (at + 1) * k + n) / (2 * n) > (2 * at * k + n) / (2 * n);
}

static xip_error connect_all(scene *s)
{
    const scene_request *r = &s->request;
    uint32_t n = r->active + r->idle;
    xip_cluster_size size = {.max_procs = n, .max_with_xid = r->active, .max_with_subxid = 1};
    uint32_t next = 0;
    xip_error error = XIP_OK;
    for (uint32_t at = 0; at < n && error == XIP_OK; at++) {
        if (next < r->active && is_active(r, at, n)) {
            scene_backend *b = &s->backends[next];
            /* Sockets in turn, as a kernel spreads runnable threads. */
            b->core = next % s->sockets * (machine_cores(s->machine) / s->sockets) + next / s->sockets;
            error = xip_backend_init(&b->pg, &s->cluster, &s->core, &size, &s->memory);
            if (error == XIP_OK)
                error = xip_connect(&b->pg);
            next++;
        } else {
            xip_backend somebody = {.cluster = &s->cluster, .core = &s->core};
            error = xip_connect(&somebody);
        }
    }
    return error;
}

static xip_error check(const machine_params *machine, const scene_request *r)
{
    if (!xip_design_ops_at(r->design))
        return XIP_ERR_DESIGN;
    if (r->workload >= XIP_WORKLOAD_COUNT || !xip_scripts[r->workload].replayed)
        return XIP_ERR_WORKLOAD;
    if (r->place >= SCENE_PLACE_COUNT)
        return XIP_ERR_ARGUMENT;
    if (machine_bytes(machine, 1, 1) == 0)
        return XIP_ERR_ARGUMENT;
    if (r->active < SCENE_MIN_ACTIVE || r->active > XIP_MAX_ACTIVE ||
        r->active > machine->sockets * machine->cores_per_socket)
        return XIP_ERR_CORES;
    if (r->idle > XIP_MAX_CONNECTIONS || r->idle + r->active > XIP_MAX_CONNECTIONS)
        return XIP_ERR_CONNECTIONS;
    return scene_plan_holds(r->plan, r->plan_count, r->active) ? XIP_OK : XIP_ERR_ARGUMENT;
}

/* Everything that changes is in one arena; its needed size is known beforehand. */
static xip_error make_room(scene *s, const machine_params *params)
{
    const scene_request *r = &s->request;
    uint32_t n = r->active + r->idle;
    size_t server = xip_cluster_bytes(xip_design_ops_at(r->design), n);
    s->lines = (uint32_t)(server / MACHINE_LINE_BYTES);
    uint32_t touched = TOUCHED_BESIDE + TOUCHED_PER_CONNECTION * n;
    if (r->piece_count > 0) {
        uint32_t bytes = layout_bytes(r->pieces, r->piece_count, n);
        if (bytes == 0)
            return XIP_ERR_ARGUMENT;
        s->lines = (bytes - 1) / MACHINE_LINE_BYTES + 1;
        touched = TOUCHED_BESIDE + TOUCHED_IN_LAYOUT * n;
    }
    if (touched > s->lines)
        touched = s->lines;
    size_t snapshots = (size_t)r->active * (sizeof(scene_backend) + 512 + sizeof(xip_xid) * (r->active + 256));
    size_t all = server + machine_bytes(params, s->lines, touched) + snapshots + s->lines * sizeof(scene_write) + 4096;
    s->log_capacity = ACCESSES_PER_CONNECTION * n + ACCESSES_BESIDE;
    s->log = malloc(s->log_capacity * sizeof *s->log);
    s->outcomes = malloc(s->log_capacity * sizeof *s->outcomes);
    s->history = malloc(SCENE_MAX_OPERATIONS * sizeof *s->history);
    if (r->plan_count > 0) {
        s->plan = malloc(r->plan_count * sizeof *s->plan);
        if (!s->plan)
            return XIP_ERR_NO_MEMORY;
        memcpy(s->plan, r->plan, r->plan_count * sizeof *s->plan);
    }
    if (!s->log || !s->outcomes || !s->history || !xip_arena_init(&s->memory, all))
        return XIP_ERR_NO_MEMORY;
    return XIP_OK;
}

static xip_error make(scene *s, const machine_params *params)
{
    xip_error error = make_room(s, params);
    if (error != XIP_OK)
        return error;
    const xip_design_ops *design = xip_design_ops_at(s->request.design);
    error = xip_cluster_init(&s->cluster, design, s->request.active + s->request.idle, &s->memory);
    if (error == XIP_OK)
        error = machine_create(&s->machine, params, s->lines, &s->memory);
    if (error != XIP_OK)
        return error;
    XIP_ASSERT((uint8_t *)s->cluster.locks == s->memory.base, "the server's memory comes first, from line 0 on");
    s->state = xip_arena_take(&s->memory, sizeof *s->state, 64);
    s->backends = xip_arena_take(&s->memory, sizeof *s->backends * s->request.active, 128);
    s->writes = xip_arena_take(&s->memory, sizeof *s->writes * s->lines, 64);
    if (!s->state || !s->backends || !s->writes)
        return XIP_ERR_NO_MEMORY;
    for (uint32_t i = 0; i < s->lines; i++)
        s->writes[i].core = MACHINE_NO_CORE;
    s->observer = (mem_observer){.sink = scene_take_access, .sink_context = s};
    s->core = (struct mem_core){.observer = &s->observer};
    s->region_count = xip_cluster_regions(&s->cluster, s->regions);
    if (s->request.piece_count > 0)
        error = layout_create(&s->layout, s->request.pieces, s->request.piece_count,
                              s->request.active + s->request.idle, s->regions, s->region_count);
    if (error == XIP_OK)
        error = connect_all(s);
    if (error != XIP_OK)
        return error;
    if (!store_init(&s->checkpoints, s->memory.base, s->memory.size, s->memory.size + CHECKPOINT_BUDGET))
        return XIP_ERR_NO_MEMORY;
    scene_checkpoint(s);
    return s->checkpoints_full ? XIP_ERR_NO_MEMORY : XIP_OK;
}

xip_error scene_create(scene **made, const machine_params *params, const scene_request *request)
{
    xip_error error = check(params, request);
    if (error != XIP_OK)
        return error;
    scene *s = calloc(1, sizeof *s);
    if (!s)
        return XIP_ERR_NO_MEMORY;
    s->request = *request;
    s->sockets = (uint32_t)params->sockets;
    error = make(s, params);
    if (error == XIP_OK)
        *made = s;
    else
        scene_free(s);
    return error;
}

void scene_free(scene *s)
{
    if (!s)
        return;
    store_free(&s->checkpoints);
    layout_free(s->layout);
    xip_arena_free(&s->memory);
    free(s->log);
    free(s->outcomes);
    free(s->history);
    free(s->plan);
    free(s);
}
