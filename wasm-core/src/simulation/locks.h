/*
 * locks.h — LWLocks in virtual time: who holds them and who sleeps. Private to the simulation. What it takes to change
 * the lock's word is lines.h's.
 *
 * As PostgreSQL's (lwlock.c, LWLockAcquire and LWLockWakeup): a release wakes the first sleeper and, if that one
 * wants the lock shared, the other sharers in the queue. Waking does not hand over the lock: a woken strand competes
 * for it with everybody else and goes back to sleep if it loses. Until one of the woken has run, no other release wakes
 * anybody.
 */
#ifndef XIP_MODEL_LOCKS_H
#define XIP_MODEL_LOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "xip.h"

enum { LOCKS_NOBODY = UINT32_MAX };

typedef struct lock_state {
    uint32_t shared; /* holders */
    uint32_t first, last;
    bool exclusive;
    bool waking;
} lock_state;

typedef struct locks {
    lock_state *of;
    uint32_t *next;  /* each strand's successor in the queue that it sleeps in */
    bool *wants_all; /* each sleeping strand: exclusive */
} locks;

/* XIP_ERR_NO_MEMORY. */
xip_error locks_init(locks *made, uint32_t count, uint32_t strands, xip_arena *arena);
bool locks_is_free(const locks *all, uint32_t lock, bool exclusive);
/* The lock is free for this. */
void locks_take(locks *all, uint32_t lock, bool exclusive);
void locks_sleep(locks *all, uint32_t lock, uint32_t strand, bool exclusive);
/* The strand runs again: other releases may wake others. */
void locks_woken(locks *all, uint32_t lock);
/* Releases; the first of the woken, or LOCKS_NOBODY. The others follow by locks.next. */
uint32_t locks_release(locks *all, uint32_t lock, bool exclusive);

#endif
