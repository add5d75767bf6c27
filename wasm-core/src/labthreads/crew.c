/* crew.c — see crew.h. */
#include "labthreads/crew.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "labthreads/operations.h"
#include "labthreads/savepoints.h"
#include "labthreads/work.h"
#include "pg/semaphore.h"

/*
 * The speed of other work on this thread is that of its best stretch of 2 ms: a stretch can be interrupted, but not run
 * too fast. On an overloaded machine every whole turn is interrupted. A slice of less than 2 ms is one stretch.
 */
static void run_other_work(xip_crew_thread *self, const xip_slice_plan *plan, xip_tally *tally)
{
    const double stretch_ns = 2e6;
    const uint32_t *stop = &self->crew->stop_slice;
    uint64_t chunk = 1;
    uint64_t before = 0;
    double from = self->begin_ns;
    self->best_rate = 0;
    while (!xip_slice_is_over(stop)) {
        for (uint64_t i = 0; i < chunk && !xip_slice_is_over(stop); i++) {
            tally->sink = xip_work(plan->work_units, tally->sink);
            tally->transactions++;
        }
        double now = xip_clock_ns();
        if (now - from < stretch_ns) {
            chunk *= 2; /* rarely enough that reading the clock costs nothing */
            continue;
        }
        double rate = (double)(tally->transactions - before) / (now - from);
        if (rate > self->best_rate)
            self->best_rate = rate;
        before = tally->transactions;
        from = now;
        chunk = chunk > 1 ? chunk / 2 : 1; /* the last doubling was too much */
    }
    /* A coarse clock may not have moved at all. */
    double whole = xip_clock_ns() - self->begin_ns;
    if (self->best_rate == 0 && whole > 0)
        self->best_rate = (double)tally->transactions / whole;
}

static void run_savepoints(xip_crew_thread *self, const xip_slice_plan *plan, xip_tally *tally)
{
    xip_server *server = &self->crew->servers->server[plan->server];
    xip_backend *me = &server->backends[self->number];
    const xip_task task = xip_savepoints_task(server, self->number, plan->work_units);
    me->slru = (xip_slru_counts){0};
    while (!xip_slice_is_over(&self->crew->stop_slice) && xip_savepoints_may_go_on(me, &task))
        xip_workload_transaction(me, plan->workload, &task, tally);
    tally->slru = me->slru;
}

static void run_active(xip_crew_thread *self)
{
    xip_crew *crew = self->crew;
    const xip_slice_plan plan = crew->plan;
    xip_tally tally = {.sink = self->tally.sink | 1};
    self->begin_ns = xip_clock_ns();
    if (plan.server == XIP_SLICE_OTHER_WORK) {
        run_other_work(self, &plan, &tally);
    } else {
        xip_backend *me = xip_servers_active(crew->servers, plan.server, self->number);
        if (plan.workload == XIP_WORKLOAD_OPERATIONS)
            xip_operations_run(me, xip_servers_companions(crew->servers, plan.server, self->number), plan.work_units,
                               &crew->stop_slice, &tally);
        else if (xip_scripts[plan.workload].savepoints > 0)
            run_savepoints(self, &plan, &tally);
        else
            xip_workload_run(me, plan.workload, plan.work_units, &crew->stop_slice, &tally);
    }
    self->end_ns = xip_clock_ns();
    self->tally = tally;
}

/* Due transactions are counted over a server's slices: the fraction that one leaves over is added to the next one. */
static double still_due(double due, uint64_t done)
{
    double left = due - (double)done;
    return left > 0 ? left - (double)(uint64_t)left : 0; /* whole ones that were not reached are lost */
}

/*
 * Plays all mostly idle connections: each is due to run one transaction every 100 ms, spread evenly. Also connects and
 * disconnects the churn.
 *
 * MODEL: one thread plays all mostly idle connections and does no other work for them, so that one core can keep up;
 * the achieved rate is shown next to the requested one.
 */
