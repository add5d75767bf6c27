/*
 * model.h — workloads on a modelled machine: virtual hardware threads call the engine's own functions, and what they
 * access costs what src/machine and the queues of its lines say.
 *
 *   backends ─ run queue ─► hardware threads ─ engine ─ accesses ─► machine ─ ns ─► the thread's clock
 *      ▲                                                                               │
 *      └──────── waking up, think time, network, the mostly idle ones' timer ◄─────────┘
 *
 * Two ways through it: flow.h, where each access is carried out in the order of time and each line is served one
 * request at a time; and turns.c with savepoints.h for the workloads with savepoints, where a backend's turn is carried
 * out whole.
 *
 * Three parameters each leave one mechanism out, for the question what explains what: no_line_queues, lock_free and
 * entries_free. They belong to the first way.
 *
 * Nothing is fitted in here. Fitted values (the other work of a transaction, and how much a core's second thread slows
 * it) come in with the parameters, from the machine's file. The amount of memory that other work touches is neither
 * fitted nor the file's: any amount from twice L1 to half of L2 gives the same
 * (web/src/engine/simulation/model-params.ts).
 *
 * MODEL: all threads share one run queue, first in first out; moving to another core costs only what the caches say.
 * MODEL: a thread that waits for a lock keeps its hardware thread. MODEL: with savepoints, transactions end one by one,
 * without group clear, a turn's accesses come before all that begin later, an access that finds its line in L1 costs
 * its share of the load ports, any other its whole latency, and requests for one cache line do not queue. MODEL: while
 * a page of 8 kB is copied, the misses of its lines overlap, as many at once as a core has line fill buffers.
 */
#ifndef XIP_MODEL_MODEL_H
#define XIP_MODEL_MODEL_H

#include "machine/machine.h"
#include "mem/mem.h"
#include "pg/cluster.h"
#include "pg/script.h"

enum {
    MODEL_MAX_SAVEPOINTS = 1000, /* of one transaction; the lab's limit */
    MODEL_MAX_ROWS = 200,        /* of a heap page, and of pages of pg_subtrans that are kept */
};

/* All doubles, in this order, for the reason given in machine.h. Times are nanoseconds. */
#define MODEL_PARAM_MAP(X)                                                                                             \
    X(design)   /* index in the ladder */                                                                              \
    X(workload) /* xip_workload */                                                                                     \
    X(active)   /* connections that run transactions all the time */                                                   \
    X(idle)                                                                                                            \
    X(mostly_idle)                                                                                                     \
    X(mostly_idle_every_ns) /* how often each of them runs one */                                                      \
    X(threads_per_core)                                                                                                \
    X(port_ns)             /* an access to L1 among many: 1 / (loads a cycle x clock) */                               \
    X(cycle_ns)            /* of a core alone */                                                                       \
    X(issue_width)         /* instructions a cycle */                                                                  \
    X(jump_cycles)         /* from one taken jump to the next */                                                       \
    X(window_instructions) /* past a load that has not come */                                                         \
    X(switch_ns)           /* from one thread to the next that is ready, on the same hardware thread */                \
    X(shared_ns)           /* of the shared server, for each move across; 0: off. Fitted, cause unknown */             \
    X(no_line_queues)      /* 1: every request for a line is served when it comes, in its latency */                   \
    X(lock_free)           /* 1: ProcArrayLock takes no time, and nobody waits for it */                               \
    X(entries_free)        /* 1: what a scan reads of each connection is always in the own core's L1 */                \
    X(other_work_ns)       /* of one transaction, alone on a core; fitted */                                           \
    X(smt_slowdown)        /* of other work while the core's other thread computes, too; fitted; at least 1 */         \
    X(footprint_bytes)     /* of memory that other work touches in a transaction, or in each round; assumed */         \
    X(clock_slowdown)      /* of a core's own time when all cores run: single-core turbo / all-core turbo */           \
    X(wake_ns)             /* from a lock's release to the waiter's next instruction */                                \
    X(think_ns)                                                                                                        \
    X(network_ns) /* round trip */                                                                                     \
    X(warm_up)    /* transactions of active connections that do not count */                                           \
    X(samples)    /* that do */                                                                                        \
    X(seed)                                                                                                            \
    /* Only the workloads with savepoints use the rest. */                                                             \
    X(savepoints)   /* of each client's transaction, or of the one open next to the readers */                         \
    X(rows)         /* that a reader of subtrans-spread reads, each with its xmin on a different page */               \
    X(slru_buffers) /* 0: as up to 16; else 17's setting */                                                            \
    X(fill_buffers) /* lines of a page that are fetched at once while it is copied; at least 1 */

