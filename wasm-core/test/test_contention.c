/*
 * test_contention.c — what no machine can do: a line is at one place at a time, and moving it takes as long as it
 * takes. build: -DXIP_OBSERVED=1
 */
#include <math.h>

#include "base/rng.h"
#include "check.h"
#include "designs/designs.h"
#include "model_machine.h"
#include "pg/procarray.h"
#include "pg/xact.h"
#include "simulation/strands.h"

enum { MOST_STRANDS = 40, IDLE = 100, WARM_NS = 50000, WINDOW_NS = CHECK_SANITIZED ? 100000 : 400000 };

/* Strands that take one snapshot after the other, with the engine's own functions. */
typedef struct loop {
    xip_arena arena;
    xip_cluster cluster;
    mem_observer observer;
    struct mem_core core;
    xip_backend backends[MOST_STRANDS];
    machine *machine;
    strands strands;
    xip_rng rng;
    double window_ns;
    double pause_ns; /* between two snapshots: up to this, evenly spread, so that strands do not keep step */
    uint64_t done;
    bool counting;
} loop;

static loop l;

/* Two sockets of ten cores with two threads each: a Xeon Gold 5215 pair, as its machine file has it. */
static machine_params gold(void)
{
    return small_machine_of(10);
}

static strand_params usual(const machine_params *m)
{
    return (strand_params){.access_ns = 0.5,
                           .l2_line_ns = 1.2,
                           .shared_factor = 2,
                           .wake_ns = 2200,
                           .fill_buffers = 10,
                           .window = 64,
                           .lines = {.clean_ns = 5, .tenure_ns = m->peer_ns / 2}};
}

static bool refill(void *context, uint32_t id)
{
    loop *all = context;
    strand *s = &all->strands.of[id];
    xip_backend *b = &all->backends[id];
    all->done += all->counting;
    double pause = all->pause_ns * xip_rng_below(&all->rng, 1000) / 1e3;
    s->clock += pause;
    s->times.own += pause;
    all->observer.sink_context = &s->program;
    steps_clear(&s->program);
    all->observer.on = true;
    xip_take_snapshot(b);
    xip_release_snapshot(b);
    all->observer.on = false;
    return !s->program.is_full;
}

static uint32_t design_named(const char *id)
{
    uint32_t i = 0;
    while (i < xip_design_count() && strcmp(xip_design_at(i)->id, id) != 0)
        i++;
    return i;
}

/* Where the strands run. */
typedef enum places { SPREAD, SPREAD_BACKWARDS, ONE_SOCKET } places;

/* Sockets in turn as a kernel does it, or one socket first; all cores' first threads before the second ones. */
static uint32_t core_at(uint32_t place, uint32_t cores, places where)
{
    uint32_t core = place % cores;
    return where == ONE_SOCKET ? core : core % 2 * (cores / 2) + core / 2;
}

static bool start(const char *id, uint32_t threads, const machine_params *m, const strand_params *p, places where)
{
    xip_arena_reset(&l.arena);
    l.rng = (xip_rng){check_state.seed + (where == SPREAD_BACKWARDS)};
    l.done = 0;
    l.counting = false;
    const xip_design_ops *design = xip_design_ops_at(design_named(id));
    size_t bytes = xip_cluster_bytes(design, IDLE + threads);
    uint32_t lines = (uint32_t)(bytes / MACHINE_LINE_BYTES) + 1;
    xip_arena server = {.base = xip_arena_take(&l.arena, bytes, 128), .size = bytes};
    bool fine = server.base && machine_create(&l.machine, m, lines, &l.arena) == XIP_OK &&
                strands_init(&l.strands, threads, l.machine, p, lines, XIP_LOCK_COUNT, refill, &l, &l.arena) == XIP_OK;
    l.observer = (mem_observer){.sink = steps_access, .lock_sink = steps_lock};
    l.core = (struct mem_core){.observer = &l.observer};
    fine = fine && xip_cluster_init(&l.cluster, design, IDLE + threads, &server) == XIP_OK;
    xip_cluster_size size = {.max_procs = IDLE + threads, .max_with_xid = IDLE + threads};
    for (uint32_t i = 0; fine && i < IDLE; i++) {
        xip_backend idle = {.cluster = &l.cluster, .core = &l.core};
        fine = xip_connect(&idle) == XIP_OK;
    }
    uint32_t cores = machine_cores(l.machine);
    for (uint32_t i = 0; fine && i < threads; i++) {
        uint32_t place = where == SPREAD_BACKWARDS ? threads - 1 - i : i;
        strand *s = &l.strands.of[i];
        s->core = core_at(place, cores, where);
        fine = xip_backend_init(&l.backends[i], &l.cluster, &l.core, &size, &l.arena) == XIP_OK &&
               xip_connect(&l.backends[i]) == XIP_OK &&
               steps_init(&s->program, 4096, server.base, l.cluster.locks, sizeof *l.cluster.locks, &l.arena) == XIP_OK;
        if (fine) {
            xip_take_snapshot(&l.backends[i]);
            xip_release_snapshot(&l.backends[i]);
        }
    }
    uint8_t *lock = (uint8_t *)&l.cluster.locks[XIP_LOCK_PROC_ARRAY];
    l.strands.lines.watched = (uint32_t)((size_t)(lock - server.base) / MACHINE_LINE_BYTES);
    strands_start(&l.strands);
    return CHECK(fine);
}

