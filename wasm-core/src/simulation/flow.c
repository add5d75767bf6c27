/*
 * flow.c — see flow.h.
 *
 * MODEL: a connection's client runs on the same machine. Between two transactions both are woken, if the machine has a
 * hardware thread to spare; if not, they are switched to. What the client does is part of the other work.
 */
#include "simulation/flow.h"

#include <math.h>
#include <string.h>

#include "mem/observed.h"
#include "pg/regions.h"
#include "simulation/programs.h"

/* Client and backend; and a line of 64 bytes that streams from L2, whose buses carry 32 to 64 bytes a cycle. */
enum { WAKES_A_REQUEST = 2, L2_CYCLES_A_LINE = 2 };
/* A clean copy that answers is busy with that for so long, ns. Assumed: 0 to 20 move no ratio of the published table
 * beside idle connections by more than half a per cent. */
#define CLEAN_NS 5

static bool refill(void *context, uint32_t id);

/*
 * Steps of the longest operation: a scan reads at most three lines of a connection where all of it is in PGPROC, and
 * far fewer where the ids stand together; and some of each connection that has an xid, and so a thread.
 */
static uint32_t most_steps(const model *m)
{
    const model_params *p = &m->params;
    uint32_t connections = (uint32_t)(p->active + p->idle + p->mostly_idle);
    return 1024 + 8 * m->thread_count + (m->cluster.design->array_of_procs ? 3 * connections : connections / 2);
}

/* What a scan reads of each connection, by the names of regions.c: PGPROC only where there is nothing apart from it. */
static bool holds_entries(const xip_design_ops *design, const char *region)
{
    static const char *const apart[] = {"pgprocnos",    "procs",       "PGXACT",    "xids",
                                        "subxidStates", "statusFlags", "runningSet"};
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
        if (strcmp(region, apart[i]) == 0)
            return true;
    return design->array_of_procs && strcmp(region, "PGPROC") == 0;
}

static void keep_entries_near(model *m)
{
    mem_region regions[MEM_MAX_REGIONS];
    uint32_t count = xip_cluster_regions(&m->cluster, regions);
    for (uint32_t i = 0; i < count; i++)
        if (holds_entries(m->cluster.design, regions[i].name))
            lines_keep_near(&m->flow->strands.lines, m->server_memory.base, regions[i].base, regions[i].size);
}

xip_error flow_open(model *m, const machine_params *machine, uint32_t lines, xip_arena *arena)
{
    model_flow *f = xip_arena_take(arena, sizeof *f, 64);
    if (!f)
        return XIP_ERR_NO_MEMORY;
    *f = (model_flow){.counts = core_counts_of(m->cluster.design->info.id),
                      .connections = (uint32_t)(m->params.active + m->params.idle + m->params.mostly_idle),
                      .members = SCHED_NOBODY,
                      .is_served = xip_script_has(model_script(&m->params), XIP_OP_BEGIN)};
    m->flow = f;
    double fill_buffers = fmin(fmax(m->params.fill_buffers, 1), STRAND_SLOTS - 1);
    strand_params p = {.l2_line_ns = L2_CYCLES_A_LINE * m->params.cycle_ns,
                       .shared_factor = 2,
                       .wake_ns = m->params.wake_ns,
                       .fill_buffers = (uint32_t)fill_buffers,
                       .free_locks = m->params.lock_free != 0 ? 1u << XIP_LOCK_PROC_ARRAY : 0,
                       .lines = {.clean_ns = CLEAN_NS,
                                 .tenure_ns = machine->peer_ns / 2,
                                 .shared_ns = m->params.shared_ns,
                                 .no_queues = m->params.no_line_queues != 0}};
    xip_error error =
        strands_init(&f->strands, m->thread_count, m->machine, &p, lines, XIP_LOCK_COUNT, refill, m, arena);
    for (uint32_t i = 0; error == XIP_OK && i < m->thread_count; i++) {
        strand *s = &f->strands.of[i];
        s->core = m->threads[i].core;
        s->over = true;
        error = steps_init(&s->program, most_steps(m), m->server_memory.base, m->cluster.locks,
                           sizeof *m->cluster.locks, arena);
    }
    if (error == XIP_OK && m->params.entries_free != 0)
        keep_entries_near(m);
    /* Each connection has its place from before, as far as there are places. */
    for (uint32_t i = 0; i < m->backend_count; i++)
        m->backends[i].last_thread = m->placement[i % m->thread_count];
    m->observer = (mem_observer){.sink = steps_access, .lock_sink = steps_lock};
    return error;
}

/* --- which connection runs where --- */

static void take_thread(model *m, uint32_t thread, uint32_t backend, double ready_since, double now)
{
    model_thread *t = &m->threads[thread];
    model_backend *b = &m->backends[backend];
    t->backend = backend;
    m->busy_cores += m->busy_on_core[t->core]++ == 0;
    m->flow->strands.on_core[t->core]++;
    b->last_thread = thread;
    b->asked_at = now;
    if (model_is_counting(m) && b->active)
        m->sums.queue += now - ready_since;
}

