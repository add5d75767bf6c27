/*
 * work.h — the "other work" of a transaction: a query's costs besides its snapshots (parsing, planning, the network),
 * as an amount of private arithmetic. It touches no memory, so it disturbs nobody's cache lines.
 */
#ifndef XIP_BENCH_WORK_H
#define XIP_BENCH_WORK_H

#include <stdint.h>

/* One chain of dependent multiplications, `units` long. Returns its last link, so that no compiler can leave it out. */
uint64_t xip_work(uint64_t units, uint64_t seed);

/*
 * Units per microsecond on this core, now: the best of rounds of about a millisecond, for `at_least_ns` and for half of
 * that again after each round that was better than all before. The best and not the mean, because a round can be
 * interrupted but not run too fast.
 */
double xip_work_calibrate(double at_least_ns);

#endif
