/*
 * history.h — recorded histories and their checker: are snapshots right while real threads assign, end and connect?
 *
 * Threads (history.c) run transactions on one server and note every operation with two numbers from one counter: one
 * drawn before it began, one after it was done. If A's second number is below B's first, A was over before B began.
 * After the run the checker (history_check.c) knows which transactions ran when, and checks every snapshot against
 * these laws, in O(n log n):
 *
 *   1  a transaction whose end was over before the snapshot began is not running in it, nor any of its subtransactions
 *   2  an xid assigned before the snapshot began, of a transaction whose end had not begun when it was done, is running
 *   3  no half of a commit: a transaction's xids are all running in a snapshot, or none is
 *   4  ends are seen in order: if T1's end was over before T2's began, nobody sees T2 ended and T1 running
 *   5  the sets of ended transactions that snapshots see form a chain, including concurrent snapshots
 *   6  the backend's advertised xmin, the snapshot's xmin and its contents agree: advertised <= xmin <= own xid and
 *      every listed top-level xid < xmax; no xid is listed twice, nor the backend's own
 *   7  no horizon passes a snapshot in use: one that was computed before the snapshot was released is not above its
 *      xmin
 *
 * MODEL: the checker of recorded histories does not check pg_xact, because the lab does not write it.
 */
#ifndef XIP_BENCH_HISTORY_H
#define XIP_BENCH_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "pg/xid.h"
#include "xip.h"

enum {
    XIP_HISTORY_LAWS = 7,
    XIP_HISTORY_REPORT_BYTES = 2048,
    XIP_HISTORY_MAX_THREADS = XIP_MAX_ACTIVE,
    XIP_HISTORY_MANY_SUBXIDS = 70 /* a transaction's subtransactions now and then: more than the cache of 64 holds */
};

/* The plan of a run. */
typedef struct xip_history_plan {
    uint32_t design; /* design of the ladder */
    uint32_t threads;
    uint32_t idle;         /* connections without xid, which make a scan take longer */
    uint32_t transactions; /* of each thread */
    uint64_t seed;
    uint32_t faults;        /* XIP_FAULT_* */
    bool churn;             /* threads and idle connections also disconnect and connect again */
    xip_full_xid first_xid; /* nextXid at the start; 0: a new server's */
} xip_history_plan;

/* The results of a run. `by_law[i]` counts violations of law i + 1. */
typedef struct xip_history_result {
    uint64_t transactions; /* with an xid */
    uint64_t xids;
    uint64_t snapshots;
    uint64_t reused;
    uint64_t overflowed; /* snapshots that were suboverflowed */
    uint64_t horizons;
    uint64_t violations;
    uint64_t by_law[XIP_HISTORY_LAWS];
    char report[XIP_HISTORY_REPORT_BYTES]; /* the first few violations, a line each */
} xip_history_result;

/* Runs, joins and checks. XIP_ERR_ARGUMENT when the plan makes no sense. */
xip_error xip_history_run(const xip_history_plan *plan, xip_history_result *result);

/* ---- the records; one log per thread, which it alone writes, and which is read when all are joined ---- */

typedef struct xip_seen_xid {
    xip_xid xid;
    uint32_t assigned; /* after the assignment returned */
} xip_seen_xid;

typedef struct xip_seen_transaction {
    uint32_t xid_at; /* its xids in the log: top level first, then subtransactions in order */
    uint32_t xid_count;
    uint32_t end_begin;
    uint32_t end_done;
} xip_seen_transaction;

enum { XIP_NO_TRANSACTION = UINT32_MAX };

typedef struct xip_seen_snapshot {
    uint32_t begin;
    uint32_t done;
    uint32_t own; /* the backend's transaction in the log, or XIP_NO_TRANSACTION */
    xip_xid xmin, xmax;
    xip_xid advertised; /* the backend's proc xmin right after */
    uint32_t xcnt, subxcnt;
    uint32_t released; /* before it was released */
    uint64_t list_at;  /* xip, then subxip, in the log's lists */
    bool suboverflowed;
    bool reused;
} xip_seen_snapshot;

/* ComputeXidHorizons: the minimum of all xids, all xmins and latestCompletedXid + 1. */
typedef struct xip_seen_horizon {
    xip_xid xid;
    uint32_t done;
} xip_seen_horizon;

typedef struct xip_history_log {
    xip_seen_xid *xids;
    xip_seen_transaction *transactions;
    xip_seen_snapshot *snapshots;
    xip_seen_horizon *horizons;
    xip_xid *lists;
    uint64_t xid_count, transaction_count, snapshot_count, horizon_count, list_count;
    uint64_t xid_room, transaction_room, snapshot_room, horizon_room, list_room;
} xip_history_log;

/* Fills `result` except for its `reused`. False when memory runs out. `first` is the oldest xid that was assigned. */
bool xip_history_check(const xip_history_log *logs, uint32_t threads, xip_xid first, xip_history_result *result);

#endif
