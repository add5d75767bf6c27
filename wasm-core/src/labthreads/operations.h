/*
 * operations.h — the workload `operations`: what a visibility check, the assignment of an xid and the end of a
 * transaction take, each by itself. One thread plays its own backend, who looks, and XIP_MIX_COMPANIONS others, who
 * write (pg/mix.h).
 *
 * Assignments and ends cannot be looped each alone, so they come in groups with a look at the clock before and after.
 * What such a look takes is measured in each round, too, and taken off. A clock's step may be longer than a group: over
 * many rounds that evens out.
 */
#ifndef XIP_BENCH_OPERATIONS_H
#define XIP_BENCH_OPERATIONS_H

#include "labthreads/workload.h"

/* How often a round asks about all xids of the mix: a check is short against the clock. */
enum { XIP_OPERATIONS_REPEATS = 8 };

/* Rounds until `*stop` is no longer 0; `work_units` of other work in each transaction. Adds to `tally`. `companions`
 * are the thread's own, connected and without an xid; so are they afterwards. */
void xip_operations_run(xip_backend *me, xip_backend *companions, uint64_t work_units, const uint32_t *stop,
                        xip_tally *tally);

#endif
