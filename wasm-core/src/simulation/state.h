/*
 * state.h — a model's insides: connections, hardware threads, sums. Private to model.c (the order of turns), setup.c,
 * turns.c and savepoints.c (the actions of a turn), flow.c (workloads without savepoints), results.c.
 */
#ifndef XIP_MODEL_STATE_H
#define XIP_MODEL_STATE_H

#include "base/rng.h"
#include "simulation/charge.h"
#include "simulation/model.h"
#include "simulation/sched.h"

enum { MODEL_MAX_THREADS = 4 * MACHINE_MAX_CORES };

typedef struct model_backend {
    xip_backend pg;
    const xip_script *script;
    uint32_t rounds;             /* of the script */
    uint32_t wanted;             /* its operations that the simulation runs: 1 << xip_op */
    xip_script_place place;      /* behind `next` */
    xip_op next;                 /* the operation that the next turn begins with */
    struct model_client *client; /* savepoints.c's; NULL in plain workloads */
    uint32_t last_thread;
    double asked_at; /* ns; when its present transaction got a thread. flow.c's */
    bool active;     /* otherwise mostly idle */
} model_backend;

typedef struct model_thread {
    uint32_t backend; /* SCHED_NOBODY when idle */
    uint32_t core;
} model_thread;

/* Counts of the active connections' questions: of one turn, or of all that count. */
typedef struct model_asked {
    uint64_t checks;    /* XidInMVCCSnapshot */
    uint64_t words;     /* of the snapshot, read by these */
    uint64_t own_words; /* of the own transaction's xids, read by TransactionIdIsCurrentTransactionId */
    uint64_t parents;   /* SubTransGetParent */
} model_asked;

typedef struct model_sums {
    double work, scan, coherence, lock, queue, snapshot_ns;
    double fetching, line_wait, wake; /* flow.c's; fetching is of scan */
    double by_part[CHARGE_PART_COUNT], slru_wait;
    uint64_t transactions, snapshots, reused, accesses;
    uint64_t slru_locks, slru_waits;
    model_asked asked;
    xip_slru_counts slru;
} model_sums;

typedef struct model_flow model_flow;

struct model {
    model_params params;
    machine *machine;
    xip_arena server_memory;
    xip_cluster cluster;
    struct mem_observer observer;
    struct mem_core core;
    charge charge;
    model_backend *backends; /* the active ones, then the mostly idle ones */
    uint32_t backend_count;
    uint32_t thread_count, core_count;
    model_thread threads[MODEL_MAX_THREADS];
    uint32_t placement[MODEL_MAX_THREADS]; /* which thread is filled first */
    uint32_t busy_on_core[MACHINE_MAX_CORES];
    uint32_t busy_cores;
    sched_heap running;  /* threads by clock */
    sched_heap sleeping; /* backends by the time when they become ready */
    sched_queue ready;
    xip_rng rng;
    double spread;     /* 0 to 1 */
    uint64_t accesses; /* of all turns */
    double started_at; /* ns; when the samples begin */
    double ended_at;
    uint64_t warmed;
    bool counting;
    model_asked turn; /* the current one */
    model_sums sums;
    struct model_savepoints *savepoints; /* savepoints.c's; NULL in plain workloads */
    model_flow *flow;                    /* flow.c's; NULL in those with savepoints */
};

/* The workload that the parameters name; NULL: none that the simulation runs. */
static inline const xip_script *model_script(const model_params *p)
{
    bool known = p->workload >= 0 && p->workload < XIP_WORKLOAD_COUNT;
    const xip_script *script = known ? &xip_scripts[(uint32_t)p->workload] : NULL;
    return known && script->simulated ? script : NULL;
}

/* state.c */
/*
 * The thread where the backend ran last if that is free, otherwise the thread that is filled first: idle cores first.
 * SCHED_NOBODY: all are taken.
 */
uint32_t model_free_thread(const model *m, uint32_t last);
/* A transaction is over: counts it, and opens or closes the window that the samples come from. */
void model_finish(model *m, const model_backend *b, double now);
bool model_is_done(const model *m);
/* Within the window that the samples come from. */
bool model_is_counting(const model *m);

/* Runs one of the engine's own operations (XIP_OPS_OF_ENGINE). Whether it was a snapshot that was reused. */
bool model_run_engine(model_backend *b, xip_op op);

/* turns.c */
/* The script of a connected backend, from its begin. */
void turns_begin(const model *m, model_backend *b);
/* A turn; adds the time of other work to `work`. True when the backend has nothing more to do until its client's next
 * request. */
bool turns_take(model *m, model_backend *b, double *work);

#endif
