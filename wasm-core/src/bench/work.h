/*
 * work.h — the "other work" of a transaction: what a query costs besides its snapshots (parsing, planning, the
 * network), as an amount of private arithmetic. It touches no memory, so it disturbs nobody's cache lines.
 */
#ifndef XIP_BENCH_WORK_H
#define XIP_BENCH_WORK_H

#include <stdint.h>

/* One chain of dependent multiplications, `units` long. Answers its last link, so that no compiler can leave it out. */
uint64_t xip_work(uint64_t units, uint64_t seed);

/* Units per microsecond on this core, now: the best of `rounds` rounds of about `round_ns` each. */
double xip_work_calibrate(uint32_t rounds, double round_ns);

#endif
