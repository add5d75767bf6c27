/* counts.c — each core's events; see machine_counts in machine.h. */
#include <string.h>

#include "base/assert.h"
#include "machine/state.h"

const machine_counts *machine_counts_of(const machine *m, uint32_t core)
{
    XIP_ASSERT(core < m->cores, "a core of this machine");
    machine_counts *counts = &m->core[core].counts;
    /* Each access found its line somewhere, so their sum is computed here: one counter less on the path of a hit. */
    counts->accesses = 0;
    for (uint32_t level = 0; level < MACHINE_LEVEL_COUNT; level++)
        counts->accesses += counts->found[level];
    return counts;
}

void machine_clear_counts(machine *m)
{
    for (uint32_t core = 0; core < m->cores; core++)
        memset(&m->core[core].counts, 0, sizeof m->core[core].counts);
}
