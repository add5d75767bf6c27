/* assert.c — see assert.h. */
#include "base/assert.h"

#include <stdio.h>
#include <stdlib.h>

__attribute__((cold, noinline)) _Noreturn void xip_assert_failed(const char *law, const char *condition,
                                                                 const char *file, uint32_t line)
{
    fprintf(stderr, "xipscope: broken invariant: %s (%s, %s:%u)\n", law, condition, file, line);
    abort();
}
