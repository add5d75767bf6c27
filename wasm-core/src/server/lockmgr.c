/*
 * lockmgr.c — heavyweight locks on relations, transactions (each holds the lock of its own xid), tuples and keys that
 * people choose (advisory.c): granting them, releasing them, and waking the sessions that wait for them. The request
 * itself is in waits.c.
 * PostgreSQL: src/backend/storage/lmgr/{lock,proc}.c.
 *
 * MODEL: of the fast path for weak relation locks only what pg_locks shows of it is kept (fast_mask), because it does
 * not change which session waits; a backend has the 16 slots of 17 by the rules of 18, too, where PostgreSQL takes
 * their number from max_locks_per_transaction. No request is cancelled by autovacuum.
 */
#include "base/assert.h"
#include "server/state.h"

/* --- granting and releasing ------------------------------------------------------------------------------------- */

static void remember(xip_session *me, xip_lock *lock, uint32_t mode, uint32_t level)
{
    for (xip_held *at = me->held; at != NULL && at->level >= level; at = at->next)
        if (at->lock == lock && at->mode == mode && at->level == level) {
            at->count++;
            return;
        }
    /* Parents may get their xid's lock after deeper levels took locks: the insertion keeps the list in order. */
    xip_held **place = &me->held;
    while (*place != NULL && (*place)->level > level)
        place = &(*place)->next;
    xip_held *held = xip_pool_take(me->server, sizeof *held);
    *held = (xip_held){.next = *place, .lock = lock, .mode = mode, .level = level, .count = 1};
    *place = held;
}

/* EligibleForRelationFastPath, and that nobody has or wants the lock in a strong mode (FastPathStrongRelationLocks). */
static void note_fast_path(xip_session *me, const xip_lock *lock, xip_proclock *proclock, uint32_t mode)
{
    if (lock->tag.kind != XIP_LOCKTAG_RELATION || lock->tag.a >= XIP_SHARED_RELATIONS ||
        mode >= XIP_SHARE_UPDATE_EXCLUSIVE || me->fast_locks >= XIP_FAST_LOCKS ||
        me->wait_lock == lock /* waited in the main table */ ||
        ((lock->grant_mask | lock->wait_mask) >> XIP_SHARE) != 0)
        return;
    me->fast_locks += proclock->fast_mask == 0;
    proclock->fast_mask |= xip_lockbit(mode);
}

static void leave_fast_path(xip_server *server, xip_proclock *proclock, uint32_t modes)
{
    bool was_fast = proclock->fast_mask != 0;
    proclock->fast_mask &= ~modes;
    if (was_fast && proclock->fast_mask == 0)
        server->sessions[proclock->owner]->fast_locks--;
}

void xip_locks_leave_fast_path(xip_server *server, xip_lock *lock)
{
    for (xip_proclock *at = lock->proclocks; at != NULL; at = at->next)
        leave_fast_path(server, at, at->fast_mask);
}

void xip_lock_grant(xip_session *me, xip_lock *lock, uint32_t mode, uint32_t level)
{
    xip_proclock *proclock = xip_proclock_find_or_make(me->server, lock, me->id);
    if (proclock->uses[mode]++ == 0) {
        note_fast_path(me, lock, proclock, mode);
        lock->granted[mode]++;
        lock->grant_mask |= xip_lockbit(mode);
        proclock->hold_mask |= xip_lockbit(mode);
    }
    remember(me, lock, mode, level);
}

/* UnGrantLock, ProcLockWakeup, CleanUpLock: releases `uses` of them at once. */
static void ungrant(xip_server *server, xip_lock *lock, uint32_t owner, uint32_t mode, uint32_t uses)
{
    xip_proclock *proclock = xip_proclock_find(lock, owner);
    XIP_ASSERT(proclock != NULL && proclock->uses[mode] >= uses, "who releases a lock holds it");
    proclock->uses[mode] -= uses;
    if (proclock->uses[mode] > 0)
        return;
    proclock->hold_mask &= ~xip_lockbit(mode);
    leave_fast_path(server, proclock, xip_lockbit(mode));
    if (--lock->granted[mode] == 0)
        lock->grant_mask &= ~xip_lockbit(mode);
    if (xip_lock_conflicts(mode) & lock->wait_mask)
        xip_lock_wake_waiters(server, lock);
    xip_lock_clean_up(server, lock, owner);
}

