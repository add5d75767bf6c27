/* steps.c — see steps.h. */
#include "simulation/steps.h"

#include "base/assert.h"
#include "machine/machine.h"

/* A scan goes along a few arrays at once: so far back an access looks for its line. */
enum { LOOK_BACK = 6 };

xip_error steps_init(steps *made, uint32_t capacity, const void *base, const void *first_lock, size_t lock_size,
                     xip_arena *arena)
{
    *made = (steps){.at = xip_arena_take(arena, capacity * sizeof(step), 16),
                    .capacity = capacity,
                    .asking = STEPS_NO_LOCK,
                    .base = base,
                    .first_lock = first_lock,
                    .lock_size = lock_size};
    return made->at ? XIP_OK : XIP_ERR_NO_MEMORY;
}

void steps_clear(steps *s)
{
    s->count = s->fence = 0;
    s->is_full = false;
    s->asking = STEPS_NO_LOCK;
}

static step *add(steps *s, step one)
{
    if (s->count == s->capacity) {
        s->is_full = true;
        return NULL;
    }
    s->at[s->count] = one;
    if (one.kind >= STEP_ATOMIC)
        s->fence = s->count + 1;
    return &s->at[s->count++];
}

/* Adds to a recent step of the same line and kind. False: there is none. */
static inline bool merged(steps *s, uint32_t line, uint32_t touch, step_kind kind)
{
    uint32_t first = s->count > s->fence + LOOK_BACK ? s->count - LOOK_BACK : s->fence;
    for (step *one = s->at + s->count, *oldest = s->at + first; one-- > oldest;) {
        if (one->line != line)
            continue;
        /* A read after a write to the same line stays after it. */
        if (one->kind != kind || one->accesses == UINT16_MAX)
            return false;
        one->touch |= touch;
        one->accesses++;
        return true;
    }
    return false;
}

static uint32_t line_of(const steps *s, const void *p)
{
    return (uint32_t)((size_t)((const uint8_t *)p - s->base) / MACHINE_LINE_BYTES);
}

/* Any access: one of a lock that is being taken, an atomic, or one to several lines. */
static __attribute__((noinline)) void access_slowly(steps *s, uint32_t line, uint32_t first, uint32_t size,
                                                    xip_access_kind kind, uint32_t field)
{
    if (s->asking != STEPS_NO_LOCK && line == s->at[s->count - 1].line) {
        s->at[s->count - 1].touch |= machine_touch_of(first, size, XIP_ACCESS_ATOMIC, field);
        if (kind == XIP_ACCESS_ATOMIC)
            s->asking = STEPS_NO_LOCK;
        return;
    }
    step_kind as = kind == XIP_ACCESS_READ ? STEP_READ : kind == XIP_ACCESS_WRITE ? STEP_WRITE : STEP_ATOMIC;
    while (size > 0) {
        uint32_t here = MACHINE_LINE_BYTES - first < size ? MACHINE_LINE_BYTES - first : size;
        uint32_t touch = machine_touch_of(first, here, kind, field);
        if (as == STEP_ATOMIC || !merged(s, line, touch, as))
            add(s, (step){.line = line, .touch = touch, .accesses = 1, .lock = STEPS_NO_LOCK, .kind = (uint8_t)as});
        line++;
        first = 0;
        size -= here;
    }
}

/* Nearly all accesses are a scan's reads: of one line each, and of one that was read just now. They go the short way.
 */
void steps_access(void *context, uint32_t core, const void *p, uint32_t size, xip_access_kind kind, uint32_t field)
{
    (void)core;
    steps *s = context;
    uint32_t line = line_of(s, p);
    uint32_t first = (uint32_t)((size_t)((const uint8_t *)p - s->base) % MACHINE_LINE_BYTES);
    bool is_short = kind == XIP_ACCESS_READ && s->asking == STEPS_NO_LOCK && first + size <= MACHINE_LINE_BYTES;
    if (is_short && merged(s, line, machine_touch_of(first, size, XIP_ACCESS_READ, field), STEP_READ))
        return;
    access_slowly(s, line, first, size, kind, field);
}

void steps_lock(void *context, uint32_t core, const void *lock, bool exclusive, bool released)
{
    (void)core;
    steps *s = context;
    uint16_t number = (uint16_t)((size_t)((const uint8_t *)lock - s->first_lock) / s->lock_size);
    if (!released) {
        add(s,
            (step){.line = line_of(s, lock), .accesses = 2, .lock = number, .kind = STEP_LOCK, .exclusive = exclusive});
        s->asking = number;
        return;
    }
    /* Nobody waits while the engine runs alone, so the last access was the subtraction. */
    step *last = &s->at[s->count - 1];
    XIP_ASSERT(s->is_full || (last->kind == STEP_ATOMIC && last->line == line_of(s, lock)),
               "a release ends with its atomic");
    last->kind = STEP_UNLOCK;
    last->lock = number;
    last->exclusive = exclusive;
}
