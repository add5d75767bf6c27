/*
 * workload.h — one transaction of each workload. The caller loops.
 * PostgreSQL: exec_simple_query takes one snapshot to parse and plan and one to run, each set and cleared in READ
 * COMMITTED.
 */
#ifndef XIP_BENCH_WORKLOAD_H
#define XIP_BENCH_WORKLOAD_H

#include <stdint.h>

#include "pg/cluster.h"

typedef enum xip_workload {
    XIP_WORKLOAD_SNAPSHOT = 0,   /* the bare loop: take a snapshot, set and clear xmin */
    XIP_WORKLOAD_READONLY = 1,   /* pgbench -S: two snapshots, other work */
    XIP_WORKLOAD_BATCH = 2,      /* 100 empty SELECTs sent at once: 200 snapshots, other work once */
    XIP_WORKLOAD_READWRITE = 3,  /* an xid, two snapshots, other work, ProcArrayEndTransaction with group clear */
    XIP_WORKLOAD_CHURN = 4,      /* readonly, while other connections connect and disconnect */
    XIP_WORKLOAD_OPERATIONS = 5, /* checks, assignments, ends, each timed separately: operations.h */
    /* The three with savepoints (savepoints.h); code relies on their order. */
    XIP_WORKLOAD_SUBTRANS_60 = 6,     /* the published script; 60 savepoints by default */
    XIP_WORKLOAD_SUBTRANS_90 = 7,     /* the same with 90 */
    XIP_WORKLOAD_SUBTRANS_SPREAD = 8, /* readers next to one transaction with savepoints, rows' xids on 100 pages */
    XIP_WORKLOAD_COUNT = 9
} xip_workload;

enum {
    XIP_BATCH_STATEMENTS = 100,
    XIP_MAX_SAVEPOINTS = 1000 /* of one transaction */
};

/* Does it need pg_subtrans, and is run by xip_savepoints_run? */
static inline bool xip_workload_has_savepoints(uint32_t workload)
{
    return workload >= XIP_WORKLOAD_SUBTRANS_60 && workload <= XIP_WORKLOAD_SUBTRANS_SPREAD;
}

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

/* The name as on the command line; NULL past the end. */
const char *xip_workload_name(uint32_t workload);

/* Whether a slice has ended. A plain read of a line that is shared until then: no cost in between. */
static inline bool xip_slice_is_over(const uint32_t *stop)
{
    return MEM_LOAD(uint32_t, stop) != 0;
}

/*
 * Transactions of `workload` until `*stop` is no longer 0; `work_units` of other work in each (see work.h). Adds to
 * `tally`.
 */
void xip_workload_run(xip_backend *me, xip_workload workload, uint64_t work_units, const uint32_t *stop,
                      xip_tally *tally);
/* Runs one transaction of `workload`, which is not operations; `work_units` of other work (see work.h). */
void xip_workload_transaction(xip_backend *me, xip_workload workload, uint64_t work_units, xip_tally *tally);

#endif
