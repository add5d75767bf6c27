/*
 * lab.h — the lab: designs race on real threads, in short turns on the same threads, so that their ratio is paired.
 *
 * Threads: N active ones (a backend each, in every design's server), one that plays the mostly idle connections and the
 * churn, one coordinator. All except the coordinator are parked between slices; the coordinator changes servers only
 * then, so servers' private structures need no lock.
 *
 *   caller ──request──► coordinator ──go──► threads ──parked──► coordinator ──slice──► ring on the board ──► reader
 */
#ifndef XIP_BENCH_LAB_H
#define XIP_BENCH_LAB_H

#include <stdint.h>

#include "labthreads/workload.h"
#include "trace_abi.h"
#include "xip.h"

typedef struct xip_lab xip_lab;

/* The setting to measure. Plain numbers: it comes from JavaScript. */
typedef struct xip_lab_request {
    uint32_t designs; /* bit i: design i of the ladder takes part */
    uint32_t active;  /* 1 … the threads of the lab */
    uint32_t idle;
    uint32_t mostly_idle; /* each is due to run a transaction every 100 ms */
    uint32_t workload;    /* xip_workload */
    uint32_t other_work_us;
    uint32_t slice_ms;
    uint32_t without_lock; /* 1: snapshots leave ProcArrayLock out; workload snapshot only */
    uint32_t faults;       /* XIP_FAULT_*; for tests */
    uint32_t savepoints;   /* workloads with savepoints: of each transaction, or of the one open next to the readers */
    uint32_t slru_buffers; /* the same: 0, pg_subtrans as up to 16; otherwise subtransaction_buffers of 17 */
} xip_lab_request;

/* Starts `threads` active threads (1 to XIP_MAX_ACTIVE), all parked, and the coordinator, which waits for a request. */
xip_error xip_lab_start(uint32_t threads, xip_lab **lab);
/* The newest request wins. Returns the generation number under which its slices will be written. */
xip_error xip_lab_request_run(xip_lab *lab, const xip_lab_request *request, uint32_t *generation);
/* Takes effect at the end of the running slice. */
void xip_lab_pause(xip_lab *lab, bool paused);
/* Ends all threads and frees the lab. */
void xip_lab_stop(xip_lab *lab);
/* The memory that JavaScript reads; valid until the lab stops. */
const xip_lab_board *xip_lab_board_of(const xip_lab *lab);

#endif