void xip_lock_acquire_at(xip_session *me, xip_locktag tag, xip_lock_mode mode, uint32_t level)
{
    xip_lock *lock = xip_lock_find_or_make(me->server, tag);
    XIP_ASSERT(lock->proclocks == NULL, "nobody has the lock of an xid that is being given out");
    xip_lock_grant(me, lock, mode, level);
}

void xip_lock_release(xip_session *me, xip_locktag tag, xip_lock_mode mode)
{
    for (xip_held **at = &me->held; *at != NULL; at = &(*at)->next) {
        xip_held *held = *at;
        if (held->mode != (uint32_t)mode || !xip_same_locktag(held->lock->tag, tag))
            continue;
        xip_lock *lock = held->lock;
        if (--held->count == 0) {
            *at = held->next;
            xip_pool_give(me->server, held, sizeof *held);
        }
        ungrant(me->server, lock, me->id, mode, 1);
        return;
    }
    XIP_ASSERT(false, "who releases a lock holds it");
}

bool xip_lock_release_own(xip_session *me, xip_locktag tag, uint32_t mode)
{
    xip_held **at = &me->held;
    while (*at != NULL && ((*at)->level != 0 || (*at)->mode != mode || !xip_same_locktag((*at)->lock->tag, tag)))
        at = &(*at)->next;
    if (*at == NULL)
        return false;
    xip_held *held = *at;
    xip_lock *lock = held->lock;
    if (--held->count == 0) {
        *at = held->next;
        xip_pool_give(me->server, held, sizeof *held);
    }
    ungrant(me->server, lock, me->id, mode, 1);
    return true;
}

/* --- queues and waking -------------------------------------------------------------------------------------------- */

static void take_off_queue(xip_session *who)
{
    xip_lock *lock = who->wait_lock;
    if (who->wait_prev != NULL)
        who->wait_prev->wait_next = who->wait_next;
    else
        lock->first_waiter = who->wait_next;
    if (who->wait_next != NULL)
        who->wait_next->wait_prev = who->wait_prev;
    else
        lock->last_waiter = who->wait_prev;
    who->wait_prev = who->wait_next = NULL;
    if (--lock->waiting[who->wait_mode] == 0)
        lock->wait_mask &= ~xip_lockbit(who->wait_mode);
}

void xip_lock_wake_waiters(xip_server *server, xip_lock *lock)
{
    (void)server;
    uint32_t ahead = 0;
    for (xip_session *at = lock->first_waiter; at != NULL;) {
        xip_session *next = at->wait_next;
        if ((xip_lock_conflicts(at->wait_mode) & ahead) || xip_lock_is_held_against(lock, at->id, at->wait_mode)) {
            ahead |= xip_lockbit(at->wait_mode);
        } else {
            take_off_queue(at);
            xip_lock_grant(at, lock, at->wait_mode, at->wait_level);
            xip_wake(at, XIP_GRANTED);
        }
        at = next;
    }
}

/* RemoveFromWaitQueue: the waiters after it may be able to continue now. */
static void leave_queue(xip_session *who)
{
    xip_lock *lock = who->wait_lock;
    take_off_queue(who);
    who->wait_state = XIP_NOT_WAITING;
    who->wait_lock = NULL;
    xip_lock_wake_waiters(who->server, lock);
    xip_lock_clean_up(who->server, lock, who->id);
}

