/*
 * test_model.c — laws of virtual time: the parts of the model's transactions add up, and everything left out is
 * missing.
 * build: -DXIP_OBSERVED=1
 */
#include <math.h>

#include "base/rng.h"
#include "check.h"
#include "designs/designs.h"
#include "simulation/model.h"
#include "simulation/sched.h"
#include "model_machine.h"

static xip_arena memory;

static machine_params small_machine;

static const model_params readonly = {.workload = XIP_WORKLOAD_READONLY,
                                      .active = 1,
                                      .mostly_idle_every_ns = 1e8,
                                      .threads_per_core = 2,
                                      SMALL_CORE,
                                      .other_work_ns = 28000,
                                      .smt_slowdown = 1.25,
                                      .footprint_bytes = 131072,
                                      .clock_slowdown = 1.1,
                                      .wake_ns = 2200,
                                      .warm_up = 40,
                                      .samples = 400,
                                      .seed = 1};

static uint32_t design_named(const char *id)
{
    for (uint32_t i = 0; i < xip_design_count(); i++)
        if (strcmp(xip_design_at(i)->id, id) == 0)
            return i;
    return UINT32_MAX;
}

static model_result run(const machine_params *machine, const model_params *params)
{
    model *m = NULL;
    xip_arena_reset(&memory);
    xip_error error = model_create(&m, machine, params, &memory);
    CHECK(error == XIP_OK);
    if (error != XIP_OK)
        return (model_result){0};
    while (!model_run(m, 1000000))
        ;
    return model_result_of(m);
}

static double sum_of(const model_result *r)
{
    return r->work + r->scan + r->coherence + r->line_wait + r->lock + r->subtrans + r->queue + r->wake;
}

static void times_add_up(void)
{
    for (uint32_t design = 0; design < xip_design_count(); design++)
        for (uint32_t active = 1; active <= 20; active += active < 4 ? 1 : 5) {
            model_params p = readonly;
            p.design = design;
            p.active = active;
            p.idle = 50;
            model_result r = run(&small_machine, &p);
            /* Nobody thinks, so each connection is always somewhere in its transaction. The window's edges cut some. */
            double busy = r.tps * sum_of(&r) / 1e9;
            CONTEXT("%s, %u active: %.3f connections' time of %u", xip_design_at(design)->id, active, busy, active);
            CHECK(busy > active * 0.93 && busy < active * 1.07);
            CHECK(r.subtrans == 0);
            CHECK(active > 8 ? r.queue > 0 : r.queue == 0);
        }
}

static void one_alone_meets_nobody(void)
{
    for (uint32_t design = 0; design < xip_design_count(); design++) {
        model_params p = readonly;
        p.design = design;
        p.idle = 200;
        model_result r = run(&small_machine, &p);
        CONTEXT("%s: coherence %.1f ns, lock %.1f ns", xip_design_at(design)->id, r.coherence, r.lock);
        CHECK(r.coherence < 2 && r.lock == 0);
        CHECK(r.true_sharing == 0 && r.false_sharing == 0 && r.for_horizon == 0);
    }
}

/* Readers of unlocked-reuse and csn write no line that another one reads: there is nothing to switch off. */
static void without_coherence_nobody_meets_anybody(void)
{
    machine_params machine = small_machine;
    machine.coherent = 0;
    for (uint32_t design = 0; design < xip_design_count(); design++) {
        model_params p = readonly;
        p.design = design;
        p.active = 8;
        model_result off = run(&machine, &p);
        model_result on = run(&small_machine, &p);
        CONTEXT("%s: %.0f and %.0f a second", xip_design_at(design)->id, off.tps, on.tps);
        CHECK(off.coherence == 0);
        CHECK(on.coherence > 0 || design == design_named("unlocked-reuse") || design == design_named("csn"));
        CHECK(off.tps > on.tps * 0.99);
    }
}

