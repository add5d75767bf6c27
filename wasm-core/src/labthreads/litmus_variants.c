/* litmus_variants.c — see litmus_variants.h. */
#include "labthreads/litmus_variants.h"

#include <string.h>

static const xip_litmus_variant variants[] = {
#define X(name, test, fence, second_look) {test, fence, second_look},
    XIP_LITMUS_VARIANT_MAP(X)
#undef X
};

const xip_litmus_variant *xip_litmus_variant_at(uint32_t index)
{
    return index < XIP_LITMUS_VARIANTS ? &variants[index] : NULL;
}

static void add(xip_tso_program *program, xip_tso_op op, xip_tso_word word)
{
    program->steps[program->length++] = (xip_tso_step){.op = (uint8_t)op, .word = (uint8_t)word};
}

static void add_fence(xip_tso_program *program, bool fence)
{
    if (fence)
        add(program, XIP_TSO_FENCE, XIP_TSO_COUNT);
}

void xip_litmus_programs(const xip_litmus_variant *variant, xip_tso_program programs[XIP_TSO_THREADS])
{
    xip_tso_program *reader = &programs[0];
    xip_tso_program *pruner = &programs[1];
    const bool hole = variant->test == XIP_LITMUS_HOLE;
    memset(programs, 0, XIP_TSO_THREADS * sizeof *programs);

    if (hole)
        add(reader, XIP_TSO_LOOK, XIP_TSO_COUNT);
    add(reader, XIP_TSO_STORE, XIP_TSO_XMIN);
    add_fence(reader, variant->fence);
    if (!hole || variant->second_look)
        add(reader, XIP_TSO_LOOK, XIP_TSO_COUNT);
    if (hole)
        add(reader, XIP_TSO_READ, XIP_TSO_ROW);

    add(pruner, XIP_TSO_STORE, XIP_TSO_COUNT);
    add_fence(pruner, hole || variant->fence);
    add(pruner, XIP_TSO_LOOK, XIP_TSO_XMIN);
    if (hole)
        add(pruner, XIP_TSO_STORE, XIP_TSO_ROW);
}
