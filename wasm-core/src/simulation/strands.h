/*
 * strands.h — hardware threads that carry out recorded operations (steps.h) in virtual time, in the order of their
 * accesses: nobody acts in another's past. Private to the simulation.
 *
 *   the strand whose clock is earliest ─► its steps: hits cost what they take and go on in place, until another's clock
 *      is earlier ─► a line that is elsewhere is asked for (lines.h); loads and stores go on meanwhile, as far as a
 * core does; a locked instruction waits for all before it ─► the operation's end: the caller gives the next one
 *
 * What goes on meanwhile: a core has `fill_buffers` lines under way at once, and looks `window` accesses past a load
 * that has not come. Stores wait in a buffer, and hold up only locked instructions.
 *
 * MODEL: no load has to wait for another one to learn its address. MODEL: a core's two threads share its fill buffers,
 * its caches and its instructions a cycle, in equal parts while both compute.
 */
#ifndef XIP_MODEL_STRANDS_H
#define XIP_MODEL_STRANDS_H

#include "simulation/lines.h"
#include "simulation/locks.h"
#include "simulation/sched.h"
#include "simulation/steps.h"

enum { STRAND_SLOTS = 16 };

typedef struct strand_params {
    double access_ns;      /* of an access to a line in L1, with the instructions around it, alone on a core */
    double l2_line_ns;     /* of a line that streams from L2, alone on a core */
    double shared_factor;  /* of both while the core's other thread computes, too */
    double wake_ns;        /* from a lock's release to a sleeper's next instruction */
    uint32_t fill_buffers; /* of a core; at most STRAND_SLOTS */
    uint32_t window;       /* accesses past a load that has not come */
    uint32_t free_locks;   /* 1 << lock: taken and released in no time, and never found taken: an ablation */
    lines_params lines;
} strand_params;

/* Where a strand's time went, ns. They add up to its clock. */
typedef struct strand_times {
    double own;      /* computing, and lines in its own caches */
    double fetching; /* clean lines from L3 and memory */
    double moving;   /* lines that other cores had changed, or had to give up */
    double queueing; /* for such lines, behind other cores */
    double sleeping; /* for LWLocks */
} strand_times;

/* A line that was asked for and has not come. */
typedef struct strand_slot {
    double asked_at;
    double arrives_at; /* ns; INFINITY while it is queued */
    double served_at;
    uint32_t line;
    uint32_t access; /* how many accesses the strand had made */
    bool is_store, moved;
} strand_slot;

typedef enum strand_phase {
    STRAND_BEGIN = 0,  /* of a step */
    STRAND_LOADED = 1, /* STEP_LOCK: the word's load has come */
    STRAND_OWNED = 2   /* its locked instruction has the line */
} strand_phase;

/* Which of its lines have to come before a strand goes on. */
typedef enum strand_need { STRAND_NEEDS_ALL = 0, STRAND_NEEDS_ANY = 1, STRAND_NEEDS_ONE = 2 } strand_need;

typedef struct strand {
    steps program;
    uint32_t at; /* the step that it is at */
    uint32_t core;
    uint32_t accesses;
    double access_ns; /* of its present operation, as strand_params has it */
    uint32_t window;
    uint32_t version; /* the lock's, when its word was loaded */
    uint8_t phase;    /* strand_phase */
    bool computes;    /* neither asleep nor waiting for a line */
    bool waits;       /* for a slot that has no time of arrival yet */
    uint8_t need;     /* strand_need, while it waits */
    uint32_t oldest;  /* the slot that it needs, if it needs one */
    bool slept;       /* for a lock, and was woken */
    bool over;        /* it has no more operations, until strands_resume */
    double clock;     /* ns */
    double began_waiting;
    uint32_t under_way; /* the slots in use: bit by bit */
    strand_slot slots[STRAND_SLOTS];
    strand_times times;
    uint64_t failed; /* compare-and-swaps */
} strand;

/* Records the strand's next operation, after its last one ended at strand.clock. False: it has none any more. */
typedef bool (*strands_refill)(void *context, uint32_t strand);

typedef struct strands {
    strand *of;
    uint32_t count;
    strand_params params;
    machine *machine;
    lines lines;
    locks locks;
    sched_heap events;                    /* strands by their clocks; and calls for lines, from `count` on */
    uint8_t computing[MACHINE_MAX_CORES]; /* strands of each core that compute */
    uint8_t on_core[MACHINE_MAX_CORES];
    strands_refill refill;
    void *context;
    double until; /* ns; nobody goes on past this. A refill may bring it nearer */
    uint64_t events_done;
} strands;

/*
 * XIP_ERR_NO_MEMORY. The strands' programs are the caller's to make (steps_init); `of[i].core` and `.clock` are set
 * before strands_start.
 */
xip_error strands_init(strands *made, uint32_t count, machine *machine, const strand_params *params, uint32_t lines,
                       uint32_t locks, strands_refill refill, void *context, xip_arena *arena);
/* Each strand asks for its first operation at its clock. */
void strands_start(strands *all);
/* A strand that has no operations asks for one again, at this time, which is not before the event under way. */
void strands_resume(strands *all, uint32_t id, double at);
/* Goes on until a time; false: nothing is left to do. */
bool strands_run(strands *all, double until);

#endif
