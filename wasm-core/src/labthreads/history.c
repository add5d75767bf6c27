/* history.c — runs the threads and records their operations; see history.h. */
#include "labthreads/history.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/assert.h"
#include "base/rng.h"
#include "designs/designs.h"
#include "pg/lwlock.h"
#include "pg/procarray.h"
#include "pg/semaphore.h"
#include "pg/xact.h"

enum {
    SPARE_PROCS = 8, /* so that a new connection does not always get the PGPROC that was freed last */
    STACK_BYTES = 128 * 1024,
    MAX_KEPT_XIDS = 1 << 22 /* of all threads together: keeps a history within a lab's fixed memory */
};

/*
 * The order of the counter is the order of the world: sequentially consistent. Under ThreadSanitizer on x86-64 it is
 * relaxed, which is the same locked instruction there, because an ordered one would synchronise every pair of threads
 * and hide the races that the run is to show.
 */
#if defined(__SANITIZE_THREAD__) && defined(__x86_64__)
enum { COUNTER_ORDER = __ATOMIC_RELAXED };
#else
enum { COUNTER_ORDER = __ATOMIC_SEQ_CST };
#endif

typedef struct history_run {
    _Alignas(128) uint32_t counter;
    _Alignas(128) uint32_t go; /* 0 wait, 1 run, 2 exit */
    const xip_history_plan *plan;
    uint32_t out_of_memory;
} history_run;

typedef struct history_thread {
    _Alignas(128) history_run *run;
    pthread_t pthread;
    xip_backend *me;
    xip_backend *idle; /* those this thread disconnects and connects again */
    uint32_t idle_count;
    xip_rng rng;
    uint64_t reused;
    uint64_t first_in_use; /* of the log's snapshots: this and all after it have not been released */
    xip_history_log log;
} history_thread;

static uint32_t now(history_run *run)
{
    __asm__ volatile("" ::: "memory");
    uint32_t n = __atomic_fetch_add(&run->counter, 1, COUNTER_ORDER);
    __asm__ volatile("" ::: "memory");
    return n;
}

