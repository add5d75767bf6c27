/* litmus.c — see litmus.h. */
#include "labthreads/litmus.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "labthreads/work.h"
#include "mem/mem.h"
#include "pg/semaphore.h"

enum {
    STACK_BYTES = 128 * 1024,
    MOST_OFFSET = 24, /* units of work before a run, at random: the threads then meet at every distance */
    SPINS = 4000,     /* looks at the other thread before a nap: some microseconds */
    /* From this pause on the reader also gives up its core, as a backend that is switched away does. So the hole shows
     * even where both threads share a core and one of them always waits for the other. */
    LONG_PAUSE = 1000,
    READER = 0,
    PRUNER = 1
};

/* One run. Each word has two cache lines of its own, so that no store brings another word along. */
typedef struct litmus_cell {
    _Alignas(128) uint32_t count;
    _Alignas(128) uint32_t xmin;
    _Alignas(128) uint32_t row;
} litmus_cell;

typedef struct litmus_thread {
    _Alignas(128) uint32_t arrived; /* how many times it came to a meeting */
    _Alignas(128) xip_litmus *litmus;
    uint32_t number;
    pthread_t pthread;
    xip_rng rng;
    uint64_t sink;
    uint32_t naps;
    uint8_t noticed[XIP_LITMUS_BATCH];
} litmus_thread;

/* Does a thread's steps of one run; returns whether it noticed the other thread. */
typedef bool litmus_steps(litmus_cell *cell, litmus_thread *self, uint32_t pause);

struct xip_litmus {
    _Alignas(128) uint32_t stop;
    _Alignas(128) uint32_t go; /* counts plans; the threads park on it */
    uint32_t finished;         /* threads that have left the plan's runs, and then park */
    uint32_t parked;
    uint32_t started;
    bool is_over; /* the threads are to end */
    xip_litmus_plan plan;
    _Alignas(128) xip_litmus_board board;
    litmus_thread threads[XIP_TSO_THREADS];
    litmus_cell cells[XIP_LITMUS_BATCH];
};

/* ---- the steps ---- */

static inline void store(uint32_t *word, mem_field field, bool fence)
{
    if (fence)
        mem_write_before_reads_u32(NULL, word, 1, field);
    else
        mem_write_u32(NULL, word, 1, field);
}

static inline bool look(const uint32_t *word, mem_field field, bool fence)
{
    return (fence ? mem_atomic_look_u32(NULL, word, field) : mem_read_u32(NULL, word, field)) != 0;
}

static inline bool reader_steps(litmus_cell *cell, litmus_thread *self, uint32_t pause, xip_litmus_variant variant)
{
    if (variant.test == XIP_LITMUS_HOLE) {
        if (look(&cell->count, MEM_XACT_COMPLETION_COUNT, variant.fence))
            return true;
        if (pause > 0)
            self->sink = xip_work(pause, self->sink);
        if (pause >= LONG_PAUSE)
            xip_nap();
    }
    store(&cell->xmin, MEM_XMIN, variant.fence);
    if (variant.test == XIP_LITMUS_HOLE && !variant.second_look)
        return false;
    return look(&cell->count, MEM_XACT_COMPLETION_COUNT, variant.fence);
}

static inline bool pruner_steps(litmus_cell *cell, xip_litmus_variant variant)
{
    const bool fence = variant.fence || variant.test == XIP_LITMUS_HOLE;
    store(&cell->count, MEM_XACT_COMPLETION_COUNT, fence);
    if (look(&cell->xmin, MEM_XMIN, fence))
        return true;
    if (variant.test == XIP_LITMUS_HOLE)
        mem_write_u32(NULL, &cell->row, 1, MEM_ROW);
    return false;
}

/* A function for each variant, so that no branch of another one lies between a store and a load. */
#define X(name, test, fence, second_look)                                                                              \
    static bool name##_reader(litmus_cell *cell, litmus_thread *self, uint32_t pause)                                  \
    {                                                                                                                  \
        return reader_steps(cell, self, pause, (xip_litmus_variant){test, fence, second_look});                        \
    }                                                                                                                  \
    static bool name##_pruner(litmus_cell *cell, litmus_thread *self, uint32_t pause)                                  \
    {                                                                                                                  \
        (void)self, (void)pause;                                                                                       \
        return pruner_steps(cell, (xip_litmus_variant){test, fence, second_look});                                     \
    }
