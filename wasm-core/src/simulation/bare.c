/* bare.c — see bare.h. */
#include "simulation/bare.h"

#include <stdlib.h>

struct bare {
    xip_arena memory;
    machine *machine;
    uint32_t bytes;
    xip_access_outcome outcomes[2 * BARE_MAX_ACCESSES];
    uint32_t count;
};

xip_error bare_create(bare **made, const machine_params *params, uint32_t bytes)
{
    if (bytes == 0 || bytes > BARE_MAX_BYTES)
        return XIP_ERR_ARGUMENT;
    uint32_t lines = (bytes - 1) / MACHINE_LINE_BYTES + 1;
    size_t room = machine_bytes(params, lines, lines);
    if (room == 0)
        return XIP_ERR_ARGUMENT;
    bare *b = calloc(1, sizeof *b);
    if (!b)
        return XIP_ERR_NO_MEMORY;
    b->bytes = bytes;
    xip_error error = xip_arena_init(&b->memory, room) ? XIP_OK : XIP_ERR_NO_MEMORY;
    if (error == XIP_OK)
        error = machine_create(&b->machine, params, lines, &b->memory);
    if (error == XIP_OK)
        *made = b;
    else
        bare_free(b);
    return error;
}

void bare_free(bare *b)
{
    if (!b)
        return;
    xip_arena_free(&b->memory);
    free(b);
}

static bool is_inside(const bare *b, const bare_access *a)
{
    return a->size > 0 && a->size <= MACHINE_LINE_BYTES && a->at < b->bytes && a->size <= b->bytes - a->at &&
           a->kind <= XIP_ACCESS_ATOMIC;
}

static void decide(void *context, uint32_t tag, machine_sharing sharing)
{
    bare *b = context;
    b->outcomes[tag].sharing = (uint32_t)sharing;
}

/* Bytes within a line. Returns the time they take. */
static double touch(bare *b, uint32_t core, uint32_t at, uint32_t size, xip_access_kind kind, double started,
                    double now)
{
    uint32_t line = at / MACHINE_LINE_BYTES;
    uint32_t first = at % MACHINE_LINE_BYTES;
    /* No field of the table is PostgreSQL's xmin, so no miss is for the horizon. */
    machine_outcome met = machine_access(b->machine, core, line, first, size, kind, MEM_FIELD_COUNT, now, b->count);
    uint32_t words = machine_touch_of(first, size, kind, MEM_FIELD_COUNT) & 0xFFFF;
    b->outcomes[b->count++] = (xip_access_outcome){
        .line = line,
        .first = first,
        .level = met.level,
        .from = met.from,
        .before = met.before,
        .after = met.after,
        .upgrade = met.upgrade,
        .losers = met.losers,
        .missed = met.level > MACHINE_L2 || met.upgrade,
        .changed = kind == XIP_ACCESS_READ ? 0 : words,
        .at = now - started,
        .ns = met.ns,
        .wait = met.wait_ns,
    };
    return met.ns;
}

xip_error bare_run(bare *b, uint32_t core, double now, const bare_access *accesses, uint32_t count)
{
    b->count = 0;
    if (core >= machine_cores(b->machine) || count > BARE_MAX_ACCESSES)
        return XIP_ERR_ARGUMENT;
    for (uint32_t i = 0; i < count; i++)
        if (!is_inside(b, &accesses[i]))
            return XIP_ERR_ARGUMENT;
    double clock = now;
    for (uint32_t i = 0; i < count; i++) {
        const bare_access *a = &accesses[i];
        uint32_t here = MACHINE_LINE_BYTES - a->at % MACHINE_LINE_BYTES;
        here = here < a->size ? here : a->size;
        clock += touch(b, core, a->at, here, (xip_access_kind)a->kind, now, clock);
        if (here < a->size)
            clock += touch(b, core, a->at + here, a->size - here, (xip_access_kind)a->kind, now, clock);
    }
    machine_end_operation(b->machine, core, decide, b);
    return XIP_OK;
}

const xip_access_outcome *bare_outcomes(const bare *b)
{
    return b->outcomes;
}

uint32_t bare_count(const bare *b)
{
    return b->count;
}
