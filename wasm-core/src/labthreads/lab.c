/* lab.c — the coordinator of the lab, and its callers' interface; see lab.h. */
#include "labthreads/lab.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "labthreads/crew.h"
#include "labthreads/savepoints.h"
#include "labthreads/servers.h"
#include "labthreads/work.h"
#include "pg/slru.h"
#include "pg/semaphore.h"

enum {
    SPEEDS = 5,              /* number of other-work turns that are kept */
    OTHER_WORK_EVERY = 4,    /* rounds between two turns that run only the other work */
    WARM_UP_TURNS = 1,       /* first turns of each design after a change that are marked as warm-up */
    FIRST_WARM_UP_TURNS = 6, /* at the very start just-in-time compilers are still optimising the code */
    STACK_BYTES = 128 * 1024 /* of each thread: nothing here recurses, and 66 of them share a fixed memory */
};

struct xip_lab {
    xip_crew crew;
    /* Callers write, the coordinator reads and sleeps on it: bit 0 ends, bit 1 pauses, the rest counts calls. */
    _Alignas(128) uint32_t command;
    pthread_mutex_t request_lock; /* guards the two below */
    xip_lab_request request;
    uint32_t requested_generation;

    pthread_t coordinator;
    xip_servers servers;
    xip_lab_request running;
    double begin_ns;
    bool calibrated;
    /* The newest speeds of the work loop as the other-work turns found them, units per microsecond; 0: not yet. */
    double speeds[SPEEDS];
    uint32_t speed_count;
    struct {
        xip_lab_board board;
        _Alignas(64) xip_lab_slice ring[XIP_RING_SLICES];
    } shared;
};

enum { COMMAND_END = 1, COMMAND_PAUSE = 2, COMMAND_STEP = 4 };

/* ---- coordinator
 * ------------------------------------------------------------------------------------------------------------ */

/* One slice. `uncounted`: it warms up caches and compilers, and is marked so; a slice that was cut short is marked
 * too. */
static void run_slice(xip_lab *lab, const xip_slice_plan *plan, uint32_t generation, bool uncounted, double slice_ns)
{
    const xip_lab_request *request = &lab->running;
    if (plan->server != XIP_SLICE_OTHER_WORK)
        xip_savepoints_begin_slice(&lab->servers.server[plan->server]);
    double begin = xip_clock_ns();
    xip_crew_begin(&lab->crew, plan);
    /* A pause or a new request ends the slice early. */
    for (;;) {
        double left = slice_ns - (xip_clock_ns() - begin);
        if (left <= 0)
            break;
        uint32_t command = __atomic_load_n(&lab->command, __ATOMIC_ACQUIRE);
        if (command & (COMMAND_END | COMMAND_PAUSE))
            break;
        xip_futex_wait(&lab->command, command, (int64_t)left);
        if (__atomic_load_n(&lab->command, __ATOMIC_ACQUIRE) != command)
            break;
    }
    if (xip_clock_ns() - begin < slice_ns)
        uncounted = true;
    xip_crew_halt(&lab->crew);

    uint32_t number = lab->shared.board.slices_written;
    xip_lab_slice slice = {
        .number = number,
        .generation = generation,
        .design = plan->server,
        .flags = uncounted ? XIP_SLICE_WARM_UP : 0,
        .active = plan->active,
        .idle = request->idle,
        .mostly_idle = request->mostly_idle,
        .workload = (uint32_t)plan->workload,
        .start_ms = (begin - lab->begin_ns) / 1e6,
    };
    for (uint32_t i = 0; i < plan->active; i++) {
        const xip_crew_thread *thread = &lab->crew.threads[i];
        slice.transactions += (double)thread->tally.transactions;
        slice.snapshots += (double)thread->tally.snapshots;
        slice.reused += (double)thread->tally.reused;
        slice.checks += (double)thread->tally.checks;
        slice.check_ns += thread->tally.check_ns;
        slice.found_running += (double)thread->tally.found_running;
        slice.assigns += (double)thread->tally.assigns;
        slice.assign_ns += thread->tally.assign_ns;
        slice.ends += (double)thread->tally.ends;
        slice.end_ns += thread->tally.end_ns;
        slice.slru_lookups += (double)thread->tally.slru.lookups;
        slice.slru_hits += (double)thread->tally.slru.hits;
        slice.slru_reads += (double)thread->tally.slru.reads;
        slice.slru_writes += (double)thread->tally.slru.writes;
        slice.slru_waits += (double)thread->tally.slru.waits;
    }
    slice.thread_ns = xip_crew_thread_ns(&lab->crew, plan->active);
    slice.elapsed_ns = slice.thread_ns / plan->active;
    const xip_crew_thread *player = xip_crew_player(&lab->crew);
    slice.mostly_idle_transactions = (double)player->tally.transactions;
    slice.connects = (double)player->connects;
    /* The number due follows from the slice's time: a player that started late has reached less. */
    if (plan->server != XIP_SLICE_OTHER_WORK) {
        slice.mostly_idle_asked = slice.elapsed_ns * plan->mostly_idle / XIP_MOSTLY_IDLE_PERIOD_NS;
        slice.connects_asked = plan->workload == XIP_WORKLOAD_CHURN ? slice.elapsed_ns * XIP_CHURN_PER_SECOND / 1e9 : 0;
    }
    lab->shared.ring[number % XIP_RING_SLICES] = slice;
    /* Release: a reader that sees the new count sees the record. */
    __atomic_store_n(&lab->shared.board.slices_written, number + 1, __ATOMIC_RELEASE);
}

