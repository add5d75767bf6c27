/*
 * script.h — what a transaction of each workload does: one table, and three that run it. Real threads run it straight
 * (labthreads/workload.c), the simulation in virtual time, a turn at a time (simulation/turns.c), the cache-line replay
 * one operation at a time, each access logged (simulation/scene.h). TypeScript gets the table from abi/abi.c.
 *
 *   XIP_WORKLOADS ─┬─ enum xip_workload, xip_scripts[] ─ xip_script_next ─┬─► simulation: begin, snapshot │ work │ …
 *                  │                                                      └─► replay: begin │ snapshot │ release │ …
 *                  └─ a function for each row: begin(); snapshot(); … ────────► threads, nothing to interpret
 *
 * A new workload is a new row at the end.
 *
 * PostgreSQL: exec_simple_query takes one snapshot to parse and plan and one to run, each set and cleared in READ
 * COMMITTED.
 */
#ifndef XIP_PG_SCRIPT_H
#define XIP_PG_SCRIPT_H

#include <stdbool.h>
#include <stdint.h>

typedef enum xip_op {
    /* The engine's own, which the replay shows; TypeScript knows the five by their numbers (OPERATION_KINDS). */
    XIP_OP_BEGIN = 0,
    XIP_OP_SNAPSHOT = 1,
    XIP_OP_RELEASE = 2,
    XIP_OP_ASSIGN = 3, /* an xid */
    XIP_OP_END = 4,    /* commit */
    /* With savepoints: labthreads/savepoints.h has the rows. */
    XIP_OP_SAVEPOINT,  /* inside the one before; chooses the rows that its statements visit */
    XIP_OP_SUBXACT,    /* an xid for the newest savepoint, and for the transaction if it has none; its parent */
    XIP_OP_READ_PAGE,  /* visits the rows of one heap page, whose xids are on 100 pages of pg_subtrans */
    XIP_OP_READ_TABLE, /* visits 101 rows of a table that all clients write to */
    XIP_OP_WRITE_TABLE,
    /*
     * Other work: what a query costs besides its snapshots. Threads do that of a whole transaction in one piece. In a
     * row with PLAN_WORK and RUN_WORK the simulation does it there instead, half of it each; in one with SHARE_WORK, an
     * even share in each round.
     */
    XIP_OP_WORK,
    XIP_OP_PLAN_WORK,
    XIP_OP_RUN_WORK,
    XIP_OP_SHARE_WORK,
    /* Structure */
    XIP_OP_REPEAT, /* begins a round; xip_script_rounds says how many */
    XIP_OP_AGAIN,
    XIP_OP_TURN, /* other connections may come first in the simulation; also before and after work, and before rows */
    XIP_OP_OVER
} xip_op;

#define XIP_OPS_OF_ENGINE ((1u << (XIP_OP_END + 1)) - 1)

/* clang-format off */
/* A read-only statement. */
#define XIP_SELECT OP(SNAPSHOT) OP(RELEASE) OP(PLAN_WORK) OP(SNAPSHOT) OP(RUN_WORK) OP(RELEASE)
/* One without work of its own. */
#define XIP_EMPTY_SELECT OP(SNAPSHOT) OP(RELEASE) OP(SNAPSHOT) OP(RELEASE)
/* The published script with savepoints: at each a SELECT, and an UPDATE by the newest one. */
#define XIP_SAVEPOINT_SCRIPT                                                                                           \
    OP(BEGIN) OP(TURN) OP(REPEAT) OP(SAVEPOINT)                                                                        \
    OP(SNAPSHOT) OP(RELEASE) OP(TURN) OP(SNAPSHOT) OP(READ_TABLE) OP(RELEASE) OP(TURN)                                 \
    OP(SNAPSHOT) OP(RELEASE) OP(TURN) OP(SNAPSHOT) OP(SUBXACT) OP(WRITE_TABLE) OP(RELEASE)                             \
    OP(SHARE_WORK) OP(AGAIN) OP(END)

