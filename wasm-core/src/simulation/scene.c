/* scene.c — see scene.h. Observed builds only. */
#include "simulation/scene.h"

#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "designs/designs.h"
#include "simulation/store.h"
#include "pg/procarray.h"
#include "pg/regions.h"
#include "pg/xact.h"

enum {
    ACCESSES_PER_CONNECTION = 8, /* 9.1 makes six, and some of them span two lines */
    ACCESSES_BESIDE = 4096,
    /* About as long as a client can wait: this many accesses take some 20 ms. */
    ACCESSES_PER_CHECKPOINT = 1000000,
    OPERATIONS_PER_CHECKPOINT = 256,
    CHECKPOINT_BUDGET = 48 << 20,
    /* 9.1 touches some three lines of each connection; all others less. */
    TOUCHED_PER_CONNECTION = 4,
    /* In a layout each touched field may have a line to itself. */
    TOUCHED_IN_LAYOUT = 24,
    TOUCHED_BESIDE = 4096
};

/* One active backend; in the arena, so that going back restores it, too. */
typedef struct scene_backend {
    xip_backend pg;
    double clock; /* ns */
    uint32_t core;
    xip_script_place place;
    uint32_t transaction;
} scene_backend;

/* The state that changes as operations run: in the arena. */
typedef struct scene_state {
    size_t arena_used;
    uint32_t done; /* operations */
} scene_state;

/* A store that is about to happen: its log has what it touches, not yet what it changes. */
typedef struct scene_store {
    const uint8_t *at; /* NULL: none */
    uint32_t logged;   /* its first access in the log */
    uint8_t before[MACHINE_LINE_BYTES];
} scene_store;

struct scene {
    scene_request request;
    xip_arena memory; /* the server's shared memory first */
    scene_state *state;
    scene_backend *backends;
    machine *machine;
    scene_write *writes;
    xip_cluster cluster;
    mem_observer observer;
    struct mem_core core;
    mem_region regions[MEM_MAX_REGIONS];
    uint32_t region_count;
    layout *layout; /* NULL: the design's own */
    uint32_t lines, sockets;

    /* the operation that runs */
    scene_backend *running;
    double started; /* ns */
    uint32_t accesses;
    bool logs;
    bool overflowed;
    bool homeless; /* it touched a field that the layout has no place for */
    scene_store store;
    xip_access *log;
    xip_access_outcome *outcomes;
    uint32_t log_count, log_capacity;

    xip_scene_operation *history;
    uint32_t known;
    store checkpoints;
    uint32_t checkpoint_at[STORE_MAX_CHECKPOINTS]; /* operations before it */
    uint64_t since_checkpoint;                     /* accesses */
    bool checkpoints_full;
};

static uint32_t region_of(const scene *s, const uint8_t *at)
{
    for (uint32_t i = 0; i < s->region_count; i++)
        if (at >= s->regions[i].base && at < s->regions[i].base + s->regions[i].size)
            return i;
    XIP_ASSERT(false, "every access to shared memory falls into a named region");
    return 0;
}

static void keep(scene *s, const uint8_t *at, uint32_t size, xip_access_kind kind, uint32_t field, uint32_t line,
                 uint32_t first, const machine_outcome *met)
{
    if (s->log_count == s->log_capacity) {
        s->overflowed = true;
        return;
    }
    uint32_t region = region_of(s, at);
    s->log[s->log_count] = (xip_access){
        .region = region,
        .offset = (uint32_t)(at - s->regions[region].base),
        .size = size,
        .kind = (uint32_t)kind,
        .field = field,
        .core = s->running->core,
    };
    s->outcomes[s->log_count++] = (xip_access_outcome){
        .line = line,
        .first = first,
        .level = met->level,
        .from = met->from,
        .before = met->before,
        .after = met->after,
        .upgrade = met->upgrade,
        .losers = met->losers,
        .missed = met->level > MACHINE_L2 || met->upgrade,
        .at = s->running->clock - s->started,
        .ns = met->ns,
        .wait = met->wait_ns,
    };
}

/* The last store has happened: notes the words whose value it changed. */
static void settle(scene *s)
{
    const scene_store *store = &s->store;
    if (!store->at)
        return;
    for (uint32_t i = store->logged; i < s->log_count; i++) {
        const xip_access *a = &s->log[i];
        const uint8_t *now = s->regions[a->region].base + a->offset;
        const uint8_t *before = store->before + (now - store->at);
        for (uint32_t byte = 0; byte < a->size; byte++)
            if (now[byte] != before[byte])
                s->outcomes[i].changed |= 1u << (s->outcomes[i].first + byte) / 4;
    }
    s->store.at = NULL;
}

