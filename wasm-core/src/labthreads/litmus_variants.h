/*
 * litmus_variants.h — the litmus tests as programs for the checker (tso.h). litmus.c runs the same steps on real
 * threads.
 *
 * Two threads, in PostgreSQL's words:
 *   the reader wants to use its last snapshot again: it advertises the snapshot's xmin, and looks at
 *     xactCompletionCount
 *   the pruner has just committed: it raises xactCompletionCount, and looks at the reader's xmin for its horizon
 *
 * `buffer` is that alone, the test that is called store buffering (SB): may both look too early?
 * `hole` is the protocol of designs/unlocked_reuse.c, which looks at the counter before it advertises and once more
 * after it (the second look). If the pruner finds no xmin, it removes the row version that the snapshot needs, and the
 * reader, which goes on with its snapshot, reads it later. Without the second look, or without the fence before it,
 * this is the hole of the patch of 2012.
 */
#ifndef XIP_LAB_LITMUS_VARIANTS_H
#define XIP_LAB_LITMUS_VARIANTS_H

#include "labthreads/tso.h"

typedef enum xip_litmus_test { XIP_LITMUS_BUFFER, XIP_LITMUS_HOLE } xip_litmus_test;

/*
 * Name, test, fence, second look. The fence of `buffer` is on both sides. In `hole` it is the reader's alone: the
 * pruner always has one, because it commits and computes its horizon under ProcArrayLock, which is a full barrier.
 */
#define XIP_LITMUS_VARIANT_MAP(X)                                                                                      \
    X(buffer_open, XIP_LITMUS_BUFFER, false, false)                                                                    \
    X(buffer_fenced, XIP_LITMUS_BUFFER, true, false)                                                                   \
    X(hole_open, XIP_LITMUS_HOLE, false, false)                                                                        \
    X(hole_fenced, XIP_LITMUS_HOLE, true, false)                                                                       \
    X(hole_looks, XIP_LITMUS_HOLE, false, true)                                                                        \
    X(hole_sound, XIP_LITMUS_HOLE, true, true)

#define X(name, test, fence, second_look) XIP_LITMUS_##name,
enum { XIP_LITMUS_VARIANT_MAP(X) XIP_LITMUS_VARIANTS };
#undef X

typedef struct xip_litmus_variant {
    xip_litmus_test test;
    bool fence;
    bool second_look;
} xip_litmus_variant;

/* NULL when `index` is past the end. */
const xip_litmus_variant *xip_litmus_variant_at(uint32_t index);

/* The reader's program first, then the pruner's. */
void xip_litmus_programs(const xip_litmus_variant *variant, xip_tso_program programs[XIP_TSO_THREADS]);

#endif
