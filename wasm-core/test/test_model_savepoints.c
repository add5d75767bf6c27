/*
 * test_model_savepoints.c — laws of the modelled cliff: its counts equal those made by hand, the boundary is between 64
 * and 65, and threads wait for locks in virtual time.
 * build: -DXIP_OBSERVED=1
 */
#include "check.h"
#include "designs/designs.h"
#include "simulation/holds.h"
#include "simulation/model.h"
#include "model_machine.h"

static xip_arena memory;
static machine_params small_machine;

static const model_params reader = {.workload = XIP_WORKLOAD_SUBTRANS_SPREAD,
                                    .active = 1,
                                    .mostly_idle_every_ns = 1e8,
                                    .threads_per_core = 1,
                                    SMALL_CORE,
                                    .smt_slowdown = 1,
                                    .clock_slowdown = 1,
                                    .wake_ns = 2200,
                                    .warm_up = 4,
                                    .samples = 8,
                                    .seed = 1,
                                    .savepoints = 65,
                                    .rows = 100};

static model_result run(const model_params *params)
{
    model *m = NULL;
    xip_arena_reset(&memory);
    xip_error error = model_create(&m, &small_machine, params, &memory);
    CHECK(error == XIP_OK);
    if (error != XIP_OK)
        return (model_result){0};
    while (!model_run(m, 1000000))
        ;
    return model_result_of(m);
}

static double subtrans_parts(const model_result *r)
{
    return r->ns_slru_locks + r->ns_slru_slots + r->ns_slru_words + r->ns_slru_pages;
}

static bool nearly(double a, double b)
{
    return a - b < 1e-6 * (1 + b) && b - a < 1e-6 * (1 + b);
}

static void the_65th_is_the_first_that_costs(void)
{
    for (uint32_t design = 0; design < xip_design_count(); design++)
        for (uint32_t buffers = 0; buffers <= 128; buffers += 128) {
            model_params p = reader;
            p.design = design;
            p.slru_buffers = buffers;
            p.savepoints = 64;
            model_result below = run(&p);
            p.savepoints = 65;
            model_result beyond = run(&p);
            bool has_lists = xip_design_ops_at(design)->xid_in_snapshot == NULL;
            CONTEXT("%s, %u buffers: %g and %g lookups", xip_design_at(design)->id, buffers, below.lookups,
                    beyond.lookups);
            CHECK(below.checks == 100 && below.lookups == 0 && below.subtrans == 0);
            CHECK(beyond.checks == 100 && beyond.lookups == (has_lists ? 100 : 0));
            CHECK(beyond.parents == beyond.lookups && below.slru_locks == 0);
            CHECK(!has_lists || beyond.tps < below.tps);
        }
}

/*
 * The newest page is in a buffer and stays there; so 15 of 16 buffers are for the rows' pages. With 15 rows on 15 pages
 * all are found; with 16, each in turn, the one that was used longest ago is always the next one needed, so none is. A
 * lookup that hits takes the bank's lock once; one that misses takes it shared, exclusively, the buffer's, and the
 * bank's again.
 */
static void buffers_are_counted_as_by_hand(void)
{
    model_params p = reader;
    p.slru_buffers = 16;
    for (uint32_t rows = 1; rows <= 40; rows++) {
        p.rows = rows;
        model_result r = run(&p);
        bool fit = rows <= 15;
        CONTEXT("%u rows: %g hits, %g reads, %g locks", rows, r.hits, r.reads, r.slru_locks);
        CHECK(r.lookups == rows && r.parents == rows && r.checks == rows);
        CHECK(r.hits == (fit ? rows : 0) && r.reads == (fit ? 0 : rows));
        CHECK(r.slru_locks == (fit ? rows : 4 * rows));
        CHECK(r.writes == 0 && r.slru_waits == 0 && r.lock == 0);
        CHECK(fit == (r.ns_slru_pages == 0));
    }
    p.slru_buffers = 0;
    p.rows = 31;
    CHECK(run(&p).reads == 0);
    p.rows = 32;
    CHECK(run(&p).reads == 32);
}

