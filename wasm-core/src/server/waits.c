/*
 * waits.c — a request for a lock is granted at once, or its session waits in the lock's queue; waiting for a
 * transaction; and which sessions wait for which. PostgreSQL: LockAcquireExtended in src/backend/storage/lmgr/lock.c,
 * ProcSleep in proc.c, XactLockTableWait in lmgr.c, pg_blocking_pids in src/backend/utils/adt/lockfuncs.c.
 *
 * A request is not granted past a waiter whose request conflicts, nor past a holder whose mode does. A new waiter goes
 * to the end of the queue, unless a session in it waits for a lock that the newcomer holds.
 */
#include "base/assert.h"
#include "server/state.h"

/*
 * ProcSleep's place in the queue: before the first session that waits for a lock I hold. Returns false when that one
 * holds the lock I wait for: a deadlock that needs no search. *grants is set when I may have the lock after all,
 * because nobody before that place requests anything that conflicts.
 */
static bool find_place(const xip_session *me, const xip_lock *lock, uint32_t mode, xip_session **before, bool *grants)
{
    const xip_proclock *mine = xip_proclock_find(lock, me->id);
    uint32_t held = mine != NULL ? mine->hold_mask : 0;
    uint32_t ahead = 0;
    *before = NULL;
    *grants = false;
    for (xip_session *at = lock->first_waiter; held != 0 && at != NULL; at = at->wait_next) {
        if (xip_lock_conflicts(at->wait_mode) & held) {
            const xip_proclock *its = xip_proclock_find(lock, at->id);
            if (its != NULL && (xip_lock_conflicts(mode) & its->hold_mask))
                return false;
            *before = at;
            *grants = (xip_lock_conflicts(mode) & ahead) == 0 && !xip_lock_is_held_against(lock, me->id, mode);
            return true;
        }
        ahead |= xip_lockbit(at->wait_mode);
    }
    return true;
}

static void join_queue(xip_session *me, xip_lock *lock, uint32_t mode, uint32_t level, xip_session *before)
{
    me->wait_next = before;
    me->wait_prev = before != NULL ? before->wait_prev : lock->last_waiter;
    if (me->wait_prev != NULL)
        me->wait_prev->wait_next = me;
    else
        lock->first_waiter = me;
    if (before != NULL)
        before->wait_prev = me;
    else
        lock->last_waiter = me;
    lock->waiting[mode]++;
    lock->wait_mask |= xip_lockbit(mode);
    xip_proclock_find_or_make(me->server, lock, me->id);
    me->wait_state = XIP_WAITING;
    me->wait_lock = lock;
    me->wait_mode = mode;
    me->wait_level = level;
    me->wait_began = ++me->server->wait_count;
    me->is_deadlock_checked = false;
}

/*
 * A wait that is under way, or that has ended since the last call: *outcome says how. False: there is none for this
 * lock. A session that was granted a lock and then requests another one keeps the first: its operation has changed its
 * mind.
 */
static bool resume(xip_session *me, xip_locktag tag, xip_lock_mode mode, xip_outcome *outcome)
{
    xip_wait_state state = me->wait_state;
    bool is_same =
        me->wait_lock != NULL && me->wait_mode == (uint32_t)mode && xip_same_locktag(me->wait_lock->tag, tag);
    *outcome = XIP_DONE;
    if (state == XIP_NOT_WAITING)
        return false;
    if (state == XIP_WAITING) {
        XIP_ASSERT(is_same, "a session waits for one lock at a time");
        *outcome = XIP_WAIT;
        return true;
    }
    xip_lock_forget_woken(me);
    me->wait_state = XIP_NOT_WAITING;
    me->wait_lock = NULL;
    *outcome = state == XIP_GRANTED ? XIP_DONE : XIP_DEADLOCK;
    return state == XIP_IS_VICTIM || is_same;
}

static bool holds(const xip_session *me, xip_locktag tag, xip_lock_mode mode)
{
    const xip_lock *lock = xip_lock_find(me->server, tag);
    const xip_proclock *mine = lock != NULL ? xip_proclock_find(lock, me->id) : NULL;
    return mine != NULL && mine->uses[mode] > 0;
}

xip_outcome xip_lock_acquire(xip_session *me, xip_locktag tag, xip_lock_mode mode, bool dont_wait)
{
    return xip_lock_acquire_for(me, tag, mode, me->level, dont_wait);
}

