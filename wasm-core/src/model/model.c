/* model.c — see model.h. */
#include "model/model.h"

#include <string.h>

#include "base/assert.h"
#include "base/rng.h"
#include "designs/designs.h"
#include "model/charge.h"
#include "model/sched.h"
#include "pg/procarray.h"
#include "pg/xact.h"

enum { BATCH_STATEMENTS = 100, MAX_THREADS = 4 * MACHINE_MAX_CORES };

/* What a backend does next. A turn is one stage: an operation of the engine, or
 * a stretch of other work. */
typedef enum stage {
    STAGE_BEGIN = 0, /* begin, and the statement's first snapshot: parse and plan */
    STAGE_PLANNED,   /* other work, first half */
    STAGE_RUN,       /* the second snapshot: run; with an xid if the workload writes */
    STAGE_WORKED,    /* other work, second half */
    STAGE_END        /* release; the next statement of a batch, or the end of the
                        transaction */
} stage;

typedef struct model_backend {
    xip_backend pg;
    stage stage;
    uint32_t statements; /* done in this transaction */
    uint32_t last_thread;
    bool active; /* else mostly idle */
} model_backend;

typedef struct model_thread {
    uint32_t backend; /* SCHED_NOBODY when idle */
    uint32_t core;
} model_thread;

typedef struct model_sums {
    double work, scan, coherence, lock, queue, snapshot_ns;
    uint64_t transactions, snapshots, reused, accesses;
} model_sums;

struct model {
    model_params params;
    machine *machine;
    xip_arena server_memory;
    xip_cluster cluster;
    struct mem_observer observer;
    struct mem_core core;
    charge charge;
    model_backend *backends; /* the active ones, then the mostly idle ones */
    uint32_t backend_count;
    uint32_t thread_count, core_count;
    model_thread threads[MAX_THREADS];
    uint32_t placement[MAX_THREADS]; /* which thread is filled first */
    uint32_t busy_on_core[MACHINE_MAX_CORES];
    uint32_t busy_cores;
    sched_heap running;  /* threads by clock */
    sched_heap sleeping; /* backends by the time they are ready */
    sched_queue ready;
    xip_rng rng;
    double spread;     /* 0 to 1 */
    uint64_t accesses; /* of all turns */
    double started_at; /* ns; where the samples begin */
    double ended_at;
    uint64_t warmed;
    bool counting;
    model_sums sums;
};

/* Cores of all sockets in turn, first one thread of each, then the other: as a
 * kernel spreads what is runnable. */
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

size_t model_bytes(const machine_params *machine, const model_params *params)
{
    (void)machine;
    const xip_design_ops *design = xip_design_ops_at((size_t)params->design);
    uint32_t n = (uint32_t)(params->active + params->idle + params->mostly_idle);
    return (design ? xip_cluster_bytes(design, n + 1) : 0) + (size_t)n * (sizeof(model_backend) + 64) + (8u << 20);
}

static bool in_range(double value, double low, double high)
{
    return value >= low && value <= high; /* false for NaN, too */
}

static xip_error check(const machine_params *machine, const model_params *p)
{
    if (!in_range(p->design, 0, (double)xip_design_count() - 1))
        return XIP_ERR_DESIGN;
    if (!in_range(p->workload, 0, MODEL_WORKLOAD_COUNT - 1))
        return XIP_ERR_WORKLOAD;
    if (!in_range(p->active, 1, XIP_MAX_CONNECTIONS) || !in_range(p->idle, 0, XIP_MAX_CONNECTIONS) ||
        !in_range(p->mostly_idle, 0, XIP_MAX_CONNECTIONS) || p->active + p->idle + p->mostly_idle > XIP_MAX_CONNECTIONS)
        return XIP_ERR_CONNECTIONS;
    const double second = 1e9;
    bool fine = in_range(p->threads_per_core, 1, 4) && in_range(p->port_ns, 0, 1000) &&
                in_range(p->other_work_ns, 0, second) && in_range(p->smt_slowdown, 1, 4) &&
                in_range(p->footprint_bytes, 0, 64 << 20) && in_range(p->clock_slowdown, 1, 4) &&
                in_range(p->wake_ns, 0, second) && in_range(p->think_ns, 0, 1000 * second) &&
                in_range(p->network_ns, 0, 1000 * second) && in_range(p->mostly_idle_every_ns, 1, 1000 * second) &&
                in_range(p->warm_up, 0, 1e9) && in_range(p->samples, 1, 1e9) && in_range(p->seed, 0, 9e15) &&
                in_range(machine->sockets, 1, 8);
    return fine ? XIP_OK : XIP_ERR_ARGUMENT;
}

