/*
 * check.h — the cost of a visibility check (XidInMVCCSnapshot) on a modelled machine: the mix of pg/mix.h, which the
 * lab times on one thread, with its companions on other cores.
 *
 *   companions ─ xids, ends ─► their cores' caches          reader ─ snapshot, checks ─► loads × ns
 *
 * A check's cost is counted: loads of the snapshot's own words (its bounds, and entries of its two lists up to the one
 * that is found), each at its share of the load ports, because they are in L1; and accesses to shared memory, each at
 * the machine's cost. Only the design csn has any of the latter.
 *
 * MODEL: each xid is asked about once after its writer's core has written it: a reader that asks again finds the line
 * in its own cache. MODEL: comparing and branching take no time in addition to the loads.
 */
#ifndef XIP_MODEL_CHECK_H
#define XIP_MODEL_CHECK_H

#include "machine/machine.h"
#include "pg/cluster.h"

typedef struct model_check_request {
    uint32_t design; /* index in the ladder */
    uint32_t active; /* cores that run transactions, including the reader's: 2 to the machine's cores */
    uint32_t idle;   /* connections besides the reader and its companions */
    double port_ns;  /* as in model_params; likewise the next */
    double clock_slowdown;
} model_check_request;

/* All doubles, in this order, for the reason given in machine.h. Means over all checks. */
#define MODEL_CHECK_MAP(X)                                                                                             \
    X(ns)                                                                                                              \
    X(own_loads) /* of the snapshot */                                                                                 \
    X(accesses)  /* to shared memory */                                                                                \
    X(misses)    /* of these: missed the core's L2, or an upgrade */                                                   \
    X(checks)                                                                                                          \
    X(found_running)

typedef struct model_check_result {
#define X(name) double name;
    MODEL_CHECK_MAP(X)
#undef X
} model_check_result;

/* XIP_ERR_DESIGN, XIP_ERR_CORES, XIP_ERR_CONNECTIONS, XIP_ERR_ARGUMENT, XIP_ERR_NO_MEMORY. */
xip_error model_check(const machine_params *machine, const model_check_request *request, model_check_result *result);

#endif
