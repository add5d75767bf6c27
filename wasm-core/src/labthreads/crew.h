/*
 * crew.h — the threads of the lab: N active ones (a backend each, in every design's server) and the player, which plays
 * the mostly idle connections and the churn. All are parked except during a slice; the coordinator (lab.c) plans,
 * begins and ends slices, and reads results in between.
 */
#ifndef XIP_BENCH_CREW_H
#define XIP_BENCH_CREW_H

#include <pthread.h>
#include <stdint.h>

#include "labthreads/servers.h"
#include "labthreads/workload.h"
#include "trace_abi.h"
#include "xip.h"

/* The threads' work in a slice. */
typedef struct xip_slice_plan {
    uint32_t server; /* index in the ladder, or XIP_SLICE_OTHER_WORK */
    uint32_t active; /* 1 … the crew's active threads */
    uint32_t mostly_idle;
    xip_workload workload;
    uint64_t work_units;
} xip_slice_plan;

/* One thread: it writes its own result, which the coordinator reads once the thread is parked. On separate lines. */
typedef struct xip_crew xip_crew;
typedef struct xip_crew_thread xip_crew_thread;
struct xip_crew_thread {
    _Alignas(128) xip_crew *crew;
    uint32_t number;
    /*
     * The thread's work in a slice. A pointer, so that no optimiser puts the loop into thread_main: that function is
     * called once and stays forever in the code that WebAssembly's engine made first, without optimisation, and such
     * code counts its turns in memory that V8 shares between threads (measured: 70 ns a turn). A function that is
     * called again for each slice is replaced by the optimised code.
     */
    void (*run)(xip_crew_thread *self);
    pthread_t pthread;
    xip_tally tally;
    double begin_ns, end_ns; /* an active one's own part of the slice */
    double best_rate;        /* of a turn of other work alone: transactions per ns of its best stretch */
    uint64_t connects;       /* only the player's */
};

/* Everything but the three words is written by the coordinator while all are parked. */
struct xip_crew {
    /* Written by the coordinator, read by all: `go` counts slices, `stop_slice` ends one. */
    _Alignas(128) uint32_t go;
    _Alignas(128) uint32_t stop_slice;
    /* How many threads are parked; the coordinator sleeps on it. */
    _Alignas(128) uint32_t parked;
    _Alignas(128) xip_slice_plan plan;
    uint32_t active_count;    /* number of active threads; the player is number active_count */
    uint32_t started;         /* running threads, including the player */
    xip_crew_thread *threads; /* active_count of them, then the player */
    xip_servers *servers;
};

/*
 * Starts `active` active threads and the player, all parked. Each gets `attributes`. XIP_ERR_NO_MEMORY or
 * XIP_ERR_THREAD: then none is left running.
 */
xip_error xip_crew_start(xip_crew *crew, uint32_t active, xip_servers *servers, const pthread_attr_t *attributes);
/* Begins a slice. All are parked. */
void xip_crew_begin(xip_crew *crew, const xip_slice_plan *plan);
/* Ends the slice; returns when all are parked. */
void xip_crew_halt(xip_crew *crew);
/* Ends and joins all threads. All are parked. */
void xip_crew_end(xip_crew *crew);

/*
 * Nanoseconds of the first `active` threads together in the last slice: each from the moment when the first of them
 * began. A thread that started late, because the machine was busy, counts from then, too; otherwise the slice would
 * report a rate that nobody reached.
 */
double xip_crew_thread_ns(const xip_crew *crew, uint32_t active);

/* After a turn of other work: transactions per ns of a thread, the mean of those that ran any; 0 when none did. */
double xip_crew_rate(const xip_crew *crew, uint32_t active);

/* The player's result. */
static inline const xip_crew_thread *xip_crew_player(const xip_crew *crew)
{
    return &crew->threads[crew->active_count];
}

#endif
