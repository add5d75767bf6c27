/*
 * holds.h — one LWLock in virtual time: which threads hold it from when until when. Private to the model.
 *
 * Turns are run whole, in the order of their starts; so a later turn may request the lock at a time before, between or
 * within the holds of earlier turns:
 *
 *   already run    ──[shared]─────[exclusive]───────────────[exclusive]──►  virtual time
 *   asks at              ^ waits for the exclusive one, or finds the gap behind it
 *
 * A thread that gets a gap may still hold the lock when a hold begins that was run before. In reality that later hold
 * would have found the lock taken; so its thread owes the wait, and pays at its next turn.
 *
 * MODEL: a waiter runs again one wake-up after the lock has become free, and a thread that arrives in between takes the
 * lock first, as with LWLocks. But all waiters are woken, where PostgreSQL wakes one exclusive waiter at a time.
 */
#ifndef XIP_MODEL_HOLDS_H
#define XIP_MODEL_HOLDS_H

#include <stdbool.h>
#include <stdint.h>

enum { HOLDS_KEPT = 512 /* of one lock: a few for each hardware thread */ };

typedef struct hold {
    double from, to; /* ns; held in [from, to) */
    uint32_t thread;
    bool exclusive;
} hold;

typedef struct holds {
    uint32_t count;
    hold kept[HOLDS_KEPT];
} holds;

/* When a request at `now` may have the lock: `now`, or `wake_ns` after the hold that blocked it. */
double holds_free_from(const holds *all, double now, bool exclusive, double wake_ns);
/* Adds a hold. Forgets holds that had ended by `past`: no request comes for a time before it. Adds to `owed` (by
 * thread, ns) the waits of other threads whose holds were run before. Returns how many holds these are. */
uint32_t holds_add(holds *all, hold one, double past, double wake_ns, double *owed);

#endif
