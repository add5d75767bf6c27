/*
 * workload.h — the scripts of pg/script.h as straight code for real threads, and what a thread counts meanwhile.
 */
#ifndef XIP_BENCH_WORKLOAD_H
#define XIP_BENCH_WORKLOAD_H

#include <stdint.h>

#include "pg/cluster.h"
#include "pg/script.h"

enum { XIP_MAX_SAVEPOINTS = 1000 /* of one transaction */ };

/* Counters of one thread in one slice. Private to the thread until the slice ends. */
typedef struct xip_tally {
    uint64_t transactions;
    uint64_t snapshots;
    uint64_t reused;
    uint64_t sink; /* the last link of the other work */
    /* Workload operations: how many, and their total time. */
    uint64_t checks, assigns, ends;
    double check_ns, assign_ns, end_ns;
    uint64_t found_running; /* of the checks */
    xip_slru_counts slru;
} xip_tally;

/* A client's transactions, all alike. */
typedef struct xip_task {
    uint64_t work_units; /* of other work in each; see work.h */
    uint32_t rounds;
    /* The workloads with savepoints: labthreads/savepoints.c. */
    const struct xip_savepoints *savepoints;
    struct xip_savepoints_client *client;
} xip_task;

/* Whether a slice has ended. A plain read of a line that is shared until then: no cost in between. */
static inline bool xip_slice_is_over(const uint32_t *stop)
{
    return MEM_LOAD(uint32_t, stop) != 0;
}

/*
 * Transactions of a workload without savepoints until `*stop` is no longer 0; `work_units` of other work in each (see
 * work.h). Adds to `tally`.
 */
void xip_workload_run(xip_backend *me, xip_workload workload, uint64_t work_units, const uint32_t *stop,
                      xip_tally *tally);
/* Runs one transaction. Adds to `tally`. */
void xip_workload_transaction(xip_backend *me, xip_workload workload, const xip_task *task, xip_tally *tally);

#endif
