/*
 * assert.h — a broken invariant prints its name and ends the engine. Bad input never reaches it: that returns an
 * xip_error. Also active in release builds.
 */
#ifndef XIP_BASE_ASSERT_H
#define XIP_BASE_ASSERT_H

#include <stdint.h>

/*
 * Says what broke and where, and aborts. A call without variable arguments, so that a function that asserts needs no
 * stack for it: in WebAssembly taking stack means writing a global variable of the thread (see xip_scan in
 * pg/cluster.h).
 */
_Noreturn void xip_assert_failed(const char *law, const char *condition, const char *file, uint32_t line);

#define XIP_ASSERT(condition, law)                                                                                     \
    do {                                                                                                               \
        if (__builtin_expect(!(condition), 0))                                                                         \
            xip_assert_failed((law), #condition, __FILE__, __LINE__);                                                  \
    } while (0)

#endif