typedef struct model_params {
#define X(name) double name;
    MODEL_PARAM_MAP(X)
#undef X
} model_params;

#define X(name) +1
enum { MODEL_PARAM_COUNT = 0 MODEL_PARAM_MAP(X) };
#undef X
_Static_assert(sizeof(model_params) == MODEL_PARAM_COUNT * sizeof(double), "model_params are doubles and nothing else");

/*
 * The results. Times are means per transaction of the active connections, in ns; counts are means per snapshot of all
 * connections, except from `checks` on: these are per transaction of the active ones, and so are the ns of the parts
 * below them. The parts and other_work add up to a transaction's time without its queue.
 */
#define MODEL_RESULT_MAP(X)                                                                                            \
    X(transactions)                                                                                                    \
    X(snapshots)                                                                                                       \
    X(reused)                                                                                                          \
    X(seconds) /* of virtual time */                                                                                   \
    X(tps)                                                                                                             \
    X(ns_per_snapshot)                                                                                                 \
    X(work)      /* other work */                                                                                      \
    X(scan)      /* the engine's accesses, as far as this core's caches, L3 and memory answered them */                \
    X(fetching)  /* of scan: clean lines from L3 and memory */                                                         \
    X(coherence) /* moving lines that other cores have changed, or have to give up */                                  \
    X(line_wait) /* for such lines, behind other cores that want them, too; with savepoints in coherence */            \
    X(wake)      /* waking up, of the client and of the backend, and switching threads */                              \
    X(lock)      /* waits for LWLocks */                                                                               \
    X(subtrans)  /* accesses to pg_subtrans, its locks and pages; waits for these are in lock */                       \
    X(queue)     /* runnable, but not running */                                                                       \
    X(accesses)                                                                                                        \
    X(misses) /* missed this core's L1 and L2, including upgrades */                                                   \
    X(true_sharing)                                                                                                    \
    X(false_sharing)                                                                                                   \
    X(for_horizon)                                                                                                     \
    X(upgrades)                                                                                                        \
    X(transfers_within)                                                                                                \
    X(transfers_across)                                                                                                \
    X(checks)    /* XidInMVCCSnapshot */                                                                               \
    X(words)     /* of the snapshot, read by these */                                                                  \
    X(own_words) /* of the own transaction's xids */                                                                   \
    X(parents)   /* SubTransGetParent */                                                                               \
    X(lookups)   /* pages of pg_subtrans requested: parents read, and parents written */                               \
    X(hits)                                                                                                            \
    X(reads)                                                                                                           \
    X(writes)                                                                                                          \
    X(slru_locks) /* LWLocks of the SLRU taken */                                                                      \
    X(slru_waits)                                                                                                      \
    X(ns_engine) /* snapshots, xids, begin and end */                                                                  \
    X(ns_rows)                                                                                                         \
    X(ns_own_xids)                                                                                                     \
    X(ns_snapshot_xids)                                                                                                \
    X(ns_slru_locks)                                                                                                   \
    X(ns_slru_slots)                                                                                                   \
    X(ns_slru_words)                                                                                                   \
    X(ns_slru_pages)                                                                                                   \
    X(ns_slru_wait)

typedef struct model_result {
#define X(name) double name;
    MODEL_RESULT_MAP(X)
#undef X
} model_result;

typedef struct model model;

/* Connects all backends; nothing has run. XIP_ERR_ARGUMENT, XIP_ERR_DESIGN, XIP_ERR_CONNECTIONS, XIP_ERR_NO_MEMORY,
 * XIP_ERR_ABLATION. */
xip_error model_create(model **made, const machine_params *machine, const model_params *params, xip_arena *arena);
/* Continues for about `accesses` observed accesses; true when all samples are complete. So a caller can stop in
 * between. */
bool model_run(model *m, uint64_t accesses);
/* 0 to 1. */
double model_progress(const model *m);
/* The result of the samples so far. */
model_result model_result_of(const model *m);

#endif