/* Bytes that lie together: `at` in the server's memory, `offset` in the one whose lines the machine has. */
static void touch(scene *s, const uint8_t *at, size_t offset, uint32_t size, xip_access_kind kind, uint32_t field)
{
    scene_backend *b = s->running;
    while (size > 0) {
        uint32_t line = (uint32_t)(offset / MACHINE_LINE_BYTES);
        uint32_t first = (uint32_t)(offset % MACHINE_LINE_BYTES);
        uint32_t here = MACHINE_LINE_BYTES - first < size ? MACHINE_LINE_BYTES - first : size;
        machine_outcome met =
            machine_access(s->machine, b->core, line, first, here, kind, field, b->clock, s->log_count);
        if (kind != XIP_ACCESS_READ)
            s->writes[line] = (scene_write){(uint8_t)b->core, (uint8_t)field, (uint8_t)first, (uint8_t)here};
        if (s->logs)
            keep(s, at, here, kind, field, line, first, &met);
        b->clock += met.ns;
        s->accesses++;
        at += here;
        offset += here;
        size -= here;
    }
}

static void take_access(void *context, uint32_t core, const void *p, uint32_t size, xip_access_kind kind,
                        uint32_t field)
{
    scene *s = context;
    const uint8_t *at = p;
    (void)core;
    settle(s);
    if (s->logs && kind != XIP_ACCESS_READ && size <= sizeof s->store.before) {
        s->store.at = at;
        s->store.logged = s->log_count;
        memcpy(s->store.before, at, size);
    }
    if (!s->layout) {
        touch(s, at, (size_t)(at - s->memory.base), size, kind, field);
        return;
    }
    while (size > 0) {
        size_t offset = 0;
        uint32_t run = layout_run(s->layout, at, size, &offset);
        if (run == 0) {
            s->homeless = true;
            return;
        }
        touch(s, at, offset, run, kind, field);
        at += run;
        size -= run;
    }
}

static void decide(void *context, uint32_t tag, machine_sharing sharing)
{
    scene *s = context;
    if (s->logs && tag < s->log_count)
        s->outcomes[tag].sharing = (uint32_t)sharing;
}

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
    return XIP_OK;
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
    if (!s->log || !s->outcomes || !s->history || !xip_arena_init(&s->memory, all))
        return XIP_ERR_NO_MEMORY;
    return XIP_OK;
}

static void checkpoint(scene *s)
{
    if (s->checkpoints_full)
        return;
    s->state->arena_used = s->memory.used;
    if (store_add(&s->checkpoints, s->memory.used))
        s->checkpoint_at[s->checkpoints.checkpoints - 1] = s->state->done;
    else
        s->checkpoints_full = true;
    s->since_checkpoint = 0;
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
    s->observer = (mem_observer){.sink = take_access, .sink_context = s};
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
    checkpoint(s);
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
    free(s);
}

/* The backend whose clock is earliest; the first of several. */
static scene_backend *next_backend(scene *s)
{
    scene_backend *next = &s->backends[0];
    for (uint32_t i = 1; i < s->request.active; i++)
        if (s->backends[i].clock < next->clock)
            next = &s->backends[i];
    return next;
}

/* The engine's operations alone are replayed: other work touches no shared memory. */
static xip_op next_operation(const scene *s, scene_backend *b)
{
    const xip_script *script = &xip_scripts[s->request.workload];
    xip_op op = xip_script_next(script, script->rounds, XIP_OPS_OF_ENGINE, &b->place);
    return op == XIP_OP_OVER ? xip_script_next(script, script->rounds, XIP_OPS_OF_ENGINE, &b->place) : op;
}

/* Returns whether a snapshot was reused. */
static bool act(scene_backend *b, xip_op op)
{
    switch (op) {
    case XIP_OP_BEGIN:
        xip_begin(&b->pg);
        break;
    case XIP_OP_SNAPSHOT:
        return xip_take_snapshot(&b->pg);
    case XIP_OP_RELEASE:
        xip_release_snapshot(&b->pg);
        break;
    case XIP_OP_ASSIGN:
        xip_assign_xid(&b->pg);
        break;
    default:
        XIP_ASSERT(op == XIP_OP_END, "no other operation is replayed");
        xip_proc_array_end_transaction(&b->pg);
    }
    return false;
}

