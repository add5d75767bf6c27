/*
 * charge.h — the cost of an operation's accesses: the sink of the observed engine, in front of the machine. Keeps the
 * clock of the thread whose turn it is. Private to the model.
 */
#ifndef XIP_MODEL_CHARGE_H
#define XIP_MODEL_CHARGE_H

#include "machine/machine.h"
#include "mem/mem.h"
#include "simulation/holds.h"
#include "pg/layout.h"

enum { CHARGE_LOCKS = 2 };

/* The purpose of a turn's memory access. In pg_subtrans, the field tells which of the last four. */
typedef enum charge_part {
    CHARGE_ENGINE = 0,     /* snapshots, xids, begin and end: the only part without savepoints */
    CHARGE_ROWS,           /* the rows' own words */
    CHARGE_OWN_XIDS,       /* is it one of mine? */
    CHARGE_SNAPSHOT_XIDS,  /* is it in the snapshot? */
    CHARGE_SUBTRANS_LOCKS, /* taking and releasing an SLRU's locks; from here on: pg_subtrans */
    CHARGE_SUBTRANS_SLOTS, /* which slot has the page, and which one to evict */
    CHARGE_SUBTRANS_WORDS, /* a parent, read or written */
    CHARGE_SUBTRANS_PAGES, /* 8 kB read, written or cleared */
    CHARGE_PART_COUNT
} charge_part;

/* A lock that turns find as they would in virtual time, and the waits that its holders owe each other. */
typedef struct charge_held {
    holds all;
    double opened_at; /* ns; by the turn that runs */
} charge_held;

/* An SLRU's locks, together with the cluster's own. All zero: there is no SLRU. */
typedef struct charge_slru {
    const xip_lwlock *bank_locks, *buffer_locks;
    uint32_t banks, buffers;
    charge_held *held; /* the cluster's own, then those of the banks */
    double *owed;      /* ns, of each hardware thread, for the cluster's locks; a turn pays it first */
    double *slru_owed; /* the same for the banks' */
} charge_slru;

/* One lock: until when it is held, in virtual time. */
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
    double fill_buffers;            /* lines that are fetched at once while a page is copied */
    charge_slru slru;

    /* the turn */
    uint32_t core, thread;
    double began; /* ns */
    charge_part part;
    double now;          /* ns; the thread's clock */
    double port_factor;  /* for the ports: the core's other thread and the clock */
    double clock_factor; /* for work that runs at the core's clock */

    /* sums, ns; the code that takes a turn resets them */
    double scan, coherence, lock; /* the first two: without pg_subtrans; the last: with it */
    double by_part[CHARGE_PART_COUNT];
    double slru_wait; /* of lock */
    uint64_t accesses, slru_locks, slru_waits;
} charge;

void charge_access(void *context, uint32_t core, const void *p, uint32_t size, xip_access_kind kind, uint32_t field);
/* Reads this many words of the backend's own memory: in L1, at their share of the load ports. */
void charge_own_words(charge *c, uint32_t words, charge_part part);
/* At a turn's begin: the time its thread would have waited if others' turns had run before its last one. */
void charge_pay(charge *c);
/* A wait caused by an SLRU. */
void charge_slru_wait(charge *c, double ns);
void charge_lock_asked(void *context, uint32_t core, const void *lock, bool exclusive, bool released);

#endif
