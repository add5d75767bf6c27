/* clock.h — time for the lab. The engine has no clock. */
#ifndef XIP_BASE_CLOCK_H
#define XIP_BASE_CLOCK_H

/* Nanoseconds since some fixed moment; monotonic within a thread. In browsers its step is 5 to 1000 µs: time batches,
 * not calls. */
double xip_clock_ns(void);
/* The smallest step seen over a few thousand readings, in nanoseconds. */
double xip_clock_step_ns(void);

#endif