static void run_one(scene *s, bool logs)
{
    scene_backend *b = next_backend(s);
    xip_op op = next_operation(s, b);
    s->running = b;
    s->started = b->clock;
    s->logs = logs;
    s->accesses = 0;
    s->log_count = 0;
    s->overflowed = false;
    s->homeless = false;
    machine_counts before = *machine_counts_of(s->machine, b->core);
    s->observer.on = true;
    bool reused = act(b, op);
    s->observer.on = false;
    settle(s);
    machine_end_operation(s->machine, b->core, decide, s);
    machine_counts after = *machine_counts_of(s->machine, b->core);
#define MET(field) ((uint32_t)(after.field - before.field))
    xip_scene_operation *o = &s->history[s->state->done++];
    *o = (xip_scene_operation){
        .backend = (uint32_t)(b - s->backends),
        .core = b->core,
        .kind = (uint32_t)op,
        .transaction = b->transaction,
        .reused = reused,
        .accesses = s->accesses,
        .misses = MET(found[MACHINE_L3]) + MET(found[MACHINE_PEER]) + MET(found[MACHINE_FAR]) +
                  MET(found[MACHINE_MEMORY]) + MET(found[MACHINE_FAR_MEMORY]) + MET(upgrades),
        .true_sharing = MET(sharing[MACHINE_TRUE_SHARING]),
        .false_sharing = MET(sharing[MACHINE_FALSE_SHARING]),
        .for_horizon = MET(sharing[MACHINE_FOR_HORIZON]),
        .upgrades = MET(upgrades),
        .transfers_within = MET(transfers_within),
        .transfers_across = MET(transfers_across),
        .start_ns = s->started,
        .end_ns = b->clock,
    };
#undef MET
    b->transaction += op == XIP_OP_END;
    if (s->state->done <= s->known)
        return;
    s->known = s->state->done;
    s->since_checkpoint += s->accesses;
    if (s->since_checkpoint >= ACCESSES_PER_CHECKPOINT ||
        s->state->done - s->checkpoint_at[s->checkpoints.checkpoints - 1] >= OPERATIONS_PER_CHECKPOINT)
        checkpoint(s);
}

xip_error scene_next(scene *s)
{
    if (s->state->done >= SCENE_MAX_OPERATIONS)
        return XIP_ERR_ARGUMENT;
    run_one(s, true);
    if (s->homeless)
        return XIP_ERR_ARGUMENT;
    return s->overflowed ? XIP_ERR_LOG_FULL : XIP_OK;
}

xip_error scene_goto(scene *s, uint32_t n)
{
    if (n >= SCENE_MAX_OPERATIONS)
        return XIP_ERR_ARGUMENT;
    uint32_t nearest = s->checkpoints.checkpoints - 1;
    while (s->checkpoint_at[nearest] > n)
        nearest--;
    uint32_t done = s->state->done;
    if (done > n || done < s->checkpoint_at[nearest]) {
        store_go(&s->checkpoints, nearest);
        s->memory.used = s->state->arena_used;
    }
    while (s->state->done < n)
        run_one(s, false);
    s->log_count = 0;
    return XIP_OK;
}

uint32_t scene_at(const scene *s)
{
    return s->state->done;
}

const xip_access *scene_log(const scene *s)
{
    return s->log;
}

const xip_access_outcome *scene_outcomes(const scene *s)
{
    return s->outcomes;
}

uint32_t scene_log_count(const scene *s)
{
    return s->log_count;
}

const xip_scene_operation *scene_history(const scene *s)
{
    return s->history;
}

uint32_t scene_known(const scene *s)
{
    return s->known;
}

uint32_t scene_cores(const scene *s)
{
    return machine_cores(s->machine);
}

uint32_t scene_lines(const scene *s)
{
    return s->lines;
}

const uint8_t *scene_memory(const scene *s)
{
    return s->memory.base;
}

void scene_states(const scene *s, uint32_t first, uint32_t count, uint8_t *states)
{
    uint32_t cores = machine_cores(s->machine);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t core = 0; core < cores; core++)
            states[i * cores + core] = (uint8_t)machine_line_state(s->machine, core, first + i);
}

const scene_write *scene_writes(const scene *s)
{
    return s->writes;
}

const mem_region *scene_region(const scene *s, uint32_t region)
{
    return region < s->region_count ? &s->regions[region] : NULL;
}

uint32_t scene_backend_core(const scene *s, uint32_t backend)
{
    return s->backends[backend].core;
}

uint32_t scene_backend_pgprocno(const scene *s, uint32_t backend)
{
    return s->backends[backend].pg.pgprocno;
}

size_t scene_checkpoint_bytes(const scene *s)
{
    return s->checkpoints.count * sizeof(store_version);
}

uint32_t scene_checkpoints(const scene *s)
{
    return s->checkpoints.checkpoints;
}