/* The point of the story: 13 reads others' xmin for the horizon, its successors read only the data they need. */
static void who_shares_what(void)
{
    model_params p = readonly;
    p.active = 8;
    model_result by[3];
    const char *const ids[] = {"pg13", "globalvis", "xmin-moved"};
    for (uint32_t i = 0; i < 3; i++) {
        p.design = design_named(ids[i]);
        by[i] = run(&small_machine, &p);
    }
    CONTEXT("for the horizon %.2f %.2f %.2f, false %.2f %.2f %.2f", by[0].for_horizon, by[1].for_horizon,
            by[2].for_horizon, by[0].false_sharing, by[1].false_sharing, by[2].false_sharing);
    CHECK(by[0].for_horizon > 0 && by[1].for_horizon == 0 && by[2].for_horizon == 0);
    CHECK(by[1].false_sharing > by[0].false_sharing);
    CHECK(by[2].misses < by[1].misses);
}

static void the_same_seed_gives_the_same(void)
{
    model_params p = readonly;
    p.active = 13;
    p.mostly_idle = 7;
    p.workload = XIP_WORKLOAD_READWRITE;
    p.design = design_named("pg14");
    model_result a = run(&small_machine, &p);
    model_result b = run(&small_machine, &p);
    CHECK(memcmp(&a, &b, sizeof a) == 0);
    p.seed = 2;
    model_result c = run(&small_machine, &p);
    CONTEXT("%.1f and %.1f a second", a.tps, c.tps);
    CHECK(a.tps > c.tps * 0.9 && a.tps < c.tps * 1.1);
}

static void think_time_makes_room(void)
{
    model_params p = readonly;
    p.design = design_named("pg14");
    p.active = 4;
    p.think_ns = 1e6;
    p.network_ns = 1e6;
    model_result r = run(&small_machine, &p);
    double each = 2e6 + sum_of(&r);
    CONTEXT("%.1f a second, %.0f ns each", r.tps, each);
    CHECK(r.tps > 4e9 / each * 0.95 && r.tps < 4e9 / each * 1.05);
    CHECK(r.queue == 0);
}

/* Client and backend are woken while there is a thread to spare, and switched to when there is none. */
static void who_is_ready_need_not_be_woken(void)
{
    model_params p = readonly;
    p.design = design_named("pg14");
    for (p.active = 1; p.active <= 64; p.active *= 4) {
        model_result r = run(&small_machine, &p);
        double expected = 2 * (p.active > 8 ? p.switch_ns : p.wake_ns);
        CONTEXT("%.0f active: %.0f ns of %.0f", p.active, r.wake, expected);
        /* The window's edges cut some. */
        CHECK(r.wake > 0.9 * expected && r.wake < 1.1 * expected);
    }
}

/* A line that all write is at one place: a bare loop on it gets slower by company, never faster. */
static void company_does_not_help_on_one_line(void)
{
    model_params p = readonly;
    p.workload = XIP_WORKLOAD_SNAPSHOT;
    p.other_work_ns = p.footprint_bytes = 0;
    p.design = design_named("pg14");
    machine_params machine = small_machine_of(10);
    double alone = 0;
    for (p.active = 1; p.active <= 40; p.active = p.active < 3 ? p.active + 1 : 2 * p.active) {
        model_result r = run(&machine, &p);
        CONTEXT("%.0f active: %.2f M/s, alone %.2f", p.active, r.tps / 1e6, alone / 1e6);
        alone = p.active > 1 ? alone : r.tps;
        CHECK(p.active == 1 || r.tps < alone);
        CHECK(p.active == 1 || r.line_wait > 0);
    }
}

static void the_shared_server_helps_nobody(void)
{
    model_params p = readonly;
    p.active = 8;
    p.other_work_ns = p.footprint_bytes = 0;
    p.samples = 4000;
    for (uint32_t design = 0; design < xip_design_count(); design++) {
        p.design = design;
        double before = INFINITY;
        for (p.shared_ns = 0; p.shared_ns <= 160; p.shared_ns += 80) {
            double tps = run(&small_machine, &p).tps;
            CONTEXT("%s, %.0f ns: %.0f a second, before %.0f", xip_design_at(design)->id, p.shared_ns, tps, before);
            CHECK(tps < before * 1.02);
            before = tps;
        }
    }
}

