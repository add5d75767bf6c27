/*
 * cache.h — the lines that one cache holds: sets of `ways` lines each, the least recently used one is evicted first. A
 * set is kept in the order of use, newest first, so its first place is the line used last.
 */
#ifndef XIP_MACHINE_CACHE_H
#define XIP_MACHINE_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

enum { CACHE_NO_LINE = UINT32_MAX };

typedef struct machine_cache {
    uint32_t sets, ways;
    uint32_t *lines; /* sets × ways; CACHE_NO_LINE for free places, after all others of its set */
} machine_cache;

/* False when the arena is full. */
bool cache_init(machine_cache *cache, uint32_t sets, uint32_t ways, xip_arena *arena);
/* Whether the line is there; it is then the newest of its set. */
bool cache_touch(machine_cache *cache, uint32_t line);
/* Inserts a missing line as its set's newest; returns the line it evicted, or CACHE_NO_LINE. */
uint32_t cache_insert(machine_cache *cache, uint32_t line);
/* Removes a line, if it is there. */
void cache_remove(machine_cache *cache, uint32_t line);

#endif
