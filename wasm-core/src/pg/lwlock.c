/* lwlock.c — see lwlock.h. */
#include "pg/lwlock.h"

#include "base/assert.h"
#include "pg/semaphore.h"

enum {
    SHARED_MASK = (1 << 24) - 1,
    EXCLUSIVE = 1 << 24,
    QUEUE_LOCKED = 1 << 28,
    WAKING = 1 << 29,
    HAS_WAITERS = 1 << 30
};

/* Links hold pgprocno + 1, so that zeroed memory is an empty queue. */
enum { NOBODY = 0 };

static xip_lwlock *lock_at(const xip_backend *me, unsigned lock)
{
    return &me->cluster->locks[lock];
}

static uint32_t *proc_u32(const xip_backend *me, uint32_t link, uint32_t offset)
{
    return (uint32_t *)(void *)xip_proc_field(me->cluster, link - 1, offset);
}

static uint8_t *proc_u8(const xip_backend *me, uint32_t link, uint32_t offset)
{
    return xip_proc_field(me->cluster, link - 1, offset);
}

/* LWLockAttemptLock: true when taken. The compare-and-swap acquires: the last holder's writes are visible. */
static inline bool attempt(xip_backend *me, xip_lwlock *lock, xip_lwlock_mode mode)
{
    uint32_t seen = mem_atomic_load_u32(me->core, &lock->state, MEM_LWLOCK_STATE);
    for (;;) {
        bool free = mode == XIP_LW_EXCLUSIVE ? (seen & (EXCLUSIVE | SHARED_MASK)) == 0 : (seen & EXCLUSIVE) == 0;
        if (!free)
            return false;
        uint32_t wanted = seen + (mode == XIP_LW_EXCLUSIVE ? (uint32_t)EXCLUSIVE : 1u);
        if (mem_atomic_cas_u32(me->core, &lock->state, &seen, wanted, MEM_LWLOCK_STATE))
            return true;
    }
}

/* LWLockWaitListLock: a spinlock inside the state word; held for a few instructions. */
static void queue_lock(xip_backend *me, xip_lwlock *lock)
{
    for (uint32_t spins = 0; mem_atomic_or_u32(me->core, &lock->state, QUEUE_LOCKED, MEM_LWLOCK_STATE) & QUEUE_LOCKED;
         spins++)
        if (spins > 100)
            xip_nap();
}

static void queue_unlock(xip_backend *me, xip_lwlock *lock)
{
    mem_atomic_and_u32(me->core, &lock->state, ~(uint32_t)QUEUE_LOCKED, MEM_LWLOCK_STATE);
}

/* LWLockQueueSelf: at the tail. */
static void queue_self(xip_backend *me, xip_lwlock *lock, xip_lwlock_mode mode)
{
    const xip_proc_layout *layout = me->cluster->design->proc_layout;
    uint32_t self = me->pgprocno + 1;
    queue_lock(me, lock);
    mem_atomic_or_u32(me->core, &lock->state, HAS_WAITERS, MEM_LWLOCK_STATE);
    uint32_t tail = mem_read_u32(me->core, &lock->waiters_tail, MEM_LWLOCK_WAITERS);
    mem_atomic_store_u8(me->core, proc_u8(me, self, layout->lw_waiting), 1, MEM_LW_WAITING);
    mem_write_u8(me->core, proc_u8(me, self, layout->lw_wait_mode), (uint8_t)mode, MEM_LW_WAIT_MODE);
    mem_write_u32(me->core, proc_u32(me, self, layout->lw_wait_next), NOBODY, MEM_LW_WAIT_LINK);
    mem_write_u32(me->core, proc_u32(me, self, layout->lw_wait_prev), tail, MEM_LW_WAIT_LINK);
    if (tail == NOBODY)
        mem_write_u32(me->core, &lock->waiters_head, self, MEM_LWLOCK_WAITERS);
    else
        mem_write_u32(me->core, proc_u32(me, tail, layout->lw_wait_next), self, MEM_LW_WAIT_LINK);
    mem_write_u32(me->core, &lock->waiters_tail, self, MEM_LWLOCK_WAITERS);
    queue_unlock(me, lock);
}