XIP_LITMUS_VARIANT_MAP(X)
#undef X

static litmus_steps *const steps_of[XIP_LITMUS_VARIANTS][XIP_TSO_THREADS] = {
#define X(name, test, fence, second_look) {name##_reader, name##_pruner},
    XIP_LITMUS_VARIANT_MAP(X)
#undef X
};

/* ---- runs ---- */

/* Waits until the other thread has come to as many meetings; false: both are to stop. */
static bool meet(litmus_thread *self)
{
    xip_litmus *litmus = self->litmus;
    const uint32_t *other = &litmus->threads[1 - self->number].arrived;
    const uint32_t mine = self->arrived + 1;
    __atomic_store_n(&self->arrived, mine, __ATOMIC_RELEASE);
    uint32_t spins = 0;
    /* The other one may be one meeting ahead, and never more. */
    while ((int32_t)(__atomic_load_n(other, __ATOMIC_ACQUIRE) - mine) < 0) {
        if (__atomic_load_n(&litmus->stop, __ATOMIC_RELAXED))
            return false;
        if (++spins < SPINS)
            continue;
        spins = 0;
        self->naps++;
        xip_nap();
    }
    return true;
}

static void count_one(uint32_t *counter, uint32_t n)
{
    __atomic_store_n(counter, *counter + n, __ATOMIC_RELAXED);
}

/* By the reader, once all runs of the batch are done: it alone writes the board while threads run. */
static void count_batch(xip_litmus *litmus, uint32_t runs, bool hole)
{
    uint32_t seen[XIP_TSO_OUTCOMES] = {0};
    for (uint32_t i = 0; i < runs; i++) {
        const bool reader_noticed = litmus->threads[READER].noticed[i];
        /* The row itself, not what the pruner says of it. */
        const bool pruner_noticed =
            hole ? mem_read_u32(NULL, &litmus->cells[i].row, MEM_ROW) == 0 : litmus->threads[PRUNER].noticed[i];
        seen[(reader_noticed ? 1 : 0) + (pruner_noticed ? 2 : 0)]++;
    }
    xip_litmus_board *board = &litmus->board;
    count_one(&board->naps, litmus->threads[READER].naps);
    litmus->threads[READER].naps = 0;
    count_one(&board->seen_by_reader, seen[1]);
    count_one(&board->seen_by_pruner, seen[2]);
    count_one(&board->seen_by_both, seen[3]);
    count_one(&board->seen_by_neither, seen[0]);
}

static void put_back(litmus_thread *self, uint32_t runs)
{
    litmus_cell *cells = self->litmus->cells;
    for (uint32_t i = 0; i < runs; i++) {
        if (self->number == READER) {
            mem_write_u32(NULL, &cells[i].count, 0, MEM_XACT_COMPLETION_COUNT);
        } else {
            mem_write_u32(NULL, &cells[i].xmin, 0, MEM_XMIN);
            mem_write_u32(NULL, &cells[i].row, 0, MEM_ROW);
        }
    }
}

static bool run_batch(litmus_thread *self, litmus_steps *steps, uint32_t runs, uint32_t pause)
{
    xip_litmus *litmus = self->litmus;
    for (uint32_t i = 0; i < runs; i++) {
        const uint32_t offset = xip_rng_below(&self->rng, MOST_OFFSET);
        if (!meet(self))
            return false;
        self->sink = xip_work(offset, self->sink);
        self->noticed[i] = steps(&litmus->cells[i], self, pause);
    }
    if (!meet(self))
        return false;
    if (self->number == READER)
        count_batch(litmus, runs, xip_litmus_variant_at(litmus->plan.variant)->test == XIP_LITMUS_HOLE);
    if (!meet(self))
        return false;
    put_back(self, runs);
    return true;
}

static void run_plan(litmus_thread *self)
{
    const xip_litmus_plan plan = self->litmus->plan;
    litmus_steps *steps = steps_of[plan.variant][self->number];
    self->rng = (xip_rng){plan.seed + self->number};
    for (uint32_t left = plan.runs; left > 0;) {
        const uint32_t runs = left < XIP_LITMUS_BATCH ? left : XIP_LITMUS_BATCH;
        if (!run_batch(self, steps, runs, plan.pause))
            return;
        left -= runs;
    }
}