/* Everybody connects, the idle ones first: they were there when the others
 * came. */
static xip_error connect_all(model *m, uint32_t idle, xip_arena *arena)
{
    uint32_t n = m->backend_count;
    uint32_t active = (uint32_t)m->params.active;
    bool writes = m->params.workload == MODEL_READWRITE;
    /*
     * All backends keep their snapshots' xids in the same two arrays: a turn
     * fills them and nobody looks at them afterwards, and a thousand backends
     * that see a thousand xids would otherwise take megabytes each.
     */
    xip_cluster_size size = {.max_procs = n + idle, .max_with_xid = writes ? n : 1, .max_with_subxid = 1};
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
        error = xip_backend_init(&b->pg, &m->cluster, &m->core, &small, arena);
        if (error != XIP_OK)
            break;
        b->pg.snapshot.xip = shared.snapshot.xip;
        b->pg.snapshot.xip_capacity = shared.snapshot.xip_capacity;
        b->pg.snapshot.subxip = shared.snapshot.subxip;
        b->pg.snapshot.subxip_capacity = shared.snapshot.subxip_capacity;
        error = xip_connect(&b->pg);
        if (error != XIP_OK)
            break;
        /* Every backend has taken snapshots before: what a design keeps from one for the next is there. */
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
    size_t bytes = xip_cluster_bytes(design, idle + n + 1);
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
    error = xip_cluster_init(&m->cluster, design, idle + n, &m->server_memory);
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
                         .port_factor = 1,
                         .clock_factor = 1};
    warm_own_lines(m);
    m->rng = (xip_rng){(uint64_t)params->seed};
    for (uint32_t i = 0; i < n; i++) {
        bool active = m->backends[i].active;
        double spread =
            active ? params->think_ns + params->network_ns + params->other_work_ns : params->mostly_idle_every_ns;
        /* Nobody starts in step with the others. */
        double first = spread * (double)xip_rng_below(&m->rng, 1000000) / 1e6;
        sched_heap_push(&m->sleeping, first, i);
    }
    *made = m;
    return XIP_OK;
}

/* Where the backend ran last if that is free, else the thread that is filled
 * first: cores with nobody on them first. */
static uint32_t free_thread(const model *m, uint32_t last)
{
    if (last != SCHED_NOBODY && m->threads[last].backend == SCHED_NOBODY && m->busy_on_core[m->threads[last].core] == 0)
        return last;
    uint32_t second = SCHED_NOBODY;
    for (uint32_t i = 0; i < m->thread_count; i++) {
        uint32_t t = m->placement[i];
        if (m->threads[t].backend != SCHED_NOBODY)
            continue;
        if (m->busy_on_core[m->threads[t].core] == 0)
            return t;
        if (second == SCHED_NOBODY || t == last)
            second = t;
    }
    return second;
}

static void start_on(model *m, uint32_t thread, uint32_t backend, double ready_since, double now)
{
    model_thread *t = &m->threads[thread];
    model_backend *b = &m->backends[backend];
    t->backend = backend;
    m->busy_cores += m->busy_on_core[t->core]++ == 0;
    b->last_thread = thread;
    if (m->counting && b->active)
        m->sums.queue += now - ready_since;
    sched_heap_push(&m->running, now, thread);
}

static void leave(model *m, uint32_t thread)
{
    model_thread *t = &m->threads[thread];
    t->backend = SCHED_NOBODY;
    m->busy_cores -= --m->busy_on_core[t->core] == 0;
}

/* Who has woken until `now` becomes ready, and runs where a thread is free. */
static void wake_until(model *m, double now)
{
    while (m->sleeping.count > 0 && m->sleeping.time[0] <= now) {
        double at;
        uint32_t backend = sched_heap_pop(&m->sleeping, &at);
        uint32_t thread = m->running.count < m->thread_count && m->ready.count == 0
                              ? free_thread(m, m->backends[backend].last_thread)
                              : SCHED_NOBODY;
        if (thread != SCHED_NOBODY)
            start_on(m, thread, backend, at, at);
        else
            sched_queue_push(&m->ready, at, backend);
    }
}

