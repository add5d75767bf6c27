/* locks.c — see locks.h. */
#include "simulation/locks.h"

#include "base/assert.h"

xip_error locks_init(locks *made, uint32_t count, uint32_t strands, xip_arena *arena)
{
    *made = (locks){.of = xip_arena_take(arena, count * sizeof(lock_state), 16),
                    .next = xip_arena_take(arena, strands * sizeof(uint32_t), 16),
                    .wants_all = xip_arena_take(arena, strands * sizeof(bool), 16)};
    if (!made->of || !made->next || !made->wants_all)
        return XIP_ERR_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        made->of[i] = (lock_state){.first = LOCKS_NOBODY, .last = LOCKS_NOBODY};
    return XIP_OK;
}

bool locks_is_free(const locks *all, uint32_t lock, bool exclusive)
{
    const lock_state *l = &all->of[lock];
    return !l->exclusive && (!exclusive || l->shared == 0);
}

void locks_take(locks *all, uint32_t lock, bool exclusive)
{
    lock_state *l = &all->of[lock];
    XIP_ASSERT(locks_is_free(all, lock, exclusive), "a lock that is taken was free");
    l->exclusive = exclusive;
    l->shared += !exclusive;
}

void locks_sleep(locks *all, uint32_t lock, uint32_t strand, bool exclusive)
{
    lock_state *l = &all->of[lock];
    all->next[strand] = LOCKS_NOBODY;
    all->wants_all[strand] = exclusive;
    if (l->first == LOCKS_NOBODY)
        l->first = strand;
    else
        all->next[l->last] = strand;
    l->last = strand;
}

void locks_woken(locks *all, uint32_t lock)
{
    all->of[lock].waking = false;
}

/* LWLockWakeup: removed from the queue are the first, and if it wants the lock shared, all others who do. */
static uint32_t wake(locks *all, lock_state *l)
{
    uint32_t woken = LOCKS_NOBODY;
    uint32_t last_woken = LOCKS_NOBODY;
    uint32_t last_left = LOCKS_NOBODY;
    uint32_t left = LOCKS_NOBODY;
    bool is_over = false;
    for (uint32_t at = l->first; at != LOCKS_NOBODY;) {
        uint32_t next = all->next[at];
        bool takes = !is_over && (woken == LOCKS_NOBODY || !all->wants_all[at]);
        uint32_t *last = takes ? &last_woken : &last_left;
        if (*last == LOCKS_NOBODY)
            *(takes ? &woken : &left) = at;
        else
            all->next[*last] = at;
        *last = at;
        all->next[at] = LOCKS_NOBODY;
        is_over = is_over || (takes && all->wants_all[at]);
        at = next;
    }
    l->first = left;
    l->last = last_left;
    return woken;
}

uint32_t locks_release(locks *all, uint32_t lock, bool exclusive)
{
    lock_state *l = &all->of[lock];
    if (exclusive)
        l->exclusive = false;
    else
        l->shared--;
    if (l->exclusive || l->shared > 0 || l->waking || l->first == LOCKS_NOBODY)
        return LOCKS_NOBODY;
    l->waking = true;
    return wake(all, l);
}
