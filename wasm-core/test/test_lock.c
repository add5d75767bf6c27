/* test_lock.c — LWLock and semaphore as one thread sees them; race_lwlock.c has the rest. */
#include "pg/semaphore.h"
#include "server.h"

static void shared_and_exclusive(void)
{
    FOR_EACH_DESIGN({
        test_connect(&server, 3);
        xip_backend *b = server.backends;
        CHECK(xip_lwlock_try_acquire(&b[0], XIP_LOCK_PROC_ARRAY, XIP_LW_SHARED));
        CHECK(xip_lwlock_try_acquire(&b[1], XIP_LOCK_PROC_ARRAY, XIP_LW_SHARED));
        CHECK(!xip_lwlock_try_acquire(&b[2], XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE));
        CHECK(xip_lwlock_try_acquire(&b[2], XIP_LOCK_XID_GEN, XIP_LW_EXCLUSIVE)); /* another lock */
        CHECK(!xip_lwlock_try_acquire(&b[0], XIP_LOCK_XID_GEN, XIP_LW_SHARED));
        CHECK(!xip_lwlock_try_acquire(&b[0], XIP_LOCK_XID_GEN, XIP_LW_EXCLUSIVE));
        xip_lwlock_release(&b[2], XIP_LOCK_XID_GEN, XIP_LW_EXCLUSIVE);
        xip_lwlock_release(&b[0], XIP_LOCK_PROC_ARRAY, XIP_LW_SHARED);
        CHECK(!xip_lwlock_try_acquire(&b[2], XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE));
        xip_lwlock_release(&b[1], XIP_LOCK_PROC_ARRAY, XIP_LW_SHARED);
        CHECK(xip_lwlock_try_acquire(&b[2], XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE));
        xip_lwlock_release(&b[2], XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE);
        CHECK(server.cluster.locks[XIP_LOCK_PROC_ARRAY].state == 0);
        CHECK(server.cluster.locks[XIP_LOCK_XID_GEN].state == 0);
    })
}

static void every_path_gives_back(void)
{
    FOR_EACH_DESIGN({
        test_connect(&server, 2);
        xip_backend *b = server.backends;
        test_begin_with_xid(&b[0]);
        xip_assign_subxid(&b[0]);
        test_snapshot(&b[1]);
        test_snapshot(&b[1]);
        xip_proc_array_end_transaction(&b[0]);
        xip_begin(&b[1]);
        xip_proc_array_end_transaction(&b[1]);
        if (!design->array_of_procs)
            xip_set_slot_xmins(&b[0], 0, 0);
        xip_disconnect(&b[0]);
        for (uint32_t lock = 0; lock < XIP_LOCK_COUNT; lock++) {
            CHECK(server.cluster.locks[lock].state == 0);
            CHECK(server.cluster.locks[lock].waiters_head == 0 && server.cluster.locks[lock].waiters_tail == 0);
        }
        for (uint32_t i = 0; i < 2; i++)
            CHECK(server.cluster.semaphores[i].value == 0);
    })
}

static void a_snapshot_may_leave_the_lock_out(void)
{
    FOR_EACH_DESIGN({
        test_connect(&server, 2);
        CHECK(xip_lwlock_try_acquire(&server.backends[0], XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE));
        server.cluster.without_lock = true;
        test_snapshot(&server.backends[1]); /* would sleep forever */
        server.cluster.without_lock = false;
        xip_lwlock_release(&server.backends[0], XIP_LOCK_PROC_ARRAY, XIP_LW_EXCLUSIVE);
        CHECK(server.cluster.locks[XIP_LOCK_PROC_ARRAY].state == 0);
    })
}

static void a_semaphore_counts(void)
{
    uint32_t value = 0;
    xip_semaphore_post(NULL, &value);
    xip_semaphore_post(NULL, &value);
    CHECK(value == 2);
    xip_semaphore_wait(NULL, &value);
    xip_semaphore_wait(NULL, &value);
    CHECK(value == 0);
    xip_futex_wait(&value, 1, -1);   /* not the expected value: no sleep */
    xip_futex_wait(&value, 0, 1000); /* ends by itself */
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("many hold a lock shared, or one exclusively; conditional tries do not wait", shared_and_exclusive);
    LAW("whatever takes a lock gives it back", every_path_gives_back);
    LAW("without ProcArrayLock a snapshot waits for nobody", a_snapshot_may_leave_the_lock_out);
    LAW("a semaphore counts, a futex sleeps only on the expected value", a_semaphore_counts);
    return check_end();
}
