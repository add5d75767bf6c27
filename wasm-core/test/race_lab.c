/*
 * race_lab.c — the lab's coordinator and threads under callers that change their minds: requests, pauses, all
 * workloads, and an end at any moment. Waits for states, never for times; ThreadSanitizer watches the hand-overs.
 */
#include <sched.h>

#include "base/rng.h"
#include "labthreads/lab.h"
#include "check.h"
#include "designs/designs.h"

enum { THREADS = 3, CHANGES = CHECK_SANITIZED ? 40 : 100 };

static uint32_t written(const xip_lab_board *board)
{
    return __atomic_load_n(&board->slices_written, __ATOMIC_ACQUIRE);
}

static uint32_t state_of(const xip_lab_board *board)
{
    return __atomic_load_n(&board->state, __ATOMIC_SEQ_CST);
}

/* Slice n; the caller knows that it was written and not overwritten. */
static const xip_lab_slice *slice_at(const xip_lab_board *board, uint32_t n)
{
    const uint8_t *ring = (const uint8_t *)board + board->ring_offset;
    return &((const xip_lab_slice *)(const void *)ring)[n % XIP_RING_SLICES];
}

static xip_lab_request some_request(xip_rng *rng)
{
    uint32_t workload = xip_rng_below(rng, XIP_WORKLOAD_COUNT);
    return (xip_lab_request){
        .designs = 1 + xip_rng_below(rng, (1u << XIP_DESIGN_COUNT) - 1),
        .active = 1 + xip_rng_below(rng, THREADS),
        .idle = xip_rng_below(rng, 200),
        .mostly_idle = xip_rng_once_in(rng, 2) ? xip_rng_below(rng, 100) : 0,
        .workload = workload,
        .other_work_us = xip_rng_below(rng, 3),
        .slice_ms = 1 + xip_rng_below(rng, 3),
        .without_lock = workload == XIP_WORKLOAD_SNAPSHOT && xip_rng_once_in(rng, 2),
        .savepoints = xip_rng_below(rng, 130),
        .slru_buffers = 16 * xip_rng_below(rng, 9),
    };
}

/* Every slice is that of the request it names. */
static void is_as_asked(const xip_lab_slice *slice, const xip_lab_request *request)
{
    CHECK(slice->active == request->active && slice->idle == request->idle);
    CHECK(slice->mostly_idle == request->mostly_idle && slice->workload == request->workload);
    if (slice->design == XIP_SLICE_OTHER_WORK)
        CHECK(request->other_work_us > 0 && slice->snapshots == 0);
    else
        CHECK(slice->design < XIP_DESIGN_COUNT && (request->designs >> slice->design & 1));
    CHECK(slice->thread_ns >= 0 && slice->elapsed_ns <= slice->thread_ns + 1);
    CHECK(request->mostly_idle > 0 || (slice->mostly_idle_transactions == 0 && slice->mostly_idle_asked == 0));
    CHECK(slice->reused <= slice->snapshots);
    if (request->workload != XIP_WORKLOAD_OPERATIONS || slice->design == XIP_SLICE_OTHER_WORK) {
        CHECK(slice->checks == 0 && slice->assigns == 0 && slice->ends == 0);
        return;
    }
    /* Half of the mix is running, in every design and whatever other threads do. */
    CONTEXT("design %u, %.0f of %.0f checks", slice->design, slice->found_running, slice->checks);
    CHECK(slice->found_running * 2 == slice->checks);
    CHECK(slice->assigns == slice->transactions && slice->ends == slice->transactions);
    CHECK(slice->check_ns + slice->assign_ns + slice->end_ns <= slice->thread_ns);
    CONTEXT("%s", "");
}

static void minds_are_changed(void)
{
    static xip_lab_request asked[CHANGES + 1];
    xip_lab *lab;
    xip_rng rng = {check_state.seed};
    if (!CHECK(xip_lab_start(THREADS, &lab) == XIP_OK))
        return;
    const xip_lab_board *board = xip_lab_board_of(lab);
    uint32_t seen = 0;
    for (uint32_t i = 1; i <= CHANGES; i++) {
        CONTEXT("seed %llu, change %u", (unsigned long long)check_state.seed, i);
        asked[i] = some_request(&rng);
        uint32_t generation = 0;
        CHECK(xip_lab_request_run(lab, &asked[i], &generation) == XIP_OK);
        CHECK(generation == i);
        bool wait = xip_rng_once_in(&rng, 3);
        while (wait && written(board) <= seen + 1)
            sched_yield();
        if (xip_rng_once_in(&rng, 4)) {
            xip_lab_pause(lab, true);
            while (state_of(board) != XIP_LAB_PAUSED)
                sched_yield();
            uint32_t at = written(board);
            for (uint32_t k = 0; k < 100; k++)
                sched_yield();
            CHECK(written(board) == at);
            xip_lab_pause(lab, false);
        }
        for (uint32_t now = written(board), last = 0; seen < now; seen++) {
            const xip_lab_slice *slice = slice_at(board, seen);
            CHECK(slice->number == seen);
            CHECK(slice->generation >= last && slice->generation >= 1 && slice->generation <= i);
            last = slice->generation;
            is_as_asked(slice, &asked[slice->generation]);
        }
    }
    /* The last one is run in the end. */
    while (written(board) == 0 || slice_at(board, written(board) - 1)->generation != CHANGES)
        sched_yield();
    CHECK(board->error == XIP_OK);
    xip_lab_stop(lab);
}

