/*
 * semaphore.h — a counting semaphore a backend sleeps on (PGSemaphore). The sleep is real: a futex natively on Linux,
 * memory.atomic.wait32 in WebAssembly. Also the plain futex calls, which the lab uses to park its threads.
 */
#ifndef XIP_PG_SEMAPHORE_H
#define XIP_PG_SEMAPHORE_H

#include <stdbool.h>
#include <stdint.h>

#include "mem/mem.h"

/* Sleeps until the value is above 0, then takes one. */
void xip_semaphore_wait(mem_core *core, uint32_t *value);
/* Adds one and wakes a sleeper. */
void xip_semaphore_post(mem_core *core, uint32_t *value);

/* Sleeps while *word == expected, `timeout_ns` at most (negative: forever). May wake without reason. */
void xip_futex_wait(const uint32_t *word, uint32_t expected, int64_t timeout_ns);
/* Wakes up to n sleepers. */
void xip_futex_wake(const uint32_t *word, uint32_t n);
/* Yields the core for a short while, inside a spin that has lasted too long. */
void xip_nap(void);

#endif