/* The items with room for `more` after `count`; if there is no memory, they stay unchanged and the run ends. */
static void *grown(history_run *run, void *items, uint64_t *room, uint64_t wanted, size_t each)
{
    if (wanted <= *room)
        return items;
    uint64_t fresh_room = *room == 0 ? 1024 : *room * 2;
    while (fresh_room < wanted)
        fresh_room *= 2;
    void *fresh = realloc(items, (size_t)(fresh_room * each));
    if (!fresh) {
        __atomic_store_n(&run->out_of_memory, 1, __ATOMIC_RELAXED);
        return items;
    }
    *room = fresh_room;
    return fresh;
}
#define GROW(run, log, what, more)                                                                                     \
    ((log)->what##s =                                                                                                  \
         grown((run), (log)->what##s, &(log)->what##_room, (log)->what##_count + (more), sizeof *(log)->what##s),      \
     (log)->what##_count + (more) <= (log)->what##_room)

static void record_snapshot(history_thread *self, uint32_t own)
{
    history_run *run = self->run;
    xip_history_log *log = &self->log;
    xip_backend *me = self->me;
    const xip_snapshot *s = &me->snapshot;
    xip_seen_snapshot seen = {.own = own, .released = UINT32_MAX};
    seen.begin = now(run);
    seen.reused = xip_take_snapshot(me);
    seen.done = now(run);
    xip_list_running(me);
    seen.advertised = me->cluster->design->proc_xmin(me, me->pgprocno);
    seen.xmin = s->xmin;
    seen.xmax = s->xmax;
    seen.xcnt = s->xcnt;
    seen.subxcnt = s->suboverflowed ? 0 : s->subxcnt;
    seen.suboverflowed = s->suboverflowed;
    seen.list_at = log->list_count;
    if (!GROW(run, log, snapshot, 1) || !GROW(run, log, list, seen.xcnt + seen.subxcnt))
        return;
    for (uint32_t i = 0; i < seen.xcnt; i++)
        log->lists[log->list_count++] = s->xip[i];
    for (uint32_t i = 0; i < seen.subxcnt; i++)
        log->lists[log->list_count++] = s->subxip[i];
    log->snapshots[log->snapshot_count++] = seen;
    self->reused += seen.reused;
}

/* Notes the release of the snapshots in use: call it just before their xmin is withdrawn. */
static void give_up_snapshots(history_thread *self)
{
    uint32_t when = now(self->run);
    while (self->first_in_use < self->log.snapshot_count)
        self->log.snapshots[self->first_in_use++].released = when;
}

static void release_snapshots(history_thread *self)
{
    give_up_snapshots(self);
    xip_release_snapshot(self->me);
}

/* A backend that prunes would do this: with the lock held shared, so alongside snapshots, never during ends. */
static void record_horizon(history_thread *self)
{
    xip_backend *me = self->me;
    xip_cluster *cluster = me->cluster;
    if (!GROW(self->run, &self->log, horizon, 1))
        return;
    const uint32_t *latest = (const uint32_t *)(const void *)&cluster->transam->latest_completed_xid;
    xip_lwlock_acquire(me, XIP_LOCK_PROC_ARRAY, XIP_LW_SHARED);
    xip_xid oldest = xip_xid_next(mem_read_u32(me->core, latest, MEM_LATEST_COMPLETED_XID));
    uint32_t n = xip_num_procs(me);
    for (uint32_t at = 0; at < n; at++) {
        xip_proc_entry entry;
        cluster->design->entry(me, at, &entry);
        oldest = xip_xid_older(xip_xid_older(oldest, entry.xid), entry.xmin);
    }
    xip_lwlock_release(me, XIP_LOCK_PROC_ARRAY, XIP_LW_SHARED);
    self->log.horizons[self->log.horizon_count++] = (xip_seen_horizon){.xid = oldest, .done = now(self->run)};
}

static void record_xid(history_thread *self, bool top)
{
    xip_history_log *log = &self->log;
    xip_seen_xid *seen = &log->xids[log->xid_count++];
    seen->xid = top ? xip_assign_xid(self->me) : xip_assign_subxid(self->me);
    seen->assigned = now(self->run);
}

/* One transaction: snapshots before, between and after its xids; sometimes one is kept while others are taken. */
static void run_transaction(history_thread *self)
{
    xip_backend *me = self->me;
    xip_rng *rng = &self->rng;
    xip_history_log *log = &self->log;
    uint32_t own = XIP_NO_TRANSACTION;
    xip_begin(me);
    if (!xip_rng_once_in(rng, 3)) {
        record_snapshot(self, own);
        if (!xip_rng_once_in(rng, 4))
            release_snapshots(self);
    }
    if (!xip_rng_once_in(rng, 8)) {
        uint32_t subxids = xip_rng_once_in(rng, 48) ? XIP_HISTORY_MANY_SUBXIDS : xip_rng_below(rng, 9);
        if (!GROW(self->run, log, transaction, 1) || !GROW(self->run, log, xid, 1 + subxids))
            return;
        own = (uint32_t)log->transaction_count++;
        xip_seen_transaction *seen = &log->transactions[own];
        *seen = (xip_seen_transaction){.xid_at = (uint32_t)log->xid_count, .xid_count = 1 + subxids};
        record_xid(self, true);
        for (uint32_t i = 0; i < subxids; i++) {
            if (xip_rng_once_in(rng, 16))
                record_snapshot(self, own);
            record_xid(self, false);
        }
        if (xip_rng_once_in(rng, 16))
            xip_nap();
        if (xip_rng_once_in(rng, 2))
            record_snapshot(self, own);
        if (xip_rng_once_in(rng, 2))
            release_snapshots(self);
        give_up_snapshots(self);
        seen->end_begin = now(self->run);
        xip_proc_array_end_transaction(me);
        seen->end_done = now(self->run);
    } else {
        record_snapshot(self, own);
        release_snapshots(self);
        xip_proc_array_end_transaction(me);
    }
}

static void reconnect(xip_backend *backend)
{
    xip_disconnect(backend);
    xip_error error = xip_connect(backend);
    XIP_ASSERT(error == XIP_OK, "there is a free PGPROC: one was just given back");
}

static void *thread_main(void *argument)
{
    history_thread *self = argument;
    history_run *run = self->run;
    uint32_t go;
    while ((go = __atomic_load_n(&run->go, __ATOMIC_ACQUIRE)) == 0)
        xip_futex_wait(&run->go, 0, -1);
    for (uint32_t i = 0; go == 1 && i < run->plan->transactions; i++) {
        if (__atomic_load_n(&run->out_of_memory, __ATOMIC_RELAXED))
            break;
        run_transaction(self);
        if (xip_rng_once_in(&self->rng, 4))
            record_horizon(self);
        if (!run->plan->churn)
            continue;
        if (xip_rng_once_in(&self->rng, 8) && self->idle_count > 0)
            reconnect(&self->idle[xip_rng_below(&self->rng, self->idle_count)]);
        if (xip_rng_once_in(&self->rng, 32))
            reconnect(self->me);
    }
    return NULL;
}

/* Connects all backends, the threads' ones evenly among the idle ones. `backends` holds the threads' first. */
static xip_error connect_all(const xip_history_plan *plan, xip_cluster *cluster, xip_backend *backends,
                             xip_arena *arena)
{
    xip_cluster_size size = {.max_with_xid = plan->threads, .max_with_subxid = plan->threads};
    uint32_t n = plan->threads + plan->idle;
    uint32_t active = 0;
    uint32_t idle = plan->threads;
    xip_error error = XIP_OK;
    for (uint32_t at = 0; at < n && error == XIP_OK; at++) {
        bool is_active = active < plan->threads && (uint64_t)(2 * active + 1) * n / (2 * plan->threads) <= at;
        xip_backend *backend = &backends[is_active || idle == n ? active++ : idle++];
        if (backend < backends + plan->threads)
            error = xip_backend_init(backend, cluster, NULL, &size, arena);
        else
            *backend = (xip_backend){.cluster = cluster};
        if (error == XIP_OK)
            error = xip_connect(backend);
    }
    return error;
}

static xip_error run_threads(history_run *run, history_thread *threads)
{
    const uint32_t n = run->plan->threads;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    uint32_t started = 0;
    while (started < n && pthread_create(&threads[started].pthread, &attributes, thread_main, &threads[started]) == 0)
        started++;
    pthread_attr_destroy(&attributes);
    __atomic_store_n(&run->go, started == n ? 1 : 2, __ATOMIC_RELEASE);
    xip_futex_wake(&run->go, UINT32_MAX);
    for (uint32_t i = 0; i < started; i++)
        pthread_join(threads[i].pthread, NULL);
    if (started < n)
        return XIP_ERR_THREAD;
    return run->out_of_memory ? XIP_ERR_NO_MEMORY : XIP_OK;
}

static xip_error run_and_check(const xip_history_plan *plan, history_thread *threads, xip_arena *arena,
                               xip_history_result *result)
{
    const uint32_t n = plan->threads + plan->idle;
    const xip_design_ops *design = xip_design_ops_at(plan->design);
    xip_cluster cluster;
    xip_error error = xip_cluster_init(&cluster, design, n + SPARE_PROCS, arena);
    xip_backend *backends = xip_arena_take(arena, sizeof *backends * n, 128);
    if (error != XIP_OK || !backends)
        return XIP_ERR_NO_MEMORY;
    cluster.faults = plan->faults;
    if (plan->first_xid != 0) {
        cluster.transam->next_xid = plan->first_xid;
        cluster.transam->oldest_xid = (xip_xid)plan->first_xid;
        xip_cluster_restart(&cluster);
    }
    const xip_xid first = (xip_xid)cluster.transam->next_xid;
    error = connect_all(plan, &cluster, backends, arena);
    if (error != XIP_OK)
        return error;
    history_run run = {.plan = plan};
    const uint32_t idle_each = plan->idle / plan->threads;
    for (uint32_t i = 0; i < plan->threads; i++)
        threads[i] = (history_thread){
            .run = &run,
            .me = &backends[i],
            .idle = &backends[plan->threads + i * idle_each],
            .idle_count = idle_each,
            .rng = {plan->seed * 1000003 + i},
        };
    error = run_threads(&run, threads);
    if (error != XIP_OK)
        return error;
    xip_history_log *logs = malloc(sizeof *logs * plan->threads);
    if (!logs)
        return XIP_ERR_NO_MEMORY;
    for (uint32_t i = 0; i < plan->threads; i++) {
        logs[i] = threads[i].log;
        result->reused += threads[i].reused;
    }
    bool checked = xip_history_check(logs, plan->threads, first, result);
    free(logs);
    return checked ? XIP_OK : XIP_ERR_NO_MEMORY;
}

xip_error xip_history_run(const xip_history_plan *plan, xip_history_result *result)
{
    *result = (xip_history_result){0};
    const xip_design_ops *design = xip_design_ops_at(plan->design);
    if (!design)
        return XIP_ERR_DESIGN;
    if (plan->threads < 1 || plan->threads > XIP_HISTORY_MAX_THREADS)
        return XIP_ERR_ACTIVE;
    if (plan->idle > XIP_MAX_CONNECTIONS || plan->idle + plan->threads > XIP_MAX_CONNECTIONS)
        return XIP_ERR_CONNECTIONS;
    if (plan->transactions == 0 || plan->transactions > MAX_KEPT_XIDS / plan->threads / 8)
        return XIP_ERR_ARGUMENT;
    const uint32_t n = plan->threads + plan->idle;
    const size_t lists = sizeof(xip_xid) * plan->threads * 66 + 4 * XIP_LINE_SIZE_BYTES;
    xip_arena arena;
    if (!xip_arena_init(&arena, xip_cluster_bytes(design, n + SPARE_PROCS) + sizeof(xip_backend) * (n + 1) +
                                    lists * plan->threads))
        return XIP_ERR_NO_MEMORY;
    history_thread *threads = aligned_alloc(128, sizeof *threads * plan->threads);
    xip_error error = XIP_ERR_NO_MEMORY;
    if (threads) {
        memset(threads, 0, sizeof *threads * plan->threads);
        error = run_and_check(plan, threads, &arena, result);
        for (uint32_t i = 0; i < plan->threads; i++) {
            free(threads[i].log.xids);
            free(threads[i].log.transactions);
            free(threads[i].log.snapshots);
            free(threads[i].log.horizons);
            free(threads[i].log.lists);
        }
        free(threads);
    }
    xip_arena_free(&arena);
    return error;
}