static void *thread_main(void *argument)
{
    litmus_thread *self = argument;
    xip_litmus *litmus = self->litmus;
    uint32_t seen = 0;
    for (;;) {
        uint32_t go;
        while ((go = __atomic_load_n(&litmus->go, __ATOMIC_ACQUIRE)) == seen)
            xip_futex_wait(&litmus->go, seen, -1);
        seen = go;
        if (litmus->is_over)
            return NULL;
        run_plan(self);
        /* The last one says that all counts are there, before it parks: afterwards the next plan may have begun. */
        if (__atomic_add_fetch(&litmus->finished, 1, __ATOMIC_ACQ_REL) == XIP_TSO_THREADS)
            __atomic_store_n(&litmus->board.running, 0, __ATOMIC_RELEASE);
        __atomic_fetch_add(&litmus->parked, 1, __ATOMIC_ACQ_REL);
        xip_futex_wake(&litmus->parked, 1);
    }
}

/* ---- callers ---- */

static void set_off(xip_litmus *litmus)
{
    __atomic_store_n(&litmus->finished, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&litmus->parked, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&litmus->stop, 0, __ATOMIC_RELAXED);
    __atomic_fetch_add(&litmus->go, 1, __ATOMIC_ACQ_REL);
    xip_futex_wake(&litmus->go, UINT32_MAX);
}

xip_error xip_litmus_start(xip_litmus **answer)
{
    xip_litmus *litmus = aligned_alloc(128, sizeof *litmus);
    if (!litmus)
        return XIP_ERR_NO_MEMORY;
    memset(litmus, 0, sizeof *litmus);
    litmus->parked = XIP_TSO_THREADS;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    xip_error error = XIP_OK;
    for (uint32_t i = 0; i < XIP_TSO_THREADS && error == XIP_OK; i++) {
        litmus_thread *thread = &litmus->threads[i];
        thread->litmus = litmus;
        thread->number = i;
        thread->sink = i + 1;
        if (pthread_create(&thread->pthread, &attributes, thread_main, thread) != 0)
            error = XIP_ERR_THREAD;
        else
            litmus->started++;
    }
    pthread_attr_destroy(&attributes);
    if (error == XIP_OK)
        *answer = litmus;
    else
        xip_litmus_end(litmus);
    return error;
}

void xip_litmus_wait(xip_litmus *litmus)
{
    uint32_t parked;
    while ((parked = __atomic_load_n(&litmus->parked, __ATOMIC_ACQUIRE)) < XIP_TSO_THREADS)
        xip_futex_wait(&litmus->parked, parked, -1);
}

void xip_litmus_halt(xip_litmus *litmus)
{
    __atomic_store_n(&litmus->stop, 1, __ATOMIC_RELAXED);
    xip_litmus_wait(litmus);
}

xip_error xip_litmus_run(xip_litmus *litmus, const xip_litmus_plan *plan)
{
    if (plan->variant >= XIP_LITMUS_VARIANTS || plan->runs < 1 || plan->runs > XIP_LITMUS_MAX_RUNS ||
        plan->pause > XIP_LITMUS_MAX_PAUSE)
        return XIP_ERR_ARGUMENT;
    xip_litmus_halt(litmus);
    litmus->plan = *plan;
    litmus->board = (xip_litmus_board){.running = 1};
    memset(litmus->cells, 0, sizeof litmus->cells);
    for (uint32_t i = 0; i < XIP_TSO_THREADS; i++) {
        litmus->threads[i].arrived = 0;
        litmus->threads[i].naps = 0;
    }
    set_off(litmus);
    return XIP_OK;
}

void xip_litmus_end(xip_litmus *litmus)
{
    if (litmus->started == XIP_TSO_THREADS)
        xip_litmus_halt(litmus);
    litmus->is_over = true;
    set_off(litmus);
    for (uint32_t i = 0; i < litmus->started; i++)
        pthread_join(litmus->threads[i].pthread, NULL);
    free(litmus);
}

const xip_litmus_board *xip_litmus_board_of(const xip_litmus *litmus)
{
    return &litmus->board;
}
