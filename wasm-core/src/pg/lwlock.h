/*
 * lwlock.h — lightweight locks: shared or exclusive, with a queue of sleepers.
 * PostgreSQL since 9.5: src/backend/storage/lmgr/lwlock.c.
 *
 * MODEL: the design pg9.1 uses the LWLock of 9.5 and later, whose state is one atomic word; the real 9.1 guarded the
 * state of each lock with a spinlock.
 *
 * The state word: bits 0–23 count shared holders, bit 24 is the exclusive holder, bit 28 guards the queue, bit 29 is
 * set from a wake-up until one of the woken runs, so that releases in between wake nobody twice (PostgreSQL up to 18
 * keeps the opposite, "release ok"), bit 30 says that the queue is not empty.
 *
 * No sleeper is ever lost: a backend queues itself first (bit 30), then tries once more, then sleeps. A holder that
 * released before bit 30 was set left the lock free for the second try; one that releases after sees bit 30 and wakes.
 * Invariant: every backend in the queue has lwWaiting set in its PGPROC; only the holder of bit 28 changes queue and
 * links.
 */
#ifndef XIP_PG_LWLOCK_H
#define XIP_PG_LWLOCK_H

#include <stdbool.h>

#include "pg/cluster.h"

typedef enum xip_lwlock_mode { XIP_LW_EXCLUSIVE = 0, XIP_LW_SHARED = 1 } xip_lwlock_mode;

/* LWLockAcquire: sleeps until it has the lock. A backend must not hold it already. */
void xip_lwlock_acquire(xip_backend *me, unsigned lock, xip_lwlock_mode mode);
/* LWLockConditionalAcquire: true when it got the lock at once. */
bool xip_lwlock_try_acquire(xip_backend *me, unsigned lock, xip_lwlock_mode mode);
/* LWLockRelease: wakes the waiters that may run now. */
void xip_lwlock_release(xip_backend *me, unsigned lock, xip_lwlock_mode mode);

/* The same for a lock outside the cluster's own, for example an SLRU's. Returns whether others held it, so that `me`
 * had to wait. */
bool xip_lwlock_acquire_at(xip_backend *me, xip_lwlock *lock, xip_lwlock_mode mode);
void xip_lwlock_release_at(xip_backend *me, xip_lwlock *lock, xip_lwlock_mode mode);

#endif
