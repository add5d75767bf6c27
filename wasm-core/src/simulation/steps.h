/*
 * steps.h — an operation of the observed engine, recorded line by line, so that it can be carried out in virtual time:
 * strands.h. Private to the simulation.
 *
 * The engine runs an operation in one go, and nobody else's accesses come in between. What the accesses would have met
 * is decided when the steps are carried out: where each line is then, who wants it, too, and who holds a lock.
 *
 * MODEL: an operation decides what it reads at its beginning; what others write while it waits changes the time
 * that its accesses take, not what they read.
 */
#ifndef XIP_MODEL_STEPS_H
#define XIP_MODEL_STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "trace_abi.h"
#include "xip.h"

enum { STEPS_NO_LOCK = 0xFFFF };

typedef enum step_kind {
    STEP_READ = 0,
    STEP_WRITE = 1,
    STEP_ATOMIC = 2, /* a locked instruction: waits for all before it */
    STEP_LOCK = 3,   /* taking an LWLock: a load of its state and a compare-and-swap, or several */
    STEP_UNLOCK = 4  /* the atomic subtraction that releases it */
} step_kind;

/* Accesses of one kind to one line. */
typedef struct step {
    uint32_t line;
    uint32_t touch;    /* words, as machine_touch_of says them */
    uint16_t accesses; /* at least 1 */
    uint16_t lock;     /* its number, or STEPS_NO_LOCK */
    uint8_t kind;      /* step_kind */
    bool exclusive;    /* of STEP_LOCK and STEP_UNLOCK */
} step;

/* One operation's steps; reused for the next. */
typedef struct steps {
    step *at;
    uint32_t count, capacity;
    uint32_t fence;      /* steps before this one take no more accesses: an atomic came after them */
    bool is_full;        /* an operation had more steps than there is room for */
    uint16_t asking;     /* the lock that is being taken: its own accesses are part of STEP_LOCK */
    const uint8_t *base; /* of the server's shared memory: line 0 starts here */
    const uint8_t *first_lock;
    size_t lock_size; /* bytes */
} steps;

/* XIP_ERR_NO_MEMORY. @param capacity steps of the longest operation */
xip_error steps_init(steps *made, uint32_t capacity, const void *base, const void *first_lock, size_t lock_size,
                     xip_arena *arena);
/* Before an operation. */
void steps_clear(steps *s);
/* The sinks of an observed engine (mem/observed.h); the context is the steps. */
void steps_access(void *context, uint32_t core, const void *p, uint32_t size, xip_access_kind kind, uint32_t field);
void steps_lock(void *context, uint32_t core, const void *lock, bool exclusive, bool released);

#endif