/* Millions of snapshots a second. */
static double rate_of(const char *id, uint32_t threads, const machine_params *m, const strand_params *p, places where)
{
    if (!start(id, threads, m, p, where))
        return 0;
    strands_run(&l.strands, WARM_NS);
    l.counting = true;
    l.strands.lines.watched_busy_ns = 0;
    l.strands.lines.watched_moves = 0;
    l.strands.lines.counts = (lines_counts){0};
    strands_run(&l.strands, WARM_NS + l.window_ns);
    return (double)l.done / l.window_ns * 1e3;
}

static const uint32_t counts[] = {1, 2, 4, 10, 20, 40};
enum { COUNTS = sizeof counts / sizeof *counts };
static const char *const ids[] = {"pg14", "dense", "pg13"};
enum { IDS = sizeof ids / sizeof *ids };

static void a_line_is_at_one_place(void)
{
    machine_params m = gold();
    strand_params p = usual(&m);
    for (uint32_t d = 0; d < IDS; d++)
        for (uint32_t i = 0; i < COUNTS; i++) {
            double rate = rate_of(ids[d], counts[i], &m, &p, SPREAD);
            double busy = l.strands.lines.watched_busy_ns / WINDOW_NS;
            double moves = (double)l.strands.lines.watched_moves / WINDOW_NS;
            CONTEXT("%s with %u: %.1f M/s, busy %.3f, %.1f moves a us", ids[d], counts[i], rate, busy, moves * 1e3);
            /* A transfer may have begun before the window. */
            CHECK(busy <= 1 + m.far_upgrade_ns / WINDOW_NS);
            CHECK(moves <= 1 / fmin(m.peer_ns, m.upgrade_ns));
            CHECK(rate > 0.2);
        }
}

static void the_second_thread_makes_it_slower(void)
{
    machine_params m = gold();
    strand_params p = usual(&m);
    for (uint32_t d = 0; d < IDS; d++) {
        double one = rate_of(ids[d], 1, &m, &p, SPREAD);
        double two = rate_of(ids[d], 2, &m, &p, ONE_SOCKET);
        CONTEXT("%s: %.1f M/s, with a second thread %.1f", ids[d], one, two);
        /* Where a snapshot takes longer than the transfers of its lock's line, there is something to win. */
        CHECK(two < one || 1e3 / one > 2 * (m.peer_ns + m.upgrade_ns));
        for (uint32_t n = 2; n <= 10; n += 4) {
            double near = rate_of(ids[d], n, &m, &p, ONE_SOCKET);
            double both = rate_of(ids[d], n, &m, &p, SPREAD);
            CONTEXT("%s with %u: %.1f M/s in one socket, %.1f in two", ids[d], n, near, both);
            CHECK(both < near * 1.02);
        }
    }
}

static void without_latencies_there_is_no_contention(void)
{
    machine_params apart = gold();
    apart.coherent = 0;
    machine_params free_of_cost = gold();
    free_of_cost.peer_ns = free_of_cost.far_ns = free_of_cost.upgrade_ns = free_of_cost.far_upgrade_ns =
        free_of_cost.l3_ns = free_of_cost.l1_ns = 0;
    apart.l3_ns = apart.l1_ns = 0;
    /* An atomic holds its line while it works, however near the line is. */
    apart.atomic_ns = free_of_cost.atomic_ns = 0;
    strand_params p = usual(&apart);
    p.lines = (lines_params){0};
    l.pause_ns = 1000;
    for (uint32_t d = 0; d < IDS; d++) {
        double one = rate_of(ids[d], 10, &free_of_cost, &p, SPREAD);
        double other = rate_of(ids[d], 10, &apart, &p, SPREAD);
        CONTEXT("%s with 10: %.1f M/s, without coherence %.1f", ids[d], one, other);
        CHECK(fabs(one / other - 1) < 0.02);
    }
    l.pause_ns = 0;
}

static void equal_times_may_come_in_any_order(void)
{
    machine_params m = gold();
    strand_params p = usual(&m);
    /* In a queue of strands that do nothing else, who follows whom stays as it began, and with it how far the line
     * goes. */
    l.pause_ns = 1000;
    l.window_ns = CHECK_SANITIZED ? WINDOW_NS : 2e6;
    for (uint32_t d = 0; d < IDS; d++)
        for (uint32_t i = 1; i < COUNTS; i += 2) {
            double one = rate_of(ids[d], counts[i], &m, &p, SPREAD);
            double other = rate_of(ids[d], counts[i], &m, &p, SPREAD_BACKWARDS);
            CONTEXT("%s with %u: %.2f and %.2f M/s", ids[d], counts[i], one, other);
            CHECK(fabs(one / other - 1) < (CHECK_SANITIZED ? 0.1 : 0.025));
        }
    l.pause_ns = 0;
    l.window_ns = WINDOW_NS;
}

