/* workload.c — see workload.h. */
#include "labthreads/workload.h"

#include "labthreads/savepoints.h"
#include "labthreads/work.h"
#include "pg/procarray.h"
#include "pg/xact.h"

/*
 * MODEL: a statement's snapshot is not copied, as PushActiveSnapshot copies it into palloc'ed memory; the cost of that
 * copy counts as "other work".
 */
static inline void take_snapshot(xip_backend *me, xip_tally *tally)
{
    tally->reused += xip_take_snapshot(me);
    tally->snapshots++;
}

static inline void other_work(uint64_t units, xip_tally *tally)
{
    if (units > 0)
        tally->sink = xip_work(units, tally->sink);
}

/* Each operation of a script as a statement. */
#define DO_BEGIN       xip_begin(me);
#define DO_SNAPSHOT    take_snapshot(me, tally);
#define DO_RELEASE     xip_release_snapshot(me);
#define DO_ASSIGN      xip_assign_xid(me);
#define DO_END         xip_proc_array_end_transaction(me);
#define DO_SAVEPOINT   xip_savepoints_choose(task->savepoints, task->client, round);
#define DO_SUBXACT     xip_savepoints_assign(me, task->client);
#define DO_READ_PAGE   xip_savepoints_read_page(me, task->savepoints, tally);
#define DO_READ_TABLE  xip_savepoints_read_table(me, task->savepoints, task->client, tally);
#define DO_WRITE_TABLE xip_savepoints_write_table(me, task->savepoints, task->client, tally);
#define DO_WORK        other_work(task->work_units, tally);
#define DO_PLAN_WORK
#define DO_RUN_WORK
#define DO_SHARE_WORK other_work(task->work_units / task->rounds, tally);
#define DO_REPEAT     for (uint32_t round = 0; round < task->rounds; round++) {
#define DO_AGAIN      }
#define DO_TURN

/*
 * A row's transaction, and the loop that runs it until the end of a slice: one function, so that no call and no choice
 * comes between two transactions.
 */
#define OP(name) DO_##name
#define ROW(number, name, list, ...)                                                                                   \
    static inline void once_##number(xip_backend *me, const xip_task *task, xip_tally *tally)                          \
    {                                                                                                                  \
        (void)task;                                                                                                    \
        list tally->transactions++;                                                                                    \
    }                                                                                                                  \
    static void loop_##number(xip_backend *me, const xip_task *task, const uint32_t *stop, xip_tally *tally)           \
    {                                                                                                                  \
        while (!xip_slice_is_over(stop))                                                                               \
            once_##number(me, task, tally);                                                                            \
    }
XIP_WORKLOADS(ROW)
#undef ROW
#undef OP

void xip_workload_transaction(xip_backend *me, xip_workload workload, const xip_task *task, xip_tally *tally)
{
    typedef void once(xip_backend * me, const xip_task *task, xip_tally *tally);
#define ROW(number, ...) [XIP_WORKLOAD_##number] = once_##number,
    static once *const all[XIP_WORKLOAD_COUNT] = {XIP_WORKLOADS(ROW)};
#undef ROW
    all[workload](me, task, tally);
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
    typedef void loop(xip_backend * me, const xip_task *task, const uint32_t *stop, xip_tally *tally);
#define ROW(number, ...) [XIP_WORKLOAD_##number] = loop_##number,
    static loop *const all[XIP_WORKLOAD_COUNT] = {XIP_WORKLOADS(ROW)};
#undef ROW
    const xip_task task = {.work_units = work_units, .rounds = xip_scripts[workload].rounds};
    all[workload](me, &task, stop, tally);
}
