/*
 * test_tso.c — the checker of litmus tests: what it says of the six variants, and that its search finds what a walk
 * along every single interleaving finds.
 */
#include "labthreads/tso.h"
#include "base/rng.h"
#include "check.h"
#include "labthreads/litmus_variants.h"

static xip_tso_verdict verdict_of(uint32_t index)
{
    xip_tso_program programs[XIP_TSO_THREADS];
    xip_tso_verdict verdict;
    xip_litmus_programs(xip_litmus_variant_at(index), programs);
    xip_tso_check(programs, &verdict);
    return verdict;
}

static bool may_both_miss(uint32_t index)
{
    return verdict_of(index).ways[0] > 0;
}

static void store_buffering(void)
{
    CHECK(may_both_miss(XIP_LITMUS_buffer_open));
    CHECK(!may_both_miss(XIP_LITMUS_buffer_fenced));
}

static void both_are_needed(void)
{
    CHECK(may_both_miss(XIP_LITMUS_hole_open));
    CHECK(may_both_miss(XIP_LITMUS_hole_fenced));
    CHECK(may_both_miss(XIP_LITMUS_hole_looks));
    CHECK(!may_both_miss(XIP_LITMUS_hole_sound));
}

static void the_row_tells(void)
{
    for (uint32_t i = 0; i < XIP_LITMUS_VARIANTS; i++) {
        const bool hole = xip_litmus_variant_at(i)->test == XIP_LITMUS_HOLE;
        CONTEXT("variant %u", i);
        CHECK(verdict_of(i).found == (hole && may_both_miss(i) ? 1u : 0u));
    }
}

static void traces_end_as_they_say(void)
{
    for (uint32_t i = 0; i < XIP_LITMUS_VARIANTS; i++) {
        const xip_tso_verdict verdict = verdict_of(i);
        for (uint32_t outcome = 0; outcome < XIP_TSO_OUTCOMES; outcome++) {
            CONTEXT("variant %u, outcome %u", i, outcome);
            if (!CHECK((verdict.moves[outcome] > 0) == (verdict.ways[outcome] > 0)) || verdict.moves[outcome] == 0)
                continue;
            const xip_tso_state *end = &verdict.trace[outcome][verdict.moves[outcome] - 1].after;
            CHECK((end->threads[0].noticed | end->threads[1].noticed << 1) == (int)outcome);
            CHECK(end->threads[0].buffered == 0 && end->threads[1].buffered == 0);
        }
    }
}

/* ---- the same by brute force: own state, no visited set, every path walked ---- */

typedef struct walk {
    const xip_tso_program *programs;
    uint32_t at[2], noticed[2], words[XIP_TSO_WORDS];
    uint32_t stored[2], drained[2]; /* of the thread's stores, in program order */
} walk;

static uint32_t nth_store(const xip_tso_program *program, uint32_t n)
{
    for (uint32_t i = 0;; i++)
        if (program->steps[i].op == XIP_TSO_STORE && n-- == 0)
            return program->steps[i].word;
}

static void go_on(walk w, uint64_t ways[XIP_TSO_OUTCOMES])
{
    bool moved = false;
    for (uint32_t t = 0; t < 2; t++) {
        const xip_tso_program *program = &w.programs[t];
        if (w.drained[t] < w.stored[t]) {
            walk next = w;
            next.words[nth_store(program, next.drained[t]++)] = 1;
            go_on(next, ways);
            moved = true;
        }
        if (w.noticed[t] || w.at[t] == program->length)
            continue;
        const xip_tso_step step = program->steps[w.at[t]];
        walk next = w;
        next.at[t]++;
        if (step.op == XIP_TSO_FENCE && w.drained[t] < w.stored[t])
            continue;
        if (step.op == XIP_TSO_STORE)
            next.stored[t]++;
        if (step.op == XIP_TSO_LOOK) {
            uint32_t own = 0;
            for (uint32_t i = w.drained[t]; i < w.stored[t]; i++)
                own |= nth_store(program, i) == step.word;
            next.noticed[t] = own | w.words[step.word];
        }
        go_on(next, ways);
        moved = true;
    }
    if (!moved)
        ways[w.noticed[0] | w.noticed[1] << 1]++;
}

static xip_tso_program any_program(xip_rng *rng)
{
    xip_tso_program program = {.length = (uint8_t)(1 + xip_rng_below(rng, 4))};
    uint32_t stores = 0;
    for (uint32_t i = 0; i < program.length; i++) {
        uint32_t op = xip_rng_below(rng, 3);
        if (op == XIP_TSO_STORE && ++stores > XIP_TSO_MAX_BUFFERED)
            op = XIP_TSO_LOOK;
        const uint32_t word = op == XIP_TSO_FENCE ? 0 : xip_rng_below(rng, XIP_TSO_WORDS);
        program.steps[i] = (xip_tso_step){.op = (uint8_t)op, .word = (uint8_t)word};
    }
    return program;
}

static void as_by_brute_force(void)
{
    xip_rng rng = {check_state.seed};
    for (uint32_t round = 0; round < 400 * check_state.runs; round++) {
        const xip_tso_program programs[2] = {any_program(&rng), any_program(&rng)};
        xip_tso_verdict verdict;
        uint64_t ways[XIP_TSO_OUTCOMES] = {0};
        xip_tso_check(programs, &verdict);
        go_on((walk){.programs = programs}, ways);
        CONTEXT("seed %llu, round %u", (unsigned long long)check_state.seed, round);
        if (!CHECK(memcmp(ways, verdict.ways, sizeof ways) == 0))
            return;
    }
}

/* A fence only takes interleavings away. */
static void fences_allow_nothing_new(void)
{
    xip_rng rng = {check_state.seed};
    for (uint32_t round = 0; round < 400 * check_state.runs; round++) {
        xip_tso_program programs[2] = {any_program(&rng), any_program(&rng)};
        xip_tso_verdict open, fenced;
        xip_tso_check(programs, &open);
        xip_tso_program *program = &programs[xip_rng_below(&rng, 2)];
        const uint32_t at = xip_rng_below(&rng, program->length + 1u);
        memmove(&program->steps[at + 1], &program->steps[at], (program->length - at) * sizeof *program->steps);
        program->steps[at] = (xip_tso_step){.op = XIP_TSO_FENCE};
        program->length++;
        xip_tso_check(programs, &fenced);
        CONTEXT("seed %llu, round %u", (unsigned long long)check_state.seed, round);
        for (uint32_t outcome = 0; outcome < XIP_TSO_OUTCOMES; outcome++)
            CHECK(open.ways[outcome] > 0 || fenced.ways[outcome] == 0);
    }
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("two threads that store and then look may both look too early, unless a fence is between", store_buffering);
    LAW("a reused snapshot keeps its rows only with both the fence and the second look", both_are_needed);
    LAW("a reader that goes on finds its row removed exactly if neither noticed the other", the_row_tells);
    LAW("every outcome that is allowed has a trace, and it ends so", traces_end_as_they_say);
    LAW("the search counts the interleavings that a walk along each of them counts", as_by_brute_force);
    LAW("a fence more never allows an outcome more", fences_allow_nothing_new);
    return check_end();
}