static void an_end_at_any_moment(void)
{
    xip_rng rng = {check_state.seed};
    for (uint32_t i = 0; i < 20; i++) {
        xip_lab *lab;
        if (!CHECK(xip_lab_start(1 + i % THREADS, &lab) == XIP_OK))
            return;
        uint32_t generation;
        xip_lab_request request = some_request(&rng);
        request.active = 1;
        if (i % 4 > 0)
            CHECK(xip_lab_request_run(lab, &request, &generation) == XIP_OK);
        if (i % 4 == 2)
            xip_lab_pause(lab, true);
        for (uint32_t k = xip_rng_below(&rng, 200); k > 0; k--)
            sched_yield();
        xip_lab_stop(lab);
    }
}

static void bad_requests(void)
{
    xip_lab *lab;
    CHECK(xip_lab_start(0, &lab) == XIP_ERR_ACTIVE);
    CHECK(xip_lab_start(XIP_MAX_ACTIVE + 1, &lab) == XIP_ERR_ACTIVE);
    if (!CHECK(xip_lab_start(2, &lab) == XIP_OK))
        return;
    const xip_lab_request good = {.designs = 1, .active = 1, .slice_ms = 1};
    static const struct {
        xip_error error;
        xip_lab_request request;
    } bad[] = {
        {XIP_ERR_NO_DESIGN, {.designs = 0, .active = 1, .slice_ms = 1}},
        {XIP_ERR_DESIGN, {.designs = 1u << XIP_DESIGN_COUNT, .active = 1, .slice_ms = 1}},
        {XIP_ERR_WORKLOAD, {.designs = 1, .active = 1, .slice_ms = 1, .workload = XIP_WORKLOAD_COUNT}},
        {XIP_ERR_ACTIVE, {.designs = 1, .active = 0, .slice_ms = 1}},
        {XIP_ERR_ACTIVE, {.designs = 1, .active = 3, .slice_ms = 1}},
        {XIP_ERR_CONNECTIONS, {.designs = 1, .active = 1, .idle = XIP_MAX_CONNECTIONS, .slice_ms = 1}},
        {XIP_ERR_CONNECTIONS, {.designs = 1, .active = 1, .mostly_idle = XIP_MAX_CONNECTIONS, .slice_ms = 1}},
        {XIP_ERR_CONNECTIONS, {.designs = 1, .active = 1, .idle = UINT32_MAX, .slice_ms = 1}},
        {XIP_ERR_OTHER_WORK, {.designs = 1, .active = 1, .slice_ms = 1, .other_work_us = XIP_MAX_OTHER_WORK_US + 1}},
        {XIP_ERR_SLICE, {.designs = 1, .active = 1, .slice_ms = 0}},
        {XIP_ERR_SLICE, {.designs = 1, .active = 1, .slice_ms = 1001}},
        {XIP_ERR_NO_LOCK,
         {.designs = 1, .active = 1, .slice_ms = 1, .workload = XIP_WORKLOAD_READONLY, .without_lock = 1}},
    };
    uint32_t generation = 77;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CONTEXT("case %zu", i);
        CHECK(xip_lab_request_run(lab, &bad[i].request, &generation) == bad[i].error);
        CHECK(generation == 77);
    }
    CHECK(xip_lab_request_run(lab, &good, &generation) == XIP_OK && generation == 1);
    xip_lab_stop(lab);
}

/* Over many turns; a machine under load reaches less, never more. */
static void what_is_due_is_kept(void)
{
    xip_lab *lab;
    if (!CHECK(xip_lab_start(1, &lab) == XIP_OK))
        return;
    const xip_lab_board *board = xip_lab_board_of(lab);
    const xip_lab_request request = {
        .designs = 1u << (XIP_DESIGN_COUNT - 1), .active = 1, .idle = 10, .mostly_idle = 1, .slice_ms = 10};
    uint32_t generation;
    CHECK(xip_lab_request_run(lab, &request, &generation) == XIP_OK);
    while (written(board) < 100)
        sched_yield();
    double asked = 0;
    double reached = 0;
    for (uint32_t i = 0; i < 100; i++) {
        asked += slice_at(board, i)->mostly_idle_asked;
        reached += slice_at(board, i)->mostly_idle_transactions;
    }
    CONTEXT("%.1f asked, %.1f reached", asked, reached);
    CHECK(reached > 0 && reached <= asked + 1);
    xip_lab_stop(lab);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("whatever is asked for and however often, every slice is as its request says, in order", minds_are_changed);
    LAW("a lab can end at any moment", an_end_at_any_moment);
    LAW("a request that cannot be run is refused and changes nothing", bad_requests);
    LAW("a single mostly idle connection gets its turn although a slice is shorter than its pause",
        what_is_due_is_kept);
    return check_end();
}