/* ROW(the name of its number, its name, its operations, the rest of its xip_script) */
#define XIP_WORKLOADS(ROW)                                                                                             \
    /* the bare loop: take a snapshot, set and clear xmin */                                                           \
    ROW(SNAPSHOT, "snapshot",                                                                                          \
        OP(SNAPSHOT) OP(RELEASE) OP(WORK), .simulated = true)                                                          \
    /* pgbench -S */                                                                                                   \
    ROW(READONLY, "readonly",                                                                                          \
        OP(BEGIN) XIP_SELECT OP(END) OP(WORK), .simulated = true, .replayed = true, .other_work_us = 28)               \
    /* 100 empty SELECTs sent at once */                                                                               \
    ROW(BATCH, "batch",                                                                                                \
        OP(BEGIN) OP(REPEAT) XIP_EMPTY_SELECT OP(SHARE_WORK) OP(AGAIN) OP(END) OP(WORK),                                  \
        .simulated = true, .rounds = 100, .samples = 8)    \
    /* the work comes between the write and the end, so that others see the xid running */                             \
    ROW(READWRITE, "readwrite",                                                                                        \
        OP(BEGIN) OP(SNAPSHOT) OP(RELEASE) OP(PLAN_WORK)                                                               \
        OP(SNAPSHOT) OP(ASSIGN) OP(RUN_WORK) OP(WORK) OP(RELEASE) OP(END),                                             \
        .simulated = true, .replayed = true, .other_work_us = 28)                                                      \
    /* readonly, while other connections connect and disconnect */                                                     \
    ROW(CHURN, "churn",                                                                                                \
        OP(BEGIN) XIP_SELECT OP(END) OP(WORK), .other_work_us = 28)                                                    \
    /* a companion's; labthreads/operations.c runs them in groups, and times checks, assignments and ends */           \
    ROW(OPERATIONS, "operations",                                                                                      \
        OP(BEGIN) OP(WORK) OP(ASSIGN) OP(END), .companions = XIP_MIX_COMPANIONS)                                       \
    ROW(SUBTRANS_60, "subtrans-60",                                                                                    \
        XIP_SAVEPOINT_SCRIPT, .simulated = true, .savepoints = 60, .samples = 2)                                       \
    ROW(SUBTRANS_90, "subtrans-90",                                                                                    \
        XIP_SAVEPOINT_SCRIPT, .simulated = true, .savepoints = 90, .samples = 2)                                       \
    /* a reader next to one transaction with savepoints */                                                             \
    ROW(SUBTRANS_SPREAD, "subtrans-spread",                                                                            \
        OP(BEGIN) OP(SNAPSHOT) OP(READ_PAGE) OP(RELEASE) OP(TURN) OP(END) OP(WORK),                                    \
        .simulated = true, .savepoints = 100)
/* clang-format on */

#define ROW(number, ...) XIP_WORKLOAD_##number,
typedef enum xip_workload { XIP_WORKLOADS(ROW) XIP_WORKLOAD_COUNT } xip_workload;
#undef ROW

typedef struct xip_script {
    const char *name;       /* on the command line, in addresses and in the names of texts */
    const uint8_t *ops;     /* xip_op, up to XIP_OP_OVER */
    uint32_t rounds;        /* of REPEAT, in a workload without savepoints */
    uint32_t savepoints;    /* of a transaction, or of the one next to the readers, by default; 0: it has none */
    uint32_t other_work_us; /* on threads, by default */
    uint32_t companions;    /* connections that each active one brings with it */
    uint32_t samples;       /* transactions that one of these counts for among the simulation's samples; 0: one */
    bool simulated;         /* the simulation runs it */
    bool replayed;          /* the cache-line replay shows it */
} xip_script;

/* By xip_workload. */
extern const xip_script xip_scripts[XIP_WORKLOAD_COUNT];

bool xip_script_has(const xip_script *script, xip_op op);

static inline uint32_t xip_script_rounds(const xip_script *script, uint32_t savepoints)
{
    return script->savepoints > 0 ? savepoints : script->rounds;
}

/* A place in a transaction. All zero: its begin. */
typedef struct xip_script_place {
    uint32_t at;    /* the operation to look at next */
    uint32_t round; /* from 0 */
} xip_script_place;

/*
 * The next operation among `wanted` (a set, 1 << xip_op), rounds followed; moves the place behind it. XIP_OP_OVER, and
 * the place is the begin again, when there is none.
 */
xip_op xip_script_next(const xip_script *script, uint32_t rounds, uint32_t wanted, xip_script_place *place);

#endif