static void take_snapshot(model *m, model_backend *b)
{
    double from = m->charge.now;
    bool reused = xip_take_snapshot(&b->pg);
    if (m->counting) {
        m->sums.snapshots++;
        m->sums.reused += reused;
        m->sums.snapshot_ns += m->charge.now - from;
    }
}

/*
 * Half of a statement's other work, a fifth more or less, so that backends do not keep step. The shares are multiples
 * of the golden ratio modulo 1: evenly spread after any number of draws, so that a few samples have the mean of many.
 */
static double other_work(model *m, uint32_t core)
{
    m->spread += 0.6180339887498949;
    m->spread -= m->spread >= 1;
    double share = 0.8 + 0.4 * m->spread;
    double alone = m->params.other_work_ns / 2 * share * m->charge.clock_factor;
    return m->busy_on_core[core] > 1 ? alone * m->params.smt_slowdown : alone;
}

/* That work goes through half of its thread's private memory: what the caches held of the server's has to make room. */
static void go_through_memory(model *m, const model_backend *b)
{
    uint32_t half = (uint32_t)(m->params.footprint_bytes / 2 / MACHINE_LINE_BYTES);
    machine_work(m->machine, m->charge.core, b->last_thread, b->stage == STAGE_PLANNED ? 0 : half, half);
}

static void count_turn(model *m, const model_backend *b, double work)
{
    charge *c = &m->charge;
    if (m->counting && b->active) {
        m->sums.work += work;
        m->sums.scan += c->scan;
        m->sums.coherence += c->coherence;
        m->sums.lock += c->lock;
    }
    m->accesses += c->accesses;
    if (m->counting)
        m->sums.accesses += c->accesses;
    c->scan = c->coherence = c->lock = 0;
    c->accesses = 0;
}

/* A transaction is over: count it, and open or close the window that the
 * samples come from. */
static void finish(model *m, const model_backend *b, double now)
{
    if (!b->active)
        return;
    if (m->counting) {
        m->sums.transactions++;
        m->ended_at = now;
    } else if (++m->warmed > (uint64_t)m->params.warm_up) {
        m->counting = true;
        m->started_at = now;
        machine_clear_counts(m->machine);
    }
}

/* One stage; true when the backend has nothing more to do until its client says
 * so. */
static bool run_stage(model *m, model_backend *b, double *work)
{
    model_workload workload = (model_workload)m->params.workload;
    switch (b->stage) {
    case STAGE_BEGIN:
        if (workload != MODEL_SNAPSHOT && b->statements == 0)
            xip_begin(&b->pg);
        take_snapshot(m, b);
        xip_release_snapshot(&b->pg);
        b->stage = STAGE_PLANNED;
        if (workload == MODEL_SNAPSHOT) {
            b->stage = STAGE_BEGIN;
            return true;
        }
        return false;
    case STAGE_PLANNED:
    case STAGE_WORKED:
        *work = other_work(m, m->charge.core);
        m->charge.now += *work;
        go_through_memory(m, b);
        b->stage = b->stage == STAGE_PLANNED ? STAGE_RUN : STAGE_END;
        return false;
    case STAGE_RUN:
        take_snapshot(m, b);
        if (workload == MODEL_READWRITE && b->active)
            xip_assign_xid(&b->pg);
        b->stage = STAGE_WORKED;
        return false;
    case STAGE_END:
        xip_release_snapshot(&b->pg);
        b->stage = STAGE_BEGIN;
        if (workload == MODEL_BATCH && b->active && ++b->statements < BATCH_STATEMENTS)
            return false;
        b->statements = 0;
        xip_proc_array_end_transaction(&b->pg);
        return true;
    }
    return true;
}

