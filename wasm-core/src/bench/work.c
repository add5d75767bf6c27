/* work.c — see work.h. */
#include "bench/work.h"

#include "base/clock.h"

/*
 * Not inlined: the loop a transaction runs and the loop that was calibrated must be one. Shift and product do not
 * commute, so no compiler can fold several steps into one, as clang does with an affine chain.
 */
__attribute__((noinline)) uint64_t xip_work(uint64_t units, uint64_t seed)
{
    uint64_t x = seed | 1;
    for (uint64_t i = 0; i < units; i++)
        x = (x ^ x >> 29) * UINT64_C(6364136223846793005);
    return x;
}

double xip_work_calibrate(uint32_t rounds, double round_ns)
{
    uint64_t units = 1 << 14;
    uint64_t sink = 1;
    double best = 0;
    for (uint32_t done = 0; done < rounds;) {
        double begin = xip_clock_ns();
        sink = xip_work(units, sink);
        double took = xip_clock_ns() - begin;
        if (took < round_ns) {
            units *= 2; /* also lets a just-in-time compiler reach its last tier */
            continue;
        }
        double per_us = (double)units / took * 1e3;
        if (per_us > best)
            best = per_us;
        done++;
    }
    /* The sink is used, or the calls could go. */
    return sink == 0 ? 0 : best;
}