/* With one reader alone: two words for xmin and xmax, the flag, and the count of xip, with the holder in it. */
static void words_are_counted_as_by_hand(void)
{
    model_params p = reader;
    p.savepoints = 65;
    model_result beyond = run(&p);
    CHECK(beyond.words == 100 * (4 + 1));
    CHECK(beyond.own_words == 0);
    CHECK(nearly(beyond.ns_snapshot_xids, beyond.words * p.port_ns));
}

static void parts_add_up(void)
{
    for (uint32_t workload = XIP_WORKLOAD_SUBTRANS_60; workload <= XIP_WORKLOAD_SUBTRANS_SPREAD; workload++)
        for (uint32_t active = 1; active <= 6; active++) {
            model_params p = reader;
            p.workload = workload;
            p.active = active;
            p.savepoints = workload == XIP_WORKLOAD_SUBTRANS_SPREAD ? 100 : 70;
            p.other_work_ns = 20000;
            p.footprint_bytes = 65536;
            model_result r = run(&p);
            double shared = r.ns_engine + r.ns_rows + r.ns_own_xids + r.ns_snapshot_xids;
            CONTEXT("workload %u, %u active", workload, active);
            CHECK(nearly(shared, r.scan + r.coherence));
            CHECK(nearly(subtrans_parts(&r), r.subtrans));
            CHECK(r.ns_slru_wait <= r.lock + 1e-6);
            double sum = r.work + r.scan + r.coherence + r.lock + r.subtrans + r.queue;
            double busy = r.tps * sum / 1e9;
            CONTEXT("workload %u, %u active: %.3f connections' time", workload, active, busy);
            CHECK(busy > active * 0.9 && busy < active * 1.1);
            CHECK(r.hits <= r.lookups && r.parents <= r.lookups);
        }
}

/* Every savepoint writes its parent, which is also a lookup. Other work leaves time between the last savepoint and the
 * end, so that others take snapshots in between. */
static void the_script_asks_from_65_on(void)
{
    for (uint32_t savepoints = 63; savepoints <= 66; savepoints++) {
        model_params p = reader;
        p.workload = XIP_WORKLOAD_SUBTRANS_90;
        p.active = 2;
        p.savepoints = savepoints;
        p.other_work_ns = 1e6;
        p.samples = 40;
        model_result r = run(&p);
        CONTEXT("%u savepoints: %g lookups, %g parents", savepoints, r.lookups, r.parents);
        CHECK((r.parents > 0) == (savepoints > 64));
        double written = r.lookups - r.parents;
        CHECK(written > savepoints * 0.97 && written < savepoints * 1.03);
        p.active = 1;
        CHECK(run(&p).parents == 0);
    }
}

static void the_same_seed_gives_the_same(void)
{
    for (uint32_t workload = XIP_WORKLOAD_SUBTRANS_60; workload <= XIP_WORKLOAD_SUBTRANS_SPREAD; workload++) {
        model_params p = reader;
        p.workload = workload;
        p.active = 4;
        p.savepoints = 90;
        model_result a = run(&p);
        model_result b = run(&p);
        CHECK(memcmp(&a, &b, sizeof a) == 0);
    }
}

/* Four readers that miss wait for one lock; in separate banks, or if nothing is read, hardly. */
static void locks_are_waited_for(void)
{
    model_params p = reader;
    p.active = 4;
    p.savepoints = 100;
    p.design = 1;
    model_result one_lock = run(&p);
    p.slru_buffers = 128;
    model_result fits = run(&p);
    CONTEXT("%g and %g waits, %g and %g ns", one_lock.slru_waits, fits.slru_waits, one_lock.ns_slru_wait,
            fits.ns_slru_wait);
    CHECK(one_lock.slru_waits > 0 && one_lock.ns_slru_wait > 0);
    CHECK(fits.slru_waits == 0 && fits.reads == 0);
    CHECK(fits.tps > 2 * one_lock.tps);
}