static void leave_thread(model *m, uint32_t thread)
{
    model_thread *t = &m->threads[thread];
    t->backend = SCHED_NOBODY;
    m->busy_cores -= --m->busy_on_core[t->core] == 0;
    m->flow->strands.on_core[t->core]--;
}

static void wake_until(model *m, double now)
{
    while (m->sleeping.count > 0 && m->sleeping.time[0] <= now) {
        double at;
        uint32_t backend = sched_heap_pop(&m->sleeping, &at);
        uint32_t thread = m->ready.count == 0 ? model_free_thread(m, m->backends[backend].last_thread) : SCHED_NOBODY;
        if (thread == SCHED_NOBODY) {
            sched_queue_push(&m->ready, at, backend);
            continue;
        }
        take_thread(m, thread, backend, at, at);
        strands_resume(&m->flow->strands, thread, at);
    }
}

/* --- sums --- */

/* Adds what the thread's connection has taken since the last time. */
static void settle(model *m, uint32_t id)
{
    strand *s = &m->flow->strands.of[id];
    flow_thread *t = &m->flow->threads[id];
    const model_backend *b = &m->backends[m->threads[id].backend];
    strand_times now = s->times, seen = t->seen;
    t->seen = now;
    machine_end_operation(m->machine, s->core, NULL, NULL);
    if (t->in_snapshot && model_is_counting(m))
        m->sums.snapshot_ns += s->clock - t->op_began;
    t->in_snapshot = false;
    if (!model_is_counting(m) || !b->active)
        return;
    m->sums.fetching += now.fetching - seen.fetching;
    m->sums.scan += now.own - seen.own + now.fetching - seen.fetching;
    m->sums.line_wait += now.queueing - seen.queueing;
    m->sums.coherence += now.moving - seen.moving;
    m->sums.lock += now.sleeping - seen.sleeping;
}

/* --- a transaction's end --- */

/* The thread goes to the next connection that is ready; false: there is none, and it is left. */
static bool next_connection(model *m, uint32_t id)
{
    if (m->ready.count == 0)
        return false;
    double since;
    uint32_t next = sched_queue_pop(&m->ready, &since);
    strand *s = &m->flow->strands.of[id];
    double now = fmax(s->clock, since);
    program_pass(m, id, now - s->clock);
    take_thread(m, id, next, since, now);
    double ns = WAKES_A_REQUEST * m->params.switch_ns;
    program_pass(m, id, ns);
    if (model_is_counting(m) && m->backends[next].active)
        m->sums.wake += ns;
    return true;
}

static void sleep_until(model *m, uint32_t backend, double at)
{
    sched_heap_push(&m->sleeping, at, backend);
    if (at < m->flow->strands.until)
        m->flow->strands.until = at;
}

/* False: the thread has nothing to do. */
static bool end_transaction(model *m, uint32_t id)
{
    model_flow *f = m->flow;
    uint32_t backend = m->threads[id].backend;
    model_backend *b = &m->backends[backend];
    double now = f->strands.of[id].clock;
    model_finish(m, b, now);
    if (m->accesses >= f->stop_at || model_is_done(m))
        f->strands.until = now;
    double pause = m->params.think_ns + m->params.network_ns;
    if (b->active && !f->is_served && m->ready.count == 0)
        return true;
    leave_thread(m, id);
    if (!b->active) {
        sleep_until(m, backend, b->asked_at + m->params.mostly_idle_every_ns);
    } else if (pause == 0 && m->ready.count > 0) {
        sched_queue_push(&m->ready, now, backend);
    } else {
        double wakes = f->is_served ? WAKES_A_REQUEST * m->params.wake_ns : 0;
        if (model_is_counting(m))
            m->sums.wake += wakes;
        sleep_until(m, backend, now + pause + wakes);
    }
    return next_connection(m, id);
}

static bool refill(void *context, uint32_t id)
{
    model *m = context;
    flow_thread *t = &m->flow->threads[id];
    strand *s = &m->flow->strands.of[id];
    steps_clear(&s->program);
    if (m->threads[id].backend == SCHED_NOBODY)
        return false;
    settle(m, id);
    if (program_is_open(t))
        return program_goes_on(m, id);
    model_backend *b = &m->backends[m->threads[id].backend];
    xip_op op = b->next;
    b->next = xip_script_next(b->script, b->rounds, b->wanted, &b->place);
    if (op == XIP_OP_OVER)
        return end_transaction(m, id);
    program_next(m, id, op);
    return true;
}

bool flow_run(model *m, uint64_t accesses)
{
    model_flow *f = m->flow;
    f->stop_at = m->accesses + accesses;
    while (!model_is_done(m) && m->accesses < f->stop_at) {
        double next = m->sleeping.count > 0 ? m->sleeping.time[0] : INFINITY;
        strands_run(&f->strands, next);
        if (m->sleeping.count > 0 && m->sleeping.time[0] <= f->strands.until)
            wake_until(m, m->sleeping.time[0]);
        m->accesses++;
    }
    return model_is_done(m);
}
