/* clock.c — see clock.h. */
#include "base/clock.h"

#include <stdint.h>

#ifdef __EMSCRIPTEN__
#include <emscripten.h>

double xip_clock_ns(void)
{
    return emscripten_get_now() * 1e6;
}
#else
#include <time.h>

double xip_clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}
#endif

double xip_clock_step_ns(void)
{
    double smallest = 1e9;
    double begin = xip_clock_ns();
    double last = begin;
    /* Until 64 steps were seen or 20 ms are over: a coarse clock must not delay the start. */
    for (uint32_t steps = 0; steps < 64 && last - begin < 20e6;) {
        double now = xip_clock_ns();
        if (now > last) {
            if (now - last < smallest)
                smallest = now - last;
            last = now;
            steps++;
        }
    }
    return smallest;
}
