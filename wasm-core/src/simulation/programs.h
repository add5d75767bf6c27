/*
 * programs.h — what a connection does next, as the program of its hardware thread: the engine's operations, other work,
 * and a transaction's end in a group. Private to flow.c.
 */
#ifndef XIP_MODEL_PROGRAMS_H
#define XIP_MODEL_PROGRAMS_H

#include "simulation/core_cost.h"
#include "simulation/state.h"
#include "simulation/strands.h"

/* Where a thread is in ending a transaction as one of a group (ProcArrayGroupClearXid). */
typedef enum flow_group {
    GROUP_NONE = 0,
    GROUP_FOLLOWS, /* it joined, and its leader has not ended its transaction yet */
    GROUP_LEADS,   /* it joined as the first */
    GROUP_LOCKED,  /* and has asked for the lock */
    GROUP_ENDED    /* and has ended everybody's transaction: the others can be woken */
} flow_group;

/* A hardware thread's connection, beside its strand. */
typedef struct flow_thread {
    strand_times seen;                /* of the strand, already added to the sums */
    double op_began;                  /* ns */
    double piece_ns;                  /* of other work, alone on a core */
    uint32_t piece_line, piece_lines; /* of private memory that the next piece touches */
    uint32_t pieces_left;
    bool in_snapshot; /* its present operation is one */
    flow_group group;
    uint32_t next_member; /* of the list that it is on; SCHED_NOBODY: the last */
    uint32_t followers;   /* a leader's list */
} flow_thread;

struct model_flow {
    strands strands;
    flow_thread threads[MODEL_MAX_THREADS];
    const core_counts *counts;
    uint32_t connections;
    uint64_t stop_at; /* accesses */
    bool is_served;   /* there are clients: the script has a begin */
    uint32_t members; /* threads that joined the group and have no leader yet, linked by next_member */
};

/* The strand's clock goes on; for none of the sums that flow.c makes of its times. */
void program_pass(model *m, uint32_t id, double ns);

/*
 * The next program of a thread that has a connection; `op` is the connection's next operation, which is one of the
 * engine's or other work.
 */
void program_next(model *m, uint32_t id, xip_op op);
/* The thread is in the middle of something: its next part. False: it has to sleep until its group's leader wakes it. */
bool program_goes_on(model *m, uint32_t id);
static inline bool program_is_open(const flow_thread *t)
{
    return t->pieces_left > 0 || t->group != GROUP_NONE;
}

#endif
