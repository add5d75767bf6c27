/* check.c — see check.h. Observed builds only. */
#include "simulation/check.h"

#include "base/assert.h"
#include "designs/designs.h"
#include "simulation/charge.h"
#include "pg/mix.h"

/* The first round has no transactions that ended before, the second finds caches that only connecting has filled. */
enum { WARM_UP_ROUNDS = 2, ROUNDS = 8, TOUCHED_BESIDE = 8192, TOUCHED_PER_CONNECTION = 8 };

typedef struct checker {
    const model_check_request *request;
    const machine_params *params;
    machine *machine;
    xip_arena memory; /* the server's shared memory first */
    xip_cluster cluster;
    mem_observer observer;
    struct mem_core core;
    charge charge;
    xip_backend reader;
    xip_backend companions[XIP_MIX_COMPANIONS];
    xip_mix mix;
    model_check_result sums;
} checker;

/* Sockets in turn, as a kernel spreads runnable threads. */
static uint32_t core_at(const checker *c, uint32_t place)
{
    uint32_t sockets = (uint32_t)c->params->sockets;
    return place % sockets * (machine_cores(c->machine) / sockets) + place / sockets;
}

static void on_core_of(checker *c, uint32_t companion)
{
    c->charge.core = core_at(c, 1 + companion % (c->request->active - 1));
}

static void done(checker *c)
{
    machine_end_operation(c->machine, c->charge.core, NULL, NULL);
}

static xip_xid no_topmost(void *context, xip_xid xid)
{
    (void)context;
    XIP_ASSERT(false, "the mix's snapshots have room for all subtransactions");
    return xid;
}

/* A snapshot without lists: its xmin, its xmax, its number, as far as the check gets. */
static uint32_t words_without_lists(xip_xid xid, const xip_snapshot *snapshot)
{
    if (xip_xid_precedes(xid, snapshot->xmin))
        return 1;
    return xip_xid_follows_or_equals(xid, snapshot->xmax) ? 2 : 3;
}

static uint64_t misses_of(const machine_counts *n)
{
    return n->found[MACHINE_L3] + n->found[MACHINE_PEER] + n->found[MACHINE_FAR] + n->found[MACHINE_MEMORY] +
           n->found[MACHINE_FAR_MEMORY] + n->upgrades;
}

static void check_all(checker *c, bool counts)
{
    const xip_design_ops *design = c->cluster.design;
    charge *charge = &c->charge;
    charge->core = core_at(c, 0);
    uint64_t misses = misses_of(machine_counts_of(c->machine, charge->core));
    uint64_t accesses = charge->accesses;
    double shared = charge->scan + charge->coherence;
    uint32_t own = 0;
    uint32_t running = 0;
    for (uint32_t i = 0; i < XIP_MIX_EACH * XIP_MIX_KINDS; i++) {
        xip_xid xid = c->mix.xids[i];
        const xip_snapshot *snapshot = &c->reader.snapshot;
        if (design->xid_in_snapshot) {
            running += design->xid_in_snapshot(&c->reader, xid, snapshot);
            own += words_without_lists(xid, snapshot);
        } else {
            running += xip_xid_in_snapshot_counted(xid, snapshot, no_topmost, NULL, &own);
        }
        done(c);
    }
    if (!counts)
        return;
    c->sums.ns += charge->scan + charge->coherence - shared + own * charge->port_ns * charge->clock_factor;
    c->sums.own_loads += own;
    c->sums.accesses += (double)(charge->accesses - accesses);
    c->sums.misses += (double)(misses_of(machine_counts_of(c->machine, charge->core)) - misses);
    c->sums.checks += XIP_MIX_EACH * XIP_MIX_KINDS;
    c->sums.found_running += running;
}

static void assign_half(checker *c, uint32_t from, xip_mix_kind kind)
{
    for (uint32_t i = 0; i < XIP_MIX_EACH; i++) {
        xip_backend *companion = &c->companions[from + i];
        on_core_of(c, from + i);
        xip_begin(companion);
        xip_mix_keep(&c->mix, i, kind, xip_assign_xid(companion));
        done(c);
    }
}

static void end_half(checker *c, uint32_t from)
{
    for (uint32_t i = from; i < from + XIP_MIX_EACH; i++) {
        on_core_of(c, i);
        xip_proc_array_end_transaction(&c->companions[i]);
        done(c);
    }
}

