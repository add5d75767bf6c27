/*
 * flow.h — connections' scripts (pg/script.h) on hardware threads whose cache lines are served one request at a time
 * (strands.h). Private to the simulation; of the workloads without savepoints.
 *
 *   a client's request ─► waking up ─► a hardware thread ─► the script's next operation, recorded by the engine
 *          ▲                                                (steps.h) ─► carried out (strands.h) ─► the next …
 *          └──────────────── think time, network, waking up ◄────────── the last one ◄─────┘
 */
#ifndef XIP_MODEL_FLOW_H
#define XIP_MODEL_FLOW_H

#include "simulation/state.h"

/* The connections are there; nothing has run. XIP_ERR_NO_MEMORY. @param lines of the server's memory */
xip_error flow_open(model *m, const machine_params *machine, uint32_t lines, xip_arena *arena);
/* model_run, for such a model. */
bool flow_run(model *m, uint64_t accesses);

#endif