static void holds_by_hand(void)
{
    static holds all;
    double owed[3] = {0};
    all.count = 0;
    /* Thread 0 held it exclusively in [10, 20) and [50, 60), shared in [30, 40). */
    CHECK(holds_add(&all, (hold){10, 20, 0, true}, 0, 5, owed) == 0);
    CHECK(holds_add(&all, (hold){30, 40, 0, false}, 0, 5, owed) == 0);
    CHECK(holds_add(&all, (hold){50, 60, 0, true}, 0, 5, owed) == 0);
    CHECK(holds_free_from(&all, 5, true, 5) == 5);
    CHECK(holds_free_from(&all, 10, false, 5) == 25);
    CHECK(holds_free_from(&all, 20, true, 5) == 20);
    CHECK(holds_free_from(&all, 35, false, 5) == 35);
    CHECK(holds_free_from(&all, 35, true, 5) == 45);
    /* Woken into the next hold: waits again. */
    CHECK(holds_free_from(&all, 35, true, 12) == 72);
    /* Thread 1 takes the gap at 45 and keeps it until 52: thread 0, which was run before, would have waited 2 and 5. */
    CHECK(holds_add(&all, (hold){45, 52, 1, true}, 0, 5, owed) == 1);
    CHECK(owed[0] == 7 && owed[1] == 0);
    /* A shared hold next to a shared one owes nothing; holds that are over are forgotten. */
    CHECK(holds_add(&all, (hold){29, 41, 2, false}, 41, 5, owed) == 0);
    CHECK(all.count == 3 && owed[0] == 7);
    for (uint32_t i = 0; i < 2 * HOLDS_KEPT; i++)
        holds_add(&all, (hold){100 + i, 100.5 + i, 1, true}, 0, 5, owed);
    CHECK(all.count == HOLDS_KEPT);
}

static void limits(void)
{
    const struct {
        double savepoints, rows, buffers, active, fill_buffers;
        xip_error expected;
    } cases[] = {
        {1000, 200, 1024, 64, 10, XIP_OK},        {1001, 100, 0, 1, 10, XIP_ERR_SAVEPOINTS},
        {-1, 100, 0, 1, 10, XIP_ERR_SAVEPOINTS},  {0.0 / 0.0, 100, 0, 1, 10, XIP_ERR_SAVEPOINTS},
        {1, 0, 0, 1, 10, XIP_ERR_ARGUMENT},       {1, 201, 0, 1, 10, XIP_ERR_ARGUMENT},
        {1, 100, 8, 1, 10, XIP_ERR_SLRU},         {1, 100, 1040, 1, 10, XIP_ERR_SLRU},
        {1, 100, 0, 65, 10, XIP_ERR_CONNECTIONS}, {1, 100, 0, 1, 0, XIP_ERR_ARGUMENT},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        model_params p = reader;
        p.savepoints = cases[i].savepoints;
        p.rows = cases[i].rows;
        p.slru_buffers = cases[i].buffers;
        p.active = cases[i].active;
        p.fill_buffers = cases[i].fill_buffers;
        model *m = NULL;
        xip_arena_reset(&memory);
        CONTEXT("case %u", i);
        CHECK(model_create(&m, &small_machine, &p, &memory) == cases[i].expected);
    }
    model_params p = reader;
    p.savepoints = 0;
    CHECK(run(&p).lookups == 0);
    p.workload = XIP_WORKLOAD_SUBTRANS_60;
    CHECK(run(&p).transactions == p.samples);
    p.savepoints = 200;
    p.active = 3;
    p.mostly_idle = 2;
    p.mostly_idle_every_ns = 1e5;
    CHECK(run(&p).parents > 0);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    small_machine = small_machine_of(4);
    if (!xip_arena_init(&memory, (size_t)64 << 20))
        return 1;
    LAW("a lock is had in the first gap, and who was run too early owes the wait", holds_by_hand);
    LAW("with 64 savepoints beside him a reader asks pg_subtrans nothing, with 65 for each row",
        the_65th_is_the_first_that_costs);
    LAW("hits, page reads and locks are what a hand counts", buffers_are_counted_as_by_hand);
    LAW("words of the snapshot are what a hand counts", words_are_counted_as_by_hand);
    LAW("the parts add up to what a transaction takes", parts_add_up);
    LAW("clients of the script ask for parents from 65 savepoints on, and never for their own",
        the_script_asks_from_65_on);
    LAW("the same seed gives the same", the_same_seed_gives_the_same);
    LAW("readers who miss wait for the one lock", locks_are_waited_for);
    LAW("limits hold", limits);
    xip_arena_free(&memory);
    return check_end();
}
