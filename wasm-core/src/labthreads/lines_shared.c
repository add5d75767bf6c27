/* lines_shared.c — see lines_shared.h. */
#include "labthreads/lines_shared.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "labthreads/workload.h"
#include "mem/mem.h"
#include "pg/semaphore.h"

enum {
    STACK_BYTES = 128 * 1024,
    SPINS = 4000, /* looks for the other threads before a nap: some microseconds */
    CACHE_LINE = 64,
    /*
     * From one line to the next: a page and a line. Processors also fetch the other half of a 128-byte pair, and lines
     * further on in the same page, and such fetches would be transfers that nobody asked for. Not a whole page: then
     * all lines would compete for one set of the first-level cache.
     */
    STRIDE = 4096 + CACHE_LINE
};

typedef struct shared_line {
    _Alignas(CACHE_LINE) uint32_t value;
    uint8_t apart[STRIDE - sizeof(uint32_t)];
} shared_line;
_Static_assert(sizeof(shared_line) == STRIDE, "lines are a page and a line apart");

/* A thread writes only its own of these while a round is under way. */
typedef struct lines_thread {
    _Alignas(128) xip_lines *lines;
    uint32_t number;
    /* Through a pointer, so that no optimiser puts the loop into thread_main: see crew.h. */
    void (*run)(struct lines_thread *self);
    pthread_t pthread;
    double begin_ns, end_ns;
    uint64_t walks, transfers;
    uint32_t seen[XIP_LINES_MAX]; /* what each line held after this thread's last visit */
} lines_thread;

/* Everything but the words is written by the caller while all threads are parked. */
struct xip_lines {
    _Alignas(128) uint32_t go; /* counts rounds; the threads park on it */
    _Alignas(128) uint32_t stop;
    _Alignas(128) uint32_t arrived; /* threads that are ready to begin the round */
    _Alignas(128) uint32_t parked;
    _Alignas(128) xip_lines_plan plan;
    uint32_t count, started;
    bool is_over; /* the threads are to end */
    lines_thread *threads;
    shared_line line[XIP_LINES_MAX];
};

/* ---- a round, in a thread ---- */

/*
 * Relaxed: the counts of one line are one order of changes whatever the rest of memory does, and no other memory
 * depends on them. In WebAssembly it is sequentially consistent, which on x86 is the same locked instruction.
 */
static void walk_as_writer(lines_thread *self)
{
    xip_lines *all = self->lines;
    const uint32_t lines = all->plan.lines;
    uint64_t walks = 0, transfers = 0;
    do {
        for (uint32_t i = 0; i < lines; i++) {
            const uint32_t found = __atomic_fetch_add(&all->line[i].value, 1, __ATOMIC_RELAXED);
            transfers += found != self->seen[i];
            self->seen[i] = found + 1;
        }
        walks++;
    } while (!xip_slice_is_over(&all->stop));
    self->walks = walks;
    self->transfers = transfers;
}

/*
 * Relaxed, a volatile load in WebAssembly (mem/mem.h): any order would let the processor wait with a load until the one
 * before is done, and the misses of a walk could no longer overlap.
 */
static void walk_as_reader(lines_thread *self)
{
    xip_lines *all = self->lines;
    const uint32_t lines = all->plan.lines;
    uint64_t walks = 0, transfers = 0;
    do {
        for (uint32_t i = 0; i < lines; i++) {
            const uint32_t found = MEM_LOAD(uint32_t, &all->line[i].value);
            transfers += found != self->seen[i];
            self->seen[i] = found;
        }
        walks++;
    } while (!xip_slice_is_over(&all->stop));
    self->walks = walks;
    self->transfers = transfers;
}

/* Release and acquire: nobody counts before all are here. */
static void meet(xip_lines *all)
{
    const uint32_t threads = all->plan.writers + all->plan.readers;
    __atomic_fetch_add(&all->arrived, 1, __ATOMIC_ACQ_REL);
    for (uint32_t spins = 0; __atomic_load_n(&all->arrived, __ATOMIC_ACQUIRE) < threads;) {
        if (++spins < SPINS)
            continue;
        spins = 0;
        xip_nap();
    }
}