static void run_player(xip_crew_thread *self)
{
    xip_crew *crew = self->crew;
    const xip_slice_plan plan = crew->plan;
    xip_tally tally = {.sink = 1};
    self->connects = 0;
    if (plan.server != XIP_SLICE_OTHER_WORK && (plan.mostly_idle > 0 || plan.workload == XIP_WORKLOAD_CHURN)) {
        xip_server *server = &crew->servers->server[plan.server];
        const double connects_per_ns = plan.workload == XIP_WORKLOAD_CHURN ? XIP_CHURN_PER_SECOND / 1e9 : 0;
        const double transactions_per_ns = plan.mostly_idle / XIP_MOSTLY_IDLE_PERIOD_NS;
        const double begin = xip_clock_ns();
        double due = server->mostly_idle_due;
        double connects_due = server->churn_due;
        while (!xip_slice_is_over(&crew->stop_slice)) {
            double elapsed = xip_clock_ns() - begin;
            bool idle = true;
            due = server->mostly_idle_due + elapsed * transactions_per_ns;
            connects_due = server->churn_due + elapsed * connects_per_ns;
            /* In small groups, so that the end of the slice is noticed. */
            for (uint32_t i = 0; i < 16 && tally.transactions < (uint64_t)due; i++) {
                xip_backend *me = xip_server_next_mostly_idle(server);
                xip_workload_transaction(me, XIP_WORKLOAD_READONLY, &(const xip_task){0}, &tally);
                idle = false;
            }
            if (self->connects < (uint64_t)connects_due && xip_server_churn(server)) {
                self->connects++;
                idle = false;
            }
            if (idle)
                xip_futex_wait(&crew->stop_slice, 0, 200000);
        }
        server->mostly_idle_due = still_due(due, tally.transactions);
        server->churn_due = still_due(connects_due, self->connects);
    }
    self->tally = tally;
}

static void *thread_main(void *argument)
{
    xip_crew_thread *self = argument;
    xip_crew *crew = self->crew;
    uint32_t seen = 0;
    for (;;) {
        uint32_t go;
        while ((go = __atomic_load_n(&crew->go, __ATOMIC_ACQUIRE)) == seen)
            xip_futex_wait(&crew->go, seen, -1);
        seen = go;
        if (crew->plan.active == 0)
            return NULL; /* the end */
        if (self->number < crew->plan.active || self->number == crew->active_count)
            self->run(self);
        /* Release: the coordinator reads our tally after it has counted us. */
        __atomic_fetch_add(&crew->parked, 1, __ATOMIC_ACQ_REL);
        xip_futex_wake(&crew->parked, 1);
    }
}

xip_error xip_crew_start(xip_crew *crew, uint32_t active, xip_servers *servers, const pthread_attr_t *attributes)
{
    size_t bytes = sizeof(xip_crew_thread) * (active + 1);
    xip_crew_thread *all = aligned_alloc(128, bytes);
    if (!all)
        return XIP_ERR_NO_MEMORY;
    memset(all, 0, bytes);
    *crew = (xip_crew){.active_count = active, .threads = all, .servers = servers};
    for (uint32_t i = 0; i <= active; i++) {
        all[i].crew = crew;
        all[i].number = i;
        all[i].run = i == active ? run_player : run_active;
        /* The pool has room for all of them from the start, so that no thread needs a turn of the event loop to
         * begin. */
        if (pthread_create(&all[i].pthread, attributes, thread_main, &all[i]) != 0) {
            xip_crew_end(crew);
            return XIP_ERR_THREAD;
        }
        crew->started++;
    }
    return XIP_OK;
}

void xip_crew_begin(xip_crew *crew, const xip_slice_plan *plan)
{
    crew->plan = *plan;
    __atomic_store_n(&crew->parked, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&crew->stop_slice, 0, __ATOMIC_RELAXED);
    __atomic_fetch_add(&crew->go, 1, __ATOMIC_ACQ_REL);
    xip_futex_wake(&crew->go, UINT32_MAX);
}

void xip_crew_halt(xip_crew *crew)
{
    __atomic_store_n(&crew->stop_slice, 1, __ATOMIC_RELEASE);
    xip_futex_wake(&crew->stop_slice, UINT32_MAX);
    uint32_t parked;
    while ((parked = __atomic_load_n(&crew->parked, __ATOMIC_ACQUIRE)) < crew->started)
        xip_futex_wait(&crew->parked, parked, -1);
}

double xip_crew_thread_ns(const xip_crew *crew, uint32_t active)
{
    double first = crew->threads[0].begin_ns;
    double ends = 0;
    for (uint32_t i = 0; i < active; i++) {
        const xip_crew_thread *thread = &crew->threads[i];
        if (thread->begin_ns < first)
            first = thread->begin_ns;
        ends += thread->end_ns;
    }
    return ends - first * active;
}

double xip_crew_rate(const xip_crew *crew, uint32_t active)
{
    double rates = 0;
    uint32_t counted = 0;
    for (uint32_t i = 0; i < active; i++) {
        rates += crew->threads[i].best_rate;
        counted += crew->threads[i].best_rate > 0;
    }
    return counted > 0 ? rates / counted : 0;
}

void xip_crew_end(xip_crew *crew)
{
    xip_crew_begin(crew, &(xip_slice_plan){.active = 0});
    for (uint32_t i = 0; i < crew->started; i++)
        pthread_join(crew->threads[i].pthread, NULL);
    free(crew->threads);
    crew->threads = NULL;
    crew->started = 0;
}
