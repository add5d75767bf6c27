/*
 * race_litmus.c — litmus tests on real threads: what is seen is allowed by the checker, and the faulty protocol fails.
 * Bounded by runs, never by time.
 */
#include "labthreads/litmus.h"
#include "check.h"

enum { RUNS = CHECK_SANITIZED ? 2000 : 20000, FAULT_ATTEMPTS = 40, ODD = 3 * XIP_LITMUS_BATCH + 7 };

static xip_litmus *litmus;

static void counts_of(uint32_t seen[XIP_TSO_OUTCOMES])
{
    const xip_litmus_board *board = xip_litmus_board_of(litmus);
    seen[0] = __atomic_load_n(&board->seen_by_neither, __ATOMIC_RELAXED);
    seen[1] = __atomic_load_n(&board->seen_by_reader, __ATOMIC_RELAXED);
    seen[2] = __atomic_load_n(&board->seen_by_pruner, __ATOMIC_RELAXED);
    seen[3] = __atomic_load_n(&board->seen_by_both, __ATOMIC_RELAXED);
}

static uint32_t sum(const uint32_t seen[XIP_TSO_OUTCOMES])
{
    return seen[0] + seen[1] + seen[2] + seen[3];
}

static void run(uint32_t variant, uint32_t runs, uint32_t pause, uint32_t round, uint32_t seen[XIP_TSO_OUTCOMES])
{
    const xip_litmus_plan plan = {.variant = variant, .runs = runs, .pause = pause, .seed = check_state.seed + round};
    CHECK(xip_litmus_run(litmus, &plan) == XIP_OK);
    xip_litmus_wait(litmus);
    counts_of(seen);
}

static void runs_add_up(void)
{
    for (uint32_t variant = 0; variant < XIP_LITMUS_VARIANTS; variant++)
        for (uint32_t runs = 1; runs <= ODD; runs += ODD - 1) {
            uint32_t seen[XIP_TSO_OUTCOMES];
            run(variant, runs, 0, 0, seen);
            CONTEXT("variant %u, %u runs", variant, runs);
            CHECK(sum(seen) == runs);
            CHECK(xip_litmus_board_of(litmus)->running == 0);
        }
}

static void seen_is_allowed(void)
{
    for (uint32_t variant = 0; variant < XIP_LITMUS_VARIANTS; variant++) {
        xip_tso_program programs[XIP_TSO_THREADS];
        xip_tso_verdict verdict;
        xip_litmus_programs(xip_litmus_variant_at(variant), programs);
        xip_tso_check(programs, &verdict);
        for (uint32_t round = 0; round < 3 * check_state.runs; round++) {
            uint32_t seen[XIP_TSO_OUTCOMES];
            run(variant, RUNS, round * 30, round, seen);
            printf("  variant %u: %u %u %u %u\n", variant, seen[0], seen[1], seen[2], seen[3]);
            for (uint32_t outcome = 0; outcome < XIP_TSO_OUTCOMES; outcome++) {
                CONTEXT("variant %u, outcome %u: %u times", variant, outcome, seen[outcome]);
                CHECK(seen[outcome] == 0 || verdict.ways[outcome] > 0);
            }
        }
    }
}

/* Also in a long pause, in which the reader gives up its core: the threads may have only one. */
static void is_seen(uint32_t variant)
{
    for (uint32_t attempt = 0; attempt < FAULT_ATTEMPTS; attempt++) {
        uint32_t seen[XIP_TSO_OUTCOMES];
        run(variant, RUNS / 4, attempt % 2 == 0 ? 300 : XIP_LITMUS_MAX_PAUSE, attempt, seen);
        if (seen[0] > 0) {
            printf("  variant %u: %u of %u runs, attempt %u\n", variant, seen[0], sum(seen), attempt + 1);
            return;
        }
    }
    CONTEXT("variant %u", variant);
    CHECK(false && "the hole never happened");
}

static void the_hole_happens(void)
{
    is_seen(XIP_LITMUS_hole_open);
    is_seen(XIP_LITMUS_hole_fenced);
}

static void halts_and_begins_again(void)
{
    for (uint32_t variant = 0; variant < XIP_LITMUS_VARIANTS; variant++) {
        const xip_litmus_plan plan = {.variant = variant, .runs = XIP_LITMUS_MAX_RUNS, .seed = check_state.seed};
        CHECK(xip_litmus_run(litmus, &plan) == XIP_OK);
        uint32_t seen[XIP_TSO_OUTCOMES] = {0};
        while (sum(seen) == 0)
            counts_of(seen);
        xip_litmus_halt(litmus);
        counts_of(seen);
        CONTEXT("variant %u, %u runs", variant, sum(seen));
        CHECK(sum(seen) < XIP_LITMUS_MAX_RUNS && sum(seen) % XIP_LITMUS_BATCH == 0);
        run(variant, ODD, 0, 0, seen);
        CHECK(sum(seen) == ODD);
    }
}

static void refuses(void)
{
    const xip_litmus_plan wrong[] = {{.variant = XIP_LITMUS_VARIANTS, .runs = 1},
                                     {.runs = 0},
                                     {.runs = XIP_LITMUS_MAX_RUNS + 1},
                                     {.runs = 1, .pause = XIP_LITMUS_MAX_PAUSE + 1}};
    for (uint32_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(xip_litmus_run(litmus, &wrong[i]) == XIP_ERR_ARGUMENT);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    if (xip_litmus_start(&litmus) != XIP_OK)
        return 1;
    LAW("the counts of all outcomes add up to the runs", runs_add_up);
    LAW("what real threads do is allowed by the checker", seen_is_allowed);
    LAW("without the second look a reader loses a row that it needs", the_hole_happens);
    LAW("a run that is halted keeps whole batches, and the next one begins at 0", halts_and_begins_again);
    LAW("a plan out of range is refused", refuses);
    xip_litmus_end(litmus);
    return check_end();
}