static void *thread_main(void *argument)
{
    lines_thread *self = argument;
    xip_lines *all = self->lines;
    uint32_t seen = 0;
    for (;;) {
        uint32_t go;
        while ((go = __atomic_load_n(&all->go, __ATOMIC_ACQUIRE)) == seen)
            xip_futex_wait(&all->go, seen, -1);
        seen = go;
        if (all->is_over)
            return NULL;
        if (self->run) {
            meet(all);
            self->begin_ns = xip_clock_ns();
            self->run(self);
            self->end_ns = xip_clock_ns();
        }
        /* Release: the caller reads our counts after it has counted us. */
        __atomic_fetch_add(&all->parked, 1, __ATOMIC_ACQ_REL);
        xip_futex_wake(&all->parked, 1);
    }
}

/* ---- callers ---- */

static void set_off(xip_lines *all)
{
    __atomic_store_n(&all->parked, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&all->arrived, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&all->stop, 0, __ATOMIC_RELAXED);
    /* Release: who sees it sees the plan. */
    __atomic_fetch_add(&all->go, 1, __ATOMIC_ACQ_REL);
    xip_futex_wake(&all->go, UINT32_MAX);
}

static void wait_until_parked(xip_lines *all)
{
    uint32_t parked;
    while ((parked = __atomic_load_n(&all->parked, __ATOMIC_ACQUIRE)) < all->count)
        xip_futex_wait(&all->parked, parked, -1);
}

xip_error xip_lines_start(uint32_t threads, xip_lines **answer)
{
    if (threads < 1 || threads > XIP_LINES_MAX_THREADS)
        return XIP_ERR_LINE_THREADS;
    xip_lines *all = aligned_alloc(128, sizeof *all);
    lines_thread *own = aligned_alloc(128, sizeof *own * threads);
    if (!all || !own) {
        free(all);
        free(own);
        return XIP_ERR_NO_MEMORY;
    }
    memset(all, 0, sizeof *all);
    memset(own, 0, sizeof *own * threads);
    all->threads = own;
    all->count = threads;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    xip_error error = XIP_OK;
    for (uint32_t i = 0; i < threads && error == XIP_OK; i++) {
        own[i].lines = all;
        own[i].number = i;
        if (pthread_create(&own[i].pthread, &attributes, thread_main, &own[i]) != 0)
            error = XIP_ERR_THREAD;
        else
            all->started++;
    }
    pthread_attr_destroy(&attributes);
    if (error == XIP_OK)
        *answer = all;
    else
        xip_lines_end(all);
    return error;
}

xip_error xip_lines_begin(xip_lines *all, const xip_lines_plan *plan)
{
    if (plan->lines < 1 || plan->lines > XIP_LINES_MAX)
        return XIP_ERR_LINES;
    /* Each alone first: a sum could wrap. */
    if (plan->writers > all->count || plan->readers > all->count || plan->writers + plan->readers < 1 ||
        plan->writers + plan->readers > all->count)
        return XIP_ERR_LINE_THREADS;
    all->plan = *plan;
    for (uint32_t i = 0; i < XIP_LINES_MAX; i++)
        all->line[i].value = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        lines_thread *thread = &all->threads[i];
        thread->run = i < plan->writers ? walk_as_writer : i < plan->writers + plan->readers ? walk_as_reader : NULL;
        thread->walks = thread->transfers = 0;
        memset(thread->seen, 0, sizeof thread->seen);
    }
    set_off(all);
    return XIP_OK;
}

void xip_lines_halt(xip_lines *all, xip_lines_counts *counts)
{
    __atomic_store_n(&all->stop, 1, __ATOMIC_RELAXED);
    wait_until_parked(all);
    const xip_lines_plan *plan = &all->plan;
    const uint32_t threads = plan->writers + plan->readers;
    *counts = (xip_lines_counts){0};
    double first = all->threads[0].begin_ns;
    double ends = 0;
    for (uint32_t i = 0; i < threads; i++) {
        const lines_thread *thread = &all->threads[i];
        const uint64_t visits = thread->walks * plan->lines;
        if (i < plan->writers) {
            counts->writes += visits;
            counts->written_transfers += thread->transfers;
        } else {
            counts->reads += visits;
            counts->read_transfers += thread->transfers;
        }
        if (thread->begin_ns < first)
            first = thread->begin_ns;
        ends += thread->end_ns;
    }
    counts->elapsed_ns = ends / threads - first;
}

void xip_lines_end(xip_lines *all)
{
    all->is_over = true;
    set_off(all);
    for (uint32_t i = 0; i < all->started; i++)
        pthread_join(all->threads[i].pthread, NULL);
    free(all->threads);
    free(all);
}

uint32_t xip_lines_value(const xip_lines *all, uint32_t line)
{
    return __atomic_load_n(&all->line[line].value, __ATOMIC_RELAXED);
}
