/*
 * assert.h — a broken invariant names itself and ends the engine. Bad input never comes this far: it is answered with
 * an xip_error. Stays on in release builds; not used inside a scan's loop.
 */
#ifndef XIP_BASE_ASSERT_H
#define XIP_BASE_ASSERT_H

#include <stdio.h>
#include <stdlib.h>

#define XIP_ASSERT(condition, law)                                                                                     \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "xipscope: broken invariant: %s (%s, %s:%d)\n", (law), #condition, __FILE__, __LINE__);    \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

#endif