/* In one order with the command word: a caller that has set pause and then still sees "paused" gets no further
 * slice. */
static void set_state(xip_lab *lab, uint32_t state)
{
    __atomic_store_n(&lab->shared.board.state, state, __ATOMIC_SEQ_CST);
}

/* Sleeps until there is something to do; `decided` is the command word that said so. Returns false at the end. */
static bool wait_for_work(xip_lab *lab, uint32_t taken_generation, uint32_t *decided)
{
    for (;;) {
        uint32_t command = __atomic_load_n(&lab->command, __ATOMIC_SEQ_CST);
        *decided = command;
        if (command & COMMAND_END)
            return false;
        pthread_mutex_lock(&lab->request_lock);
        bool nothing_yet = lab->requested_generation == 0;
        bool fresh = lab->requested_generation != taken_generation;
        pthread_mutex_unlock(&lab->request_lock);
        if (!nothing_yet && !(command & COMMAND_PAUSE) && (fresh || lab->running.designs != 0))
            return true;
        if ((command & COMMAND_PAUSE) && lab->shared.board.state != XIP_LAB_FAILED)
            set_state(lab, XIP_LAB_PAUSED);
        xip_futex_wait(&lab->command, command, -1);
    }
}

/* Takes the newest request, if there is one. All threads are parked. */
static xip_error take_request(xip_lab *lab, uint32_t *generation, bool *fresh)
{
    pthread_mutex_lock(&lab->request_lock);
    *fresh = lab->requested_generation != *generation;
    *generation = lab->requested_generation;
    lab->running = lab->request;
    pthread_mutex_unlock(&lab->request_lock);
    if (!*fresh)
        return XIP_OK;
    /* Only once, and long enough for compilers to reach their last tier; later changes of speed are learned while it
     * runs. */
    if (lab->running.other_work_us > 0 && !lab->calibrated) {
        lab->shared.board.work_units_per_us = xip_work_calibrate(150e6);
        lab->calibrated = true;
    }
    const xip_lab_request *r = &lab->running;
    const xip_script *script = &xip_scripts[r->workload];
    bool with_savepoints = script->savepoints > 0;
    xip_connections connections = {.active = r->active,
                                   .idle = r->idle,
                                   .mostly_idle = r->mostly_idle,
                                   .companions = script->companions,
                                   .with_savepoints = with_savepoints};
    lab->shared.board.generation = *generation;
    xip_error error = xip_servers_connect(&lab->servers, r->designs, &connections, r->without_lock != 0, r->faults);
    for (uint32_t i = 0; with_savepoints && error == XIP_OK && i < XIP_DESIGN_COUNT; i++)
        if (r->designs & (1u << i))
            error =
                xip_savepoints_open(&lab->servers.server[i], (xip_workload)r->workload, r->savepoints, r->slru_buffers);
    return error;
}