/* --- ablations: one mechanism is left out --- */

static void without_queues_there_is_no_wait_for_a_line(void)
{
    const char *const ids[] = {"pg9.1", "pg13", "dense", "pg14", "csn"};
    const xip_workload workloads[] = {XIP_WORKLOAD_READONLY, XIP_WORKLOAD_READWRITE};
    for (uint32_t i = 0; i < 2 * sizeof ids / sizeof *ids; i++) {
        model_params p = readonly;
        p.design = design_named(ids[i / 2]);
        p.workload = workloads[i % 2];
        p.active = 8;
        model_result with = run(&small_machine, &p);
        p.no_line_queues = 1;
        model_result without = run(&small_machine, &p);
        CONTEXT("%s, workload %.0f: %.0f a second, without queues %.0f", ids[i / 2], p.workload, with.tps, without.tps);
        CHECK(without.line_wait == 0);
        CHECK(without.tps > with.tps * 0.99);
        p.active = 1;
        model_result alone = run(&small_machine, &p);
        p.no_line_queues = 0;
        with = run(&small_machine, &p);
        CHECK(memcmp(&alone, &with, sizeof alone) == 0);
    }
}

static void a_free_lock_is_waited_for_by_nobody(void)
{
    const char *const ids[] = {"pg9.1", "pg13", "dense", "pg14"};
    for (uint32_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        model_params p = readonly;
        p.design = design_named(ids[i]);
        p.workload = XIP_WORKLOAD_READWRITE;
        p.active = 8;
        p.idle = 2000;
        p.other_work_ns = p.footprint_bytes = 0;
        model_result with = run(&small_machine, &p);
        p.lock_free = 1;
        model_result without = run(&small_machine, &p);
        CONTEXT("%s: %.0f ns of waiting, with a free lock %.0f; %.0f and %.0f a second", ids[i], with.lock,
                without.lock, with.tps, without.tps);
        /* XidGenLock stays. */
        CHECK(with.lock > 0 && without.lock < with.lock / 10);
        CHECK(without.tps > with.tps);
    }
}

static void entries_that_are_near_leave_instructions(void)
{
    const char *const ids[] = {"pg9.1", "pg13", "globalvis", "dense"};
    for (uint32_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        model_params p = readonly;
        p.design = design_named(ids[i]);
        p.active = 8;
        p.idle = 2000;
        model_result with = run(&small_machine, &p);
        p.entries_free = 1;
        model_result without = run(&small_machine, &p);
        CONTEXT("%s: misses %.2f and %.2f, accesses %.0f and %.0f, scan %.0f and %.0f ns", ids[i], with.misses,
                without.misses, with.accesses, without.accesses, with.scan, without.scan);
        CHECK(without.misses < with.misses && without.for_horizon == 0);
        CHECK(fabs(without.accesses / with.accesses - 1) < 0.01);
        CHECK(without.scan > 0.5 * with.scan && without.scan < 1.05 * with.scan && without.fetching <= with.fetching);
        CHECK(without.tps > with.tps);
    }
}

static void writers_wait_for_the_lock(void)
{
    model_params p = readonly;
    p.workload = XIP_WORKLOAD_READWRITE;
    p.active = 8;
    p.idle = 2000;
    p.other_work_ns = 0;
    p.footprint_bytes = 0;
    p.design = design_named("pg13");
    model_result r = run(&small_machine, &p);
    CONTEXT("lock %.1f ns", r.lock);
    CHECK(r.lock > 0);
}