xip_outcome xip_lock_acquire_for(xip_session *me, xip_locktag tag, xip_lock_mode mode, uint32_t level, bool dont_wait)
{
    xip_outcome outcome;
    if (resume(me, tag, mode, &outcome))
        return outcome;
    xip_server *server = me->server;
    bool is_mine = holds(me, tag, mode);
    /* A standby has to replay this lock under an owner's xid: LogAccessExclusiveLockPrepare. */
    if (!is_mine && mode == XIP_ACCESS_EXCLUSIVE && tag.kind == XIP_LOCKTAG_RELATION)
        xip_current_xid(me);
    xip_lock *lock = xip_lock_find_or_make(server, tag);
    if (!is_mine && mode > XIP_SHARE_UPDATE_EXCLUSIVE && tag.kind == XIP_LOCKTAG_RELATION)
        xip_locks_leave_fast_path(server, lock);
    if (is_mine || (!(xip_lock_conflicts(mode) & lock->wait_mask) && !xip_lock_is_held_against(lock, me->id, mode))) {
        xip_lock_grant(me, lock, mode, level);
        return XIP_DONE;
    }
    /* Until 16 NOWAIT fails at the first conflict; since 17 only when there is no place ahead of the waiters. */
    if (dont_wait && server->config.rules <= 16)
        return XIP_NOT_AVAILABLE;
    xip_session *before;
    bool grants;
    if (!find_place(me, lock, mode, &before, &grants))
        return dont_wait ? XIP_NOT_AVAILABLE : XIP_DEADLOCK;
    if (grants) {
        xip_lock_grant(me, lock, mode, level);
        return XIP_DONE;
    }
    if (dont_wait)
        return XIP_NOT_AVAILABLE;
    join_queue(me, lock, mode, level, before);
    if (!xip_deadlock_after_wait(me))
        return XIP_WAIT;
    resume(me, tag, mode, &outcome);
    return outcome;
}

bool xip_lock_would_wait(xip_session *me, xip_locktag tag, xip_lock_mode mode)
{
    const xip_lock *lock = xip_lock_find(me->server, tag);
    if (lock == NULL || holds(me, tag, mode))
        return false;
    return (xip_lock_conflicts(mode) & lock->wait_mask) || xip_lock_is_held_against(lock, me->id, mode);
}

/*
 * Every transaction holds its xid's lock exclusively until it has left the proc array. A released subtransaction has
 * released its lock although its fate is still open: then the caller waits for the topmost parent's.
 */
xip_outcome xip_wait_for_xid(xip_session *me, xip_xid xid, bool dont_wait)
{
    XIP_ASSERT(!xip_is_current_xid(me, xid), "nobody waits for itself");
    if (me->wait_xid_asked != xid) {
        me->wait_xid_asked = xid;
        me->wait_xid_now = xid;
    }
    for (;;) {
        xip_locktag tag = {.kind = XIP_LOCKTAG_TRANSACTION, .a = me->wait_xid_now};
        xip_outcome outcome = xip_lock_acquire(me, tag, XIP_SHARE, dont_wait);
        if (outcome == XIP_WAIT)
            return outcome;
        bool is_over = outcome != XIP_DONE;
        if (outcome == XIP_DONE) {
            xip_lock_release(me, tag, XIP_SHARE);
            is_over = !xip_is_in_progress(me, me->wait_xid_now);
        }
        if (is_over) {
            me->wait_xid_asked = me->wait_xid_now = XIP_INVALID_XID;
            return outcome;
        }
        me->wait_xid_now = xip_subtrans_walk(me, me->wait_xid_now, XIP_LOOKUP_WAIT);
    }
}

uint32_t xip_blocking_sessions(xip_session *me, uint32_t *ids, uint32_t capacity)
{
    if (me->wait_state == XIP_WAITING_SAFELY)
        return xip_serializable_blockers(me, ids, capacity);
    if (me->wait_state != XIP_WAITING)
        return 0;
    const xip_lock *lock = me->wait_lock;
    uint32_t conflicts = xip_lock_conflicts(me->wait_mode);
    uint32_t count = 0;
    for (const xip_proclock *at = lock->proclocks; at != NULL; at = at->next) {
        if (at->owner == me->id)
            continue;
        bool blocks = (at->hold_mask & conflicts) != 0;
        for (const xip_session *before = me->wait_prev; !blocks && before != NULL; before = before->wait_prev)
            blocks = before->id == at->owner && (xip_lockbit(before->wait_mode) & conflicts);
        if (blocks && count < capacity)
            ids[count] = at->owner;
        count += blocks;
    }
    return count;
}