/* Removes one from the queue; the caller holds the queue's lock. */
static void unlink_waiter(xip_backend *me, xip_lwlock *lock, uint32_t link)
{
    const xip_proc_layout *layout = me->cluster->design->proc_layout;
    uint32_t next = mem_read_u32(me->core, proc_u32(me, link, layout->lw_wait_next), MEM_LW_WAIT_LINK);
    uint32_t prev = mem_read_u32(me->core, proc_u32(me, link, layout->lw_wait_prev), MEM_LW_WAIT_LINK);
    if (prev == NOBODY)
        mem_write_u32(me->core, &lock->waiters_head, next, MEM_LWLOCK_WAITERS);
    else
        mem_write_u32(me->core, proc_u32(me, prev, layout->lw_wait_next), next, MEM_LW_WAIT_LINK);
    if (next == NOBODY)
        mem_write_u32(me->core, &lock->waiters_tail, prev, MEM_LWLOCK_WAITERS);
    else
        mem_write_u32(me->core, proc_u32(me, next, layout->lw_wait_prev), prev, MEM_LW_WAIT_LINK);
}

/*
 * LWLockDequeueSelf: the second try succeeded. If a release removed us from the queue meanwhile, its wake-up is on its
 * way and must be absorbed, and since that release set WAKING because of us, it is cleared again.
 */
static void dequeue_self(xip_backend *me, xip_lwlock *lock)
{
    const xip_proc_layout *layout = me->cluster->design->proc_layout;
    uint32_t self = me->pgprocno + 1;
    uint32_t *semaphore = &me->cluster->semaphores[me->pgprocno].value;
    bool queued = false;
    queue_lock(me, lock);
    for (uint32_t at = mem_read_u32(me->core, &lock->waiters_head, MEM_LWLOCK_WAITERS); at != NOBODY;
         at = mem_read_u32(me->core, proc_u32(me, at, layout->lw_wait_next), MEM_LW_WAIT_LINK))
        if (at == self) {
            queued = true;
            unlink_waiter(me, lock, self);
            break;
        }
    if (mem_read_u32(me->core, &lock->waiters_head, MEM_LWLOCK_WAITERS) == NOBODY)
        mem_atomic_and_u32(me->core, &lock->state, ~(uint32_t)HAS_WAITERS, MEM_LWLOCK_STATE);
    queue_unlock(me, lock);
    if (queued) {
        mem_atomic_store_u8(me->core, proc_u8(me, self, layout->lw_waiting), 0, MEM_LW_WAITING);
        return;
    }
    mem_atomic_and_u32(me->core, &lock->state, ~(uint32_t)WAKING, MEM_LWLOCK_STATE);
    uint32_t extra = 0;
    for (;;) {
        xip_semaphore_wait(me->core, semaphore);
        if (mem_atomic_load_u8(me->core, proc_u8(me, self, layout->lw_waiting), MEM_LW_WAITING) == 0)
            break;
        extra++;
    }
    while (extra-- > 0)
        xip_semaphore_post(me->core, semaphore);
}

static void acquire_slowly(xip_backend *me, xip_lwlock *lock, xip_lwlock_mode mode)
{
    const xip_proc_layout *layout = me->cluster->design->proc_layout;
    uint32_t self = me->pgprocno + 1;
    uint32_t *semaphore = &me->cluster->semaphores[me->pgprocno].value;
    uint32_t extra = 0;
    for (;;) {
        if (attempt(me, lock, mode))
            break;
        queue_self(me, lock, mode);
        if (attempt(me, lock, mode)) {
            dequeue_self(me, lock);
            break;
        }
        /* A group clear may post the same semaphore: count the posts not meant for this wait and give them back. */
        for (;;) {
            xip_semaphore_wait(me->core, semaphore);
            if (mem_atomic_load_u8(me->core, proc_u8(me, self, layout->lw_waiting), MEM_LW_WAITING) == 0)
                break;
            extra++;
        }
        mem_atomic_and_u32(me->core, &lock->state, ~(uint32_t)WAKING, MEM_LWLOCK_STATE);
    }
    while (extra-- > 0)
        xip_semaphore_post(me->core, semaphore);
}

/*
 * LWLockWakeup: the head of the queue, and if that wants the lock shared, all others that do. An exclusive waiter is
 * woken alone. All are removed under the queue's lock, and woken after it: the list is walked before lwWaiting is
 * cleared, because from then on the woken backend may queue itself again and reuse its links.
 */
