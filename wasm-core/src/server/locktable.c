/*
 * locktable.c — the existing locks, their owners, and which modes conflict.
 * PostgreSQL: src/backend/storage/lmgr/lock.c.
 */
#include "server/state.h"

/* --- the table -------------------------------------------------------------------------------------------------- */

static uint32_t bucket_of(xip_locktag tag)
{
    uint32_t hash = tag.kind * 0x9E3779B1u ^ tag.a * 0x85EBCA77u ^ tag.b * 0xC2B2AE3Du ^ tag.c * 0x27D4EB2Fu;
    return (hash ^ hash >> 15) % XIP_LOCK_BUCKETS;
}

bool xip_same_locktag(xip_locktag a, xip_locktag b)
{
    return a.kind == b.kind && a.a == b.a && a.b == b.b && a.c == b.c;
}

xip_lock *xip_lock_find(const xip_server *server, xip_locktag tag)
{
    xip_lock *lock = server->buckets[bucket_of(tag)];
    while (lock != NULL && !xip_same_locktag(lock->tag, tag))
        lock = lock->next;
    return lock;
}

xip_lock *xip_lock_find_or_make(xip_server *server, xip_locktag tag)
{
    xip_lock *lock = xip_lock_find(server, tag);
    if (lock == NULL) {
        xip_lock **bucket = &server->buckets[bucket_of(tag)];
        lock = xip_pool_take(server, sizeof *lock);
        lock->tag = tag;
        lock->next = *bucket;
        *bucket = lock;
    }
    return lock;
}

xip_proclock *xip_proclock_find(const xip_lock *lock, uint32_t owner)
{
    xip_proclock *at = lock->proclocks;
    while (at != NULL && at->owner != owner)
        at = at->next;
    return at;
}

xip_proclock *xip_proclock_find_or_make(xip_server *server, xip_lock *lock, uint32_t owner)
{
    xip_proclock **at = &lock->proclocks;
    while (*at != NULL && (*at)->owner != owner)
        at = &(*at)->next;
    if (*at == NULL) {
        *at = xip_pool_take(server, sizeof **at);
        (*at)->owner = owner;
    }
    return *at;
}

void xip_lock_clean_up(xip_server *server, xip_lock *lock, uint32_t owner)
{
    xip_session *session = owner < XIP_MAX_SESSIONS ? server->sessions[owner] : NULL;
    bool waits = session != NULL && session->wait_state == XIP_WAITING && session->wait_lock == lock;
    for (xip_proclock **at = &lock->proclocks; *at != NULL; at = &(*at)->next)
        if ((*at)->owner == owner && (*at)->hold_mask == 0 && !waits) {
            xip_proclock *gone = *at;
            *at = gone->next;
            xip_pool_give(server, gone, sizeof *gone);
            break;
        }
    if (lock->proclocks != NULL)
        return;
    xip_lock **at = &server->buckets[bucket_of(lock->tag)];
    while (*at != lock)
        at = &(*at)->next;
    *at = lock->next;
    xip_pool_give(server, lock, sizeof *lock);
}

/* --- conflicts -------------------------------------------------------------------------------------------------- */

uint32_t xip_lock_conflicts(uint32_t mode)
{
    enum {
        AS = 1 << XIP_ACCESS_SHARE,
        RS = 1 << XIP_ROW_SHARE,
        RX = 1 << XIP_ROW_EXCLUSIVE,
        SU = 1 << XIP_SHARE_UPDATE_EXCLUSIVE,
        S = 1 << XIP_SHARE,
        SR = 1 << XIP_SHARE_ROW_EXCLUSIVE,
        X = 1 << XIP_EXCLUSIVE,
        AX = 1 << XIP_ACCESS_EXCLUSIVE
    };
    static const uint32_t table[XIP_LOCK_MODES] = {
        [XIP_ACCESS_SHARE] = AX,
        [XIP_ROW_SHARE] = X | AX,
        [XIP_ROW_EXCLUSIVE] = S | SR | X | AX,
        [XIP_SHARE_UPDATE_EXCLUSIVE] = SU | S | SR | X | AX,
        [XIP_SHARE] = RX | SU | SR | X | AX,
        [XIP_SHARE_ROW_EXCLUSIVE] = RX | SU | S | SR | X | AX,
        [XIP_EXCLUSIVE] = RS | RX | SU | S | SR | X | AX,
        [XIP_ACCESS_EXCLUSIVE] = AS | RS | RX | SU | S | SR | X | AX,
    };
    return table[mode];
}

bool xip_lock_is_held_against(const xip_lock *lock, uint32_t owner, uint32_t mode)
{
    uint32_t conflicts = xip_lock_conflicts(mode);
    if ((lock->grant_mask & conflicts) == 0)
        return false;
    for (const xip_proclock *at = lock->proclocks; at != NULL; at = at->next)
        if (at->owner != owner && (at->hold_mask & conflicts))
            return true;
    return false;
}
