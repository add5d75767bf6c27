/*
 * litmus.h — the litmus tests of litmus_variants.h on two real threads, thousands to millions of runs.
 *
 * A run needs its two threads at the same place within some tens of nanoseconds, so they are never started for a run.
 * As in other litmus runners there are many cells, a run in each: both threads meet before a run, wait a random, very
 * short time, and do their steps on its cell. After a batch of cells they meet, the reader counts the outcomes, and
 * each thread puts back the words that it will load: then its loads are fast and its stores slow, so that a store waits
 * long in its buffer.
 *
 * Plain accesses must stay plain. The accesses of mem/mem.h are: in WebAssembly volatile ones, which become i32.load
 * and i32.store and are not ordered for other threads; natively relaxed atomics, which are the same moves and which
 * ThreadSanitizer accepts. (In WebAssembly even a relaxed atomic of C11 becomes an atomic access, and these are all
 * sequentially consistent: no store would ever pass a load.) With the fence, the store and the loads after it are
 * sequentially consistent, as in the design: a locked instruction on x86, i32.atomic.store and i32.atomic.load in
 * WebAssembly.
 *
 * MODEL: in a litmus run a reader that notices a new count stops; the new snapshot that it would take under
 * ProcArrayLock is left out. It reads its row at the end of the batch, as a long query would.
 */
#ifndef XIP_LAB_LITMUS_H
#define XIP_LAB_LITMUS_H

#include "labthreads/litmus_variants.h"
#include "trace_abi.h"
#include "xip.h"

enum {
    XIP_LITMUS_MAX_RUNS = 100000000,
    XIP_LITMUS_MAX_PAUSE = 10000,
    XIP_LITMUS_BATCH = 256 /* cells */
};

typedef struct xip_litmus xip_litmus;

typedef struct xip_litmus_plan {
    uint32_t variant; /* of XIP_LITMUS_VARIANT_MAP */
    uint32_t runs;
    uint32_t pause; /* units of xip_work between the reader's first look and its store; from 1,000 on it naps, too */
    uint64_t seed;
} xip_litmus_plan;

/* Starts both threads, parked. */
xip_error xip_litmus_start(xip_litmus **litmus);
/* Halts, forgets all counts, and begins. Calls from outside come from one thread. */
xip_error xip_litmus_run(xip_litmus *litmus, const xip_litmus_plan *plan);
/* Returns once both threads are parked: about a millisecond where each has a core. A batch that was not finished does
 * not count. */
void xip_litmus_halt(xip_litmus *litmus);
/* Returns once the runs are over. */
void xip_litmus_wait(xip_litmus *litmus);
/* Ends and joins both threads. */
void xip_litmus_end(xip_litmus *litmus);
/* The counts, while the runs go on and afterwards; valid until the end. */
const xip_litmus_board *xip_litmus_board_of(const xip_litmus *litmus);

#endif
