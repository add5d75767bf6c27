/* cache.c — see cache.h. */
#include "machine/cache.h"

#include <stddef.h>

/*
 * MODEL: a line goes into the set that is its number modulo the number of sets; real last-level caches hash the
 * address. It matters only where a server's data do not fit.
 */
static uint32_t *set_of(const machine_cache *cache, uint32_t line)
{
    uint32_t sets = cache->sets;
    uint32_t set = (sets & (sets - 1)) == 0 ? line & (sets - 1) : line % sets;
    return cache->lines + (size_t)set * cache->ways;
}

bool cache_init(machine_cache *cache, uint32_t sets, uint32_t ways, xip_arena *arena)
{
    size_t n = (size_t)sets * ways;
    *cache = (machine_cache){sets, ways, xip_arena_take(arena, n * sizeof(uint32_t), 64)};
    for (size_t i = 0; cache->lines && i < n; i++)
        cache->lines[i] = CACHE_NO_LINE;
    return cache->lines != NULL;
}

/* Everything before place `at` moves back by one; the line becomes the first. */
static void to_front(uint32_t *set, uint32_t at, uint32_t line)
{
    for (; at > 0; at--)
        set[at] = set[at - 1];
    set[0] = line;
}

bool cache_touch(machine_cache *cache, uint32_t line)
{
    uint32_t *set = set_of(cache, line);
    for (uint32_t at = 0; at < cache->ways; at++)
        if (set[at] == line) {
            to_front(set, at, line);
            return true;
        }
    return false;
}

uint32_t cache_insert(machine_cache *cache, uint32_t line)
{
    uint32_t *set = set_of(cache, line);
    uint32_t gone = set[cache->ways - 1];
    to_front(set, cache->ways - 1, line);
    return gone;
}

void cache_remove(machine_cache *cache, uint32_t line)
{
    uint32_t *set = set_of(cache, line);
    uint32_t at = 0;
    while (at < cache->ways && set[at] != line)
        at++;
    if (at == cache->ways)
        return;
    for (; at + 1 < cache->ways; at++)
        set[at] = set[at + 1];
    set[cache->ways - 1] = CACHE_NO_LINE;
}