/* The thread whose clock is earliest takes a turn. */
static void turn(model *m)
{
    double now;
    uint32_t thread = sched_heap_pop(&m->running, &now);
    model_thread *t = &m->threads[thread];
    uint32_t backend = t->backend;
    model_backend *b = &m->backends[backend];
    charge *c = &m->charge;
    c->core = t->core;
    c->now = now;
    c->clock_factor = 1 + (m->params.clock_slowdown - 1) * m->busy_cores / m->core_count;
    c->port_factor = c->clock_factor * m->busy_on_core[t->core];
    double work = 0;
    m->observer.on = true;
    bool over = run_stage(m, b, &work);
    m->observer.on = false;
    machine_end_operation(m->machine, t->core, NULL, NULL);
    count_turn(m, b, work);
    if (!over) {
        sched_heap_push(&m->running, c->now, thread);
        return;
    }
    finish(m, b, c->now);
    double pause = m->params.think_ns + m->params.network_ns;
    double again = b->active ? c->now + pause : now + m->params.mostly_idle_every_ns;
    if (b->active && pause == 0 && m->ready.count == 0) {
        sched_heap_push(&m->running, c->now, thread);
        return;
    }
    leave(m, thread);
    if (b->active && pause == 0)
        sched_queue_push(&m->ready, c->now, backend);
    else
        sched_heap_push(&m->sleeping, again, backend);
    if (m->ready.count > 0) {
        double since;
        uint32_t next = sched_queue_pop(&m->ready, &since);
        start_on(m, thread, next, since, c->now > since ? c->now : since);
    }
}

static bool is_done(const model *m)
{
    return m->counting && m->sums.transactions >= (uint64_t)m->params.samples;
}

bool model_run(model *m, uint64_t accesses)
{
    uint64_t until = m->accesses + accesses;
    while (!is_done(m) && m->accesses < until) {
        if (m->running.count == 0)
            wake_until(m, m->sleeping.time[0]);
        wake_until(m, m->running.time[0]);
        turn(m);
        m->accesses++; /* a turn of nothing but other work counts, too: the caller
                          gets its turn back */
    }
    return is_done(m);
}

double model_progress(const model *m)
{
    double all = m->params.warm_up + m->params.samples;
    double done = (double)m->warmed + (double)m->sums.transactions;
    return done > all ? 1 : done / all;
}

model_result model_result_of(const model *m)
{
    const model_sums *s = &m->sums;
    double n = s->transactions > 0 ? (double)s->transactions : 1;
    double snapshots = s->snapshots > 0 ? (double)s->snapshots : 1;
    machine_counts all = {0};
    for (uint32_t c = 0; c < m->core_count; c++) {
        const machine_counts *one = machine_counts_of(m->machine, c);
        for (uint32_t i = 0; i < MACHINE_LEVEL_COUNT; i++)
            all.found[i] += one->found[i];
        for (uint32_t i = 0; i < MACHINE_SHARING_COUNT; i++)
            all.sharing[i] += one->sharing[i];
        all.accesses += one->accesses;
        all.upgrades += one->upgrades;
        all.transfers_within += one->transfers_within;
        all.transfers_across += one->transfers_across;
    }
    uint64_t misses = all.upgrades;
    for (uint32_t i = MACHINE_L3; i < MACHINE_LEVEL_COUNT; i++)
        misses += all.found[i];
    double seconds = (m->ended_at - m->started_at) / 1e9;
    return (model_result){.transactions = (double)s->transactions,
                          .snapshots = (double)s->snapshots,
                          .reused = (double)s->reused,
                          .seconds = seconds,
                          .tps = seconds > 0 ? (double)s->transactions / seconds : 0,
                          .ns_per_snapshot = s->snapshot_ns / snapshots,
                          .work = s->work / n,
                          .scan = s->scan / n,
                          .coherence = s->coherence / n,
                          .lock = s->lock / n,
                          .subtrans = 0,
                          .queue = s->queue / n,
                          .accesses = (double)all.accesses / snapshots,
                          .misses = (double)misses / snapshots,
                          .true_sharing = (double)all.sharing[MACHINE_TRUE_SHARING] / snapshots,
                          .false_sharing = (double)all.sharing[MACHINE_FALSE_SHARING] / snapshots,
                          .for_horizon = (double)all.sharing[MACHINE_FOR_HORIZON] / snapshots,
                          .upgrades = (double)all.upgrades / snapshots,
                          .transfers_within = (double)all.transfers_within / snapshots,
                          .transfers_across = (double)all.transfers_across / snapshots};
}
