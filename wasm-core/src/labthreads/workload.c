/* workload.c — see workload.h. */
#include "labthreads/workload.h"

#include "labthreads/work.h"
#include "pg/procarray.h"
#include "pg/xact.h"

const char *xip_workload_name(uint32_t workload)
{
    static const char *const names[XIP_WORKLOAD_COUNT] = {"snapshot",    "readonly",    "batch",
                                                          "readwrite",   "churn",       "operations",
                                                          "subtrans-60", "subtrans-90", "subtrans-spread"};
    return workload < XIP_WORKLOAD_COUNT ? names[workload] : NULL;
}

static inline void take_and_release(xip_backend *me, xip_tally *tally)
{
    tally->reused += xip_take_snapshot(me);
    tally->snapshots++;
    xip_release_snapshot(me);
}

/*
 * MODEL: a statement's snapshot is not copied, as PushActiveSnapshot does into palloc'ed memory; what the copy costs
 * counts as "other work".
 */
static void select_statement(xip_backend *me, xip_tally *tally)
{
    take_and_release(me, tally); /* parse and plan */
    take_and_release(me, tally); /* run */
}

void xip_workload_transaction(xip_backend *me, xip_workload workload, uint64_t work_units, xip_tally *tally)
{
    switch (workload) {
    case XIP_WORKLOAD_SNAPSHOT:
        take_and_release(me, tally);
        break;
    case XIP_WORKLOAD_BATCH:
        xip_begin(me);
        for (uint32_t i = 0; i < XIP_BATCH_STATEMENTS; i++)
            select_statement(me, tally);
        xip_proc_array_end_transaction(me);
        break;
    case XIP_WORKLOAD_READWRITE:
        xip_begin(me);
        take_and_release(me, tally);
        tally->reused += xip_take_snapshot(me);
        tally->snapshots++;
        xip_assign_xid(me);
        break;
    case XIP_WORKLOAD_READONLY:
    case XIP_WORKLOAD_CHURN:
    case XIP_WORKLOAD_OPERATIONS:
    case XIP_WORKLOAD_SUBTRANS_60:
    case XIP_WORKLOAD_SUBTRANS_90:
    case XIP_WORKLOAD_SUBTRANS_SPREAD: /* these three: labthreads/savepoints.c */
    case XIP_WORKLOAD_COUNT:
        xip_begin(me);
        select_statement(me, tally);
        xip_proc_array_end_transaction(me);
        break;
    }
    if (work_units > 0)
        tally->sink = xip_work(work_units, tally->sink);
    if (workload == XIP_WORKLOAD_READWRITE) {
        /* The work comes between the write and the end, so that others see the xid running. */
        xip_release_snapshot(me);
        xip_proc_array_end_transaction(me);
    }
    tally->transactions++;
}

/*
 * The bare loop: everything that is not a snapshot's own work is kept out of it, as far as C allows (WebAssembly's
 * engines keep neither a switch nor a counter in memory out of a loop; measured: 4 of the 18 ns that a turn takes
 * without any snapshot).
 */
static void run_snapshots(xip_backend *me, const uint32_t *stop, xip_tally *tally)
{
    uint64_t snapshots = 0;
    uint64_t reused = 0;
    while (!xip_slice_is_over(stop)) {
        reused += xip_take_snapshot(me);
        snapshots++;
        xip_release_snapshot(me);
    }
    tally->transactions += snapshots;
    tally->snapshots += snapshots;
    tally->reused += reused;
}

void xip_workload_run(xip_backend *me, xip_workload workload, uint64_t work_units, const uint32_t *stop,
                      xip_tally *tally)
{
    if (workload == XIP_WORKLOAD_SNAPSHOT && work_units == 0) {
        run_snapshots(me, stop, tally);
        return;
    }
    while (!xip_slice_is_over(stop))
        xip_workload_transaction(me, workload, work_units, tally);
}
