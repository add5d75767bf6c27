/*
 * cache.h — which lines one cache holds: sets of `ways` lines each, the least recently used one leaves first.
 * A set is kept in the order of use, newest first, so its first place says what was used last.
 */
#ifndef XIP_MACHINE_CACHE_H
#define XIP_MACHINE_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

enum { CACHE_NO_LINE = UINT32_MAX };

typedef struct machine_cache {
    uint32_t sets, ways;
    uint32_t *lines; /* sets × ways; CACHE_NO_LINE where there is none, behind all others of its set */
} machine_cache;

/* False when the arena is full. */
bool cache_init(machine_cache *cache, uint32_t sets, uint32_t ways, xip_arena *arena);
/* Whether the line is there; it is then the newest of its set. */
bool cache_touch(machine_cache *cache, uint32_t line);
/* A line that is not there comes in as its set's newest; answers which one had to go, or CACHE_NO_LINE. */
uint32_t cache_insert(machine_cache *cache, uint32_t line);
/* Takes a line out, if it is there. */
void cache_remove(machine_cache *cache, uint32_t line);

#endif
