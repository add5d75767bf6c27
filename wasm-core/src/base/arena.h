/*
 * arena.h — memory is taken once and handed out in order; nothing is freed separately. A lab's memory is therefore
 * fixed: it cannot grow during a ten-minute race.
 */
#ifndef XIP_BASE_ARENA_H
#define XIP_BASE_ARENA_H

#include <stddef.h>
#include <stdint.h>

typedef struct xip_arena {
    uint8_t *base;
    size_t size; /* bytes */
    size_t used; /* bytes */
} xip_arena;

/* Takes `size` bytes from the C library. False when there are none left. */
_Bool xip_arena_init(xip_arena *arena, size_t size);
/* Zeroed bytes on an `align` boundary (a power of two, 128 at most), or NULL when the arena is full. */
void *xip_arena_take(xip_arena *arena, size_t size, size_t align);
/* Everything handed out becomes free at once. */
void xip_arena_reset(xip_arena *arena);
void xip_arena_free(xip_arena *arena);

#endif
