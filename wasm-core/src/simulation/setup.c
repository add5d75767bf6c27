/* setup.c — a model from its parameters: its connections, their places, and their history before the clocks start. */
#include <string.h>

#include "base/assert.h"
#include "designs/designs.h"
#include "simulation/flow.h"
#include "simulation/savepoints.h"
#include "simulation/state.h"
#include "pg/procarray.h"
#include "pg/xact.h"

/* Cores of all sockets in turn, first one thread of each, then the other: as a kernel spreads runnable threads. */
static void place_threads(model *m, uint32_t sockets, uint32_t per_core)
{
    uint32_t cores_per_socket = m->core_count / sockets;
    uint32_t n = 0;
    for (uint32_t sibling = 0; sibling < per_core; sibling++)
        for (uint32_t i = 0; i < cores_per_socket; i++)
            for (uint32_t s = 0; s < sockets; s++) {
                uint32_t core = s * cores_per_socket + i;
                m->threads[n] = (model_thread){.backend = SCHED_NOBODY, .core = core};
                m->placement[n] = n;
                n++;
            }
}

static bool in_range(double value, double low, double high)
{
    return value >= low && value <= high; /* false for NaN, too */
}

static bool is_flag(double value)
{
    return value == 0 || value == 1;
}

static xip_error check(const machine_params *machine, const model_params *p)
{
    if (!in_range(p->design, 0, (double)xip_design_count() - 1))
        return XIP_ERR_DESIGN;
    if (!model_script(p))
        return XIP_ERR_WORKLOAD;
    if (!in_range(p->active, 1, XIP_MAX_CONNECTIONS) || !in_range(p->idle, 0, XIP_MAX_CONNECTIONS) ||
        !in_range(p->mostly_idle, 0, XIP_MAX_CONNECTIONS) || p->active + p->idle + p->mostly_idle > XIP_MAX_CONNECTIONS)
        return XIP_ERR_CONNECTIONS;
    if (savepoints_asked(p) && savepoints_check(p) != XIP_OK)
        return savepoints_check(p);
    if (savepoints_asked(p) &&
        (p->no_line_queues != 0 || p->lock_free != 0 || p->entries_free != 0 || p->shared_ns != 0))
        return XIP_ERR_ABLATION;
    const double second = 1e9;
    bool fine = in_range(p->threads_per_core, 1, 4) && in_range(p->port_ns, 0, 1000) &&
                in_range(p->cycle_ns, 0, 1000) && in_range(p->issue_width, 1, 64) && in_range(p->jump_cycles, 0, 100) &&
                in_range(p->window_instructions, 1, 1e6) && in_range(p->switch_ns, 0, second) &&
                in_range(p->shared_ns, 0, second) && in_range(p->other_work_ns, 0, second) &&
                in_range(p->smt_slowdown, 1, 4) && in_range(p->footprint_bytes, 0, 64 << 20) &&
                in_range(p->clock_slowdown, 1, 4) && in_range(p->wake_ns, 0, second) &&
                in_range(p->think_ns, 0, 1000 * second) && in_range(p->network_ns, 0, 1000 * second) &&
                in_range(p->mostly_idle_every_ns, 1, 1000 * second) && in_range(p->warm_up, 0, 1e9) &&
                in_range(p->samples, 1, 1e9) && in_range(p->seed, 0, 9e15) && in_range(machine->sockets, 1, 8) &&
                in_range(p->fill_buffers, 1, 1000) && is_flag(p->no_line_queues) && is_flag(p->lock_free) &&
                is_flag(p->entries_free);
    return fine ? XIP_OK : XIP_ERR_ARGUMENT;
}

/* Connects all backends, the idle ones first: they were connected before the others. */
static xip_error connect_all(model *m, uint32_t idle, xip_arena *arena)
{
    uint32_t n = m->backend_count;
    uint32_t active = (uint32_t)m->params.active;
    bool writes = xip_script_has(model_script(&m->params), XIP_OP_ASSIGN);
    /*
     * All backends keep their snapshots' xids in the same two arrays: a turn fills them and nobody reads them
     * afterwards, and a thousand backends that see a thousand xids would otherwise take megabytes each. Only with
     * savepoints do they read them in later turns, and have their own.
     */
    bool has_savepoints = savepoints_asked(&m->params);
    uint32_t with_subxid = has_savepoints ? active + SAVEPOINTS_EXTRA : 1;
    xip_cluster_size size = {.max_procs = n + idle,
                             .max_with_xid = has_savepoints ? with_subxid
                                             : writes       ? n
                                                            : 1,
                             .max_with_subxid = with_subxid};
    xip_backend shared;
    xip_error error = xip_backend_init(&shared, &m->cluster, &m->core, &size, arena);
    xip_cluster_size small = {.max_procs = n + idle, .max_with_xid = 1, .max_with_subxid = 0};
    for (uint32_t i = 0; i < idle && error == XIP_OK; i++) {
        xip_backend somebody = {.cluster = &m->cluster, .core = &m->core};
        error = xip_connect(&somebody);
    }
    for (uint32_t i = 0; i < n && error == XIP_OK; i++) {
        model_backend *b = &m->backends[i];
        *b = (model_backend){.active = i < active, .last_thread = SCHED_NOBODY};
        bool keeps = has_savepoints && b->active;
        error = xip_backend_init(&b->pg, &m->cluster, &m->core, keeps ? &size : &small, arena);
        if (error != XIP_OK)
            break;
        if (!keeps) {
            b->pg.snapshot.xip = shared.snapshot.xip;
            b->pg.snapshot.xip_capacity = shared.snapshot.xip_capacity;
            b->pg.snapshot.subxip = shared.snapshot.subxip;
            b->pg.snapshot.subxip_capacity = shared.snapshot.subxip_capacity;
        }
        error = xip_connect(&b->pg);
        if (error != XIP_OK)
            break;
        turns_begin(m, b);
        /* Every backend has taken snapshots before: the state that a design keeps from one for the next exists. */
        xip_take_snapshot(&b->pg);
        xip_release_snapshot(&b->pg);
    }
    return error;
}

