/*
 * operations.h — the workload `operations`: the separate times of a visibility check, of assigning an xid and of a
 * transaction's end. One thread plays its own backend, which checks, and XIP_MIX_COMPANIONS others, which write
 * (pg/mix.h).
 *
 * Assignments and ends cannot be looped separately, so they come in groups with a reading of the clock before and
 * after. The time of such a reading is also measured in each round, and subtracted. A clock's step may be longer than a
 * group: over many rounds that evens out.
 */
#ifndef XIP_BENCH_OPERATIONS_H
#define XIP_BENCH_OPERATIONS_H

#include "labthreads/workload.h"

/* How often a round checks all xids of the mix: a check is short compared to the clock's step. */
enum { XIP_OPERATIONS_REPEATS = 8 };

/* Rounds until `*stop` is no longer 0; `work_units` of other work in each transaction. Adds to `tally`. `companions`
 * are the thread's own, connected and without an xid, before and after. */
void xip_operations_run(xip_backend *me, xip_backend *companions, uint64_t work_units, const uint32_t *stop,
                        xip_tally *tally);

#endif