static void wake_up(xip_backend *me, xip_lwlock *lock)
{
    const xip_proc_layout *layout = me->cluster->design->proc_layout;
    uint32_t first = NOBODY;
    uint32_t last = NOBODY;
    queue_lock(me, lock);
    for (uint32_t at = mem_read_u32(me->core, &lock->waiters_head, MEM_LWLOCK_WAITERS); at != NOBODY;) {
        uint32_t next = mem_read_u32(me->core, proc_u32(me, at, layout->lw_wait_next), MEM_LW_WAIT_LINK);
        xip_lwlock_mode mode =
            (xip_lwlock_mode)mem_read_u8(me->core, proc_u8(me, at, layout->lw_wait_mode), MEM_LW_WAIT_MODE);
        if (first == NOBODY || mode == XIP_LW_SHARED) {
            unlink_waiter(me, lock, at);
            mem_write_u32(me->core, proc_u32(me, at, layout->lw_wait_next), NOBODY, MEM_LW_WAIT_LINK);
            if (first == NOBODY)
                first = at;
            else
                mem_write_u32(me->core, proc_u32(me, last, layout->lw_wait_next), at, MEM_LW_WAIT_LINK);
            last = at;
            if (mode == XIP_LW_EXCLUSIVE)
                break;
        }
        at = next;
    }
    /* The woken backends run next: until one of them does, no other release needs to wake anybody. */
    if (first != NOBODY)
        mem_atomic_or_u32(me->core, &lock->state, WAKING, MEM_LWLOCK_STATE);
    if (mem_read_u32(me->core, &lock->waiters_head, MEM_LWLOCK_WAITERS) == NOBODY)
        mem_atomic_and_u32(me->core, &lock->state, ~(uint32_t)HAS_WAITERS, MEM_LWLOCK_STATE);
    queue_unlock(me, lock);
    while (first != NOBODY) {
        uint32_t link = first;
        first = mem_read_u32(me->core, proc_u32(me, link, layout->lw_wait_next), MEM_LW_WAIT_LINK);
        mem_atomic_store_u8(me->core, proc_u8(me, link, layout->lw_waiting), 0, MEM_LW_WAITING);
        xip_semaphore_post(me->core, &me->cluster->semaphores[link - 1].value);
    }
}

static inline bool acquire(xip_backend *me, xip_lwlock *lock, xip_lwlock_mode mode)
{
    MEM_NOTE_LOCK(me->core, lock, mode == XIP_LW_EXCLUSIVE, false);
    if (attempt(me, lock, mode))
        return false;
    acquire_slowly(me, lock, mode);
    return true;
}

static inline void release(xip_backend *me, xip_lwlock *lock, xip_lwlock_mode mode)
{
    uint32_t left = mem_atomic_sub_u32(me->core, &lock->state, mode == XIP_LW_EXCLUSIVE ? (uint32_t)EXCLUSIVE : 1u,
                                       MEM_LWLOCK_STATE);
    if ((left & (HAS_WAITERS | WAKING)) == HAS_WAITERS && (left & (EXCLUSIVE | SHARED_MASK)) == 0)
        wake_up(me, lock);
    MEM_NOTE_LOCK(me->core, lock, mode == XIP_LW_EXCLUSIVE, true);
}

void xip_lwlock_acquire(xip_backend *me, unsigned lock, xip_lwlock_mode mode)
{
    acquire(me, lock_at(me, lock), mode);
}

bool xip_lwlock_try_acquire(xip_backend *me, unsigned lock, xip_lwlock_mode mode)
{
    MEM_NOTE_LOCK(me->core, lock_at(me, lock), mode == XIP_LW_EXCLUSIVE, false);
    return attempt(me, lock_at(me, lock), mode);
}

void xip_lwlock_release(xip_backend *me, unsigned lock, xip_lwlock_mode mode)
{
    release(me, lock_at(me, lock), mode);
}

bool xip_lwlock_acquire_at(xip_backend *me, xip_lwlock *lock, xip_lwlock_mode mode)
{
    return acquire(me, lock, mode);
}

void xip_lwlock_release_at(xip_backend *me, xip_lwlock *lock, xip_lwlock_mode mode)
{
    release(me, lock, mode);
}