static void bad_input_is_refused(void)
{
    const struct {
        model_params change;
        xip_error expected;
    } bad[] = {
        {{.design = 99, .active = 1}, XIP_ERR_DESIGN},
        {{.design = 0.0 / 0.0, .active = 1}, XIP_ERR_DESIGN},
        {{.active = 0}, XIP_ERR_CONNECTIONS},
        {{.active = 1, .idle = 12500}, XIP_ERR_CONNECTIONS},
        {{.active = 1, .workload = 9}, XIP_ERR_WORKLOAD},
        {{.active = 1, .smt_slowdown = 0.5}, XIP_ERR_ARGUMENT},
        {{.active = 1, .lock_free = 0.5}, XIP_ERR_ARGUMENT},
        {{.active = 1, .workload = XIP_WORKLOAD_SUBTRANS_60, .no_line_queues = 1}, XIP_ERR_ABLATION},
        {{.active = 1, .workload = XIP_WORKLOAD_SUBTRANS_60, .lock_free = 1}, XIP_ERR_ABLATION},
        {{.active = 1, .workload = XIP_WORKLOAD_SUBTRANS_60, .entries_free = 1}, XIP_ERR_ABLATION},
        {{.active = 1, .workload = XIP_WORKLOAD_SUBTRANS_60, .shared_ns = 45}, XIP_ERR_ABLATION},
    };
    for (uint32_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        model_params p = readonly;
        p.design = bad[i].change.design;
        p.active = bad[i].change.active;
        p.idle = bad[i].change.idle;
        p.workload = bad[i].change.workload == 0 ? p.workload : bad[i].change.workload;
        p.no_line_queues = bad[i].change.no_line_queues;
        p.lock_free = bad[i].change.lock_free;
        p.entries_free = bad[i].change.entries_free;
        p.shared_ns = bad[i].change.shared_ns;
        p.smt_slowdown = bad[i].change.smt_slowdown == 0 ? p.smt_slowdown : bad[i].change.smt_slowdown;
        model *m = NULL;
        xip_arena_reset(&memory);
        CONTEXT("case %u", i);
        CHECK(model_create(&m, &small_machine, &p, &memory) == bad[i].expected);
    }
    xip_arena little = {.base = memory.base, .size = 100000};
    model *m = NULL;
    CHECK(model_create(&m, &small_machine, &readonly, &little) == XIP_ERR_NO_MEMORY);
}

static void the_earliest_comes_first(void)
{
    xip_rng rng = {check_state.seed};
    for (uint32_t round = 0; round < 200 * check_state.runs; round++) {
        xip_arena_reset(&memory);
        sched_heap heap;
        CHECK(sched_heap_init(&heap, 64, &memory));
        double last = -1;
        uint32_t inside = 0;
        for (uint32_t i = 0; i < 300; i++) {
            bool push = inside == 0 || (inside < 64 && xip_rng_once_in(&rng, 2));
            if (push) {
                sched_heap_push(&heap, last + 1 + xip_rng_below(&rng, 50), i);
                inside++;
            } else {
                double time;
                sched_heap_pop(&heap, &time);
                CHECK(time >= last);
                last = time;
                inside--;
            }
        }
    }
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    small_machine = small_machine_of(2);
    if (!xip_arena_init(&memory, (size_t)64 << 20))
        return 1;
    LAW("the heap gives the earliest first", the_earliest_comes_first);
    LAW("what transactions take adds up to the connections' time", times_add_up);
    LAW("one connection alone meets nobody", one_alone_meets_nobody);
    LAW("without coherence nobody meets anybody, and nobody is slower", without_coherence_nobody_meets_anybody);
    LAW("13 misses for the horizon, globalvis for its neighbours, xmin-moved less", who_shares_what);
    LAW("the same seed gives the same, another seed nearly the same", the_same_seed_gives_the_same);
    LAW("who thinks leaves the machine to others", think_time_makes_room);
    LAW("who is ready need not be woken", who_is_ready_need_not_be_woken);
    LAW("on one line company does not help", company_does_not_help_on_one_line);
    LAW("the shared server helps nobody", the_shared_server_helps_nobody);
    LAW("transactions that write wait for ProcArrayLock", writers_wait_for_the_lock);
    LAW("without queues nobody waits for a line, nobody is slower, and one alone is the same to the last bit",
        without_queues_there_is_no_wait_for_a_line);
    LAW("nobody waits for a lock that is free of cost", a_free_lock_is_waited_for_by_nobody);
    LAW("entries that are always near leave a scan its instructions", entries_that_are_near_leave_instructions);
    LAW("bad input is refused", bad_input_is_refused);
    xip_arena_free(&memory);
    return check_end();
}
