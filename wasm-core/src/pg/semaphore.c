/* semaphore.c — see semaphore.h. */
#include "pg/semaphore.h"

#if defined(__wasm__) && defined(__EMSCRIPTEN_PTHREADS__)

/*
 * The operands of the wait are read back from the stack, so that they are no local variables. Otherwise V8's baseline
 * compiler (11.3, in Node 20) gives the local that holds the address the value of a constant `expected`: a loop around
 * the wait then sleeps on address 0, and nobody ever wakes it.
 */
void xip_futex_wait(const uint32_t *word, uint32_t expected, int64_t timeout_ns)
{
    const uint32_t *volatile address = word;
    volatile uint32_t value = expected;
    __builtin_wasm_memory_atomic_wait32((int *)(uintptr_t)address, (int)value, timeout_ns);
}

void xip_futex_wake(const uint32_t *word, uint32_t n)
{
    __builtin_wasm_memory_atomic_notify((int *)(uintptr_t)word, n);
}

void xip_nap(void)
{
    uint32_t never = 0;
    xip_futex_wait(&never, 0, 50000);
}

#elif defined(__wasm__)
#include "base/assert.h"

/* The engine build has one thread: if it had to wait, it would wait forever. */
void xip_futex_wait(const uint32_t *word, uint32_t expected, int64_t timeout_ns)
{
    (void)word, (void)expected, (void)timeout_ns;
    XIP_ASSERT(false, "the single-threaded engine never sleeps");
}

void xip_futex_wake(const uint32_t *word, uint32_t n)
{
    (void)word, (void)n;
}

void xip_nap(void)
{
    XIP_ASSERT(false, "the single-threaded engine never spins");
}

#elif defined(__linux__)
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void xip_futex_wait(const uint32_t *word, uint32_t expected, int64_t timeout_ns)
{
    struct timespec limit = {.tv_sec = timeout_ns / 1000000000, .tv_nsec = timeout_ns % 1000000000};
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, timeout_ns < 0 ? NULL : &limit, NULL, 0);
}

void xip_futex_wake(const uint32_t *word, uint32_t n)
{
    /* The kernel counts in int: UINT32_MAX would mean -1, and wake a single one. */
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, n > INT32_MAX ? INT32_MAX : n, NULL, NULL, 0);
}

void xip_nap(void)
{
    sched_yield();
}

#else
#include <sched.h>
#include <time.h>

/* Other systems run only the native tests: they poll after a short sleep. */
void xip_futex_wait(const uint32_t *word, uint32_t expected, int64_t timeout_ns)
{
    if (__atomic_load_n(word, __ATOMIC_ACQUIRE) != expected || timeout_ns == 0)
        return;
    struct timespec pause = {.tv_nsec = 20000};
    nanosleep(&pause, NULL);
}

void xip_futex_wake(const uint32_t *word, uint32_t n)
{
    (void)word, (void)n;
}

void xip_nap(void)
{
    sched_yield();
}

#endif

void xip_semaphore_wait(mem_core *core, uint32_t *value)
{
    for (;;) {
        uint32_t seen = mem_atomic_load_u32(core, value, MEM_SEMAPHORE);
        if (seen == 0)
            xip_futex_wait(value, 0, -1);
        else if (mem_atomic_cas_u32(core, value, &seen, seen - 1, MEM_SEMAPHORE))
            return;
    }
}

void xip_semaphore_post(mem_core *core, uint32_t *value)
{
    mem_atomic_add_u32(core, value, 1, MEM_SEMAPHORE);
    xip_futex_wake(value, 1);
}