static void run_round(checker *c, bool counts)
{
    xip_mix_age(&c->mix);
    assign_half(c, 0, XIP_MIX_RUNNING);
    for (uint32_t i = 0; i < XIP_MIX_PARENTS; i++) {
        on_core_of(c, i);
        xip_mix_children(&c->mix, &c->companions[i], i);
        done(c);
    }
    assign_half(c, XIP_MIX_EACH, XIP_MIX_ENDED_SINCE);
    end_half(c, XIP_MIX_EACH);
    c->charge.core = core_at(c, 0);
    xip_take_snapshot(&c->reader);
    done(c);
    check_all(c, counts);
    xip_release_snapshot(&c->reader);
    done(c);
    end_half(c, 0);
}

static xip_error connect_all(checker *c)
{
    xip_cluster_size size = xip_mix_size(1, 1);
    xip_error error = xip_backend_init(&c->reader, &c->cluster, &c->core, &size, &c->memory);
    if (error == XIP_OK)
        error = xip_connect(&c->reader);
    for (uint32_t i = 0; i < XIP_MIX_COMPANIONS && error == XIP_OK; i++) {
        c->companions[i] = (xip_backend){.cluster = &c->cluster, .core = &c->core};
        error = xip_connect(&c->companions[i]);
    }
    for (uint32_t i = 0; i < c->request->idle && error == XIP_OK; i++) {
        xip_backend somebody = {.cluster = &c->cluster, .core = &c->core};
        error = xip_connect(&somebody);
    }
    return error;
}

static xip_error make(checker *c, size_t server, uint32_t connections)
{
    const xip_design_ops *design = xip_design_ops_at(c->request->design);
    uint32_t lines = (uint32_t)(server / MACHINE_LINE_BYTES) + 1;
    uint32_t touched = TOUCHED_BESIDE + TOUCHED_PER_CONNECTION * connections;
    if (touched > lines)
        touched = lines;
    size_t snapshot = sizeof(xip_xid) * (XIP_MIX_COMPANIONS + 2 * XIP_MAX_CACHED_SUBXIDS);
    if (!xip_arena_init(&c->memory, server + machine_bytes(c->params, lines, touched) + snapshot + 4096))
        return XIP_ERR_NO_MEMORY;
    xip_error error = xip_cluster_init(&c->cluster, design, connections, &c->memory);
    if (error == XIP_OK)
        error = machine_create(&c->machine, c->params, lines, &c->memory);
    if (error != XIP_OK)
        return error;
    XIP_ASSERT((uint8_t *)c->cluster.locks == c->memory.base, "the server's memory comes first, from line 0 on");
    const model_check_request *r = c->request;
    double busy = (double)r->active / machine_cores(c->machine);
    c->charge = (charge){.machine = c->machine,
                         .base = c->memory.base,
                         .l2_ns = c->params->l2_ns,
                         .port_ns = r->port_ns,
                         .port_factor = 1 + (r->clock_slowdown - 1) * busy,
                         .clock_factor = 1 + (r->clock_slowdown - 1) * busy};
    c->observer = (mem_observer){.sink = charge_access, .sink_context = &c->charge, .on = true};
    c->core = (struct mem_core){.observer = &c->observer};
    return connect_all(c);
}

static bool in_range(double value, double low, double high)
{
    return value >= low && value <= high; /* false for NaN, too */
}

xip_error model_check(const machine_params *params, const model_check_request *request, model_check_result *result)
{
    const xip_design_ops *design = xip_design_ops_at(request->design);
    if (!design)
        return XIP_ERR_DESIGN;
    if (machine_bytes(params, 1, 1) == 0 || !in_range(request->port_ns, 0, 1000) ||
        !in_range(request->clock_slowdown, 1, 4))
        return XIP_ERR_ARGUMENT;
    if (request->active < 2 || request->active > params->sockets * params->cores_per_socket)
        return XIP_ERR_CORES;
    uint32_t connections = 1 + XIP_MIX_COMPANIONS + request->idle;
    if (request->idle > XIP_MAX_CONNECTIONS || connections > XIP_MAX_CONNECTIONS)
        return XIP_ERR_CONNECTIONS;
    checker c = {.request = request, .params = params};
    xip_error error = make(&c, xip_cluster_bytes(design, connections), connections);
    for (uint32_t round = 0; error == XIP_OK && round < WARM_UP_ROUNDS + ROUNDS; round++)
        run_round(&c, round >= WARM_UP_ROUNDS);
    xip_arena_free(&c.memory);
    if (error != XIP_OK)
        return error;
    model_check_result sums = c.sums;
    *result = (model_check_result){.ns = sums.ns / sums.checks,
                                   .own_loads = sums.own_loads / sums.checks,
                                   .accesses = sums.accesses / sums.checks,
                                   .misses = sums.misses / sums.checks,
                                   .checks = sums.checks,
                                   .found_running = sums.found_running};
    return XIP_OK;
}