/* In a server that has run for a while every active backend's PGPROC is in the
 * cache of the core that it ran on last. */
static void warm_own_lines(model *m)
{
    const xip_proc_layout *layout = m->cluster.design->proc_layout;
    for (uint32_t i = 0; i < m->backend_count; i++) {
        const uint8_t *at = xip_proc_field(&m->cluster, m->backends[i].pg.pgprocno, layout->lxid);
        m->charge.core = i % m->core_count;
        charge_access(&m->charge, 0, at, 4, XIP_ACCESS_WRITE, MEM_LXID);
        machine_end_operation(m->machine, m->charge.core, NULL, NULL);
    }
    machine_clear_counts(m->machine);
    m->charge.now = m->charge.scan = m->charge.coherence = m->charge.lock = 0;
    m->charge.accesses = 0;
}

xip_error model_create(model **made, const machine_params *machine_is, const model_params *params, xip_arena *arena)
{
    xip_error error = check(machine_is, params);
    if (error != XIP_OK)
        return error;
    model *m = xip_arena_take(arena, sizeof *m, 128);
    if (!m)
        return XIP_ERR_NO_MEMORY;
    m->params = *params;
    const xip_design_ops *design = xip_design_ops_at((size_t)params->design);
    uint32_t idle = (uint32_t)params->idle;
    uint32_t n = (uint32_t)(params->active + params->mostly_idle);
    uint32_t extra = savepoints_asked(params) ? savepoints_procs(params) : 0;
    size_t bytes = xip_cluster_bytes(design, idle + n + 1 + extra);
    if (savepoints_asked(params))
        bytes += savepoints_server_bytes(params);
    m->server_memory = (xip_arena){.base = xip_arena_take(arena, bytes, 128), .size = bytes};
    if (!m->server_memory.base)
        return XIP_ERR_NO_MEMORY;
    error = machine_create(&m->machine, machine_is, (uint32_t)(bytes / MACHINE_LINE_BYTES) + 1, arena);
    if (error != XIP_OK)
        return error;
    m->core_count = machine_cores(m->machine);
    m->thread_count = m->core_count * (uint32_t)params->threads_per_core;
    place_threads(m, (uint32_t)machine_is->sockets, (uint32_t)params->threads_per_core);
    m->backend_count = n;
    m->backends = xip_arena_take(arena, sizeof *m->backends * n, 128);
    if (!m->backends || !sched_heap_init(&m->running, m->thread_count, arena) ||
        !sched_heap_init(&m->sleeping, n, arena) || !sched_queue_init(&m->ready, n, arena))
        return XIP_ERR_NO_MEMORY;
    m->observer = (mem_observer){.sink = charge_access, .lock_sink = charge_lock_asked, .sink_context = &m->charge};
    m->core = (struct mem_core){.observer = &m->observer};
    error = xip_cluster_init(&m->cluster, design, idle + n + extra, &m->server_memory);
    if (error == XIP_OK)
        error = connect_all(m, idle, arena);
    if (error != XIP_OK)
        return error;
    m->charge = (charge){.machine = m->machine,
                         .base = m->server_memory.base,
                         .first_lock = (const uint8_t *)m->cluster.locks,
                         .lock_size = sizeof *m->cluster.locks,
                         .l2_ns = machine_is->l2_ns,
                         .port_ns = params->port_ns,
                         .wake_ns = params->wake_ns,
                         .fill_buffers = params->fill_buffers,
                         .port_factor = 1,
                         .clock_factor = 1};
    uint32_t lines = (uint32_t)(bytes / MACHINE_LINE_BYTES) + 1;
    error = savepoints_asked(params) ? savepoints_open(m, arena) : flow_open(m, machine_is, lines, arena);
    if (error != XIP_OK)
        return error;
    warm_own_lines(m);
    m->rng = (xip_rng){(uint64_t)params->seed};
    for (uint32_t i = 0; i < n; i++) {
        bool active = m->backends[i].active;
        double spread =
            active ? params->think_ns + params->network_ns + params->other_work_ns : params->mostly_idle_every_ns;
        /* The backends do not start in step. */
        double first = spread * (double)xip_rng_below(&m->rng, 1000000) / 1e6;
        sched_heap_push(&m->sleeping, first, i);
    }
    *made = m;
    return XIP_OK;
}