/*
 * No slice begins under a pause; but a new request waits for one, so that a reader who drags a slider sees something of
 * each request that was taken. Returns false when a command came.
 */
static bool take_turn(xip_lab *lab, const xip_slice_plan *plan, uint32_t generation, uint32_t command_at_start,
                      bool warm_up, double slice_ns)
{
    if (__atomic_load_n(&lab->command, __ATOMIC_SEQ_CST) & (COMMAND_END | COMMAND_PAUSE))
        return false;
    run_slice(lab, plan, generation, warm_up, slice_ns);
    return __atomic_load_n(&lab->command, __ATOMIC_SEQ_CST) == command_at_start;
}

/*
 * A turn that ran only the other work shows how fast the threads really do it: a calibration can have come before a
 * compiler's last tier, and machines change their speed. The best of the newest turns counts, and of it the best
 * stretch. It takes effect between rounds, so a pair of turns always does the same work.
 */
static void learn_speed(xip_lab *lab, const xip_slice_plan *plan)
{
    double rate = xip_crew_rate(&lab->crew, plan->active);
    if (rate <= 0)
        return;
    lab->speeds[lab->speed_count++ % SPEEDS] = rate * (double)plan->work_units * 1e3;
    double best = 0;
    for (uint32_t i = 0; i < SPEEDS; i++)
        if (lab->speeds[i] > best)
            best = lab->speeds[i];
    lab->shared.board.work_units_per_us = best;
}

/*
 * One turn of each design, forwards in even rounds and backwards in odd ones, so that a drift of the machine favours
 * none. Returns false when a command came in between.
 */
static bool run_round(xip_lab *lab, uint32_t round, uint32_t generation, uint32_t command_at_start)
{
    const xip_lab_request r = lab->running;
    xip_slice_plan plan = {
        .active = r.active,
        .mostly_idle = r.mostly_idle,
        .workload = (xip_workload)r.workload,
        .work_units = (uint64_t)(r.other_work_us * lab->shared.board.work_units_per_us),
    };
    double slice_ns = r.slice_ms * 1e6;
    bool warm_up = round < (generation == 1 ? FIRST_WARM_UP_TURNS : WARM_UP_TURNS);
    for (uint32_t i = 0; i < XIP_DESIGN_COUNT; i++) {
        plan.server = round % 2 == 0 ? i : XIP_DESIGN_COUNT - 1 - i;
        if (!(r.designs & (1u << plan.server)))
            continue;
        if (!take_turn(lab, &plan, generation, command_at_start, warm_up, slice_ns))
            return false;
    }
    if (plan.work_units == 0 || (round % OTHER_WORK_EVERY != 0 && !warm_up))
        return true;
    plan.server = XIP_SLICE_OTHER_WORK;
    bool goes_on = take_turn(lab, &plan, generation, command_at_start, warm_up, slice_ns);
    if (goes_on)
        learn_speed(lab, &plan);
    return goes_on;
}

static void *coordinator_main(void *argument)
{
    xip_lab *lab = argument;
    uint32_t generation = 0;
    uint32_t round = 0;
    lab->shared.board.clock_step_ns = xip_clock_step_ns();
    uint32_t command;
    while (wait_for_work(lab, generation, &command)) {
        bool fresh;
        xip_error error = take_request(lab, &generation, &fresh);
        if (error != XIP_OK) {
            lab->shared.board.error = (uint32_t)error;
            lab->running.designs = 0;
            set_state(lab, XIP_LAB_FAILED);
            continue;
        }
        if (fresh)
            round = 0;
        set_state(lab, XIP_LAB_RUNNING);
        if (run_round(lab, round, generation, command))
            round++;
    }
    xip_crew_end(&lab->crew);
    set_state(lab, XIP_LAB_STOPPED);
    return NULL;
}

/* ---- callers
 * ---------------------------------------------------------------------------------------------------------------- */

static void lab_free(xip_lab *lab)
{
    xip_servers_free(&lab->servers);
    pthread_mutex_destroy(&lab->request_lock);
    free(lab);
}

