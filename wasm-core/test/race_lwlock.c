/*
 * race_lwlock.c — LWLock and group clear under threads: exclusion, no lost wake-up, no transaction ended twice or
 * forgotten. A lost wake-up would make this hang; the runner's limit ends it.
 */
#include <pthread.h>

#include "base/clock.h"
#include "base/rng.h"
#include "pg/semaphore.h"
#include "server.h"

enum { THREADS = 8, ROUNDS = CHECK_SANITIZED ? 4000 : 40000 };

static test_server server;
static uint32_t go;

/* Plain memory under the lock: two writers at once would lose counts, and ThreadSanitizer sees any access without
 * it. */
static uint64_t counter, copy_of_counter;
static uint32_t readers_now, most_readers;
static uint64_t exclusive_rounds[THREADS];
static uint32_t torn[THREADS]; /* forbidden states that a thread saw */

static void wait_for_go(void)
{
    while (__atomic_load_n(&go, __ATOMIC_ACQUIRE) == 0)
        xip_futex_wait(&go, 0, -1);
}

static void run_threads(void *(*work)(void *))
{
    pthread_t threads[THREADS];
    uint32_t numbers[THREADS];
    go = 0;
    for (uint32_t i = 0; i < THREADS; i++) {
        numbers[i] = i;
        if (!CHECK(pthread_create(&threads[i], NULL, work, &numbers[i]) == 0))
            exit(1);
    }
    __atomic_store_n(&go, 1, __ATOMIC_RELEASE);
    xip_futex_wake(&go, UINT32_MAX);
    for (uint32_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

/* Nothing is held, nobody queued, no unused wake-up left over. */
static void all_is_quiet(void)
{
    for (uint32_t lock = 0; lock < XIP_LOCK_COUNT; lock++) {
        CHECK((server.cluster.locks[lock].state & 0x01FFFFFF) == 0);
        CHECK((server.cluster.locks[lock].state & (1u << 30)) == 0);
        CHECK(server.cluster.locks[lock].waiters_head == 0 && server.cluster.locks[lock].waiters_tail == 0);
    }
    CHECK(server.cluster.proc_hdr->proc_array_group_first == 0);
    for (uint32_t i = 0; i < TEST_PROCS; i++)
        CHECK(server.cluster.semaphores[i].value == 0);
}

static void *mix(void *argument)
{
    uint32_t number = *(uint32_t *)argument;
    xip_backend *me = &server.backends[number];
    xip_rng rng = {check_state.seed + number};
    wait_for_go();
    for (uint32_t i = 0; i < ROUNDS; i++) {
        bool exclusive = xip_rng_once_in(&rng, 4);
        xip_lwlock_mode mode = exclusive ? XIP_LW_EXCLUSIVE : XIP_LW_SHARED;
        if (!xip_rng_once_in(&rng, 8))
            xip_lwlock_acquire(me, XIP_LOCK_PROC_ARRAY, mode);
        else if (!xip_lwlock_try_acquire(me, XIP_LOCK_PROC_ARRAY, mode))
            continue;
        if (exclusive) {
            counter++;
            if (xip_rng_once_in(&rng, 64))
                xip_nap();
            copy_of_counter++;
            exclusive_rounds[number]++;
        } else {
            uint32_t now = __atomic_add_fetch(&readers_now, 1, __ATOMIC_RELAXED);
            if (now > __atomic_load_n(&most_readers, __ATOMIC_RELAXED))
                __atomic_store_n(&most_readers, now, __ATOMIC_RELAXED);
            uint64_t seen = counter;
            if (xip_rng_once_in(&rng, 64))
                xip_nap();
            torn[number] += seen != copy_of_counter || seen != counter;
            __atomic_sub_fetch(&readers_now, 1, __ATOMIC_RELAXED);
        }
        xip_lwlock_release(me, XIP_LOCK_PROC_ARRAY, mode);
    }
    return NULL;
}

static void locks_exclude(void)
{
    static const xip_design_ops *const layouts[] = {&xip_design_pg91, &xip_design_pg13, &xip_design_pg14};
    for (size_t l = 0; l < sizeof layouts / sizeof *layouts; l++) {
        CONTEXT("PGPROC of %s", layouts[l]->info.id);
        counter = copy_of_counter = 0;
        most_readers = 0;
        memset(exclusive_rounds, 0, sizeof exclusive_rounds);
        memset(torn, 0, sizeof torn);
        test_server_start(&server, layouts[l]);
        test_connect(&server, THREADS);
        run_threads(mix);
        uint64_t sum = 0;
        for (uint32_t i = 0; i < THREADS; i++) {
            sum += exclusive_rounds[i];
            CHECK(torn[i] == 0);
        }
        CHECK(counter == sum && copy_of_counter == sum);
        CHECK(sum > THREADS * ROUNDS / 8);
        CHECK(most_readers > 1); /* shared means shared */
        all_is_quiet();
        test_server_stop(&server);
    }
}

static uint32_t inside;

/* Continues when all readers are inside at once, or a minute later. */
static void *read_together(void *argument)
{
    uint32_t number = *(uint32_t *)argument;
    xip_backend *me = &server.backends[number];
    wait_for_go();
    xip_lwlock_acquire(me, XIP_LOCK_PROC_ARRAY, XIP_LW_SHARED);
    __atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST);
    double limit = xip_clock_ns() + 60e9;
    uint32_t now;
    while ((now = __atomic_load_n(&inside, __ATOMIC_SEQ_CST)) < THREADS && xip_clock_ns() < limit)
        xip_futex_wait(&inside, now, 1000000);
    torn[number] = now < THREADS;
    xip_lwlock_release(me, XIP_LOCK_PROC_ARRAY, XIP_LW_SHARED);
    return NULL;
}

static void *write_first(void *argument)
{
    uint32_t number = *(uint32_t *)argument;
    if (number != THREADS)
        return read_together(argument);
    const xip_proc_layout *layout = server.cluster.design->proc_layout;
    xip_backend *me = &server.backends[THREADS];
    xip_lwlock_acquire(me, XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE);
    __atomic_store_n(&go, 1, __ATOMIC_RELEASE);
    xip_futex_wake(&go, UINT32_MAX);
    for (uint32_t i = 0; i < THREADS; i++)
        while (!mem_atomic_load_u8(NULL, xip_proc_field(&server.cluster, i, layout->lw_waiting), MEM_LW_WAITING))
            xip_nap();
    xip_lwlock_release(me, XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE);
    return NULL;
}

static void readers_come_together(void)
{
    test_server_start(&server, &xip_design_pg14);
    test_connect(&server, THREADS + 1);
    for (uint32_t round = 0; round < 20; round++) {
        inside = go = 0;
        pthread_t threads[THREADS + 1];
        uint32_t numbers[THREADS + 1];
        for (uint32_t i = 0; i <= THREADS; i++) {
            numbers[i] = i;
            if (!CHECK(pthread_create(&threads[i], NULL, write_first, &numbers[i]) == 0))
                exit(1);
        }
        for (uint32_t i = 0; i <= THREADS; i++)
            pthread_join(threads[i], NULL);
        uint32_t alone = 0;
        for (uint32_t i = 0; i < THREADS; i++)
            alone += torn[i];
        all_is_quiet();
        if (!CHECK(alone == 0))
            break;
    }
    test_server_stop(&server);
}

static void *end_transactions(void *argument)
{
    uint32_t number = *(uint32_t *)argument;
    xip_backend *me = &server.backends[number];
    xip_rng rng = {check_state.seed + number};
    const uint32_t *lxid = (const uint32_t *)(const void *)xip_proc_field(&server.cluster, me->pgprocno,
                                                                          server.cluster.design->proc_layout->lxid);
    wait_for_go();
    for (uint32_t i = 0; i < ROUNDS / 4; i++) {
        test_begin_with_xid(me);
        xip_xid last = xip_assign_subxid(me);
        if (xip_rng_once_in(&rng, 4)) {
            /* Holding the lock for a while lets a group gather behind it. */
            xip_lwlock_acquire(me, XIP_LOCK_PROC_ARRAY, XIP_LW_SHARED);
            xip_nap();
            xip_lwlock_release(me, XIP_LOCK_PROC_ARRAY, XIP_LW_SHARED);
        }
        xip_proc_array_end_transaction(me);
        /* On return it is out of the array: nobody else clears it later. */
        test_snapshot(me);
        torn[number] += !xip_xid_precedes(last, me->snapshot.xmax) || *lxid != 0;
    }
    return NULL;
}

static void groups_clear_everybody_once(void)
{
    static const xip_design_ops *const designs[] = {&xip_design_pg91, &xip_design_pg13, &xip_design_xmin_moved,
                                                    &xip_design_pg14};
    for (size_t d = 0; d < sizeof designs / sizeof *designs; d++) {
        CONTEXT("%s", designs[d]->info.id);
        memset(torn, 0, sizeof torn);
        test_server_start(&server, designs[d]);
        test_connect(&server, THREADS + 1);
        uint64_t count = server.cluster.transam->xact_completion_count;
        xip_xid first = (xip_xid)server.cluster.transam->next_xid;
        run_threads(end_transactions);
        const uint32_t ended = THREADS * (ROUNDS / 4);
        const xip_snapshot *s = test_snapshot(&server.backends[THREADS]);
        CHECK(s->xmin == first + 2 * ended && s->xmax == first + 2 * ended);
        CHECK(s->xcnt == 0 && s->subxcnt == 0);
        for (uint32_t i = 0; i < THREADS; i++)
            CHECK(torn[i] == 0);
        if (designs[d] == &xip_design_pg14)
            CHECK(server.cluster.transam->xact_completion_count == count + ended);
        all_is_quiet();
        test_server_stop(&server);
    }
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("a lock excludes writers, admits readers together, and loses no wake-up", locks_exclude);
    LAW("one release lets all waiting readers in at once", readers_come_together);
    LAW("every transaction ends exactly once, alone or in a group", groups_clear_everybody_once);
    return check_end();
}
