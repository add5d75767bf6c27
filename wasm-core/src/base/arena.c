/* arena.c — see arena.h. */
#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

enum { ARENA_ALIGN = 128 }; /* PG_CACHE_LINE_SIZE: ShmemAlloc's alignment */

_Bool xip_arena_init(xip_arena *arena, size_t size)
{
    size_t rounded = (size + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1);
    arena->base = aligned_alloc(ARENA_ALIGN, rounded);
    arena->size = arena->base ? rounded : 0;
    arena->used = 0;
    return arena->base != NULL;
}

void *xip_arena_take(xip_arena *arena, size_t size, size_t align)
{
    size_t start = (arena->used + align - 1) & ~(align - 1);
    if (start > arena->size || size > arena->size - start)
        return NULL;
    arena->used = start + size;
    return memset(arena->base + start, 0, size);
}

void xip_arena_reset(xip_arena *arena)
{
    arena->used = 0;
}

void xip_arena_free(xip_arena *arena)
{
    free(arena->base);
    *arena = (xip_arena){0};
}