xip_error xip_lab_start(uint32_t threads, xip_lab **answer)
{
    if (threads < 1 || threads > XIP_MAX_ACTIVE)
        return XIP_ERR_ACTIVE;
    xip_lab *lab = aligned_alloc(128, sizeof *lab);
    if (!lab)
        return XIP_ERR_NO_MEMORY;
    memset(lab, 0, sizeof *lab);
    lab->begin_ns = xip_clock_ns();
    lab->shared.board.version = XIP_ABI_VERSION;
    lab->shared.board.ring_offset = (uint32_t)((const uint8_t *)lab->shared.ring - (const uint8_t *)&lab->shared.board);
    pthread_mutex_init(&lab->request_lock, NULL);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    xip_error error = xip_crew_start(&lab->crew, threads, &lab->servers, &attributes);
    if (error == XIP_OK && pthread_create(&lab->coordinator, &attributes, coordinator_main, lab) != 0) {
        xip_crew_end(&lab->crew);
        error = XIP_ERR_THREAD;
    }
    pthread_attr_destroy(&attributes);
    if (error == XIP_OK)
        *answer = lab;
    else
        lab_free(lab);
    return error;
}

static xip_error check_request(const xip_lab *lab, const xip_lab_request *r)
{
    if (r->designs == 0)
        return XIP_ERR_NO_DESIGN;
    if (r->designs >> XIP_DESIGN_COUNT)
        return XIP_ERR_DESIGN;
    if (r->workload >= XIP_WORKLOAD_COUNT)
        return XIP_ERR_WORKLOAD;
    if (r->active < 1 || r->active > lab->crew.active_count)
        return XIP_ERR_ACTIVE;
    if (r->idle > XIP_MAX_CONNECTIONS || r->mostly_idle > XIP_MAX_CONNECTIONS ||
        r->idle + r->mostly_idle + r->active * (1 + xip_scripts[r->workload].companions) > XIP_MAX_CONNECTIONS)
        return XIP_ERR_CONNECTIONS;
    if (r->other_work_us > XIP_MAX_OTHER_WORK_US)
        return XIP_ERR_OTHER_WORK;
    if (r->slice_ms < 1 || r->slice_ms > 1000)
        return XIP_ERR_SLICE;
    if (r->savepoints > XIP_MAX_SAVEPOINTS)
        return XIP_ERR_SAVEPOINTS;
    if (r->slru_buffers != 0 && !xip_slru_is_size(r->slru_buffers))
        return XIP_ERR_SLRU;
    if (r->without_lock && r->workload != XIP_WORKLOAD_SNAPSHOT)
        return XIP_ERR_NO_LOCK;
    return XIP_OK;
}

/* Every call wakes the coordinator: the command word changes. */
static void say(xip_lab *lab, uint32_t set, uint32_t clear)
{
    uint32_t seen = __atomic_load_n(&lab->command, __ATOMIC_ACQUIRE);
    while (!__atomic_compare_exchange_n(&lab->command, &seen, ((seen | set) & ~clear) + COMMAND_STEP, false,
                                        __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE))
        ;
    xip_futex_wake(&lab->command, UINT32_MAX);
}

xip_error xip_lab_request_run(xip_lab *lab, const xip_lab_request *request, uint32_t *generation)
{
    xip_error error = check_request(lab, request);
    if (error != XIP_OK)
        return error;
    pthread_mutex_lock(&lab->request_lock);
    lab->request = *request;
    *generation = ++lab->requested_generation;
    pthread_mutex_unlock(&lab->request_lock);
    say(lab, 0, 0);
    return XIP_OK;
}

void xip_lab_pause(xip_lab *lab, bool paused)
{
    say(lab, paused ? COMMAND_PAUSE : 0, paused ? 0 : COMMAND_PAUSE);
}

void xip_lab_stop(xip_lab *lab)
{
    say(lab, COMMAND_END, 0);
    pthread_join(lab->coordinator, NULL);
    lab_free(lab);
}

const xip_lab_board *xip_lab_board_of(const xip_lab *lab)
{
    return &lab->shared.board;
}
