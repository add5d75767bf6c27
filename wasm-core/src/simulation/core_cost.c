/*
 * core_cost.c — see core_cost.h.
 *
 * pg13, pg14: read off GetSnapshotData in the machine code of PostgreSQL 13.23 and 14.23 (x86-64, gcc 7.5, -Os): the
 * way of a connection whose xid and xmin are not set, from one test of the loop's end to the next. The steps between
 * the two releases were never released: globalvis and xmin-moved are 13's way without the three instructions that look
 * at xmin, and everything from dense on walks as 14 does. pg9.1 and two-pass, and everything besides the scan, are this
 * engine's own, counted instruction by instruction (test/test_core_cost.c).
 *
 * MODEL: the instructions of a scan are counted in released servers 13 and 14, built to be small; other builds have
 * other numbers. 9.1 and two-pass are counted from this engine's own code, built to be fast: two-pass looks too cheap
 * next to dense.
 */
#include "simulation/core_cost.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"

static const core_counts all[] = {
    {"pg9.1", .instructions = 29, .jumps = 3, .loads = 6, .besides = 146},
    {"pg13", .instructions = 15, .jumps = 3, .loads = 5, .besides = 189},
    {"globalvis", .instructions = 12, .jumps = 2, .loads = 4, .besides = 224},
    {"xmin-moved", .instructions = 12, .jumps = 2, .loads = 4, .besides = 222},
    {"dense", .instructions = 12, .jumps = 2, .loads = 3, .besides = 214},
    {"pg14", .instructions = 12, .jumps = 2, .loads = 3, .besides = 220},
    {"unlocked-reuse", .instructions = 12, .jumps = 2, .loads = 3, .besides = 220},
    {"backend-cache", .instructions = 12, .jumps = 2, .loads = 3, .besides = 223},
    {"shared-snapshot", .instructions = 12, .jumps = 2, .loads = 3, .besides = 288},
    {"two-pass", .instructions = 0.88, .jumps = 0.03, .loads = 0.25, .besides = 210},
    {"running-set", .besides = 180},
    {"csn", .besides = 118},
};

enum { INSTRUCTIONS_AN_ACCESS = 4 };

const core_counts *core_counts_of(const char *design)
{
    uint32_t at = 0;
    while (at < sizeof all / sizeof *all && strcmp(all[at].design, design) != 0)
        at++;
    XIP_ASSERT(at < sizeof all / sizeof *all, "every design is counted");
    return &all[at];
}

core_cost core_snapshot(const core_counts *counts, const model_params *p, uint32_t scanned)
{
    double each = counts->instructions / p->issue_width;
    each = fmax(each, counts->jumps * p->jump_cycles);
    double scan_ns = fmax(each * p->cycle_ns, counts->loads * p->port_ns) * scanned;
    return (core_cost){.ns = scan_ns + counts->besides / p->issue_width * p->cycle_ns,
                       .instructions = counts->instructions * scanned + counts->besides};
}

core_cost core_accesses(const model_params *p, uint32_t accesses)
{
    double instructions = (double)INSTRUCTIONS_AN_ACCESS * accesses;
    return (core_cost){.ns = instructions / p->issue_width * p->cycle_ns, .instructions = instructions};
}
