/*
 * core_cost.h — what a core itself needs for a snapshot, with all lines in its L1: instructions, taken jumps and loads.
 * No data sheet has these counts. Private to the simulation.
 */
#ifndef XIP_MODEL_CORE_COST_H
#define XIP_MODEL_CORE_COST_H

#include "pg/layout.h"
#include "simulation/model.h"

/* Of one design. */
typedef struct core_counts {
    const char *design;
    double instructions, jumps, loads; /* for each connection without an xid that a scan passes; jumps that are taken */
    double besides;                    /* instructions of a snapshot and its release, without the scan */
} core_counts;

/* The counts of a design that exists. */
const core_counts *core_counts_of(const char *design);

/* An operation as a core sees it. */
typedef struct core_cost {
    double ns; /* alone on a core, with all lines in L1 and without locked instructions */
    double instructions;
} core_cost;

/*
 * A snapshot that scans so many connections, with its release: the largest of instructions, taken jumps and loads.
 * @param scanned 0 if it was reused
 */
core_cost core_snapshot(const core_counts *counts, const model_params *params, uint32_t scanned);
/* Any other operation, by its accesses: a load or store and what stands around it. */
core_cost core_accesses(const model_params *params, uint32_t accesses);

#endif