void xip_lock_cancel_wait(xip_session *me)
{
    if (me->wait_state == XIP_WAITING)
        leave_queue(me);
    xip_lock_forget_woken(me);
    me->wait_state = XIP_NOT_WAITING;
    me->wait_lock = NULL;
    me->wait_xid_asked = me->wait_xid_now = XIP_INVALID_XID;
}

void xip_lock_end_wait_as_victim(xip_session *who)
{
    leave_queue(who);
    xip_wake(who, XIP_IS_VICTIM);
}

/* --- ends of (sub)transactions ---------------------------------------------------------------------------------- */

static void release_held(xip_server *server, xip_held *held, uint32_t owner)
{
    xip_lock *lock = held->lock;
    uint32_t mode = held->mode;
    uint32_t count = held->count;
    xip_pool_give(server, held, sizeof *held);
    ungrant(server, lock, owner, mode, count);
}

void xip_locks_release(xip_session *me, uint32_t level)
{
    while (me->held != NULL && me->held->level >= level) {
        xip_held *held = me->held;
        me->held = held->next;
        release_held(me->server, held, me->id);
    }
}

void xip_locks_release_all(xip_session *me)
{
    xip_held **at = &me->held;
    while (*at != NULL && (*at)->level > 0) {
        xip_held *held = *at;
        if (held->lock->tag.kind == XIP_LOCKTAG_ADVISORY) {
            at = &held->next;
            continue;
        }
        *at = held->next;
        release_held(me->server, held, me->id);
    }
    xip_locks_release(me, 1);
}

void xip_locks_release_own(xip_session *me)
{
    xip_held **at = &me->held;
    while (*at != NULL && (*at)->level > 0)
        at = &(*at)->next;
    while (*at != NULL) {
        xip_held *held = *at;
        *at = held->next;
        release_held(me->server, held, me->id);
    }
}

/* Entries of `level` come first in the list, then their parent's. */
void xip_locks_lift(xip_session *me, uint32_t level)
{
    xip_held *lifted = me->held;
    xip_held *rest = me->held;
    xip_held *last = NULL;
    while (rest != NULL && rest->level >= level) {
        rest->level = level - 1;
        last = rest;
        rest = rest->next;
    }
    if (last == NULL)
        return;
    /* One entry for each lock and mode: if the parent has it too, its uses are added there. */
    xip_held *parents = rest;
    for (xip_held **at = &lifted; *at != rest;) {
        xip_held *held = *at;
        xip_held *same = parents;
        while (same != NULL && same->level == level - 1 && (same->lock != held->lock || same->mode != held->mode))
            same = same->next;
        if (same != NULL && same->level == level - 1) {
            same->count += held->count;
            *at = held->next;
            xip_pool_give(me->server, held, sizeof *held);
        } else {
            at = &held->next;
        }
    }
    me->held = lifted;
}

/* The dummy's PROCLOCKs replace the session's: no waiter notices. None of these locks is also held at level 0. */
void xip_locks_hand_over(xip_session *me, uint32_t handle)
{
    xip_prepared *prepared = me->server->prepared[handle];
    xip_held **own = &me->held;
    while (*own != NULL && (*own)->level > 0)
        own = &(*own)->next;
    xip_held *kept = *own;
    *own = NULL;
    prepared->held = me->held;
    me->held = kept;
    for (xip_held *at = prepared->held; at != NULL; at = at->next)
        for (xip_proclock *proclock = at->lock->proclocks; proclock != NULL; proclock = proclock->next)
            if (proclock->owner == me->id) {
                leave_fast_path(me->server, proclock, proclock->fast_mask);
                proclock->owner = XIP_MAX_SESSIONS + handle;
            }
}

void xip_locks_release_prepared(xip_server *server, uint32_t handle)
{
    xip_prepared *prepared = server->prepared[handle];
    while (prepared->held != NULL) {
        xip_held *held = prepared->held;
        prepared->held = held->next;
        release_held(server, held, XIP_MAX_SESSIONS + handle);
    }
}
