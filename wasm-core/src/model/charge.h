/*
 * charge.h — what an operation's accesses cost: the sink of the observed engine, in front of the machine. Keeps the
 * clock of the thread whose turn it is. Private to the model.
 */
#ifndef XIP_MODEL_CHARGE_H
#define XIP_MODEL_CHARGE_H

#include "machine/machine.h"
#include "mem/mem.h"

enum { CHARGE_LOCKS = 2 };

/* Of one lock: until when it is held, in virtual time. */
typedef struct charge_lock {
    double exclusive_until, shared_until; /* ns */
} charge_lock;

typedef struct charge {
    machine *machine;
    const uint8_t *base; /* of the server's shared memory: line 0 starts here */
    const uint8_t *first_lock;
    size_t lock_size; /* bytes */
    charge_lock locks[CHARGE_LOCKS];
    double l2_ns, port_ns, wake_ns; /* the machine's */

    /* the turn */
    uint32_t core;
    double now;          /* ns; the thread's clock */
    double port_factor;  /* for the ports: the core's other thread and the clock */
    double clock_factor; /* for what runs at the core's clock */

    /* sums, ns; whoever takes a turn takes them away */
    double scan, coherence, lock;
    uint64_t accesses;
} charge;

void charge_access(void *context, uint32_t core, const void *p, uint32_t size, xip_access_kind kind, uint32_t field);
void charge_lock_asked(void *context, uint32_t core, const void *lock, bool exclusive, bool released);

#endif