static void a_strand_is_always_somewhere(void)
{
    machine_params m = gold();
    strand_params p = usual(&m);
    for (uint32_t d = 0; d < IDS; d++)
        for (uint32_t i = 0; i < COUNTS; i++) {
            rate_of(ids[d], counts[i], &m, &p, SPREAD);
            for (uint32_t s = 0; s < counts[i]; s++) {
                const strand *one = &l.strands.of[s];
                const strand_times *t = &one->times;
                double sum = t->own + t->fetching + t->moving + t->queueing + t->sleeping;
                CONTEXT("%s, strand %u of %u: %.3f ns are told of %.3f", ids[d], s, counts[i], sum, one->clock);
                CHECK(fabs(sum - one->clock) < 1e-6 * one->clock);
            }
        }
}

/* The switch for what is not explained: one server for every move between the sockets. */
static void the_shared_server_serves_one_at_a_time(void)
{
    machine_params m = gold();
    strand_params p = usual(&m);
    double before = INFINITY;
    l.pause_ns = 1000;
    for (double g = 0; g <= 160; g += 40) {
        p.lines.shared_ns = g;
        double rate = rate_of("pg13", 40, &m, &p, SPREAD);
        double across = (double)l.strands.lines.counts.across / WINDOW_NS;
        CONTEXT("%.0f ns: %.2f M/s, %.2f moves across a us", g, rate, across * 1e3);
        CHECK(g == 0 || across <= 1 / g + 1.0 / WINDOW_NS);
        CHECK(rate < before * 1.03);
        before = rate;
    }
    l.pause_ns = 0;
}

/* An ablation: each request is served when it comes. */
static void without_queues_nobody_waits_and_nobody_is_slower(void)
{
    machine_params m = gold();
    strand_params p = usual(&m);
    l.pause_ns = 1000;
    for (uint32_t d = 0; d < IDS; d++)
        for (uint32_t i = 0; i < COUNTS; i++) {
            p.lines.no_queues = false;
            double with = rate_of(ids[d], counts[i], &m, &p, SPREAD);
            p.lines.no_queues = true;
            double without = rate_of(ids[d], counts[i], &m, &p, SPREAD);
            double queueing = 0;
            for (uint32_t s = 0; s < counts[i]; s++)
                queueing += l.strands.of[s].times.queueing;
            CONTEXT("%s with %u: %.2f M/s, without queues %.2f", ids[d], counts[i], with, without);
            CHECK(queueing == 0);
            CHECK(without > with * 0.98);
        }
    l.pause_ns = 0;
}

/* An ablation: the word of a lock that is free of cost never moves, and nobody's swap fails. */
static void a_free_lock_costs_nothing(void)
{
    machine_params m = gold();
    strand_params p = usual(&m);
    for (uint32_t d = 0; d < IDS; d++)
        for (uint32_t i = 0; i < COUNTS; i++) {
            p.free_locks = 0;
            double with = rate_of(ids[d], counts[i], &m, &p, SPREAD);
            p.free_locks = 1u << XIP_LOCK_PROC_ARRAY;
            double without = rate_of(ids[d], counts[i], &m, &p, SPREAD);
            uint64_t failed = 0;
            for (uint32_t s = 0; s < counts[i]; s++)
                failed += l.strands.of[s].failed;
            CONTEXT("%s with %u: %.2f M/s, with a free lock %.2f", ids[d], counts[i], with, without);
            CHECK(l.strands.lines.watched_moves == 0 && failed == 0);
            CHECK(without > with);
        }
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    CHECK(xip_arena_init(&l.arena, 64u << 20));
    l.window_ns = WINDOW_NS;
    LAW("the lock's line is under transfer at most all the time", a_line_is_at_one_place);
    LAW("with a second thread, or a second socket, a lock's line is served more slowly",
        the_second_thread_makes_it_slower);
    LAW("without latencies it is as if there were no coherence", without_latencies_there_is_no_contention);
    LAW("the order of equal times changes no mean", equal_times_may_come_in_any_order);
    LAW("a strand's times add up to its clock", a_strand_is_always_somewhere);
    LAW("the shared server serves one move at a time", the_shared_server_serves_one_at_a_time);
    LAW("without queues nobody waits for a line, and nobody is slower",
        without_queues_nobody_waits_and_nobody_is_slower);
    LAW("a lock that is free of cost moves no line, and fails no swap", a_free_lock_costs_nothing);
    xip_arena_free(&l.arena);
    return check_end();
}
