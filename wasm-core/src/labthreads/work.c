/* work.c — see work.h. */
#include "labthreads/work.h"

#include "base/clock.h"

/* A round is long compared to the coarsest clock of a browser (100 µs when not isolated); a calibration always ends. */
#define ROUND_NS 1e6
#define LIMIT_NS 500e6

/*
 * Not inlined: the loop a transaction runs must be the one that was calibrated. Shift and product do not commute, so no
 * compiler can fold several steps into one, as clang does with an affine chain.
 */
__attribute__((noinline)) uint64_t xip_work(uint64_t units, uint64_t seed)
{
    uint64_t x = seed | 1;
    for (uint64_t i = 0; i < units; i++)
        x = (x ^ x >> 29) * UINT64_C(6364136223846793005);
    return x;
}

double xip_work_calibrate(double at_least_ns)
{
    uint64_t units = 1 << 10;
    uint64_t sink = 1;
    double best = 0;
    double start = xip_clock_ns();
    for (double now = start; now - start < at_least_ns || best == 0;) {
        sink = xip_work(units, sink);
        double end = xip_clock_ns();
        double took = end - now;
        now = end;
        if (took < ROUND_NS) {
            units *= 2;
            continue;
        }
        double per_us = (double)units / took * 1e3;
        if (per_us > best) {
            best = per_us;
            /* A just-in-time compiler may still improve the code: as much time again from here. */
            if (now - start < LIMIT_NS)
                at_least_ns = now - start + at_least_ns / 2;
        }
    }
    /* The sink is used, otherwise the calls could be removed. */
    return sink == 0 ? 0 : best;
}
